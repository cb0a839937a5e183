import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore

enum ListCommand: Command {
  static let spec = CommandSpec(
    name: "list", summary: "list a store's forms, sets of options and documents",
    positionals: ["STORE"],
    options: [
      .init("--deleted", "the documents that are deleted, instead of the others"),
      CommandSpec.status, .init("--form F", "only this form and what is filled in from it"),
      .init("--author NAME", "only documents that NAME has edited"),
      .init(
        "--sort KEY",
        "by name, form, status, created, modified or entries, the newest or most first"),
      .init("--progress", "how many of its questions each answers; reads all of them"),
    ] + CommandSpec.reading, isList: true)

  static func run(_ call: Call) throws {
    let status = try status(call)
    let order = try order(call)
    let form = try call.form
    try call.withStore(.readOnly) { store in
      if let form { _ = try store.form(form) }
      let all = try store.documents(deleted: status == .deleted)
        .filter { (status == nil || $0.status == status) && (form == nil || $0.form == form) }
      let found = try edited(all, in: store, call)
      let documents = order.map { order in found.sorted(by: order) } ?? found
      let forms = try store.forms().filter { form == nil || $0.name == form }
      let sets = form == nil ? try store.optionSets() : []
      let progress = call.arguments.has("progress") ? try progress(of: found, in: store, call) : [:]
      call.write(
        json: json(forms, sets, documents, progress), lines: lines(forms, sets, documents, progress)
      )
    }
  }

  private static func progress(
    of documents: [DocumentSummary], in store: Store, _ call: Call
  ) throws -> [DocumentName: Progress] {
    let names = Set(documents.map(\.name))
    let components = LiveComponents(registry: call.environment.registry)
    var found: [DocumentName: Progress] = [:]
    let isOneState = try store.eachDocument(of: Set(documents.map(\.form)).sorted()) {
      document, _, _ in
      if names.contains(document.name) {
        found[document.name] = document.content.progress(components)
      }
      return call.console.isOpen
    }
    if !isOneState { call.noteSeveralMoments() }
    return found
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
    let isDeleted = call.arguments.has("deleted")
    let status: DocumentStatus? =
      try call.arguments.word("status", takes: "draft, final or deleted")
    if let status, status != .deleted, isDeleted {
      throw .usage("--deleted and --status \(status.rawValue) exclude each other")
    }
    return status ?? (isDeleted ? .deleted : nil)
  }

  /// Whether a document has the status that was asked for; where none was, whether it is there.
  static func wants(_ document: StoredDocument, _ status: DocumentStatus?) -> Bool {
    status.map { $0 == document.status } ?? (document.status != .deleted)
  }

  private static func json(
    _ forms: [FormSummary], _ sets: [OptionSetSummary], _ documents: [DocumentSummary],
    _ progress: [DocumentName: Progress]
  ) -> JSON {
    let sets = sets.map {
      JSON.object(["id": $0.name, "revision": $0.revision, "options": $0.options])
    }
    let forms = forms.map {
      JSON.object(["id": $0.name, "revision": $0.revision, "documents": $0.documents])
    }
    let documents = documents.map { document in
      let progress = progress[document.name].map {
        JSON.object(["asked": $0.asked, "answered": $0.answered, "missing": $0.missing])
      }
      return JSON.object([
        "id": document.name, "form": document.form, "title": document.title,
        "status": document.status.rawValue, "head": document.head, "entries": document.entries,
        "created": Timestamp.text(document.created), "modified": Timestamp.text(document.modified),
        "progress": OptionalMember(progress),
      ])
    }
    return .object(["forms": forms, "optionSets": sets, "documents": documents])
  }

  private static func lines(
    _ forms: [FormSummary], _ sets: [OptionSetSummary], _ documents: [DocumentSummary],
    _ progress: [DocumentName: Progress]
  ) -> [FittedLine] {
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
      let answered = progress[document.name].map { "\($0.answered) of \($0.asked) answered" }
      let facts = [
        document.status.rawValue, "from \(document.form)", answered,
        "head \(document.head) of \(document.entries)", LocalTime.text(document.modified),
      ]
      let title = document.title.map { [Notation.shown($0)] } ?? []
      table.add(
        ["document", document.name.rawValue, facts.compactMap(\.self).joined(separator: ", ")].map(
          Notation.shown) + title)
    }
    return table.lines
  }
}
