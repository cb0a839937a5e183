extension TablePlan {
  /// Checks every batch against the rules of a table view, before anything is done (rules T1, T2,
  /// T3, T4 and T5).
  ///
  /// - Parameters:
  ///   - table: What the table shows before the first batch.
  ///   - strictness: What the table does not take in one batch, on top of what none takes.
  /// - Throws: ``TableViolation`` for the first broken rule, in the order bounds (U-12…U-14), each
  ///   index once (U-15…U-18, U-29, U-30), section counts (U-10), row counts (U-11), and what the
  ///   strictness says (U-20…U-27).
  /// - Complexity: O(sections + operations) a batch.
  public func validate(
    against table: Document, strictness: TableStrictness = .standard
  ) throws(TableViolation) {
    do throws(TableViolation) {
      try check(from: table.rowCounts, strictness)
    } catch {
      var violation = error
      violation.attempt = TableAttempt(
        self, from: table, to: stages.last?.table ?? table, under: strictness)
      throw violation
    }
  }

  private func check(
    from counts: [Int], _ strictness: TableStrictness
  ) throws(TableViolation) {
    var before = counts
    for (number, stage) in stages.enumerated() {
      let check = BatchCheck(
        stage: number + 1, operations: stage.operations, before: before,
        after: stage.table.rowCounts, strictness: strictness)
      try check.bounds()
      try check.uniqueness()
      try check.counts()
      try check.strictRules()
      before = check.after
    }
  }
}

extension Document {
  /// How many rows each section has: all that a table view asks about counts.
  public var rowCounts: [Int] { sections.map(\.rows.count) }
}
