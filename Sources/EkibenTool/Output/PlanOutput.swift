import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// How the plan of a table looks: in numbers for people, whole for scripts.
enum PlanOutput {
  /// How many batches there are and of what: `1 batch of a table (insert 1, update 2)`.
  static func text(_ plan: TablePlan) -> String {
    "\(Wording.count(plan.stages.count, "batch", "batches")) of a table (\(TableTally(plan)))"
  }
}

extension TablePlan: JSONConvertible {
  /// The plan as a list of stages (`plan.schema.json`).
  var json: JSON { .object(["stages": stages]) }
}

extension TablePlan.Stage: JSONConvertible {
  var json: JSON {
    .object([
      "deleteSections": operations.deleteSections, "insertSections": operations.insertSections,
      "moveSections": operations.moveSections, "deleteRows": operations.deleteRows,
      "insertRows": operations.insertRows, "moveRows": operations.moveRows,
      "updateRows": operations.updateRows, "replaceViews": operations.replaceViews,
      "supplements": operations.supplements, "rowsAfter": table.rowCounts,
    ])
  }
}

extension Document.Place: JSONConvertible { var json: JSON { [section.json, row.json] } }

extension TableOperations.Move: JSONConvertible where Index: JSONConvertible {
  var json: JSON { [source.json, target.json] }
}

extension TableOperations.Supplement: JSONConvertible {
  var json: JSON { [section.json, name.json] }
}
