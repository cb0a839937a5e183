import EkibenDocuments
import EkibenTesting
import Testing

/// A random session, compared after each operation with ``NaiveHistory``.
struct HistoryComparison {
  /// What came up, so that no test passes because nothing did.
  struct Tally {
    var refusals = 0
    var joins = 0
    var reverts = 0
    var conflicts = 0
    var ownSteps = 0
    var ownConflicts = 0
  }

  var make: DocumentGenerator
  var model = NaiveHistory()
  var journal = Journal()
  var origins = Origins()
  var recorder = StepRecorder(pause: NaiveTypist.pause)
  var document = Document()
  var time: Int64 = 0
  var tally = Tally()
  // Where the last keystroke left the caret, and how many there were.
  var caret: (row: RowID, at: Int)?
  var keystrokes = 0
  /// Two that only their bytes tell apart.
  static let authors = ["\u{E9}", "e\u{301}"]

  init(seed: UInt64) throws {
    make = DocumentGenerator(seed: seed, sections: 1...2, rows: 1...3)
    try edit(.create, to: make.document())
  }

  mutating func operate() throws {
    switch make.random.number(in: 0...34) {
    case 0...5: try change()
    case 6...14: try type()
    case 15, 16: try undo(steps: make.random.pick([1, 1, 1, 2, 3, 30]))
    case 17, 18: try redo(steps: make.random.pick([1, 1, 2, 3, 30]))
    case 19: try redo(to: anyNumber())
    case 20, 21: try checkout(anyNumber())
    case 22: try mark()
    case 23...26: try revert(pastNumber())
    case 27...31: try undoOwnStep()
    case 32: focusChanges()
    default: groupChanges()
    }
    try compare()
  }

  private mutating func anyNumber() -> Int { make.random.number(in: -1...(model.count + 1)) }

  // Mostly of what happened lately: the rest has long been written over.
  private mutating func pastNumber() -> Int {
    guard !make.random.once(in: 4) else { return anyNumber() }
    return make.random.pick(Array(model.wayToRoot(model.head).prefix(6)))
  }

  private mutating func focusChanges() {
    recorder.focusChanged()
    model.typist.focusChanged()
  }

  private mutating func groupChanges() {
    if model.typist.depth == 0 || make.random.once(in: 4) {
      recorder.beginGroup()
      model.typist.begin()
    } else {
      recorder.endGroup()
      model.typist.end()
    }
  }

  private func compare() throws {
    #expect(journal.head == model.head)
    #expect(journal.entries.count == model.count)
    try #require(document.isIdentical(to: model.state), "after entry \(model.count)")
    // Each takes as long as all else together, and what is wrong stays wrong for a while.
    for cell in model.cells where model.count % 4 == 0 {
      let found = origins[Change.Target(cell.record, cell.field)]
      try #require(found == model.origin(of: cell), "\(cell) after entry \(model.count)")
    }
  }

  /// Any node can be reached from where the head is; a third of them is tried.
  func reach() throws {
    for (number, node) in model.nodes where number % 3 == 0 {
      let path = try journal.history.checkout(number)
      let changes = journal.changes(undone: path?.undone ?? [], redone: path?.redone ?? [])
      let there = try document.applying(changes)
      #expect(there.isIdentical(to: node.state), "\(number)")
    }
  }
}

// Edits.
extension HistoryComparison {
  private mutating func change() throws {
    // Small documents stay small.
    let goal = model.state.rowCount > 6 ? try make.document() : try make.edited(model.state)
    // Somebody else's entries are not told to the recorder.
    let isOurs = !make.random.once(in: 5)
    try edit(make.random.pick([.edit, .apply, .migrate]), to: goal, isOurs: isOurs)
  }

  private mutating func edit(_ kind: Entry.Kind, to goal: Document, isOurs: Bool = true) throws {
    try node(kind, Changeset(from: document, to: goal), keystroke: nil, isOurs: isOurs)
  }

