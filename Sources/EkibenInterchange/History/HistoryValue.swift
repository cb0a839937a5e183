import EkibenDocuments

/// A value in a history: plain JSON where that says all of it, and else a ``TaggedValue``.
///
/// Null, bools, texts, whole numbers of 64 bits and decimals stand as themselves. Dates, bytes, lists,
/// records, verbatim texts, and decimals that look like whole numbers, say their kind. Unlike a form,
/// a history holds nothing that Ekiben does not know, so everything else is refused.
enum HistoryValue {
  /// More fields than any record has; fields are a sorted array, so many take long.
  static let mostFields = 1_000

  /// Whether a value can be written and read again: not too deep, and no record too large.
  static func isWritable(_ value: Value, depth: Int = 0) -> Bool {
    guard depth < ValueCoding.maximumDepth else { return false }
    switch value {
    case .list(let values): return values.allSatisfy { isWritable($0, depth: depth + 1) }
    case .record(let fields):
      return fields.count <= mostFields
        && fields.allSatisfy { isWritable($0.value, depth: depth + 1) }
    case .null, .bool, .integer, .decimal, .text, .date, .bytes, .verbatim: return true
    }
  }

  static func read(_ cursor: JSONCursor, depth: Int = 0) throws(JSONError) -> Value {
    guard depth < ValueCoding.maximumDepth else {
      throw cursor.error(.limit(.depth, ValueCoding.maximumDepth))
    }
    switch cursor.node.content {
    case .null, .bool, .number, .string: return FieldShape.readAny(cursor)
    case .array, .kept: throw cursor.unexpected("a value")
    case .object:
      if let list = try cursor.optional("ekiben:list") {
        return .list(try values(of: list, in: cursor, depth: depth + 1))
      }
      if let record = try cursor.optional("ekiben:record") {
        return .record(try fields(of: record, in: cursor, depth: depth + 1))
      }
      guard let value = TaggedValue.read(cursor) else {
        throw cursor.error(.invalid("an object here says a value's kind, as {\"ekiben:date\": …}"))
      }
      return value
    }
  }

  private static func values(
    of list: JSONCursor, in cursor: JSONCursor, depth: Int
  ) throws(JSONError) -> [Value] {
    try cursor.refuseMembers(besides: ["ekiben:list"])
    return try list.array().map { value throws(JSONError) in try read(value, depth: depth) }
  }

  private static func fields(
    of record: JSONCursor, in cursor: JSONCursor, depth: Int
  ) throws(JSONError) -> Fields {
    try cursor.refuseMembers(besides: ["ekiben:record"])
    let members = try record.members()
    guard members.count <= mostFields else {
      throw record.error(.invalid("a record has at most \(mostFields) fields"))
    }
    var fields = Fields()
    for (text, member) in members {
      let name: FieldName = try member.name(text)
      fields[name] = try read(member, depth: depth)
    }
    return fields
  }
}
