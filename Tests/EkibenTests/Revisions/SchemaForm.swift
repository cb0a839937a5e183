import Ekiben
import EkibenInterchange
import Foundation

/// A JSON Schema (draft 4) as a form, as far as it says what is asked: an object is a section, a list of objects one
/// that repeats, a member of any other type a row that is called by its path.
struct SchemaForm {
  private(set) var sections: [Document.Section] = []
  private let root: JSON

  init(_ schema: JSON) {
    root = schema
    addSection("root", nil, schema, repeats: false)
  }

  /// The form.
  func document() throws -> Document { try Document(sections: sections) }

  private mutating func addSection(
    _ id: String, _ parent: String?, _ schema: JSON, repeats: Bool
  ) {
    var fields: Fields = [.header: .record([.component: "Description", .text: .text(id)])]
    if repeats { fields[.repeats] = true }
    if let parent { fields[.parent] = .text(parent) }
    let place = sections.count
    sections.append(Document.Section(id: SectionID(unchecked: id), fields: fields, rows: []))
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    for member in properties(of: schema) {
      let value = resolved(member.value)
      let name = id == "root" ? member.name : "\(id).\(member.name)"
      if value["items"] != nil, let items = value["items"].map({ resolved($0) }),
        items["properties"] != nil
      {
        addSection(name, id == "root" ? nil : id, items, repeats: true)
      } else if !properties(of: value).isEmpty {
        addSection(name, id == "root" ? nil : id, value, repeats: false)
      } else {
        var row = self.row(value)
        if required.contains(member.name) { row[.required] = true }
        row[.title] = .text(member.name)
        sections[place].rows.append(Document.Row(id: RowID(unchecked: name), fields: row))
      }
    }
  }

  private func row(_ schema: JSON) -> Fields {
    if schema["type"]?.string == "boolean" { return [.component: "Toggle"] }
    if let options = schema["enum"]?.array?.compactMap(\.string), !options.isEmpty {
      return [.component: "Choice", .options: .list(options.map { .record([.code: .text($0)]) })]
    }
    var fields: Fields = [.component: "TextInput"]
    let type = schema["type"]?.string ?? ""
    if ["integer", "number"].contains(type) {
      fields[.kind] = type == "number" ? "decimal" : "integer"
    }
    fields[.maxLength] = schema["maxLength"]?.number.flatMap { Int64($0) }.map(Value.integer)
    return fields
  }

  private func resolved(_ schema: JSON) -> JSON {
    var schema = schema
    while let name = schema["$ref"]?.string?.split(separator: "/").last,
      let definition = root["definitions"]?[String(name)]
    {
      schema = definition
    }
    return schema
  }

  // Of alternatives all that any of them has.
  private func properties(of schema: JSON) -> [JSON.Member] {
    var members = schema["properties"]?.object ?? []
    for part in (schema["oneOf"]?.array ?? []) + (schema["anyOf"]?.array ?? []) {
      for member in resolved(part)["properties"]?.object ?? []
      where !members.contains(where: { $0.name == member.name }) {
        members.append(member)
      }
    }
    return members
  }
}
