import EkibenDocuments
import EkibenTesting
import Testing

// What goes back.
extension HistoryComparison {
  mutating func undo(steps: Int) throws {
    guard let target = model.undoTarget(steps: steps) else {
      return refuse { try $0.undo(steps: steps) }
    }
    try go(.undo, to: target, as: journal.history.undo(steps: steps))
  }

  mutating func redo(steps: Int) throws {
    guard let target = model.redoTarget(steps: steps) else {
      return refuse { try $0.redo(steps: steps) }
    }
    try go(.redo, to: target, as: journal.history.redo(steps: steps))
  }

  mutating func redo(to target: Int) throws {
    guard target != model.head, model.nodes[target] != nil,
      model.wayToRoot(target).contains(model.head)
    else { return refuse { try $0.redo(to: target) } }
    try go(.redo, to: target, as: journal.history.redo(to: target))
  }

  mutating func checkout(_ target: Int) throws {
    guard model.nodes[target] != nil else { return refuse { try $0.checkout(target) } }
    let travel = try journal.history.checkout(target)
    #expect((travel == nil) == (target == model.head))
    if let travel { try go(.checkout, to: target, as: travel) }
  }

  mutating func mark() throws {
    let text = make.random.pick(["a", "b", "\u{E9}", "e\u{301}"])
    let name = try MarkName(text)
    let known = model.marks[Array(text.utf8)]
    let moves = make.random.once(in: 2)
    if let known, known != model.head, !moves {
      return refuse { try $0.mark(name) }
    }
    let marking = try journal.history.mark(name, moving: moves)
    #expect(marking?.movedFrom == (known == model.head ? nil : known))
    #expect((marking == nil) == (known == model.head))
    guard marking != nil else { return }
    model.marks[Array(text.utf8)] = model.head
    try go(.mark, to: model.head, mark: text)
    #expect(try journal.history.entry(.mark(name)) == model.head)
  }

  private mutating func go(
    _ kind: Entry.Kind, to target: Int, as travel: Travel? = nil, mark: String? = nil
  ) throws {
    if let travel {
      #expect(travel.kind == kind)
      #expect(travel.head == target)
      let (from, to) = (model.wayToRoot(model.head), model.wayToRoot(target))
      #expect(travel.undone == from.filter { !to.contains($0) })
      #expect(travel.redone == to.filter { !from.contains($0) }.reversed())
    }
    let entry = Entry(
      number: model.count + 1, kind: kind, parent: model.head, head: target, author: "",
      time: time, mark: mark)
    model.travel(to: target)
    try take(entry)
    recorder.record(entry)
    if kind == .mark { model.typist.marked() } else { model.typist.travelled() }
  }

  private mutating func refuse<Answer>(_ ask: (History) throws -> Answer) {
    #expect(throws: HistoryError.self) { try ask(journal.history) }
    tally.refusals += 1
  }

  mutating func revert(_ number: Int) throws {
    let attempt = Result { () throws(HistoryError) in
      try journal.revert(number, in: document, origins: origins)
    }
    switch (model.revert(number), attempt) {
    case (.refused(let expected), .failure(let error)):
      #expect(error == expected)
      tally.refusals += 1
    case (.conflict(let expected), .failure(.conflict(let conflict))):
      let found = conflict.obstacles.map {
        (NaiveHistory.Cell(record: $0.target.record, field: $0.target.field), $0.later)
      }
      #expect(conflict.entry == number)
      #expect(Dictionary(found) { first, _ in first } == expected)
      #expect(found.count == expected.count)
      tally.conflicts += 1
      if expected.values.contains([]) || found.isEmpty { Issue.record("nobody is named") }
    case (.done(let records), .success(let changes)):
      guard !changes.isEmpty else { return }
      try node(.revert, changes, keystroke: nil, reverted: number)
      #expect(NaiveHistory.records(of: document) == records)
      tally.reverts += 1
    case (let expected, let found):
      Issue.record("revert of \(number): \(expected) became \(found)")
    }
  }

  mutating func undoOwnStep() throws {
    let author = make.random.pick(Self.authors)
    let attempt = Result { () throws(HistoryError) in
      try journal.revertLastStep(by: author, in: document, origins: origins)
    }
    switch (model.takeBackOwnStep(of: author), attempt) {
    case (.nothing, .failure(.noOwnStep(let name))): #expect(name == author)
    case (.conflict(let number, let expected), .failure(.conflict(let conflict))):
      let found = conflict.obstacles.map {
        (NaiveHistory.Cell(record: $0.target.record, field: $0.target.field), $0.later)
      }
      #expect(conflict.entry == number)
      #expect(Dictionary(found) { first, _ in first } == expected)
      tally.ownConflicts += 1
    case (.done(let number, let records), .success(let revert)):
      #expect(revert.entry == number)
      let step = model.nodes[number]?.step
      try node(.revert, revert.changes, keystroke: nil, reverted: number)
      let found = NaiveHistory.records(of: document)
      let differing = Set(found.keys).union(records.keys).filter { found[$0] != records[$0] }
      #expect(differing.isEmpty, "\(number) with \(revert.changes), step \(step ?? 0)")
      tally.ownSteps += 1
    case (let expected, let found):
      Issue.record("\(author) taking back became \(found), not \(expected)")
    }
  }
}
