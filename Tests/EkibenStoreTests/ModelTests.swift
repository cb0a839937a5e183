import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import Testing

/// Two stores on one file and several documents, driven at random beside a model that keeps
/// everything in memory.
private struct Drive {
  static let rows: [RowID] = [
    "name", "age", "consent", "phone", "note", "extra", "e\u{301}", "\u{E9}",
  ]

  let path: String
  var stores: [Store]
  // Each store has its own copy of each document, and so often an old one.
  var copies: [[StoredDocument]]
  var models: [NaiveDocument]
  var generator: DocumentGenerator
  var entries = 0
  var moves = 0

  init(_ store: Store, seed: UInt64, documents: Int) throws {
    path = store.path
    generator = DocumentGenerator(seed: seed)
    let rows = Self.rows.map { Document.Row(id: $0) }
    let form = try Document(sections: [Document.Section(id: "s", rows: rows)])
    _ = try store.publish("f", form, by: by())
    let made = try (0..<documents).map { number in
      try store.create(nil, from: "f", uid: uid(UInt8(number + 2)), by: by())
    }
    stores = [store, try store.again()]
    copies = [made, made]
    models = made.map { _ in NaiveDocument() }
  }

  mutating func step() throws {
    if generator.random.once(in: 60) { try reopen() }
    let at = generator.random.number(in: 0...(models.count - 1))
    let side = generator.random.number(in: 0...1)
    if generator.random.once(in: 15) { try look(side, at) }
    switch generator.random.number(in: 0...14) {
    case 0, 1: try undo(side, at)
    case 2: try redo(side, at)
    case 3: try redoTo(side, at)
    case 4: try checkout(side, at)
    case 5: try revert(side, at)
    case 6: try mark(side, at)
    case 7: try move(side, at)
    default: try edit(side, at)
    }
  }

  private mutating func edit(_ side: Int, _ at: Int) throws {
    let answers = (0..<generator.random.number(in: 1...3)).map { _ -> (row: RowID, value: Value?) in
      let row = generator.random.pick(Self.rows)
      let value: Value? =
        switch generator.random.number(in: 0...3) {
        case 0: nil
        case 1: generator.value(depth: 2)
        default: .integer(Int64(generator.random.number(in: 0...2)))
        }
      return (row, value)
    }
    let isEdit = models[at].edit(answers)
    try check(side, at, isEdit ? .edit : nil, .answers(answers))
  }

  private mutating func undo(_ side: Int, _ at: Int) throws {
    let steps = generator.random.number(in: 1...5)
    let target = models[at].undoTarget(steps)
    if let target { models[at].travel(to: target, .undo) }
    try check(side, at, target.map { _ in .undo }, .undo(steps: steps))
  }

  private mutating func redo(_ side: Int, _ at: Int) throws {
    let steps = generator.random.number(in: 1...5)
    let target = models[at].redoTarget(steps)
    if let target { models[at].travel(to: target, .redo) }
    try check(side, at, target.map { _ in .redo }, .redo(steps: steps))
  }

  private mutating func redoTo(_ side: Int, _ at: Int) throws {
    let target = generator.random.number(in: 1...(models[at].count + 1))
    let can = models[at].isBelowHead(target)
    if can { models[at].travel(to: target, .redo) }
    try check(side, at, can ? .redo : nil, .redoTo(target))
  }

  private mutating func checkout(_ side: Int, _ at: Int) throws {
    let target = generator.random.number(in: 1...(models[at].count + 1))
    let can = models[at].isNode(target) && target != models[at].head
    if can { models[at].travel(to: target, .checkout) }
    try check(side, at, can ? .checkout : nil, .checkout(target))
  }

  private mutating func revert(_ side: Int, _ at: Int) throws {
    let number = generator.random.number(in: max(1, models[at].count - 8)...models[at].count)
    let answers = models[at].reverting(number)
    if let answers { _ = models[at].edit(answers, as: .revert) }
    try check(side, at, answers.map { _ in .revert }, .revert(number))
  }

  private mutating func mark(_ side: Int, _ at: Int) throws {
    let name = try MarkName(generator.random.pick(["a", "sent to Ada", "e\u{301}", "\u{E9}"]))
    let isNew = models[at].mark(name)
    try check(side, at, isNew ? .mark : nil, .mark(name, moving: true))
  }

