import EkibenDocuments
package import EkibenExpressions

extension Formula {
  /// Reads the text of a condition, as it stands in a form of our own.
  ///
  /// - Returns: nil where it is JSON and no condition.
  /// - Throws: An error with line and column where it is no JSON, or a row is no legal id.
  package static func read(_ text: String) throws(JSONError) -> Formula? {
    try Formula(reading: JSONCursor(parsing: Array(text.utf8)))
  }

  /// Reads what ``EkibenExpressions/Formula`` says that its record looks like; nil where it is something
  /// else, or has anything else in it.
  ///
  /// - Throws: An error where a row is no legal id.
  init?(reading cursor: JSONCursor) throws(JSONError) {
    guard let record = try Self.record(cursor, depth: 1) else { return nil }
    self.init(record: record)
  }

  private static func record(_ cursor: JSONCursor, depth: Int) throws(JSONError) -> Fields? {
    guard depth <= maximumDepth, let members = cursor.node.object, members.count <= 3 else {
      return nil
    }
    var record = Fields()
    for (text, member) in try cursor.members() {
      let name: FieldName
      do throws(InvalidName) { name = try FieldName(text) } catch { return nil }
      switch (name, member.node.content) {
      case ("row", .string): record[name] = .text((try member.name() as RowID).rawValue)
      case ("all", .array), ("any", .array):
        var parts: [Value] = []
        for part in try member.array() {
          guard let part = try self.record(part, depth: depth + 1) else { return nil }
          parts.append(.record(part))
        }
        record[name] = .list(parts)
      case ("not", .object), ("count", .object):
        guard let part = try self.record(member, depth: depth + 1) else { return nil }
        record[name] = .record(part)
      case ("anyOf", .array): record[name] = .list(try member.array().map(value))
      default: record[name] = try value(member)
      }
    }
    return record
  }

  // What an answer is compared with: of an option or a quantity its members.
  private static func value(_ cursor: JSONCursor) throws(JSONError) -> Value {
    guard let members = cursor.node.object, !members.isEmpty,
      !members.contains(where: { TaggedValue.isTag($0.name) })
    else { return FieldShape.readAny(cursor) }
    var fields = Fields()
    for (text, member) in try cursor.members() {
      do throws(InvalidName) { fields[try FieldName(text)] = FieldShape.readAny(member) } catch {
        return FieldShape.readAny(cursor)
      }
    }
    return .record(fields)
  }

  /// What stands in a file for the record of a formula; nil where it is none.
  static func node(of record: Fields) -> JSON? {
    Formula(record: record).map { members(of: $0.record) }
  }

  private static func members(of record: Fields) -> JSON {
    let names = record.names.filter { $0 == "row" } + record.names.filter { $0 != "row" }
    return .object(names.map { ($0.rawValue, node(of: record[$0] ?? .null, as: $0)) })
  }

  private static func node(of value: Value, as name: FieldName) -> JSON {
    switch (name, value) {
    case ("all", .list(let parts)), ("any", .list(let parts)):
      .array(parts.map { members(of: $0.asRecord ?? [:]) })
    case ("not", .record(let part)), ("count", .record(let part)): members(of: part)
    case ("anyOf", .list(let values)): .array(values.map(node(comparing:)))
    case ("row", _): FieldShape.id.node(for: value)
    default: node(comparing: value)
    }
  }

  private static func node(comparing value: Value) -> JSON {
    guard case .record(let fields) = value, !fields.isEmpty,
      !fields.names.contains(where: { TaggedValue.isTag($0.rawValue) })
    else { return FieldShape.any.node(for: value) }
    return .object(fields.map { ($0.name.rawValue, FieldShape.any.node(for: $0.value)) })
  }
}
