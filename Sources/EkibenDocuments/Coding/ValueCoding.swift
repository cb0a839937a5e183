/// The compact binary form of values and records, as the store keeps them.
///
/// A record is a version byte, the number of fields, and each field's name and value; a value is a
/// byte for its kind and then its content. Fields are sorted, so equal records have equal bytes.
package enum ValueCoding {
  /// How many levels of lists and records there may be.
  ///
  /// What is deeper is neither written nor read, here and in ``Notation``: a walk over it could
  /// exhaust the stack of a thread.
  package static let maximumDepth = 200

  static let version: UInt8 = 0

  /// Encodes a record.
  ///
  /// - Throws: ``CodingError`` with ``CodingProblem/tooDeep`` when values are nested too deep to be
  ///   read again.
  /// - Complexity: O(n) in its size.
  package static func encode(_ fields: Fields) throws(CodingError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(version)
    try write(fields, to: &writer, depth: 0)
    return writer.bytes
  }

  /// Decodes a record.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(n) in its size.
  package static func decodeFields(_ bytes: [UInt8]) throws(CodingError) -> Fields {
    var reader = ByteReader(bytes)
    let version = try reader.byte()
    guard version == Self.version else { throw reader.fail(.unknownVersion(version)) }
    let fields = try readFields(from: &reader, depth: 0)
    guard reader.isAtEnd else { throw reader.fail(.trailing) }
    return fields
  }

  private static func write(
    _ fields: Fields, to writer: inout ByteWriter, depth: Int
  ) throws(CodingError) {
    writer.write(count: fields.count)
    for field in fields {
      writer.write(field.name.rawValue)
      try write(field.value, to: &writer, depth: depth)
    }
  }

  /// Writes a value, or that there is none.
  package static func write(
    _ value: Value?, to writer: inout ByteWriter, depth: Int
  ) throws(CodingError) {
    guard depth < maximumDepth else { throw writer.fail(.tooDeep) }
    guard let value else { return writer.write(Kind.absent.rawValue) }
    switch value {
    case .null: writer.write(Kind.null.rawValue)
    case .bool(false): writer.write(Kind.no.rawValue)
    case .bool(true): writer.write(Kind.yes.rawValue)
    case .integer(let integer):
      writer.write(Kind.integer.rawValue)
      writer.write(signed: integer)
    case .decimal(let decimal): write(.decimal, decimal.digits, to: &writer)
    case .text(let text): write(.text, text, to: &writer)
    case .date(let date): write(.date, date.text, to: &writer)
    case .verbatim(let source): write(.verbatim, source, to: &writer)
    case .bytes(let bytes):
      writer.write(Kind.bytes.rawValue)
      writer.write(raw: bytes)
    case .list(let values):
      writer.write(Kind.list.rawValue)
      writer.write(count: values.count)
      for value in values { try write(value, to: &writer, depth: depth + 1) }
    case .record(let fields):
      writer.write(Kind.record.rawValue)
      try write(fields, to: &writer, depth: depth + 1)
    }
  }

  private static func write(_ kind: Kind, _ text: String, to writer: inout ByteWriter) {
    writer.write(kind.rawValue)
    writer.write(text)
  }

  static func readFields(from reader: inout ByteReader, depth: Int) throws(CodingError) -> Fields {
    var elements: ContiguousArray<Fields.Element> = []
    let count = try reader.count()
    // A count that is wrong must not take more memory than what it says it counts.
    // There is room for a field more: that is what a row that is read or answered gets next.
    elements.reserveCapacity(min(count, 15) + 1)
    for _ in 0..<count {
      let text = try reader.text()
      guard InvalidName.problem(in: text) == nil else { throw reader.fail(.invalidText) }
      let name = FieldName(unchecked: text)
      // One coding for a record, and no search for the place of each field: a long one is no trap.
      if let last = elements.last?.name, !(last < name) { throw reader.fail(.unsorted) }
      guard let value = try readValue(from: &reader, depth: depth) else {
        throw reader.fail(.unknownKind(Kind.absent.rawValue))
      }
      elements.append(Fields.Element(name: name, value: value))
    }
    return Fields(sorted: elements)
  }

  /// Reads what ``write(_:to:depth:)`` wrote.
  package static func readValue(
    from reader: inout ByteReader, depth: Int
  ) throws(CodingError) -> Value? {
    guard depth < maximumDepth else { throw reader.fail(.tooDeep) }
    let byte = try reader.byte()
    guard let kind = Kind(rawValue: byte) else { throw reader.fail(.unknownKind(byte)) }
    switch kind {
    case .absent: return nil
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer: return .integer(try reader.signed())
    case .decimal:
      guard let decimal = DecimalNumber(try reader.text()) else { throw reader.fail(.invalidText) }
      return .decimal(decimal)
    case .text: return .text(try reader.text())
    case .date:
      guard let date = DateText(try reader.text()) else { throw reader.fail(.invalidText) }
      return .date(date)
    case .verbatim: return .verbatim(try reader.text())
    case .bytes: return .bytes(try reader.raw())
    case .list:
      var values: [Value] = []
      for _ in 0..<(try reader.count()) {
        guard let value = try readValue(from: &reader, depth: depth + 1) else {
          throw reader.fail(.unknownKind(Kind.absent.rawValue))
        }
        values.append(value)
      }
      return .list(values)
    case .record: return .record(try readFields(from: &reader, depth: depth + 1))
    }
  }

  enum Kind: UInt8 {
    case absent, null, no, yes, integer, decimal, text, date, bytes, list, record, verbatim
  }
}
