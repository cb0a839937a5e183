extension BatchCheck {
  /// What only some table views survive, each by its switch (rules T12 and T14).
  func strictRules() throws(TableViolation) {
    try deletedSections()
    try insertedSections()
    try movedSections()
    let moves = operations.moveSections
    if strictness.contains(.mixSectionMoveAndInsertDelete), let move = moves.first {
      let others = operations.insertSections.count + operations.deleteSections.count
      try require(others == 0, "U-27") {
        "attempt to move section \(move.source) while \(others) sections are inserted or deleted"
      }
    }
  }

  private func deletedSections() throws(TableViolation) {
    guard strictness.contains(.moveOutOfDeleted), !operations.deleteSections.isEmpty else { return }
    let gone = Set(operations.deleteSections)
    try refuse(operations.deleteRows, "U-20", if: { gone.contains($0.section) }) {
      "attempt to delete index path \($0.path) from a section that is deleted itself "
        + "(\($0.section))"
    }
    let sources = operations.moveRows.map(\.source)
    try refuse(sources, "U-20", if: { gone.contains($0.section) }) {
      "cannot move a row out of a deleted section (\($0.section))"
    }
  }

  private func insertedSections() throws(TableViolation) {
    let new = Set(operations.insertSections)
    if new.isEmpty { return }
    if strictness.contains(.moveIntoInserted) {
      let targets = operations.moveRows.map(\.target)
      try refuse(targets, "U-21", if: { new.contains($0.section) }) {
        "cannot move a row into a newly inserted section (\($0.section))"
      }
    }
    if strictness.contains(.rowOpsInInsertedSection) {
      try refuse(operations.insertRows, "U-22", if: { new.contains($0.section) }) {
        "attempt to insert index path \($0.path) into a newly inserted section (\($0.section)), "
          + "which brings its rows"
      }
    }
  }

  private func movedSections() throws(TableViolation) {
    if operations.moveSections.isEmpty { return }
    let sources = Set(operations.moveSections.map(\.source))
    let targets = Set(operations.moveSections.map(\.target))
    if strictness.contains(.reloadInMovedSection) {
      try refuse(content, "U-23", if: { targets.contains($0.section) }) {
        "attempt to reload index path \($0.path) in a section that moves (\($0.section))"
      }
      let supplements = operations.supplements.map(\.section)
      try refuse(supplements, "U-26", if: { targets.contains($0) }) {
        "attempt to perform a reload and a move to the same section (\($0))"
      }
    }
    guard strictness.contains(.rowOpsInMovedSection) else { return }
    let leaving = operations.deleteRows + operations.moveRows.map(\.source)
    try refuse(leaving, "U-25", if: { sources.contains($0.section) }) {
      "attempt to delete or move index path \($0.path) from a section that moves (\($0.section))"
    }
    let coming = operations.insertRows + operations.moveRows.map(\.target)
    try refuse(coming, "U-25", if: { targets.contains($0.section) }) {
      "attempt to insert or move a row to index path \($0.path) in a section that moves "
        + "(\($0.section))"
    }
  }
}
