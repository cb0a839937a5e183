import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum SetCommand: Command {
  static let spec = CommandSpec(
    name: "set", summary: "give rows their answers, as one step",
    positionals: ["STORE", "DOC", "[ROW VALUE…]"],
    options: [
      .init("--changes FILE", "what diff prints; - is standard input"),
      .init("--json-value", "each VALUE is JSON, as export writes it"),
    ] + CommandSpec.editing,
    discussion: """
      Several ROW VALUE pairs are one step. A Toggle takes true or false (also yes or no), a Choice a
      code or a label, numbers keep their digits; empty text is an answer, too. Behind -- every word
      is a row or a value, whatever it begins with.

      With --json-value each VALUE is JSON: "Ada", 36, {"number": 5.0, "unit": "mg"}, ["cat", "dog"].

      With --changes the answers come as lines such as  name: "Ad" → "Ada"  with – for no answer;
      empty lines, those that begin with # and those that end with (calculated) are passed over. Each
      row has to hold what stands before the arrow, else nothing is changed.

      Where a row has a formula for its answer, what is set stays until recalculate gives the row back.
      """)

  static func run(_ call: Call) throws {
    let words = call.arguments.positionals.dropFirst(2)
    if let source = call.arguments["changes"] {
      guard words.isEmpty, !call.arguments.has("json-value") else {
        throw CommandFailure.usage("--changes stands instead of ROW VALUE")
      }
      return try ChangesInput.run(call, source)
    }
    if words.isEmpty { throw CommandFailure.usage("ROW is missing") }
    guard words.count.isMultiple(of: 2) else {
      throw CommandFailure.usage("VALUE is missing after \(words.last ?? "ROW")")
    }
    let pairs = stride(from: words.startIndex, to: words.endIndex, by: 2).map {
      (name: words[$0], text: words[$0 + 1])
    }
    try call.withSession(holding: call.rows(named: pairs.map(\.name))) { session in
      try report(try give(pairs, session, call), session, call)
    }
  }

  /// Gives rows their answers as one step, and says what is to be said of them.
  static func give(
    _ pairs: [(name: String, text: String)], _ session: DocumentEditor, _ call: Call
  ) throws -> Entry? {
    var (rows, warnings) = ([RowID](), [String]())
    let entry = try session.set(reason: call.reason) { document, input in
      (rows, warnings) = ([], [])
      var answers: [RowID: Value?] = [:]
      return try pairs.map { name, text in
        let known = try call.row(name, of: document)
        let row = document.row(known.id, given: answers) ?? known
        rows.append(row.id)
        let value = try given(text, of: row, input, call, &warnings)
        answers[row.id] = .some(value)
        return (row.id, value)
      }
    }
    for warning in warnings { call.console.note(warning) }
    try noteIssues(of: rows, session, call)
    try noteOverriding(of: rows, session, call)
    return entry
  }

  private static func given(
    _ text: String, of row: Document.Row, _ input: RowInput, _ call: Call,
    _ warnings: inout [String]
  ) throws -> Value {
    guard call.arguments.has("json-value") else {
      return try answer(text, of: row, input, &warnings)
    }
    try input.checkEditable(row)
    let value: Value
    do throws(ImportError) {
      value = try FormFile.answer(text, of: row, registry: input.registry)
    } catch {
      // What the error quotes may be the secret.
      let why = row.fields.isSecret ? "expected text in quotes" : error.description
      throw CommandFailure(.content, "\(row.id): \(why)")
    }
    return try answer(value, of: row, input, &warnings)
  }

  private static func answer(
    _ text: String, of row: Document.Row, _ input: RowInput, _ warnings: inout [String]
  ) throws -> Value {
    let value = try input.read(text, for: row)
    if let valueSet = try input.uncheckedSet(of: row) {
      let place = valueSet.isEmpty ? "its options are not part of the form" : "see \(valueSet)"
      warnings.append(
        Notation.shown("warning: \(row.id): the code \(text) could not be checked; \(place)"))
    }
    return value
  }

  /// Takes a value as `set` takes a text: an option may be named by its label.
  static func answer(
    _ value: Value, of row: Document.Row, _ input: RowInput, _ warnings: inout [String]
  ) throws -> Value {
    if input.traits(of: row)?.options != nil, let text = value.asText {
      return try answer(text, of: row, input, &warnings)
    }
    return try input.check(value, for: row)
  }

  static func noteIssues(of rows: [RowID], _ session: DocumentEditor, _ call: Call) throws {
    var told: Set<RowID> = []
    let (input, rules) = (try call.input(session.store), session.rules)
    for id in rows where told.insert(id).inserted {
      guard let row = session.document.row(id).map({ session.document.held($0, rules) }) else {
        continue
      }
      if row.fields.isHidden {
        call.note("note: \(id) is not shown as things stand; ekiben why says more")
        continue
      }
      for issue in input.issues(of: row) { call.note("issue: \(issue.row): \(issue.message)") }
    }
    let live = LiveComponents(registry: input.registry)
    let view = IssueView(session.document.structure, rules, live, input.context)
    for found in DocumentIssues(checksOf: view).found(in: session.document.index)
    where !told.isDisjoint(with: found.reads) {
      let mark = found.issue.severity == .warning ? "warning" : "issue"
      call.note("\(mark): \(found.issue.row): \(found.issue.message)")
    }
  }

  /// Says which rows have formulas that leave the answers alone that were given now (rule E13).
  static func noteOverriding(
    of rows: [RowID], _ session: DocumentEditor, _ call: Call
  ) throws {
    let (document, rules) = (session.document, session.rules)
    var told: Set<RowID> = []
    for row in rows
    where told.insert(row).inserted && CalculatedState(of: row, in: document, rules) == .overridden
    {
      let back = try call.back("recalculate", document.name, [row.rawValue], in: session.store)
      call.console.note(
        Notation.shown("note: \(row) has a formula, which leaves it alone until: ") + back)
    }
  }

  /// Says which rows came back without the secret that they had: it is kept nowhere (rule H19).
  static func noteSecrets(_ changes: Changeset?, _ session: DocumentEditor, _ call: Call) {
    for change in changes?.changes ?? [] where change.field == nil {
      guard case .row(let row) = change.record, change.after?.asRecord?[.value] == .masked,
        session.document.row(row)?.fields.isSecret == true
      else { continue }
      call.note("note: \(row) came back without its secret, which is kept nowhere: set it again")
    }
  }

  /// Says what an edit changed, and how to take it back.
  static func report(
    _ entry: Entry?, of past: String = "", since former: StoredDocument? = nil,
    _ session: DocumentEditor, _ call: Call
  ) throws {
    noteSecrets(entry?.changes, session, call)
    if call.isJSON { return call.console.write(JSONOutput.edit(entry, of: session.document)) }
    guard let entry else { return call.console.write("nothing changed") }
    let isOfSecret = entry.changes.changes.contains { change in
      guard case .row(let row) = change.record, change.field == .value else { return false }
      return session.document.row(row)?.fields.isSecret ?? false
    }
    let end =
      isOfSecret
      ? "a secret cannot be brought back: set it again"
      : try "undo with: \(call.back("undo", session.document.name, in: session.store))"
    let words = try ChangeWords(session.document, before: former, session.store, call)
    let what = try words.sentence(entry.changes, calculated: entry.calculated)
    call.console.write(line: "\(Wording.origin(of: entry))\(past): \(what); \(end)")
  }
}

enum ClearCommand: Command {
  static let spec = CommandSpec(
    name: "clear", summary: "take answers away, as one step",
    positionals: ["STORE", "DOC", "ROW…"], options: CommandSpec.editing,
    discussion: "A cleared answer is not the same as an empty text.")

  static func run(_ call: Call) throws {
    let names = call.arguments.positionals.dropFirst(2)
    try call.withSession(holding: call.rows(named: names)) { session in
      var rows: [RowID] = []
      let entry = try session.set(reason: call.reason) { document, _ in
        rows = try names.map { try call.row($0, of: document).id }
        return rows.map { ($0, nil) }
      }
      try SetCommand.noteOverriding(of: rows, session, call)
      try SetCommand.report(entry, session, call)
    }
  }
}
