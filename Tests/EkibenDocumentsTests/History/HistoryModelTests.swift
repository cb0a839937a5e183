import EkibenDocuments
import EkibenTesting
import Testing

/// Random sessions, compared after each operation with ``NaiveHistory``.
private struct Comparison {
  var make: DocumentGenerator
  var model = NaiveHistory()
  var journal = Journal()
  var origins = Origins()
  var document = Document()
  var refusals = 0

  init(seed: UInt64) throws {
    make = DocumentGenerator(seed: seed, sections: 1...2, rows: 1...3)
    try node(.create, to: make.document(), step: 1)
  }

  mutating func operate() throws {
    switch make.random.number(in: 0...11) {
    case 0...4: try edit()
    case 5, 6: try undo(steps: make.random.pick([1, 1, 1, 2, 3, 30]))
    case 7, 8: try redo(steps: make.random.pick([1, 1, 2, 3, 30]))
    case 9: try redo(to: make.random.number(in: -1...(model.count + 1)))
    case 10: try go(.mark, to: model.head)
    default: try checkout()
    }
    try compare()
  }

  private mutating func edit() throws {
    let number = model.count + 1
    let joins = make.random.once(in: 3) && model.head != 1
    let step = joins ? journal.entries[model.head - 1].step : number
    // Small documents stay small.
    let goal = model.state.rowCount > 6 ? try make.document() : try make.edited(model.state)
    try node(make.random.pick([.edit, .apply, .move]), to: goal, step: step)
  }

  private mutating func node(_ kind: Entry.Kind, to goal: Document, step: Int) throws {
    let changes = Changeset(from: document, to: goal)
    let number = model.count + 1
    let entry = Entry(
      number: number, kind: kind, parent: number == 1 ? nil : model.head, head: number, step: step,
      author: "", time: 0, changes: changes, origins: origins.before(changes))
    for (change, origin) in zip(changes.changes, entry.origins) where change.field != nil {
      let cell = NaiveHistory.Cell(record: change.record, field: change.field)
      #expect(origin == model.origin(of: cell).entry)
    }
    model.edit(to: try document.applying(changes), step: step)
    try take(entry)
  }

  private mutating func undo(steps: Int) throws {
    guard let target = model.undoTarget(steps: steps) else {
      return refuse { try $0.undo(steps: steps) }
    }
    try go(.undo, to: target, as: journal.history.undo(steps: steps))
  }

  private mutating func redo(steps: Int) throws {
    guard let target = model.redoTarget(steps: steps) else {
      return refuse { try $0.redo(steps: steps) }
    }
    try go(.redo, to: target, as: journal.history.redo(steps: steps))
  }

  private mutating func redo(to target: Int) throws {
    guard target != model.head, model.nodes[target] != nil,
      model.wayToRoot(target).contains(model.head)
    else { return refuse { try $0.redo(to: target) } }
    try go(.redo, to: target, as: journal.history.redo(to: target))
  }

  private mutating func checkout() throws {
    let targets = model.nodes.keys.sorted()
    try go(.checkout, to: make.random.pick(targets))
  }

  private mutating func go(_ kind: Entry.Kind, to target: Int, as travel: Travel? = nil) throws {
    if let travel {
      #expect(travel.kind == kind)
      #expect(travel.head == target)
      let (from, to) = (model.wayToRoot(model.head), model.wayToRoot(target))
      #expect(travel.undone == from.filter { !to.contains($0) })
      #expect(travel.redone == to.filter { !from.contains($0) }.reversed())
    }
    let entry = Entry(
      number: model.count + 1, kind: kind, parent: model.head, head: target, author: "", time: 0)
    model.travel(to: target)
    try take(entry)
  }

  private mutating func take(_ entry: Entry) throws {
    try journal.append(entry)
    try document.apply(journal.changes(of: entry))
    origins.follow(entry, in: journal)
  }

  private mutating func refuse(_ ask: (History) throws -> Travel) {
    #expect(throws: HistoryError.self) { try ask(journal.history) }
    refusals += 1
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
      let there = try document.applying(journal.changes(from: journal.head, to: number))
      #expect(there.isIdentical(to: node.state), "\(number)")
    }
  }
}

struct HistoryModelTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the undo tree does what a list of whole states does`(seed: UInt64) throws {
    var comparison = try Comparison(seed: seed)
    for _ in 0..<500 { try comparison.operate() }
    try comparison.reach()
    #expect(comparison.refusals > 0)
  }
}
