import EkibenDocuments
import EkibenForms
import EkibenTesting

/// What the table and its slow reference disagree on, with one line that does it again.
struct TrialFailure: Error, CustomStringConvertible {
  let line: String
  let problem: String

  var description: String { "\(problem)\n\(line)" }
}

/// Lets the diff make a plan between two random tables, and the strictest model perform it.
///
/// - Returns: The number of its batches.
func expectStrictPlan(seed: UInt64) throws -> Int {
  var random = SplitMix(state: seed)
  let (old, new) = (try random.table(), try random.table())
  let plan = TablePlan(from: old, to: new, under: .strictest)
  var shown = TableModel(old)
  shown.strictness = .strictest
  func fail(_ problem: String) -> TrialFailure {
    TrialFailure(line: "try expectStrictPlan(seed: \(seed))", problem: problem)
  }
  do { try shown.perform(plan, to: new) } catch { throw fail(error.report) }
  guard shown.displays == new.displays else { throw fail("the table shows something else") }
  var reference = SlotTable(old)
  for stage in plan.stages {
    let broken = reference.perform(stage, under: .strictest)
    guard broken.isEmpty else { throw fail("the reference refuses it: \(broken.sorted())") }
  }
  guard reference.boards == SlotTable(new).boards else {
    throw fail("the reference shows something else")
  }
  return plan.stages.count
}

/// A plan between two random tables, changed at random, for a table of random strictness.
struct PlanTrial {
  let seed: UInt64
  let old: Document
  let new: Document
  let plan: TablePlan
  let strictness: TableStrictness

  init(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    self.seed = seed
    old = try random.table()
    new = try random.table()
    let all = TableStrictness.strictest.rawValue
    strictness = TableStrictness(rawValue: Int.random(in: 0...all, using: &random))
    // One in four is made for a table that is less strict, or as strict in other ways.
    let other = TableStrictness(rawValue: Int.random(in: 0...all, using: &random))
    let isForAnother = Int.random(in: 1...4, using: &random) == 1
    var mutation = PlanMutation(
      TablePlan(from: old, to: new, under: isForAnother ? other : strictness), from: old,
      seed: random.next())
    for _ in 0..<Int.random(in: isForAnother ? 0...1 : 1...2, using: &random) { mutation.mutate() }
    plan = mutation.plan
  }

  /// The rules that the reference finds broken, one of which the table must name; empty where it takes all.
  var broken: Set<String> {
    var reference = SlotTable(old)
    for (at, stage) in plan.stages.enumerated() {
      let broken = reference.perform(stage, under: strictness)
      if !broken.isEmpty { return Set(broken.map { "\($0), batch \(at + 1)" }) }
    }
    if reference.boards == SlotTable(new).boards { return [] }
    return ["content, batch \(max(1, plan.stages.count))"]
  }
}

/// Lets a model and its slow reference judge a random plan.
///
/// - Returns: The rule that it breaks; nil where both take it.
func expectSameVerdict(seed: UInt64) throws -> String? {
  let trial = try PlanTrial(seed: seed)
  func fail(_ problem: String) -> TrialFailure {
    TrialFailure(line: "try expectSameVerdict(seed: \(seed))", problem: problem)
  }
  let broken = trial.broken
  var shown = TableModel(trial.old)
  shown.strictness = trial.strictness
  let before = shown
  do { try shown.perform(trial.plan, to: trial.new) } catch {
    let named = "\(error.rule), batch \(error.stage)"
    guard broken.contains(named) else {
      throw fail("the reference finds \(broken.sorted()) broken, the table says:\n\(error.report)")
    }
    guard shown == before else { throw fail("\(named): the table has changed") }
    try shown.perform(
      TablePlan(from: trial.old, to: trial.new, under: trial.strictness), to: trial.new)
    guard shown.displays == trial.new.displays else { throw fail("the table is damaged") }
    return error.rule
  }
  guard broken.isEmpty else {
    throw fail("the table takes it, the reference finds \(broken.sorted()) broken")
  }
  guard shown.displays == trial.new.displays else { throw fail("the table shows something else") }
  return nil
}

/// Lets a table with a screen perform a random plan, beside a model that says what is to come of it.
@MainActor func expectScreenLikeModel(seed: UInt64) throws {
  let trial = try PlanTrial(seed: seed)
  func fail(_ problem: String) -> TrialFailure {
    TrialFailure(line: "try expectScreenLikeModel(seed: \(seed))", problem: problem)
  }
  let shown = screened(trial.old, seed: seed)
  var model = TableModel(trial.old)
  (shown.strictness, model.strictness) = (trial.strictness, trial.strictness)
  let before = TableImage(shown)
  var refusals: [TableViolation?] = [nil, nil]
  do { try model.perform(trial.plan, to: trial.new) } catch { refusals[0] = error }
  do { try shown.perform(trial.plan, to: trial.new) } catch { refusals[1] = error }
  guard refusals[0] == refusals[1] else {
    throw fail("the screen says \(refusals.map { $0?.description ?? "yes" })")
  }
  guard shown.log == model.log else { throw fail("the screen has done something else") }
  if refusals[1] != nil {
    guard TableImage(shown) == before else { throw fail("the screen has changed") }
    try shown.perform(
      TablePlan(from: trial.old, to: trial.new, under: trial.strictness), to: trial.new)
  }
  guard looksLikeNew(shown, trial.new) else { throw fail("the screen shows something else") }
}

/// A table that shows a document; every second one has a screen of five rows, scrolled a bit.
@MainActor private func screened(_ document: Document, seed: UInt64) -> HeadlessTable {
  let shown = HeadlessTable(document)
  if seed.isMultiple(of: 2) { return shown }
  shown.viewport = TableViewport(height: 50, rowHeight: .fixed(10))
  shown.scroll(to: Int(seed / 2 % 8) * 10)
  return shown
}

/// Whether a table looks like one that was given the document at once, and has scrolled as far.
@MainActor private func looksLikeNew(_ shown: HeadlessTable, _ document: Document) -> Bool {
  let fresh = HeadlessTable(document)
  fresh.viewport = shown.viewport
  fresh.scroll(to: shown.offset)
  return shown.displays == document.displays && shown.snapshot() == fresh.snapshot()
    && shown.layout == fresh.layout
}

/// All that a refused plan must leave as it was.
struct TableImage: Equatable {
  let displays: [SectionDisplay]
  let tokens: [RowID: Int]
  let log: [TableEvent]
  let lifecycle: [LifecycleEvent]
  let snapshot: String

  @MainActor init(_ table: HeadlessTable) {
    displays = table.displays
    tokens = table.tokens
    log = table.log
    lifecycle = table.lifecycle
    snapshot = table.snapshot()
  }
}
