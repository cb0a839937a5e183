import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Makes the store that `Fixtures/format-1.ekiben` is: the same every time.
func makeFormatOne(_ path: String) throws {
  let store = try Store(path, now: 1_767_225_600_000)
  var made = FormatOne(store: store)
  try made.publish(try made.form())
  try made.fillVisit()
  try made.publish(try made.nextForm())
  try made.makeOthers()
  try store.setNeedsReasons(true)
  try store.setNeedsReasons(false)
  try store.close()
}

private struct FormatOne {
  let store: Store
  private var clock: Int64 = 1_767_225_600_000

  init(store: Store) { self.store = store }

  private mutating func metadata(_ author: String, because reason: String? = nil) -> EditMetadata {
    clock += 1500
    return EditMetadata(author: author, time: clock, reason: reason)
  }

  // MARK: The form

  func form() throws -> Document {
    let form = try Document(
      sketch: "person+!: name+ age consent! | study+: phone note extra!! | "
        + "kinds: null bool integer decimal text date bytes verbatim list record cleared")
    return try Document(
      fields: [
        .title: "Visit", .url: "https://example.org/visit", "unknown": .verbatim("1e400"),
      ], sections: form.sections)
  }

  /// The next revision: a section more, a row elsewhere, another title, a row gone.
  func nextForm() throws -> Document {
    let form = try Document(
      sketch: "study: note phone | person+!: name++ age consent! born | end: thanks!")
    return try Document(
      fields: [.title: "Visit, again", .url: "https://example.org/visit"], sections: form.sections)
  }

  mutating func publish(_ form: Document) throws {
    _ = try store.publish("visit", form, by: metadata("Ada"))
  }

  // MARK: A long visit

  /// Every kind of value, entry and move, over more than one chunk of lines.
  mutating func fillVisit() throws {
    var visit = try store.create(nil, from: "visit", uid: uid(2), by: metadata("Ada"))
    try answerInEveryKind(&visit)
    try changeStructure(&visit)
    try branch(&visit)
    for round in 0..<150 { try work(round, &visit) }
    while try store.archiveOldEntries(of: &visit, keeping: 40) {}
    for round in 150..<190 { try work(round, &visit) }
    while try store.archiveOldEntries(of: &visit, keeping: 25) {}
    try answerInEveryKind(&visit)
  }

  private mutating func set(
    _ row: RowID, _ value: Value?, _ visit: inout StoredDocument, by author: String = "Ada"
  ) throws {
    try store.perform(.answers([(row, value)]), on: &visit, by: metadata(author))
  }

  private mutating func answerInEveryKind(_ visit: inout StoredDocument) throws {
    let decimal = try #require(DecimalNumber("1.50"))
    let answers: [(row: RowID, value: Value?)] = [
      ("null", .null), ("bool", .bool(true)), ("integer", .integer(.max)),
      ("decimal", .decimal(decimal)),
      ("text", .text("e\u{301} and \u{E9}")), ("date", .date("2026-03")),
      ("bytes", .bytes([0, 255])),
      ("verbatim", .verbatim("1E+400")), ("list", .list([.integer(1), .list([]), .null])),
      ("record", .record(["b": .integer(1), "a": .list([.text("x")])])), ("cleared", .text("")),
    ]
    for (row, value) in answers { try set(row, value, &visit, by: "Zoë") }
    try set("cleared", nil, &visit)
    let others: [Value?] = [
      .bool(false), .integer(-1), .text("a\0b"), .bytes([]), .text(""), nil, .null,
    ]
    for value in others { try set("extra", value, &visit) }
    // The same again leaves no entry, so the rest of the visit asks for something else.
    try set("integer", .integer(Int64(visit.count)), &visit)
  }

