extension Document {
  /// The whole document, order keys included, as hexadecimal digits for ``init(reproducing:)``.
  ///
  /// It makes a failure one line that can be pasted into a test; a store keeps documents otherwise.
  ///
  /// - Complexity: O(n) in the records.
  public var reproduction: String {
    var changes = fields.map { Change(.document, $0.name, before: nil, after: $0.value) }
    for section in sections {
      changes.append(
        Change(.section(section.id), nil, before: nil, after: .record(section.record)))
      for row in section.rows {
        let record = row.record(in: section.id)
        changes.append(Change(.row(row.id), nil, before: nil, after: .record(record)))
      }
    }
    let origins = changes.map { _ in 0 }
    let bytes: [UInt8]
    do { bytes = try ChangesetCoding.encode(Changeset(changes), origins: origins) } catch {
      return "\(error)"
    }
    return Notation.hexadecimal(bytes)
  }

  /// Makes the document of a ``reproduction``.
  ///
  /// - Throws: A sentence that says so when the digits are not a document's.
  public init(reproducing digits: String) throws {
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { at in
      UInt8(digits.dropFirst(at).prefix(2), radix: 16)
    }
    self = try Document().applying(try ChangesetCoding.decode(bytes).changes)
  }
}
