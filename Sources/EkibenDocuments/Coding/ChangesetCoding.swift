/// The compact binary form of an entry's changes, each with the origin of what it replaced.
///
/// Where a text replaces another, what they have in common at both ends is written once.
package enum ChangesetCoding {
  static let version: UInt8 = 0

  /// Encodes a changeset with the origins that belong to it.
  ///
  /// - Throws: ``CodingError`` with ``CodingProblem/tooDeep`` when values are nested too deep to be
  ///   read again.
  /// - Complexity: O(n) in its size.
  package static func encode(
    _ changeset: Changeset, origins: [Int]
  ) throws(CodingError) -> [UInt8] {
    precondition(origins.count == changeset.changes.count, "each change has one origin")
    var writer = ByteWriter()
    writer.write(version)
    writer.write(count: changeset.changes.count)
    for (change, origin) in zip(changeset.changes, origins) {
      write(change.target, to: &writer)
      try ValueCoding.write(before: change.before, after: change.after, to: &writer)
      writer.write(count: origin)
    }
    return writer.bytes
  }

  /// Decodes a changeset with its origins.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(n) in its size.
  package static func decode(
    _ bytes: [UInt8]
  ) throws(CodingError) -> (changes: Changeset, origins: [Int]) {
    var reader = ByteReader(bytes)
    let version = try reader.byte()
    guard version == Self.version else { throw reader.fail(.unknownVersion(version)) }
    var changes: [Change] = []
    var origins: [Int] = []
    let count = try reader.count()
    var targets: Set<Change.Target> = []
    for _ in 0..<count {
      let target = try readTarget(from: &reader)
      // Most entries have one change, and are spared the set.
      guard count == 1 || targets.insert(target).inserted else {
        throw reader.fail(.repeatedTarget)
      }
      let (before, after) = try ValueCoding.readPair(from: &reader)
      // A whole record is a record or nothing; anything else would vanish when it is applied.
      guard target.field != nil || isRecord(before) && isRecord(after) else {
        throw reader.fail(.notARecord)
      }
      changes.append(Change(target.record, target.field, before: before, after: after))
      guard let origin = Int(exactly: try reader.number()) else {
        throw reader.fail(.numberTooLarge)
      }
      origins.append(origin)
    }
    guard reader.isAtEnd else { throw reader.fail(.trailing) }
    return (Changeset(changes), origins)
  }

  private static func isRecord(_ value: Value?) -> Bool { value.map { $0.asRecord != nil } ?? true }

  private static func write(_ target: Change.Target, to writer: inout ByteWriter) {
    switch target.record {
    case .document: writer.write(Kind.document.rawValue)
    case .section(let id):
      writer.write(Kind.section.rawValue)
      writer.write(id.rawValue)
    case .row(let id):
      writer.write(Kind.row.rawValue)
      writer.write(id.rawValue)
    }
    // No field name is empty, so an empty text stands for the whole record.
    writer.write(target.field?.rawValue ?? "")
  }

  private static func readTarget(
    from reader: inout ByteReader
  ) throws(CodingError) -> Change.Target {
    let byte = try reader.byte()
    guard let kind = Kind(rawValue: byte) else { throw reader.fail(.unknownKind(byte)) }
    do {
      let record: RecordID =
        switch kind {
        case .document: .document
        case .section: .section(try SectionID(try reader.text()))
        case .row: .row(try RowID(try reader.text()))
        }
      let field = try reader.text()
      return Change.Target(record, field.isEmpty ? nil : try FieldName(field))
    } catch let error as CodingError {
      throw error
    } catch {
      throw reader.fail(.invalidText)
    }
  }

  private enum Kind: UInt8 { case document, section, row }
}
