extension TablePlan {
  /// Checks every batch against the rules of a table view, before anything is done (rules T1, T2, T3, T4 and T5).
  ///
  /// - Throws: ``TableViolation`` for the first broken rule, in the order bounds (U-12…U-14),
  ///   uniqueness (U-15…U-17), section counts (U-10), row counts (U-11).
  /// - Complexity: O(sections + operations) a batch.
  public func validate(against table: Document) throws(TableViolation) {
    var before = table
    for (number, stage) in stages.enumerated() {
      let check = BatchCheck(
        stage: number + 1, operations: stage.operations, before: before.rowCounts,
        after: stage.table.rowCounts)
      try check.bounds()
      try check.uniqueness()
      try check.counts()
      before = stage.table
    }
  }
}

extension Document {
  /// How many rows each section has: all that a table view asks about counts.
  public var rowCounts: [Int] { sections.map(\.rows.count) }
}

/// One batch and the counts on both sides of it.
private struct BatchCheck {
  let stage: Int
  let operations: TableOperations
  let before: [Int]
  let after: [Int]

  func bounds() throws(TableViolation) {
    let (leavingSections, comingSections) = (leavingSections, comingSections)
    try require(leavingSections.allSatisfy { before.indices.contains($0) }, "U-12") {
      let bad = leavingSections.first { !before.indices.contains($0) } ?? 0
      return "attempt to delete section \(bad), but there are only \(before.count) sections "
        + "before the update"
    }
    try require(comingSections.allSatisfy { after.indices.contains($0) }, "U-13") {
      let bad = comingSections.first { !after.indices.contains($0) } ?? 0
      return "attempt to insert section \(bad), but there are only \(after.count) sections "
        + "after the update"
    }
    try rowBounds(operations.deleteRows, in: before, "U-12") { place, rows in
      "attempt to delete row \(place.row) from section \(place.section) which only contains "
        + "\(rows) rows before the update"
    }
    try rowBounds(operations.moveRows.map(\.source), in: before, "U-14") { place, rows in
      "attempt to move index path (\(place.section), \(place.row)) that does not exist – there "
        + "are only \(rows) rows in section \(place.section) before the update"
    }
    let coming = operations.insertRows + operations.moveRows.map(\.target)
    let content = operations.updateRows + operations.replaceViews
    try rowBounds(coming + content, in: after, "U-13") { place, rows in
      "attempt to insert row \(place.row) into section \(place.section), but there are only "
        + "\(rows) rows in section \(place.section) after the update"
    }
    for section in operations.supplements.map(\.section) {
      try require(after.indices.contains(section), "U-13") {
        "attempt to show a header or footer of section \(section), but there are only "
          + "\(after.count) sections after the update"
      }
    }
  }

  func uniqueness() throws(TableViolation) {
    try unique(leavingSections, "U-15") { "attempt to delete and move section \($0) twice" }
    try unique(comingSections, "U-16") { "attempt to insert and move section \($0) twice" }
    try unique(operations.deleteRows + operations.moveRows.map(\.source), "U-15") {
      "attempt to perform a delete and a move from the same index path (\($0.section), \($0.row))"
    }
    try unique(operations.insertRows + operations.moveRows.map(\.target), "U-16") {
      "attempt to perform an insert and a move to the same index path (\($0.section), \($0.row))"
    }
    try unique(operations.updateRows + operations.replaceViews, "U-18") {
      "attempt to create two animations for cell (\($0.section), \($0.row))"
    }
  }

  func counts() throws(TableViolation) {
    let (inserted, deleted) = (operations.insertSections.count, operations.deleteSections.count)
    try require(after.count == before.count + inserted - deleted, "U-10") {
      "Invalid update: invalid number of sections. The number of sections contained in the table "
        + "view after the update (\(after.count)) must be equal to the number of sections contained "
        + "in the table view before the update (\(before.count)), plus or minus the number of "
        + "sections inserted or deleted (\(inserted) inserted, \(deleted) deleted)."
    }
    let tally = RowTally(operations)
    for (source, target) in survivingSections() { try rowCount(tally, from: source, to: target) }
    for section in operations.insertSections { try rowCount(tally, from: nil, to: section) }
  }

  // Survivors fill, in order, the places after the update that nothing else takes.
  private func survivingSections() -> [(source: Int, target: Int)] {
    let leaving = Set(leavingSections)
    let coming = Set(comingSections)
    let stay = before.indices.filter { !leaving.contains($0) }
    let free = after.indices.filter { !coming.contains($0) }
    return zip(stay, free).map { ($0, $1) }
      + operations.moveSections.map { ($0.source, $0.target) }
  }

  // A new section counts as one that had no rows: whether it may come with rows is a rule of its
  // own (U-22), and here its rows are always inserted one by one.
  private func rowCount(
    _ tally: RowTally, from source: Int?, to target: Int
  ) throws(TableViolation) {
    let had = source.map { before[$0] } ?? 0
    let inserted = tally.inserted[target] ?? 0
    let deleted = source.flatMap { tally.deleted[$0] } ?? 0
    let movedIn = tally.movedIn[target] ?? 0
    let movedOut = source.flatMap { tally.movedOut[$0] } ?? 0
    let has = after[target]
    try require(has == had + inserted - deleted + movedIn - movedOut, "U-11") {
      "Invalid update: invalid number of rows in section \(target). The number of rows contained "
        + "in an existing section after the update (\(has)) must be equal to the number of rows "
        + "contained in that section before the update (\(had)), plus or minus the number of rows "
        + "inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) and "
        + "plus or minus the number of rows moved into or out of that section (\(movedIn) moved "
        + "in, \(movedOut) moved out)."
    }
  }

  private var leavingSections: [Int] {
    operations.deleteSections + operations.moveSections.map(\.source)
  }

  private var comingSections: [Int] {
    operations.insertSections + operations.moveSections.map(\.target)
  }

  private func rowBounds(
    _ places: [Document.Place], in counts: [Int], _ rule: String,
    _ text: (Document.Place, Int) -> String
  ) throws(TableViolation) {
    for place in places {
      let rows = counts.indices.contains(place.section) ? counts[place.section] : 0
      try require((0..<rows).contains(place.row), rule) { text(place, rows) }
    }
  }

  private func unique<Index: Hashable>(
    _ indices: [Index], _ rule: String, _ text: (Index) -> String
  ) throws(TableViolation) {
    var seen: Set<Index> = []
    for index in indices { try require(seen.insert(index).inserted, rule) { text(index) } }
  }

  private func require(
    _ holds: Bool, _ rule: String, _ text: () -> String
  ) throws(TableViolation) {
    if holds { return }
    throw TableViolation(
      rule: rule, stage: stage, text: text(), oldCounts: before, newCounts: after,
      operations: operations)
  }
}

/// How many rows come to and go from each section, counted once.
private struct RowTally {
  var inserted: [Int: Int] = [:]
  var deleted: [Int: Int] = [:]
  var movedIn: [Int: Int] = [:]
  var movedOut: [Int: Int] = [:]

  init(_ operations: TableOperations) {
    for place in operations.insertRows { inserted[place.section, default: 0] += 1 }
    for place in operations.deleteRows { deleted[place.section, default: 0] += 1 }
    for move in operations.moveRows {
      movedOut[move.source.section, default: 0] += 1
      movedIn[move.target.section, default: 0] += 1
    }
  }
}
