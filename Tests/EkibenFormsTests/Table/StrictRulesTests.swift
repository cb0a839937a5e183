import EkibenDocuments
import EkibenForms
import Testing

/// A batch that only some tables take, and the switch of those that do not.
struct StrictCase: Sendable, CustomTestStringConvertible {
  let strictness: TableStrictness
  let batch: RuleCase

  init(_ strictness: TableStrictness, _ batch: RuleCase) {
    (self.strictness, self.batch) = (strictness, batch)
  }

  var testDescription: String { batch.testDescription }
}

private let strictCases: [StrictCase] = [
  StrictCase(
    .moveOutOfDeleted,
    RuleCase(
      "U-20", "A: a b | B: c", "B: c a", "cannot move a row out of a deleted section (0)"
    ) {
      $0.deleteSections = [0]
      $0.moveRows = [.init(from: at(0, 0), to: at(0, 1))]
    }),
  StrictCase(
    .moveOutOfDeleted,
    RuleCase(
      "U-20", "A: a | B", "B",
      "attempt to delete index path (0, 0) from a section that is deleted itself (0)"
    ) {
      $0.deleteSections = [0]
      $0.deleteRows = [at(0, 0)]
    }),
  StrictCase(
    .moveIntoInserted,
    RuleCase(
      "U-21", "A: a", "A | B: m a n", "cannot move a row into a newly inserted section (1)"
    ) {
      $0.insertSections = [1]
      $0.moveRows = [.init(from: at(0, 0), to: at(1, 1))]
    }),
  StrictCase(
    .rowOpsInInsertedSection,
    RuleCase(
      "U-22", "A", "A | B: a b",
      "attempt to insert index path (1, 1) into a newly inserted section (1), which brings its rows"
    ) {
      $0.insertSections = [1]
      $0.insertRows = [at(1, 1)]
    }),
  StrictCase(
    .reloadInMovedSection,
    RuleCase(
      "U-23", "A: a | B", "B | A: a=x",
      "attempt to reload index path (1, 0) in a section that moves (1)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.updateRows = [at(1, 0)]
    }),
  StrictCase(
    .reloadInMovedSection,
    RuleCase(
      "U-23", "A: a b | B", "B | A: a b@Toggle",
      "attempt to reload index path (1, 1) in a section that moves (1)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.replaceViews = [at(1, 1)]
    }),
  StrictCase(
    .reloadInMovedSection,
    RuleCase(
      "U-26", "A#h: a | B", "B | A#i: a",
      "attempt to perform a reload and a move to the same section (1)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.supplements = [.init(section: 1, name: .header)]
    }),
  StrictCase(
    .rowOpsInMovedSection,
    RuleCase(
      "U-25", "A: a b | B", "B | A: b",
      "attempt to delete or move index path (0, 0) from a section that moves (0)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.deleteRows = [at(0, 0)]
    }),
  StrictCase(
    .rowOpsInMovedSection,
    RuleCase(
      "U-25", "A: a b | B: c", "B: c a | A: b",
      "attempt to delete or move index path (0, 0) from a section that moves (0)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.moveRows = [.init(from: at(0, 0), to: at(0, 1))]
    }),
  StrictCase(
    .rowOpsInMovedSection,
    RuleCase(
      "U-25", "A: a | B", "B | A: n a",
      "attempt to insert or move a row to index path (1, 0) in a section that moves (1)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.insertRows = [at(1, 0)]
    }),
  StrictCase(
    .rowOpsInMovedSection,
    RuleCase(
      "U-25", "A: a | B: b", "B | A: b a",
      "attempt to insert or move a row to index path (1, 0) in a section that moves (1)"
    ) {
      $0.moveSections = [.init(from: 0, to: 1)]
      $0.moveRows = [.init(from: at(1, 0), to: at(1, 0))]
    }),
  StrictCase(
    .mixSectionMoveAndInsertDelete,
    RuleCase(
      "U-27", "A: a | B: b | C: c", "C: c | D: d | A: a",
      "attempt to move section 2 while 2 sections are inserted or deleted"
    ) {
      $0.deleteSections = [1]
      $0.insertSections = [1]
      $0.moveSections = [.init(from: 2, to: 0)]
    }),
]

struct StrictRulesTests {
  // Rules T6, T12 and T14.
  @Test(arguments: strictCases)
  func `a switch refuses what a table without it does`(strict: StrictCase) throws {
    let (old, new) = (try table(strict.batch.old), try table(strict.batch.new))
    let plan = try strict.batch.plan()
    let shown = HeadlessTable(old)
    for strictness in [strict.strictness, .strictest] {
      shown.strictness = strictness
      let error = #expect(throws: TableViolation.self) { try shown.perform(plan, to: new) }
      #expect(error?.rule == strict.batch.rule)
      #expect(error?.text == strict.batch.text)
      #expect(error?.oldCounts == old.rowCounts)
      #expect(error?.newCounts == new.rowCounts)
      #expect(shown.displays == old.displays)
    }
    shown.strictness = .strictest.subtracting(strict.strictness)
    try shown.perform(plan, to: new)
    #expect(shown.displays == new.displays)
  }

  @Test func `only mixing section moves with insertions and deletions is taken as it stands`() {
    let missing = TableStrictness.strictest.subtracting(.standard)
    #expect(missing == .mixSectionMoveAndInsertDelete)
    #expect(HeadlessTable().strictness == .standard)
    #expect(TableStrictness.strictest.rawValue.nonzeroBitCount == 6)
  }
}
