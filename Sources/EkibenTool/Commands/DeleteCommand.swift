import Ekiben
import EkibenDocuments

enum DeleteCommand: Command {
  static let spec = CommandSpec(
    name: "delete", summary: "take a document off the list; undo brings it back",
    positionals: ["STORE", "DOC"], options: CommandSpec.editing,
    discussion: """
      The document takes no edits until that is undone. Nothing of it is destroyed: its history is all
      there, and list --deleted names it.
      """)

  static func run(_ call: Call) throws {
    try call.withStore(.readWrite) { store in
      var document = try store.document(try call.documentName())
      let entry = try store.perform(
        .delete, on: &document, by: try call.sessionEnvironment.metadata(reason: call.reason))
      if call.isJSON { return call.console.write(JSONOutput.edit(entry, of: document)) }
      let name = document.name.rawValue
      let undo = try call.back("undo", document.name, in: store, endsFill: true)
      call.report(entry, name, is: "deleted; undo with: \(undo)")
    }
  }
}
