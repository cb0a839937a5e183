import EkibenDocuments

/// A value that says its own kind, for those that nothing plain stands for: an object with one
/// member, such as `{"ekiben:date": "2024-03"}`.
enum TaggedValue {
  private static let mark = "ekiben:"

  /// Whether the name of a member is that of a tag.
  static func isTag(_ name: String) -> Bool { name.utf8.starts(with: mark.utf8) }

  /// Reads a tagged value; nil where there is none, or none that is right in every part.
  static func read(_ cursor: JSONCursor) -> Value? {
    guard let members = cursor.node.object, members.count == 1 else { return nil }
    let tag = members[0].name
    guard isTag(tag) else { return nil }
    let content = JSONCursor(members[0].value, source: cursor.source, path: cursor.path.member(tag))
    return value(String(Substring(tag.utf8.dropFirst(mark.utf8.count))), content)
  }

  private static func value(_ kind: String, _ content: JSONCursor) -> Value? {
    switch kind {
    case "null": content.isNull ? .null : nil
    case "bool": content.node.bool.map(Value.bool)
    case "integer": content.node.number.flatMap { Int64($0) }.map(Value.integer)
    case "decimal": content.node.number.flatMap { DecimalNumber($0) }.map(Value.decimal)
    case "text": content.node.string.map(Value.text)
    case "date": content.node.string.flatMap { DateText($0) }.map(Value.date)
    case "verbatim": content.node.string.map(Value.verbatim)
    case "bytes": content.node.string.flatMap(Hexadecimal.bytes).map(Value.bytes)
    case "list":
      content.node.array.map { list in
        .list(list.map { FieldShape.readAny(JSONCursor($0, source: content.source)) })
      }
    case "record": record(content).map(Value.record)
    default: nil
    }
  }

  private static func record(_ content: JSONCursor) -> Fields? {
    guard let members = content.node.object, members.count <= 1_000 else { return nil }
    var fields = Fields()
    for member in members {
      let name: FieldName
      do throws(InvalidName) { name = try FieldName(member.name) } catch { return nil }
      fields[name] = FieldShape.readAny(JSONCursor(member.value, source: content.source))
    }
    return fields
  }

  static func node(of value: Value) -> JSON {
    switch value {
    case .null: tagged("null", .null)
    case .bool(let bool): tagged("bool", .bool(bool))
    case .integer(let integer): tagged("integer", .integer(Int(integer)))
    case .decimal(let decimal): tagged("decimal", .kept(decimal.digits))
    case .text(let text): tagged("text", .string(text))
    case .date(let date): tagged("date", .string(date.text))
    case .verbatim(let source): tagged("verbatim", .string(source))
    case .bytes(let bytes): tagged("bytes", .string(Hexadecimal.text(bytes)))
    case .list(let values): tagged("list", .array(values.map { FieldShape.any.node(for: $0) }))
    case .record(let fields):
      tagged(
        "record", .object(fields.map { ($0.name.rawValue, FieldShape.any.node(for: $0.value)) }))
    }
  }

  static func tagged(_ kind: String, _ content: JSON) -> JSON { .object([(mark + kind, content)]) }
}
