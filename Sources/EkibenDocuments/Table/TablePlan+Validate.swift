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
  /// - Complexity: O(sections + operations) a batch; O(operations + sections not shared in memory) for
  ///   a batch of nothing but content.
  public func validate(
    against table: Document, strictness: TableStrictness = .standard
  ) throws(TableViolation) {
    do throws(TableViolation) {
      try check(from: table, strictness)
    } catch {
      var violation = error
      violation.attempt = TableAttempt(
        self, from: table, to: stages.last?.table ?? table, under: strictness)
      throw violation
    }
  }

  private func check(from table: Document, _ strictness: TableStrictness) throws(TableViolation) {
    var before = table
    for (number, stage) in stages.enumerated() {
      defer { before = stage.table }
      // Typing must not cost more in a long form.
      if stage.isPlainlyLegal(after: before) { continue }
      try stage.validate(as: number + 1, after: before, strictness)
    }
  }
}

extension TablePlan.Stage {
  func validate(
    as number: Int, after before: Document, _ strictness: TableStrictness
  ) throws(TableViolation) {
    let check = BatchCheck(
      stage: number, operations: operations, before: before.rowCounts, after: table.rowCounts,
      strictness: strictness)
    try check.bounds()
    try check.uniqueness()
    try check.counts()
    try check.strictRules()
  }

  /// Whether the batch only shows other content, of rows and sections that are there, each once, in a
  /// table of the same counts: then no rule can be broken.
  func isPlainlyLegal(after before: Document) -> Bool {
    guard operations.isContentOnly, table.hasRowCounts(of: before) else { return false }
    let places = operations.updateRows + operations.replaceViews
    return places.allSatisfy { table.contains($0) }
      && operations.supplements.allSatisfy { table.sections.indices.contains($0.section) }
      && Set(places).count == places.count
      && Set(operations.supplements).count == operations.supplements.count
  }
}

extension TableOperations {
  /// Whether no row and no section comes, goes or moves.
  public var isContentOnly: Bool {
    deleteSections.isEmpty && insertSections.isEmpty && moveSections.isEmpty && deleteRows.isEmpty
      && insertRows.isEmpty && moveRows.isEmpty
  }
}

extension Document {
  func contains(_ place: Place) -> Bool {
    sections.indices.contains(place.section)
      && sections[place.section].rows.indices.contains(place.row)
  }

  /// How many rows each section has: all that a table view asks about counts.
  public var rowCounts: [Int] { sections.map(\.rows.count) }
}
