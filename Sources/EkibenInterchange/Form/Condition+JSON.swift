import EkibenDocuments
import EkibenForms

extension Condition {
  /// Reads `{"row": …, "atLeast": …}`, `{"all": […]}`, `{"any": […]}` or `{"not": …}`; nil where it is
  /// something else, or has anything else in it.
  ///
  /// - Throws: An error where the row is no legal id.
  init?(reading cursor: JSONCursor) throws(JSONError) {
    guard let members = cursor.node.object else { return nil }
    if let parts = try Self.parts("all", cursor, members.count) {
      self = .all(parts)
    } else if let parts = try Self.parts("any", cursor, members.count) {
      self = .any(parts)
    } else if members.count == 1, let part = try cursor.optional("not"),
      let condition = try Condition(reading: part)
    {
      self = !condition
    } else if members.count == 2, let row = try cursor.optional("row"), row.node.string != nil,
      let other = members.first(where: { !ByteText.equal($0.name, "row") }),
      let comparison = Comparison(rawValue: other.name),
      let value = try cursor.optional(other.name)
    {
      self.init(row: try row.id(), comparison, FieldShape.readAny(value))
    } else {
      return nil
    }
  }

  private static func parts(
    _ name: String, _ cursor: JSONCursor, _ count: Int
  ) throws(JSONError) -> [Condition]? {
    guard count == 1, let list = try cursor.optional(name), list.node.array != nil else {
      return nil
    }
    var parts: [Condition] = []
    for part in try list.array() {
      guard let condition = try Condition(reading: part) else { return nil }
      parts.append(condition)
    }
    return parts
  }

  /// What stands in a file for the record of a condition; nil where it is none.
  static func node(of record: Fields) -> FormNode? {
    for name in ["all", "any"] as [FieldName] {
      guard record.count == 1, let list = record[name]?.asList else { continue }
      let parts = list.compactMap { $0.asRecord.flatMap { node(of: $0) } }
      return parts.count == list.count ? .object([(name.rawValue, .array(parts))]) : nil
    }
    if record.count == 1, let part = record["not"]?.asRecord {
      return node(of: part).map { .object([("not", $0)]) }
    }
    guard record.count == 2, let row = record["row"],
      let other = record.first(where: { $0.name != "row" }),
      Comparison(rawValue: other.name.rawValue) != nil
    else { return nil }
    return .object([
      ("row", FieldShape.id.node(for: row)),
      (other.name.rawValue, FieldShape.any.node(for: other.value)),
    ])
  }
}
