import Ekiben
import EkibenForms
import EkibenInterchange

/// How the plan of a table looks: in numbers for people, whole for scripts.
enum PlanOutput {
  /// How many batches there are and of what: `1 batch of a table (insert 1, update 2)`.
  static func text(_ plan: TablePlan) -> String {
    "\(Wording.count(plan.stages.count, "batch", "batches")) of a table (\(TableTally(plan)))"
  }

  /// The plan as a list of stages (`plan.schema.json`).
  static func json(_ plan: TablePlan) -> JSON {
    .object([("stages", .array(plan.stages.map { stage($0) }))])
  }

  private static func stage(_ stage: TablePlan.Stage) -> JSON {
    let operations = stage.operations
    return .object([
      ("deleteSections", .array(operations.deleteSections.map { .integer($0) })),
      ("insertSections", .array(operations.insertSections.map { .integer($0) })),
      (
        "moveSections",
        .array(operations.moveSections.map { pair(.integer($0.source), .integer($0.target)) })
      ),
      ("deleteRows", .array(operations.deleteRows.map { place($0) })),
      ("insertRows", .array(operations.insertRows.map { place($0) })),
      (
        "moveRows",
        .array(operations.moveRows.map { pair(place($0.source), place($0.target)) })
      ),
      ("updateRows", .array(operations.updateRows.map { place($0) })),
      ("replaceViews", .array(operations.replaceViews.map { place($0) })),
      (
        "supplements",
        .array(operations.supplements.map { pair(.integer($0.section), .string($0.name.rawValue)) })
      ),
      ("rowsAfter", .array(stage.table.rowCounts.map { .integer($0) })),
    ])
  }

  private static func place(_ place: Document.Place) -> JSON {
    pair(.integer(place.section), .integer(place.row))
  }

  private static func pair(_ first: JSON, _ second: JSON) -> JSON { .array([first, second]) }
}
