import Ekiben

/// Runs `ekiben new STORE FORM`.
enum NewCommand: Command {
  static let spec = CommandSpec(
    name: "new", summary: "start a document from a form and print its name",
    positionals: [CommandSpec.store, .init(name: "FORM")],
    options: [
      .init(name: "as", value: "DOC", summary: "the document's name, instead of the form's")
    ] + CommandSpec.changing,
    discussion: """
      Without --as the document is called like its form, the next ones FORM-2, FORM-3 and so on.
      """)

  static func run(_ call: Call) throws {
    let form: DocumentName = try call.existing("form", call.arguments[1])
    let name = try call.newName
    let surroundings = try call.surroundings
    let document = try call.withStore(.readWrite) { store in
      let thing = try "document \(name ?? form) \(store.documents().count)"
      return try store.create(
        name, from: form, uid: call.environment.uid(for: thing),
        by: surroundings.stamp(reason: call.arguments["reason"]))
    }
    guard call.isJSON else {
      return call.console.write(Notation.shown(document.name.rawValue))
    }
    let uid = document.uid.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    call.console.write(
      .object([
        ("document", .string(document.name.rawValue)), ("uid", .string(uid.joined())),
        ("form", .string(document.form.rawValue)), ("revision", .integer(document.revision)),
        ("entry", .integer(1)),
      ]))
  }
}
