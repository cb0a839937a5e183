import EkibenDocuments
import EkibenExpressions
import Testing

@testable import EkibenForms

/// A document that is edited while everything about it is followed edit by edit, as a store and a session do: what
/// formulas give in the edit, what holds then, and what is wrong.
struct IncrementalCalculations {
  private(set) var work: RandomCalculations
  /// What a store keeps, which asks formulas.
  private(set) var written: RuleState
  /// What a session keeps, which only hears of what came of them.
  private(set) var shown: RuleState
  private(set) var issues: DocumentIssues
  /// The rows whose answers a person gave.
  private(set) var overridden: Set<RowID> = []
  /// What each edit changed, with what formulas gave, and the rows that were overridden before it.
  private(set) var entries: [(changes: Changeset, overridden: Set<RowID>)] = []
  /// How many rules edits asked, and of how many edits it is known exactly which those are.
  private(set) var evaluations = (asked: 0, exact: 0)
  private var affected: AffectedRules
  // What does not depend on any edit: read anew where records come or go.
  private var fresh: RuleIndex
  private var isFresh = true
  // What hides the rows that do not count.
  private var hidden: [RowID: Set<RecordID>] = [:]

  var structure: DocumentStructure { DocumentStructure(work.document, work.index) }

  /// Begins with what formulas give at first.
  init(_ work: RandomCalculations) throws {
    self.work = work
    written = RuleState(work.document, work.index)
    shown = written
    issues = DocumentIssues(Self.view(work, written))
    fresh = written.index
    affected = AffectedRules(DocumentStructure(work.document, work.index))
    _ = try calculate(Changeset(), .beginning, RandomCalculations.Step())
    readAnew()
    shown = RuleState(fresh, self.work.document, self.work.index)
    issues = DocumentIssues(Self.view(self.work, shown))
    noteHidden()
  }

  /// Edits the document, asks what that affects, and requires that nothing else is asked.
  mutating func edit(_ place: String) throws {
    let before = (written.evaluations, shown.evaluations, overridden)
    let step = try work.step()
    overridden = overridden.union(step.given).subtracting(step.givenBack)
    let given = try calculate(step.changes, .affected, step, unless: before.2)
    let all = Changeset(step.changes.changes + given)
    entries.append((all, before.2))
    try update(by: all)
    read()
    try requireCounts(
      step, all, (written.evaluations - before.0, shown.evaluations - before.1), place)
  }

  /// Takes back, or does again, what an edit did: nothing is calculated.
  mutating func travel(by changes: Changeset) throws {
    try work.apply(changes)
    _ = written.update(by: changes, to: work.document, at: work.index)
    try update(by: changes)
  }

  /// Takes the last edits back, as if they had never been.
  mutating func forget(_ count: Int) throws {
    for _ in 0..<min(count, entries.count) {
      guard let last = entries.popLast() else { break }
      try travel(by: last.changes.inverted)
      overridden = last.overridden
    }
    noteHidden()
  }

  private mutating func calculate(
    _ changes: Changeset, _ extent: CalculationExtent, _ step: RandomCalculations.Step,
    unless known: Set<RowID> = []
  ) throws -> [Change] {
    let (found, _) = written.calculate(
      changes, to: structure, extent,
      Calculation(
        given: step.given, givenBack: step.givenBack, marked: { _ in true },
        mayBeCalculated: { !known.contains($0) }))
    let given = found.changed.filter { $0.before != $0.after }.map {
      Change(.row($0.row), .value, before: $0.before, after: $0.after)
    }
    try work.apply(Changeset(given))
    return given
  }

  private mutating func update(by changes: Changeset) throws {
    let held = shown.update(by: changes, to: work.document, at: work.index)
    issues.update(by: changes, held, Self.view(work, shown))
    if !changes.isContentOnly { isFresh = false }
  }

  private static func view(_ work: RandomCalculations, _ rules: RuleState) -> IssueView {
    IssueView(DocumentStructure(work.document, work.index), rules, .none, .standard)
  }
}

// Beside everything evaluated anew.
extension IncrementalCalculations {
  /// Reads all formulas again.
  mutating func readAnew() {
    fresh = RuleIndex(work.document, work.index)
    affected = AffectedRules(structure)
    isFresh = true
  }

