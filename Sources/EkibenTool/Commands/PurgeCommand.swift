import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum PurgeCommand: Command {
  static let spec = CommandSpec(
    name: "purge", summary: "destroy documents with their histories, for good",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("--before TIME", "instead of DOC: all whose last entry is older; \(CommandSpec.moment)")
    ] + CommandSpec.changing,
    discussion: """
      It cannot be taken back. The file and its log are searched afterwards: no byte of a text of what was
      destroyed is left. The store keeps each document's uid, how many entries it had, the id of the last,
      and who destroyed it, when and why, so that verify --against tells it from one that was taken out.
      Forms and the names of authors stay; so do copies of the store, which are yours to delete.
      """)

  static func run(_ call: Call) throws {
    let metadata = try call.sessionEnvironment.metadata(reason: call.reason)
    let (word, before) = (call.arguments.optional(1), try call.time("before"))
    guard (word == nil) != (before == nil) else {
      throw CommandFailure.usage("purge takes either DOC or --before TIME")
    }
    let done: Purge
    if let before {
      done = try call.withStore(.readWrite) { try $0.purge(before: before, by: metadata) }
    } else {
      let name = try call.documentName()
      done = try call.withStore(.readWrite) { store in
        let documents = try store.documents() + store.documents(deleted: true)
        if !documents.contains(where: { $0.name == name }),
          try store.forms().contains(where: { $0.name == name })
        {
          throw CommandFailure(
            .refused, "\(name) is a form, which stays; there is no document of that name")
        }
        return try store.purge(name, by: metadata)
      }
    }
    call.write(json: json(done, metadata), lines: [text(done, metadata, call.path)])
  }

  private static func text(_ done: Purge, _ metadata: EditMetadata, _ path: String) -> String {
    guard !done.documents.isEmpty else { return "nothing purged: no document is as old as that" }
    let names = done.documents.prefix(3).map {
      "\(Notation.name($0.name.rawValue)) (\(Wording.count($0.trace.entries, "entry", "entries")))"
    }
    let rest = done.documents.count - names.count
    return "purged \(names.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "") by "
      + "\(Notation.shown(metadata.author)): nothing of it is left in \(Notation.shown(path)); "
      + "this cannot be taken back"
  }

  private static func json(_ done: Purge, _ metadata: EditMetadata) -> JSON {
    .object([
      "documents": done.documents.map { document in
        JSON.object([
          "document": document.name, "uid": Hexadecimal.text(document.trace.uid),
          "entries": document.trace.entries, "last": document.trace.last,
        ])
      }, "found": done.found, "author": metadata.author, "time": Timestamp.text(metadata.time),
      "reason": metadata.reason,
    ])
  }
}
