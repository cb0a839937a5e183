/// One batch and the counts on both sides of it; its methods are the rules.
struct BatchCheck {
  let stage: Int
  let operations: TableOperations
  let before: [Int]
  let after: [Int]
  let strictness: TableStrictness

  /// The sections whose new places are taken by what is not just pushed there.
  var comingSections: [Int] {
    operations.insertSections + operations.moveSections.map(\.target)
  }

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
}

extension Document.Place {
  /// A place as table views write it: `(0, 1)`.
  var path: String { "(\(section), \(row))" }
}