  // Many edits are taken back and done again before anything is asked.
  private mutating func read() {
    if !isFresh { readAnew() }
  }

  /// Requires that what was followed is what everything evaluated anew gives.
  ///
  /// - Parameter isCalculated: Whether formulas were asked since the document travelled.
  mutating func requireFresh(_ place: String, isCalculated: Bool = true) throws {
    read()
    var rules = RuleState(fresh, work.document, work.index)
    let conditions = rules.failures
    try #require(written.acting == rules.acting && written.hiding == rules.hiding, "\(place)")
    try #require(shown.acting == rules.acting && shown.hiding == rules.hiding, "\(place)")
    try #require(shown.failures == conditions, "\(place)")
    let wanted = DocumentIssues(Self.view(work, rules)).found(in: work.index).map(\.issue)
    try #require(issues.found(in: work.index).map(\.issue) == wanted, "\(place)")
    if !isCalculated { return }
    for found in rules.calculations(in: structure) where !overridden.contains(found.row) {
      try #require(found.isKept, "\(place): \(found.row)")
    }
  }

  /// Requires the same of the slow reference implementation.
  func requireReference(_ place: String) throws {
    let slow = SlowRules(work.document)
    let structure = slow.structure
    for record in slow.order where slow.isReal(record) {
      let fields = slow.definition(record)
      let standing = slow.standing(of: record)
      try #require(
        written.standing(of: record, fields, in: structure) == standing, "\(place): \(record)")
      try #require(
        shown.standing(of: record, fields, in: structure) == standing, "\(place): \(record)")
      guard case .row(let row) = record, fields[.calculated] != nil, !overridden.contains(row),
        slow.isActive(record)
      else { continue }
      let answer = slow.fields(record)[.value]
      try #require(answer.isSame(as: slow.calculated(row)), "\(place): \(row)")
    }
  }

  private mutating func noteHidden() {
    hidden = [:]
    for row in work.document.sections.flatMap(\.rows) {
      guard let place = work.index[row.id] else { continue }
      let number = written.records.number(at: place)
      if written.isActive(number) { continue }
      let hiding = written.records.around(number).filter { written.hiding[$0] }
      hidden[row.id] = Set(hiding.map { written.records.id(of: $0, in: work.document) })
    }
  }

  // The rows that count otherwise than before, and those that may have done so for a moment: what hid them does
  // not, and something else does.
  private func shown(since before: [RowID: Set<RecordID>]) -> (now: Set<RowID>, while: Set<RowID>) {
    let rows = Set(before.keys).union(hidden.keys).filter { work.index[$0] != nil }
    let now = rows.filter { before[$0] == nil || hidden[$0] == nil }
    let others = rows.subtracting(now)
    return (now, others.filter { before[$0]?.isDisjoint(with: hidden[$0] ?? []) ?? false })
  }

  private mutating func requireCounts(
    _ step: RandomCalculations.Step, _ all: Changeset, _ asked: (Int, Int), _ place: String
  ) throws {
    let before = hidden
    noteHidden()
    var (answered, given) = (Set<RowID>(), step.givenBack)
    for change in all.changes {
      guard case .row(let row) = change.record else { continue }
      let isThere = work.index[row] != nil
      if isThere { answered.insert(row) }
      guard change.field == nil else { continue }
      if isThere { given.insert(row) }
      let record = (change.before ?? change.after)?.asRecord
      if let template = record?.text(.template) { answered.insert(RowID(unchecked: template)) }
    }
    let shown = shown(since: before)
    let counts = [shown.now, shown.now.union(shown.while)].map { shown in
      affected.count(answered: answered, shown: shown, asked: given) {
        !overridden.contains($0) && hidden[$0] == nil
      }
    }
    let conditions =
      all.isContentOnly
      ? counts[0].conditions...counts[1].conditions : affected.conditions...affected.conditions
    let least = conditions.lowerBound + counts[0].calculations
    let most = conditions.upperBound + counts[1].calculations
    try #require(least...most ~= asked.0, "\(place), in an edit")
    try #require(conditions ~= asked.1, "\(place), behind an edit")
    evaluations.exact += least == most ? 1 : 0
    evaluations.asked += asked.0
  }
}
