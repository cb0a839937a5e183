import Ekiben

enum DuplicateCommand: Command {
  static let spec = CommandSpec(
    name: "duplicate", summary: "start a document that holds what another one holds",
    positionals: ["STORE", "DOC"],
    options: [.init("--as DOC", "the new document's name, instead of the form's")]
      + CommandSpec.editing,
    discussion: "The history stays with the old one; the new one begins with an import.")

  static func run(_ call: Call) throws {
    let name = try call.newName
    let environment = try call.sessionEnvironment
    let document = try call.withStore(.readWrite) { store in
      let old = try store.document(try call.documentName())
      return try store.duplicate(
        old, as: name, uid: try NewCommand.uid(name ?? old.form, store, call),
        by: environment.metadata(reason: call.reason))
    }
    NewCommand.report(document, call)
  }
}
