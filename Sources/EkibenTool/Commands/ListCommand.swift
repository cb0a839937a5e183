import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

/// Runs `ekiben list STORE`.
enum ListCommand: Command {
  static let spec = CommandSpec(
    name: "list", summary: "list a store's forms, sets of options and documents",
    positionals: [CommandSpec.store],
    options: [
      .init(name: "deleted", summary: "the documents that are deleted, instead of the others"),
      CommandSpec.status,
    ] + CommandSpec.reading, isList: true)

  static func run(_ call: Call) throws {
    let status = try status(call)
    let (forms, sets, found) = try call.withStore(.readOnly) { store in
      (
        try store.forms(), try store.optionSets(),
        try store.documents(deleted: status == .deleted)
      )
    }
    let documents = found.filter { status == nil || $0.status == status }
    call.write(json: json(forms, sets, documents), lines: lines(forms, sets, documents))
  }

  static func status(_ call: Call) throws(CommandFailure) -> DocumentStatus? {
    guard let text = call.arguments["status"] else {
      return call.arguments.has("deleted") ? .deleted : nil
    }
    guard let status = DocumentStatus(rawValue: text) else {
      throw call.arguments.wrongValue("status", takes: "draft, final or deleted")
    }
    if status != .deleted, call.arguments.has("deleted") {
      throw .usage("--deleted and --status \(text) exclude each other", command: spec)
    }
    return status
  }

  /// Whether a document has the status that was asked for; where none was, whether it is there.
  static func wants(_ document: StoredDocument, _ status: DocumentStatus?) -> Bool {
    status.map { $0 == document.status } ?? (document.status != .deleted)
  }

  private static func json(
    _ forms: [FormSummary], _ sets: [OptionSetSummary], _ documents: [DocumentSummary]
  ) -> JSON {
    let sets = sets.map { set -> JSON in
      .object([
        ("id", .string(set.name.rawValue)), ("revision", .integer(set.revision)),
        ("options", .integer(set.options)),
      ])
    }
    let forms = forms.map { form -> JSON in
      .object([
        ("id", .string(form.name.rawValue)), ("revision", .integer(form.revision)),
        ("documents", .integer(form.documents)),
      ])
    }
    let documents = documents.map { document -> JSON in
      .object([
        ("id", .string(document.name.rawValue)), ("form", .string(document.form.rawValue)),
        ("title", .string(document.title)), ("status", .string(document.status.rawValue)),
        ("head", .integer(document.head)), ("entries", .integer(document.entries)),
        ("created", .string(Timestamp.text(document.created))),
        ("modified", .string(Timestamp.text(document.modified))),
      ])
    }
    return .object([
      ("forms", .array(forms)), ("optionSets", .array(sets)), ("documents", .array(documents)),
    ])
  }

  private static func lines(
    _ forms: [FormSummary], _ sets: [OptionSetSummary], _ documents: [DocumentSummary]
  ) -> [String] {
    var table = TextTable()
    for form in forms {
      table.add("form", Notation.shown(form.name.rawValue), "revision \(form.revision)")
    }
    for set in sets {
      table.add(
        "options", Notation.shown(set.name.rawValue),
        "revision \(set.revision), \(Wording.count(set.options, "option"))")
    }
    for document in documents {
      table.add(
        "document", Notation.shown(document.name.rawValue),
        (document.status == .final ? "final, " : "")
          + "from \(Notation.shown(document.form.rawValue)), head \(document.head) of "
          + "\(document.entries), \(LocalTime.text(document.modified))")
    }
    return table.lines
  }
}
