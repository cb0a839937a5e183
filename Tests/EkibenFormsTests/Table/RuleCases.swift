import EkibenDocuments
import EkibenForms
import Testing

/// One batch on one table, and what a table view says to it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let old: String
  let new: String
  let operations: TableOperations
  let text: String

  init(
    _ rule: String, _ old: String, _ new: String, _ text: String = "",
    _ change: (inout TableOperations) -> Void
  ) {
    (self.rule, self.old, self.new, self.text) = (rule, old, new, text)
    var operations = TableOperations()
    change(&operations)
    self.operations = operations
  }

  var testDescription: String { "\(rule): \(old) → \(new): \(text)" }

  func plan() throws -> TablePlan {
    TablePlan(stages: [TablePlan.Stage(operations: operations, table: try table(new))])
  }
}

/// A place in few letters.
func at(_ section: Int, _ row: Int) -> Document.Place {
  Document.Place(section: section, row: row)
}

func move(
  _ source: Document.Place, _ target: Document.Place
) -> TableOperations.Move<Document.Place> { TableOperations.Move(from: source, to: target) }

let legalBatches: [RuleCase] = [
  RuleCase("U-01 order does not matter", "s: a b c", "s: d c") {
    $0.deleteRows = [at(0, 1), at(0, 0)]
    $0.insertRows = [at(0, 0)]
  },
  RuleCase("U-02, U-03 two index spaces", "s: a b c", "s: b x c y") {
    $0.deleteRows = [at(0, 0)]
    $0.insertRows = [at(0, 3), at(0, 1)]
  },
  RuleCase("U-09 nothing", "s: a", "s: a") { _ in },
  RuleCase("U-10", "A: a | B: b", "B: b | C") {
    $0.deleteSections = [0]
    $0.insertSections = [1]
  },
  RuleCase("U-11", "A: a b | B: c", "A: b | B: a d c") {
    $0.moveRows = [move(at(0, 0), at(1, 0))]
    $0.insertRows = [at(1, 1)]
  },
  RuleCase("U-12 the last row", "s: a b", "s: a") { $0.deleteRows = [at(0, 1)] },
  RuleCase("U-12 the last section", "A | B", "A") { $0.deleteSections = [1] },
  RuleCase("U-13 behind the last row", "s: a", "s: a b") { $0.insertRows = [at(0, 1)] },
  RuleCase("U-13 behind the last section", "A", "A | B") { $0.insertSections = [1] },
  RuleCase("U-14", "s: a b", "s: b a") { $0.moveRows = [move(at(0, 1), at(0, 0))] },
  RuleCase("U-15, U-16 each index once", "s: a b c", "s: d b a") {
    $0.moveRows = [move(at(0, 0), at(0, 2))]
    $0.deleteRows = [at(0, 2)]
    $0.insertRows = [at(0, 0)]
  },
  RuleCase("U-18", "s: a b", "s: a=x b@Toggle") {
    $0.updateRows = [at(0, 0)]
    $0.replaceViews = [at(0, 1)]
  },
  RuleCase("U-24 to its own index", "s: 0 1 2", "s: 2 1 0") {
    $0.moveRows = [move(at(0, 0), at(0, 2)), move(at(0, 1), at(0, 1))]
  },
  RuleCase("U-22 a section brings its rows", "A", "A | B: b c") { $0.insertSections = [1] },
  RuleCase("U-20 and takes them along", "A | B: b c", "A") { $0.deleteSections = [1] },
  RuleCase("U-29 others are updated", "s: a b c d", "s: c a=x d@Toggle e") {
    $0.moveRows = [move(at(0, 2), at(0, 0))]
    $0.deleteRows = [at(0, 1)]
    $0.insertRows = [at(0, 3)]
    $0.updateRows = [at(0, 1)]
    $0.replaceViews = [at(0, 2)]
  },
  RuleCase("U-35 rows move between sections that stay", "A: a | B: b | C", "C | A | B: a b") {
    $0.moveSections = [.init(from: 2, to: 0)]
    $0.moveRows = [move(at(0, 0), at(2, 0))]
  },
  RuleCase("U-27 sections come, go and move", "A: a | B: b | C: c", "C: c | D | A: a") {
    $0.deleteSections = [1]
    $0.insertSections = [1]
    $0.moveSections = [.init(from: 2, to: 0)]
  },
]