  /// Records come, go and move.
  private mutating func changeStructure(_ visit: inout StoredDocument) throws {
    var sections = Array(visit.content.sections)
    var rows = Array(sections[1].rows)
    let row = Document.Row(
      id: "pet", fields: [.component: "textInput", .title: "Pet", .value: "dog"])
    rows = [row] + rows.reversed()
    sections[1].rows = .init(rows)
    sections[0].rows = .init(Array(sections[0].rows).dropLast())
    sections.append(Document.Section(id: "added", fields: [.header: "Added"], rows: []))
    sections.swapAt(0, 1)
    let goal = try Document(fields: visit.content.fields, sections: sections)
    try store.perform(.apply(goal), on: &visit, by: metadata("Zoë", because: "asked to \"do\" so"))
    try set("pet", "cat", &visit)
    try store.perform(.undo(steps: 2), on: &visit, by: metadata("Ada"))
    try store.perform(.redo(steps: 2), on: &visit, by: metadata("Ada"))
    let title = Change(.row("name"), .title, before: "name", after: "Whole name")
    try store.perform(.changes(Changeset([title])), on: &visit, by: metadata("Ada"))
  }

  /// Two branches from one node, marks on both, and back to the older one.
  private mutating func branch(_ visit: inout StoredDocument) throws {
    let fork = visit.head
    try set("name", "Ada", &visit)
    let older = visit.head
    try store.perform(
      .mark(try MarkName("sent to Zoë"), moving: false), on: &visit, by: metadata("Ada"))
    try store.perform(.checkout(fork), on: &visit, by: metadata("Zoë"))
    try set("name", "Grace", &visit, by: "Zoë")
    try store.perform(.mark(try MarkName("kept"), moving: false), on: &visit, by: metadata("Zoë"))
    try store.perform(
      .checkout(older), on: &visit, by: metadata("Ada", because: "the first was right"))
    try set("phone", "0123", &visit)
    let phone = visit.head
    try set("name", "Ada Lovelace", &visit)
    try store.perform(.revert(phone), on: &visit, by: metadata("Ada"))
  }

  private mutating func work(_ round: Int, _ visit: inout StoredDocument) throws {
    switch round % 10 {
    case 0: try store.perform(.undo(steps: 1), on: &visit, by: metadata("Ada"))
    case 1: try store.perform(.redo(steps: 1), on: &visit, by: metadata("Ada"))
    case 2: try set("note", .text(longText(round)), &visit)
    case 5:
      let answers: [(row: RowID, value: Value?)] = [
        ("name", .text("n\(round)")), ("phone", .integer(7)),
      ]
      let edits = [Edit.answers(answers), .undo(steps: 1)]
      _ = try store.perform(edits, on: &visit, by: metadata("Zoë", because: "in a group"))
    case 7: try set("phone", nil, &visit, by: "Zoë")
    case 8: try set("name", .text("name \(round)"), &visit)
    default: try set("age", .integer(Int64(round)), &visit)
    }
  }

  /// Long enough to be kept as what changed in it.
  private func longText(_ round: Int) -> String {
    let words = (0..<150).map { "word \($0 == round % 150 ? "CHANGED" : "\($0)")" }
    return words.joined(separator: " ")
  }

  // MARK: Other documents

  /// One of the newer revision, a duplicate, one that came with its history, and one that is deleted.
  mutating func makeOthers() throws {
    let visit = try store.document("visit")
    var second = try store.create("second", from: "visit", uid: uid(3), by: metadata("Zoë"))
    try set("born", .date("1815-12-10"), &second, by: "Zoë")
    try set("name", .text("e\u{301}"), &second)
    _ = try store.duplicate(visit, as: "copy", uid: uid(4), by: metadata("Ada"))
    _ = try store.adopt(
      "adopted", uid: uid(5), form: "visit", content: visit.formContent,
      entries: joined(try store.entries(of: visit, 1...30)))
    var gone = try store.create("gone", from: "visit", uid: uid(6), by: metadata("Ada"))
    try set("name", "Nobody", &gone)
    try store.perform(.delete, on: &gone, by: metadata("Ada", because: "a mistake"))
  }

  /// The same journal, as if answers that follow each other had been typed in one go.
  private func joined(_ entries: [Entry]) -> [Entry] {
    var (step, last) = (1, Entry.Kind.create)
    return entries.map { entry in
      if entry.kind != .edit || last != .edit || entry.number % 5 == 0 { step = entry.number }
      last = entry.kind
      return Entry(
        number: entry.number, kind: entry.kind, parent: entry.parent, head: entry.head, step: step,
        author: entry.author, time: entry.time, reason: entry.reason, changes: entry.changes,
        origins: entry.origins, mark: entry.mark, reverted: entry.reverted)
    }
  }
}
