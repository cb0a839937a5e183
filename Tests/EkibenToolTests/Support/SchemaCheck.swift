import Ekiben
import EkibenInterchange
import EkibenSchemas
import Testing

/// Checks JSON against a JSON Schema, as far as the schemas of this project go: a keyword that it
/// does not know is a finding, so that a schema cannot promise what nobody checks.
struct SchemaCheck {
  let root: JSON
  /// The other schemas that it refers to, by the names of their files.
  var others: [String: JSON] = [:]

  /// What is wrong, each with the path where; nothing is well.
  func findings(in json: JSON) -> [String] { findings(in: json, root, "$") }

  /// What is wrong by one of the schema's definitions.
  func findings(in json: JSON, definition: String) -> [String] {
    findings(in: json, .object([("$ref", .string("#/$defs/\(definition)"))]), "$")
  }

  private func findings(in json: JSON, _ schema: JSON, _ path: String) -> [String] {
    if let bool = schema.bool { return bool ? [] : ["\(path) must not be there"] }
    let keywords = schema.object ?? []
    return keywords.flatMap { keyword -> [String] in
      switch keyword.name {
      case "type", "const", "enum", "minLength", "maxLength", "minimum", "pattern":
        value(json, keyword.name, keyword.value, path)
      case "additionalProperties": others(json, keyword.value, besides: schema["properties"], path)
      case "required", "properties", "items": parts(json, keyword.name, keyword.value, path)
      case "$ref", "anyOf", "allOf", "if": combined(json, keyword, in: schema, path)
      case "$schema", "$id", "$defs", "title", "description", "examples", "then": []
      default: ["\(path): unknown keyword \(keyword.name)"]
      }
    }
  }

  private func value(_ json: JSON, _ name: String, _ wanted: JSON, _ path: String) -> [String] {
    let holds =
      switch name {
      case "type": isOf(type: wanted.string ?? "", json)
      case "const": json == wanted
      case "enum": (wanted.array ?? []).contains(json)
      case "minLength": json.string.map { $0.unicodeScalars.count >= number(wanted) } ?? true
      case "maxLength": json.string.map { $0.unicodeScalars.count <= number(wanted) } ?? true
      case "minimum": json.number.map { (Int($0) ?? 0) >= number(wanted) } ?? true
      default: json.string.map { matches($0, pattern: wanted.string ?? "") } ?? true
      }
    return holds ? [] : ["\(path): \(name)"]
  }

  // A pattern that is none is met by nothing.
  private func matches(_ text: String, pattern: String) -> Bool {
    do {
      return try Regex(pattern).matchingSemantics(.unicodeScalar).firstMatch(in: text) != nil
    } catch {
      return false
    }
  }

  private func others(
    _ json: JSON, _ wanted: JSON, besides known: JSON?, _ path: String
  ) -> [String] {
    (json.object ?? []).filter { known?[$0.name] == nil }.flatMap {
      findings(in: $0.value, wanted, "\(path).\($0.name)")
    }
  }

  private func parts(_ json: JSON, _ name: String, _ wanted: JSON, _ path: String) -> [String] {
    switch name {
    case "required":
      guard json.object != nil else { return [] }
      return (wanted.array ?? []).compactMap(\.string).filter { json[$0] == nil }
        .map { "\(path).\($0) is missing" }
    case "properties":
      return (wanted.object ?? []).flatMap { property in
        json[property.name].map { findings(in: $0, property.value, "\(path).\(property.name)") }
          ?? []
      }
    default:
      return (json.array ?? []).enumerated().flatMap { at, element in
        findings(in: element, wanted, "\(path)[\(at)]")
      }
    }
  }

  private func combined(
    _ json: JSON, _ keyword: JSON.Member, in schema: JSON, _ path: String
  ) -> [String] {
    let alternatives = (keyword.value.array ?? []).map { findings(in: json, $0, path) }
    switch keyword.name {
    case "anyOf": return alternatives.contains([]) ? [] : ["\(path): none of \(alternatives)"]
    case "allOf": return alternatives.flatMap(\.self)
    case "if":
      let applies = findings(in: json, keyword.value, path).isEmpty
      return applies ? schema["then"].map { findings(in: json, $0, path) } ?? [] : []
    default:
      let reference = keyword.value.string ?? ""
      if let other = others[reference] {
        return SchemaCheck(root: other).findings(in: json, other, path)
      }
      let name = String(reference.split(separator: "/").last ?? "")
      guard let definition = root["$defs"]?[name] else { return ["\(path): no \(name)"] }
      return findings(in: json, definition, path)
    }
  }

  private func number(_ json: JSON) -> Int { json.number.flatMap { Int($0) } ?? 0 }

  private func isOf(type: String, _ json: JSON) -> Bool {
    switch type {
    case "object": json.object != nil
    case "array": json.array != nil
    case "string": json.string != nil
    case "boolean": json.bool != nil
    case "null": json.isNull
    case "number": json.number != nil
    case "integer": json.number.flatMap { Int($0) } != nil
    default: false
    }
  }
}

extension SchemaCheck {
  /// Takes one of the schemas that the command prints, and the others beside it.
  init(named name: String) throws {
    for schema in Schema.all {
      others["\(schema.name).schema.json"] = try JSON(parsing: schema.json)
    }
    root = try #require(others["\(name).schema.json"])
  }
}