  private mutating func type() throws {
    time += make.random.pick([0, 1, 100, 499, 500, 501, 9999, -1])
    guard let keystroke = nextKeystroke(), let row = row(keystroke.row) else { return }
    var text = Array((row.fields.text(.value) ?? "").unicodeScalars)
    if keystroke.isInserting {
      // No two are alike, so that there is no doubt about where they went.
      let new = (0..<keystroke.length).compactMap { Unicode.Scalar(0xF0000 + keystrokes + $0) }
      text.insert(contentsOf: new, at: keystroke.start)
      keystrokes += new.count
    } else {
      text.removeSubrange(keystroke.start..<(keystroke.start + keystroke.length))
    }
    let value = text.isEmpty ? nil : Value.text(String(String.UnicodeScalarView(text)))
    let before = row.fields[.value]
    caret = (row.id, keystroke.isInserting ? keystroke.start + keystroke.length : keystroke.start)
    let change = Change(.row(row.id), .value, before: before, after: value)
    try node(.edit, Changeset([change]), keystroke: keystroke)
  }

  private mutating func nextKeystroke() -> NaiveTypist.Keystroke? {
    let rows = document.sections.flatMap(\.rows).filter(Self.isTyped).map(\.id)
    if make.random.once(in: 5) || !rows.contains(where: { $0 == caret?.row }) {
      caret = rows.isEmpty ? nil : (make.random.pick(rows), 0)
    }
    guard let caret, let row = row(caret.row) else { return nil }
    let count = (row.fields.text(.value) ?? "").unicodeScalars.count
    let place = make.random.once(in: 6) ? make.random.number(in: 0...count) : min(caret.at, count)
    let isInserting = count == 0 || make.random.number(in: 1...3) < 3
    let isBackwards = place == count || (place > 0 && make.random.once(in: 2))
    return NaiveTypist.Keystroke(
      row: row.id, isInserting: isInserting,
      start: isInserting || !isBackwards ? place : place - 1,
      length: isInserting ? make.random.number(in: 1...2) : 1,
      author: Self.authors[make.random.once(in: 9) ? 0 : 1], time: time)
  }

  private func row(_ id: RowID) -> Document.Row? {
    document.sections.lazy.flatMap(\.rows).first { $0.id == id }
  }

  private static func isTyped(_ row: Document.Row) -> Bool {
    guard let value = row.fields[.value] else { return true }
    return value.asText?.unicodeScalars.allSatisfy { $0.value >= 0xF0000 } ?? false
  }

  mutating func node(
    _ kind: Entry.Kind, _ changes: Changeset, keystroke: NaiveTypist.Keystroke?,
    isOurs: Bool = true, reverted: Int? = nil
  ) throws {
    let number = model.count + 1
    var entry = Entry(
      number: number, kind: kind, parent: number == 1 ? nil : model.head, head: number,
      author: keystroke?.author ?? make.random.pick(Self.authors), time: time, changes: changes,
      origins: origins.before(changes), flags: changes.someCalculated(in: number),
      reverted: reverted
    ).noting(origins)
    for (change, origin) in zip(changes.changes, entry.origins) where change.field != nil {
      let cell = NaiveHistory.Cell(record: change.record, field: change.field)
      #expect(origin == model.origin(of: cell).entry)
    }
    if isOurs {
      entry = recorder.placing(entry)
      let headStep = model.nodes[model.head]?.step ?? 0
      let step = model.typist.step(of: keystroke, number: number, headStep: headStep)
      try #require(entry.step == step, "\(String(describing: keystroke)), entry \(number)")
      if step != number { tally.joins += 1 }
    }
    model.edit(to: try document.applying(changes), by: entry)
    try take(entry)
    if isOurs { recorder.record(entry) }
    // Nothing joins the root, nor what somebody else did.
    if isOurs, kind != .create {
      model.typist.edited(keystroke, step: entry.step)
    } else {
      model.typist.travelled()
    }
  }

  mutating func take(_ entry: Entry) throws {
    try journal.append(entry)
    try document.apply(journal.changes(of: entry))
    origins.apply(entry, in: journal)
  }
}

extension Changeset {
  /// Flags by which formulas give some of the answers, also those of records that come.
  func someCalculated(in number: Int) -> [ChangeFlags] {
    changes.enumerated().map { at, change in
      let isAnswer = change.field == nil || change.field == .value
      return isAnswer && (number + at) % 3 == 0 ? .calculated : []
    }
  }
}
