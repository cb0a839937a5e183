/// One batch and the counts on both sides of it; its methods are the rules.
struct BatchCheck {
  let stage: Int
  let operations: TableOperations
  let before: [Int]
  let after: [Int]
  let strictness: TableStrictness

  /// The sections whose new places are taken by what is not just pushed there.
  var comingSections: [Int] { operations.insertSections + operations.moveSections.map(\.target) }

  /// The rows that are shown anew.
  var content: [Document.Place] { operations.updateRows + operations.replaceViews }

  func require(_ holds: Bool, _ rule: String, _ text: () -> String) throws(TableViolation) {
    if holds { return }
    throw TableViolation(
      rule: rule, stage: stage, text: text(), oldCounts: before, newCounts: after,
      operations: operations)
  }

  /// Refuses the first of some things for which something is so.
  func refuse<Thing>(
    _ things: [Thing], _ rule: String, if isWrong: (Thing) -> Bool, _ text: (Thing) -> String
  ) throws(TableViolation) {
    guard let wrong = things.first(where: isWrong) else { return }
    try require(false, rule) { text(wrong) }
  }

  /// Every index lies in the table that it is counted in (rule T4).
  func bounds() throws(TableViolation) {
    try sectionBounds()
    try rowBounds(operations.deleteRows, in: before, "U-12") { place, rows in
      "attempt to delete row \(place.row) from section \(place.section) which only contains "
        + "\(rows) rows before the update"
    }
    try rowBounds(operations.moveRows.map(\.source), in: before, "U-14") { place, rows in
      "attempt to move index path \(place.path) that does not exist – there "
        + "are only \(rows) rows in section \(place.section) before the update"
    }
    let coming = operations.insertRows + operations.moveRows.map(\.target)
    try rowBounds(coming + content, in: after, "U-13") { place, rows in
      "attempt to insert row \(place.row) into section \(place.section), but there are only "
        + "\(rows) rows in section \(place.section) after the update"
    }
  }

  private func sectionBounds() throws(TableViolation) {
    try refuse(operations.deleteSections, "U-12", if: { !before.indices.contains($0) }) {
      "attempt to delete section \($0), but there are only \(before.count) sections before the "
        + "update"
    }
    let sources = operations.moveSections.map(\.source)
    try refuse(sources, "U-12", if: { !before.indices.contains($0) }) {
      "attempt to move section \($0), but there are only \(before.count) sections before the update"
    }
    try refuse(comingSections, "U-13", if: { !after.indices.contains($0) }) {
      "attempt to insert section \($0), but there are only \(after.count) sections after the update"
    }
    try refuse(operations.supplements, "U-13", if: { !after.indices.contains($0.section) }) {
      "attempt to show the \($0.shownName) of section \($0.section), but there are only "
        + "\(after.count) sections after the update"
    }
  }

  private func rowBounds(
    _ places: [Document.Place], in counts: [Int], _ rule: String,
    _ text: (Document.Place, Int) -> String
  ) throws(TableViolation) {
    func rows(_ section: Int) -> Int { counts.indices.contains(section) ? counts[section] : 0 }
    try refuse(places, rule, if: { !(0..<rows($0.section)).contains($0.row) }) {
      text($0, rows($0.section))
    }
  }

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
    return zip(stay, free).map { ($0, $1) } + operations.moveSections.map { ($0.source, $0.target) }
  }

  private func rowCount(
    _ tally: RowTally, from source: Int, to target: Int
  ) throws(TableViolation) {
    let (had, has) = (before[source], after[target])
    let (inserted, deleted) = (tally.inserted[target] ?? 0, tally.deleted[source] ?? 0)
    let (movedIn, movedOut) = (tally.movedIn[target] ?? 0, tally.movedOut[source] ?? 0)
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

extension Document.Place {
  /// A place as table views write it: `(0, 1)`.
  var path: String { "(\(section), \(row))" }
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
