extension Document {
  /// The whole document, order keys included, as hexadecimal digits for ``init(reproducing:)``.
  ///
  /// It makes a failure one line that can be pasted into a test; a store keeps documents otherwise.
  ///
  /// - Complexity: O(n) in the records.
  public var reproduction: String {
    var writer = ByteWriter()
    do throws(CodingError) {
      try ValueCoding.write(.record(fields), to: &writer, depth: 0)
      for section in sections {
        writer.write("")
        writer.write(section.id.rawValue)
        try ValueCoding.write(.record(section.record), to: &writer, depth: 0)
        for row in section.rows {
          writer.write(row.id.rawValue)
          try ValueCoding.write(.record(row.record(in: section.id)), to: &writer, depth: 0)
        }
      }
    } catch { return "\(error)" }
    return Hexadecimal.text(writer.bytes)
  }

  /// Makes the document of a ``reproduction``.
  ///
  /// - Throws: A sentence that says so when the digits are not a document's.
  public init(reproducing digits: String) throws {
    var reader = ByteReader(Hexadecimal.bytes(digits) ?? [])
    var changes = try Self.record(from: &reader).map {
      Change(.document, $0.name, before: nil, after: $0.value)
    }
    while !reader.isAtEnd {
      // No row has an empty id, so that one stands before a section.
      let row = try reader.text()
      let id: RecordID =
        row.isEmpty ? .section(try SectionID(try reader.text())) : .row(try RowID(row))
      let record = try Self.record(from: &reader)
      changes.append(Change(id, nil, before: nil, after: .record(record)))
    }
    self = try Document().applying(Changeset(changes))
  }

  private static func record(from reader: inout ByteReader) throws(CodingError) -> Fields {
    guard let record = try ValueCoding.readValue(from: &reader, depth: 0)?.asRecord else {
      throw reader.fail(.notARecord)
    }
    return record
  }
}