  /// Some slices of a move of old lines, which changes nothing that can be asked.
  private mutating func move(_ side: Int, _ at: Int) throws {
    let keeping = generator.random.number(in: 0...30)
    for _ in 0..<generator.random.number(in: 1...4) {
      guard try stores[side].archiveOldEntries(of: &copies[side][at], keeping: keeping) else {
        break
      }
      moves += 1
    }
    try compare(copies[side][at], with: models[at])
  }

  /// Does it, and compares what comes with what the model says.
  private mutating func check(
    _ side: Int, _ at: Int, _ expected: Entry.Kind?, _ edit: Edit
  ) throws {
    do throws(StoreError) {
      let entry = try stores[side].perform(edit, on: &copies[side][at], by: by("side \(side)"))
      #expect(entry?.kind == expected)
      if entry != nil { entries += 1 }
    } catch {
      guard case .history = error, expected == nil else { throw error }
    }
    try compare(copies[side][at], with: models[at])
  }

  private func compare(_ document: StoredDocument, with model: NaiveDocument) throws {
    try #require(document.count == model.count)
    try #require(document.head == model.head)
    try #require(document.history.marks == model.marks)
    for row in Self.rows {
      try #require(document.answer(row) == model.answer(row), "\(document.name) \(row)")
      try #require(document.origin(row) == model.origin(row), "\(document.name) \(row)")
    }
  }

  private mutating func look(_ side: Int, _ at: Int) throws {
    try stores[side].refresh(&copies[side][at])
    try compare(copies[side][at], with: models[at])
    let entry = generator.random.number(in: 1...models[at].count)
    let past = try stores[side].content(of: copies[side][at], at: entry)
    for row in Self.rows {
      try #require(past.row(row)?.fields[.value] == models[at].answer(row, at: entry))
    }
    let read = try stores[side].document(copies[side][at].name)
    try #require(Everything(read) == Everything(copies[side][at]))
  }

  private mutating func reopen() throws {
    let side = generator.random.number(in: 0...1)
    if generator.random.once(in: 2) { try stores[side].close() }
    stores[side] = try Store(path, now: 0)
    // Sometimes the old values go on with the new store, sometimes new ones are read.
    if generator.random.once(in: 2) {
      copies[side] = try copies[side].map { try stores[side].document($0.name) }
    }
  }

  mutating func finish() throws {
    for at in models.indices {
      let full = try stores[0].document(copies[0][at].name)
      try compare(full, with: models[at])
      try #require((try stores[0].entries(of: full, 1...Int.max)).map(\.kind) == models[at].kinds)
      try expectReplay(of: full, in: stores[0])
    }
    try #require(try stores[1].verify().findings == [])
    try emptyAndFill()
    try #require(try stores[0].verify().findings == [])
    for store in stores { try store.close() }
  }

  private func emptyAndFill() throws {
    let answers = "SELECT document, record, value, type, entry FROM answer ORDER BY 1, 2"
    for document in copies[0] {
      var document = try stores[0].document(document.name)
      // To the leaf first, so that redo leads back to where undo began.
      while document.history.visitedChild(of: document.head) != nil {
        try stores[0].perform(.redo(steps: 1), on: &document, by: by())
      }
      let (full, dump) = (document.content, try query(path, answers))
      let steps = document.history.undoableSteps
      if steps == 0 { continue }
      try stores[0].perform(.undo(steps: steps), on: &document, by: by())
      try #require(Self.rows.allSatisfy { document.answer($0) == nil })
      try stores[0].perform(.redo(steps: steps), on: &document, by: by())
      try #require(document.content == full)
      try #require(try query(path, answers) == dump)
    }
  }
}

/// `EKIBEN_EXHAUSTIVE=1` asks for 100,000 operations rather than 4,000.
private let operations =
  ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1" ? 25_000 : 1000

@Suite(.timeLimit(.minutes(20))) struct `The store beside its model` {
  @Test(arguments: UInt64(0)..<4)
  func `says the same after every random operation`(seed: UInt64) throws {
    try withTemporaryStore { store in
      var drive = try Drive(store, seed: seed, documents: 3)
      for _ in 0..<operations { try drive.step() }
      #expect(drive.entries > operations * 2 / 5)
      #expect(drive.moves > operations / 50)
      try drive.finish()
      print("model: \(operations) operations, \(drive.entries) entries, \(drive.moves) moves")
    }
  }
}
