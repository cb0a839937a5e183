import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum HistoryCommand: Command {
  static let spec = CommandSpec(
    name: "history", summary: "list the revisions of a form: who published what, when and why",
    positionals: ["STORE"], options: [.init("--form FORM", "the form")] + CommandSpec.reading,
    discussion: """
      The newest comes first, with what it changed in the one before it and how many documents are on it.
      migrate takes documents from one to another.
      """, needed: ["form"], isList: true)

  static func run(_ call: Call) throws {
    guard let name = try call.form else {
      throw CommandFailure.usage("history needs --form FORM; of a document, see log")
    }
    try call.withStore(.readOnly) { store in
      let revisions = try store.revisionHistory(of: name)
      let words = ChangeWords(nil, try call.input(store))
      let lines = zip(revisions, [nil] + revisions.map(\.content)).map { revision, former in
        (revision, former.map { Changeset(from: $0, to: revision.content) })
      }
      try call.write(
        json: .object(["revisions": lines.reversed().map { json($0, $1) }]),
        lines: lines.reversed().flatMap { try text($0, $1, words) })
    }
  }

  private static func text(
    _ revision: RevisionSummary, _ changes: Changeset?, _ words: ChangeWords
  ) throws -> [FittedLine] {
    let current = revision.isCurrent ? ", the current one" : ""
    let reason: FittedLine = revision.reason.map { ": \(name: Notation.shown($0))" } ?? ""
    let what: FittedLine =
      try changes.map { try words.sentence($0) }
      ?? "the first: \(Wording.count(revision.content.sections.flatMap(\.rows).count, "row"))"
    let origin: FittedLine =
      "\(LocalTime.text(revision.published)) by \(name: Notation.shown(revision.author))"
    let documents = Wording.count(revision.documents, "document")
    return [
      "\(revision.number)  \(origin), \(documents)\(current)\(reason)", "   \(what)",
    ]
  }

  private static func json(_ revision: RevisionSummary, _ changes: Changeset?) -> JSON {
    .object([
      "revision": revision.number, "author": revision.author,
      "time": Timestamp.text(revision.published), "reason": revision.reason,
      "current": revision.isCurrent, "documents": revision.documents,
      "changes": JSONOutput.changes(changes ?? Changeset()),
    ])
  }
}
