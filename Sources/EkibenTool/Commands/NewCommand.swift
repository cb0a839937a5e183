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
      try store.create(
        name, from: form, uid: try uid(name ?? form, store, call),
        by: surroundings.stamp(reason: call.arguments["reason"]))
    }
    report(document, call)
  }

  /// The 128 bits of a document that is about to be started.
  static func uid(_ name: DocumentName, _ store: Store, _ call: Call) throws -> [UInt8] {
    call.environment.uid(for: "document \(name) \(try store.documents().count)")
  }

  /// Says which document was started.
  static func report(_ document: StoredDocument, _ call: Call) {
    guard call.isJSON else {
      return call.console.write(Notation.shown(document.name.rawValue))
    }
    let uid = document.uid.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    call.console.write(
      .object([
        ("document", .string(document.name.rawValue)), ("uid", .string(uid.joined())),
        ("form", .string(document.form.rawValue)), ("revision", .integer(document.revision)),
        ("entry", .integer(document.count)),
      ]))
  }
}
