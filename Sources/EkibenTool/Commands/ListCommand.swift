import Ekiben

/// Runs `ekiben list STORE`.
enum ListCommand: Command {
  static let spec = CommandSpec(
    name: "list", summary: "list a store's forms and documents",
    positionals: [CommandSpec.store],
    options: [
      .init(name: "deleted", summary: "the documents that are deleted, instead of the others")
    ] + CommandSpec.reading)

  static func run(_ call: Call) throws {
    let (forms, documents) = try call.withStore(.readOnly) { store in
      (try store.forms(), try store.documents(deleted: call.arguments.has("deleted")))
    }
    if call.isJSON {
      call.console.write(json(forms, documents))
    } else {
      for line in lines(forms, documents) { call.console.write(line) }
    }
  }

  private static func json(_ forms: [FormSummary], _ documents: [DocumentSummary]) -> JSON {
    let forms = forms.map { form -> JSON in
      .object([
        ("id", .string(form.name.rawValue)), ("revision", .integer(form.revision)),
        ("documents", .integer(form.documents)),
      ])
    }
    let documents = documents.map { document -> JSON in
      .object([
        ("id", .string(document.name.rawValue)), ("form", .string(document.form.rawValue)),
        ("title", document.title.map { .string($0) } ?? .null),
        ("status", .string(document.status.rawValue)),
        ("head", .integer(document.head)), ("entries", .integer(document.entries)),
        ("created", .string(Timestamp.text(document.created))),
        ("modified", .string(Timestamp.text(document.modified))),
      ])
    }
    return .object([("forms", .array(forms)), ("documents", .array(documents))])
  }

  private static func lines(_ forms: [FormSummary], _ documents: [DocumentSummary]) -> [String] {
    var table = TextTable()
    for form in forms {
      table.add("form", Notation.shown(form.name.rawValue), "revision \(form.revision)")
    }
    for document in documents {
      table.add(
        "document", Notation.shown(document.name.rawValue),
        "from \(Notation.shown(document.form.rawValue)), head \(document.head) of "
          + "\(document.entries), \(Timestamp.shown(document.modified))")
    }
    return table.lines
  }
}
