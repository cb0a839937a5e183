extension BatchCheck {
  /// The numbers of sections (rule T2) and of rows in each of them (rule T3) add up.
  ///
  /// A section that is inserted brings as many rows as it has (rule T13). That no order of sections
  /// fits cannot be any more: each index occurs once, and the numbers add up.
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
  }

  // Survivors fill, in order, the places after the update that nothing else takes.
  private func survivingSections() -> [(source: Int, target: Int)] {
    let leaving = Set(operations.deleteSections + operations.moveSections.map(\.source))
    let coming = Set(comingSections)
    let stay = before.indices.filter { !leaving.contains($0) }
    let free = after.indices.filter { !coming.contains($0) }
    return zip(stay, free).map { ($0, $1) }
      + operations.moveSections.map { ($0.source, $0.target) }
  }

  private func rowCount(
    _ tally: RowTally, from source: Int, to target: Int
  ) throws(TableViolation) {
    let (had, has) = (before[source], after[target])
    let inserted = tally.inserted[target] ?? 0
    let deleted = tally.deleted[source] ?? 0
    let movedIn = tally.movedIn[target] ?? 0
    let movedOut = tally.movedOut[source] ?? 0
    try require(has == had + inserted - deleted + movedIn - movedOut, "U-11") {
      "Invalid update: invalid number of rows in section \(target). The number of rows contained "
        + "in an existing section after the update (\(has)) must be equal to the number of rows "
        + "contained in that section before the update (\(had)), plus or minus the number of rows "
        + "inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) and "
        + "plus or minus the number of rows moved into or out of that section (\(movedIn) moved "
        + "in, \(movedOut) moved out)."
    }
  }
}

/// How many rows come to and go from each section, counted once.
private struct RowTally {
  let inserted, deleted, movedIn, movedOut: [Int: Int]

  init(_ operations: TableOperations) {
    func counts(_ places: [Document.Place]) -> [Int: Int] {
      places.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
    }
    (inserted, deleted) = (counts(operations.insertRows), counts(operations.deleteRows))
    movedIn = counts(operations.moveRows.map(\.target))
    movedOut = counts(operations.moveRows.map(\.source))
  }
}
