import EkibenDocuments
import EkibenForms
import EkibenTesting

/// What the table and its slow twin disagree on, with one line that does it again.
struct TrialFailure: Error, CustomStringConvertible {
  let line: String
  let problem: String

  var description: String { "\(problem)\n\(line)" }
}

/// Lets the diff make a plan between two random tables, and the strictest table perform it.
///
/// - Returns: The number of its batches.
func expectStrictPlan(seed: UInt64) throws -> Int {
  var random = SplitMix(state: seed)
  let (old, new) = (try random.table(), try random.table())
  let plan = TablePlan(from: old, to: new, under: .strictest)
  let shown = screened(old, seed: seed)
  shown.strictness = .strictest
  func fail(_ problem: String) -> TrialFailure {
    TrialFailure(line: "try expectStrictPlan(seed: \(seed))", problem: problem)
  }
  do { try shown.perform(plan, to: new) } catch { throw fail(error.report) }
  guard looksLikeNew(shown, new) else { throw fail("the table shows something else") }
  var twin = SlotTable(old)
  for stage in plan.stages {
    let broken = twin.perform(stage, under: .strictest)
    guard broken.isEmpty else { throw fail("the twin refuses it: \(broken.sorted())") }
  }
  guard twin.boards == SlotTable(new).boards else { throw fail("the twin shows something else") }
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

  /// The rules that the twin finds broken, one of which the table must name; empty where it takes all.
  var broken: Set<String> {
    var twin = SlotTable(old)
    for (at, stage) in plan.stages.enumerated() {
      let broken = twin.perform(stage, under: strictness)
      if !broken.isEmpty { return Set(broken.map { "\($0), batch \(at + 1)" }) }
    }
    if twin.boards == SlotTable(new).boards { return [] }
    return ["content, batch \(max(1, plan.stages.count))"]
  }
}

/// Lets a table and its slow twin judge a random plan.
///
/// - Returns: The rule that it breaks; nil where both take it.
func expectSameVerdict(seed: UInt64) throws -> String? {
  let trial = try PlanTrial(seed: seed)
  func fail(_ problem: String) -> TrialFailure {
    TrialFailure(line: "try expectSameVerdict(seed: \(seed))", problem: problem)
  }
  let broken = trial.broken
  let shown = screened(trial.old, seed: seed)
  shown.strictness = trial.strictness
  let before = TableImage(shown)
  do { try shown.perform(trial.plan, to: trial.new) } catch {
    let named = "\(error.rule), batch \(error.stage)"
    guard broken.contains(named) else {
      throw fail("the twin finds \(broken.sorted()) broken, the table says:\n\(error.report)")
    }
    guard TableImage(shown) == before else { throw fail("\(named): the table has changed") }
    try shown.perform(
      TablePlan(from: trial.old, to: trial.new, under: trial.strictness), to: trial.new)
    guard looksLikeNew(shown, trial.new) else { throw fail("the table is damaged") }
    return error.rule
  }
  guard broken.isEmpty else {
    throw fail("the table takes it, the twin finds \(broken.sorted()) broken")
  }
  guard looksLikeNew(shown, trial.new) else { throw fail("the table shows something else") }
  return nil
}

/// A table that shows a document; every second one has a screen of five rows, scrolled a bit.
private func screened(_ document: Document, seed: UInt64) -> HeadlessTable {
  let shown = HeadlessTable(document)
  if seed.isMultiple(of: 2) { return shown }
  shown.viewport = TableViewport(height: 50, rowHeight: .fixed(10))
  shown.scroll(to: Int(seed / 2 % 8) * 10)
  return shown
}

/// Whether a table looks like one that was given the document at once, and has scrolled as far.
private func looksLikeNew(_ shown: HeadlessTable, _ document: Document) -> Bool {
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

  init(_ table: HeadlessTable) {
    displays = table.displays
    tokens = table.tokens
    log = table.log
    lifecycle = table.lifecycle
    snapshot = table.snapshot()
  }
}
