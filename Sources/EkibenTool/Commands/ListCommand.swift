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
      .init(name: "form", value: "F", summary: "only this form and what is filled in from it"),
      .init(name: "author", value: "NAME", summary: "only documents that NAME has edited"),
      .init(
        name: "sort", value: "KEY",
        summary: "by name, form, status, created, modified or entries, the newest or most first"),
    ] + CommandSpec.reading, isList: true)

  static func run(_ call: Call) throws {
    let status = try status(call)
    let order = try order(call)
    let form: DocumentName? = try call.arguments["form"].map { name throws(CommandFailure) in
      try call.existing("form", name)
    }
    let (forms, sets, found) = try call.withStore(.readOnly) { store in
      if let form { _ = try store.form(form) }
      let found = try store.documents(deleted: status == .deleted)
        .filter { (status == nil || $0.status == status) && (form == nil || $0.form == form) }
      return (
        try store.forms().filter { form == nil || $0.name == form },
        form == nil ? try store.optionSets() : [], try edited(found, in: store, call)
      )
    }
    let documents = order.map { order in found.sorted(by: order) } ?? found
    call.write(json: json(forms, sets, documents), lines: lines(forms, sets, documents))
  }

  private static func edited(
    _ found: [DocumentSummary], in store: Store, _ call: Call
  ) throws -> [DocumentSummary] {
    guard let author = call.arguments["author"] else { return found }
    return try found.filter { summary in
      var isFound = false
      let reading = DocumentReading(
        store: store, document: try store.document(summary.name, holding: []))
      try reading.newestFirst { entry in
        isFound = ByteText.equal(entry.author, author)
        return !isFound
      }
      return isFound
    }
  }

  /// Which of two documents comes first; nil leaves them by name.
  private static func order(
    _ call: Call
  ) throws(CommandFailure) -> ((DocumentSummary, DocumentSummary) -> Bool)? {
    switch call.arguments["sort"] {
    case nil, "name": return nil
    case "form": return { ($0.form, $0.name) < ($1.form, $1.name) }
    case "status": return { ($0.status.rawValue, $0.name) < ($1.status.rawValue, $1.name) }
    case "created": return { ($1.created, $0.name) < ($0.created, $1.name) }
    case "modified": return { ($1.modified, $0.name) < ($0.modified, $1.name) }
    case "entries": return { ($1.entries, $0.name) < ($0.entries, $1.name) }
    default:
      throw call.arguments.wrongValue(
        "sort", takes: "name, form, status, created, modified or entries")
    }
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
