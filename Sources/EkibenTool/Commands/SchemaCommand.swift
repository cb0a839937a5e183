import Ekiben
import EkibenInterchange
import EkibenSchemas

enum SchemaCommand: Command {
  static let spec = CommandSpec(
    name: "schema", summary: "print a JSON Schema, or list them", positionals: ["[NAME]"],
    options: [CommandSpec.json])

  static func run(_ call: Call) throws {
    guard let name = call.arguments.optional(0) else {
      var table = TextTable()
      for schema in Schema.all { table.add(schema.name, schema.summary) }
      let list = Schema.all.map { JSON.object(["name": $0.name, "summary": $0.summary]) }
      return call.write(json: .object(["schemas": list]), lines: table.lines)
    }
    guard let schema = Schema.all.first(where: { $0.name == name }) else {
      let known = Schema.all.map(\.name).joined(separator: ", ")
      throw CommandFailure(.refused, "there is no schema \(name), only: \(known)")
    }
    let text = String(decoding: schema.json, as: UTF8.self)
    call.console.write(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
