extension BatchCheck {
  /// No index occurs twice (rule T5), and what moves says something else in a later batch only
  /// (rule T14).
  func uniqueness() throws(TableViolation) {
    try each(
      "section", { "(\($0))" }, deleted: operations.deleteSections,
      inserted: operations.insertSections, moved: operations.moveSections)
    try each(
      "index path", \.path, deleted: operations.deleteRows, inserted: operations.insertRows,
      moved: operations.moveRows)
    try once(content, "U-18") { "attempt to create two animations for cell \($0.path)" }
    try once(operations.supplements, "U-18") {
      "attempt to create two animations for the \($0.shownName) of section \($0.section)"
    }
    try contentOfOthers()
  }

  // A cell that was just made is not shown anew, and one that moves keeps what it shows.
  private func contentOfOthers() throws(TableViolation) {
    if content.isEmpty && operations.supplements.isEmpty { return }
    let inserted = Set(operations.insertRows)
    let insertedSections = Set(operations.insertSections)
    try refuse(
      content, "U-16", if: { inserted.contains($0) || insertedSections.contains($0.section) }
    ) { "attempt to perform an insert and a reload to the same index path \($0.path)" }
    let supplements = operations.supplements.map(\.section)
    try refuse(supplements, "U-16", if: { insertedSections.contains($0) }) {
      "attempt to perform an insert and a reload to the same section (\($0))"
    }
    let moved = Set(operations.moveRows.map(\.target))
    try refuse(operations.updateRows, "U-29", if: { moved.contains($0) }) {
      "attempt to update index path \($0.path) while a cell moves there: it keeps its old content"
    }
    try refuse(operations.replaceViews, "U-30", if: { moved.contains($0) }) {
      "attempt to perform a move and a reload to the same index path \($0.path)"
    }
  }

  private func each<Index>(
    _ noun: String, _ path: (Index) -> String, deleted: [Index], inserted: [Index],
    moved: [TableOperations.Move<Index>]
  ) throws(TableViolation) {
    try once(deleted, "U-15") { "attempt to delete \(noun) \(path($0)) twice" }
    try once(inserted, "U-16") { "attempt to insert \(noun) \(path($0)) twice" }
    if let (first, second) = twice(moved, by: \.source) {
      try require(false, "U-17") {
        "attempt to move \(noun) \(path(first.source)) to both \(path(first.target)) and "
          + path(second.target)
      }
    }
    if let (first, second) = twice(moved, by: \.target) {
      try require(false, "U-17") {
        "attempt to move both \(path(first.source)) and \(path(second.source)) to \(noun) "
          + path(first.target)
      }
    }
    let (gone, come) = (Set(deleted), Set(inserted))
    try refuse(moved, "U-15", if: { gone.contains($0.source) }) {
      "attempt to perform a delete and a move from the same \(noun) \(path($0.source))"
    }
    try refuse(moved, "U-16", if: { come.contains($0.target) }) {
      "attempt to perform an insert and a move to the same \(noun) \(path($0.target))"
    }
  }

  private func once<Index: Hashable>(
    _ indices: [Index], _ rule: String, _ text: (Index) -> String
  ) throws(TableViolation) {
    guard let (wrong, _) = twice(indices, by: \.self) else { return }
    try require(false, rule) { text(wrong) }
  }
}

/// The first two of some things that share a key, as they stand in the list.
private func twice<Thing, Key: Hashable>(
  _ things: [Thing], by key: (Thing) -> Key
) -> (Thing, Thing)? {
  var seen: [Key: Thing] = [:]
  for thing in things {
    if let first = seen.updateValue(thing, forKey: key(thing)) { return (first, thing) }
  }
  return nil
}
