import EkibenDocuments
import EkibenTesting

/// A promise that a plan breaks, with one line that checks the same documents again.
struct PlanViolation: Error, CustomStringConvertible {
  let law: String
  let old: Document
  let new: Document

  var description: String {
    "\(law)\ntry expectPlan(from: Document(reproducing: \"\(old.reproduction)\"), "
      + "to: Document(reproducing: \"\(new.reproduction)\"))"
  }
}

/// Checks that a plan is valid (V), legal (L) and minimal (M) under each strictness, and that it is
/// one batch whenever that is legal (rule T15).
///
/// - Parameters:
///   - old: What the table shows.
///   - new: What it is to show.
///   - triesAllBatches: Whether every way to have the fewest operations is put into one batch and
///     validated; only for small tables.
func expectPlan(
  from old: Document, to new: Document, tryingAllBatches triesAllBatches: Bool = false
) throws(PlanViolation) {
  let fewest = FewestOperations(from: old, to: new)
  let expected = fewest.counts
  for strictness in [TableStrictness.standard, .strictest, []] {
    let plan = TablePlan(from: old, to: new, under: strictness)
    let check = PlanCheck(old: old, new: new, plan: plan, strictness: strictness)
    try check.isValid()
    try check.isLegal()
    try check.hasNoNeighboursThatFitOneBatch()
    let counts = FewestOperations.counts(of: plan)
    try check.require(counts == expected, "M: \(counts) operations, not \(expected)")
    try check.require(plan.stages.count <= 4, "at most four batches, not \(plan.stages.count)")
    guard strictness == .standard else { continue }
    let fits = fewest.fitsOneBatch
    try check.require(
      fits == (plan.stages.count <= 1),
      "one batch whenever that is legal: \(fits), \(plan.stages.count) batches")
    if triesAllBatches {
      try check.require(fits == check.canBeOneBatch(fewest), "both searches differ")
    }
  }
}

private struct PlanCheck {
  let old: Document
  let new: Document
  let plan: TablePlan
  let strictness: TableStrictness

  func require(_ holds: Bool, _ law: @autoclosure () -> String) throws(PlanViolation) {
    if holds { return }
    throw PlanViolation(law: "\(law()) (strictness \(strictness.rawValue))", old: old, new: new)
  }

  func isValid() throws(PlanViolation) {
    var table = SlowTable(old)
    for (at, stage) in plan.stages.enumerated() {
      try require(table.perform(stage), "V: batch \(at + 1) has an index that points nowhere")
      try require(
        table.shows(stage.table), "V: batch \(at + 1) does not lead to the table after it")
    }
    try require(table.shows(new), "V: the batches do not lead to the new table")
    try require(plan.stages.last.map { $0.table == new } ?? true, "the last table is the new one")
    try require(plan.stages.allSatisfy { $0.operations.count > 0 }, "no batch is empty")
  }

  func isLegal() throws(PlanViolation) {
    if let violation = violation(of: plan, from: old) { try require(false, "L: \(violation)") }
  }

  func hasNoNeighboursThatFitOneBatch() throws(PlanViolation) {
    let before = [old] + plan.stages.map(\.table)
    for (at, pair) in zip(plan.stages, plan.stages.dropFirst()).enumerated() {
      let both = Intent(of: [pair.0, pair.1]).batch(from: before[at], to: pair.1.table)
      let legal = violation(of: TablePlan(stages: [both]), from: before[at]) == nil
      try require(!legal, "batches \(at + 1) and \(at + 2) could be one")
    }
  }

  func canBeOneBatch(_ fewest: FewestOperations) -> Bool {
    fewest.intents.contains { intent in
      violation(of: TablePlan(stages: [intent.batch(from: old, to: new)]), from: old) == nil
    }
  }

  private func violation(of plan: TablePlan, from table: Document) -> TableViolation? {
    do { try plan.validate(against: table, strictness: strictness) } catch { return error }
    return nil
  }
}
