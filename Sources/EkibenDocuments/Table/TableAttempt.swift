/// A plan, with the document that the table showed before it and the one that it was to show after
/// it.
///
/// A ``TableViolation`` carries it, so that a report can be written far from the table and the plan
/// be done again. Documents share what they have in common, so keeping them costs next to nothing.
public struct TableAttempt: Equatable, Sendable {
  /// What the table showed before the first batch.
  public let table: Document
  /// The batches.
  public let plan: TablePlan
  /// What the table was to show after the last one.
  public let target: Document
  /// What the table refuses in one batch.
  public let strictness: TableStrictness

  /// Makes an attempt of its parts.
  public init(
    _ plan: TablePlan, from table: Document, to target: Document, under strictness: TableStrictness
  ) {
    (self.table, self.plan, self.target, self.strictness) = (table, plan, target, strictness)
  }

  /// The batch with a number from 1, and the tables on both sides of it; nil where there is none.
  func batch(_ number: Int) -> (before: Document, operations: TableOperations, after: Document)? {
    guard plan.stages.indices.contains(number - 1) else { return nil }
    let before = number == 1 ? table : plan.stages[number - 2].table
    return (before, plan.stages[number - 1].operations, plan.stages[number - 1].table)
  }

  /// One line of Swift that lets a table without a screen do all of it again.
  ///
  /// It is for `EkibenTesting`. It is as long as the documents are.
  ///
  /// - Complexity: O(n) in the records of all tables.
  public var reproduction: String {
    let stages = plan.stages.map { stage in
      "(\(literal(stage.operations.description)), \(source(stage.table)))"
    }
    return "try expectBatches([\(stages.joined(separator: ", "))], from: \(source(table)), "
      + "to: \(source(target)), under: \(strictness.source))"
  }

  /// One line of Swift that checks one batch again.
  ///
  /// All that the rules of one batch ask of the tables is how many rows their sections have, so the
  /// line is short whatever the document.
  func reproduction(ofBatch number: Int) -> String? {
    guard let (before, operations, after) = batch(number) else { return nil }
    return "try expectBatch(\(literal(operations.description)), from: \(before.rowCounts), "
      + "to: \(after.rowCounts), under: \(strictness.source))"
  }

  private func source(_ document: Document) -> String {
    "Document(reproducing: \"\(document.reproduction)\")"
  }

  // A raw literal with as many signs as the text needs.
  private func literal(_ text: String) -> String {
    var signs = ""
    if text.contains("\\") || text.contains("\"") { signs = "#" }
    while text.contains("\"" + signs), !signs.isEmpty { signs += "#" }
    return "\(signs)\"\(text)\"\(signs)"
  }
}

extension TableStrictness {
  var source: String {
    let names: [(TableStrictness, String)] = [
      (.moveOutOfDeleted, "moveOutOfDeleted"), (.moveIntoInserted, "moveIntoInserted"),
      (.rowOpsInInsertedSection, "rowOpsInInsertedSection"),
      (.reloadInMovedSection, "reloadInMovedSection"),
      (.rowOpsInMovedSection, "rowOpsInMovedSection"),
      (.mixSectionMoveAndInsertDelete, "mixSectionMoveAndInsertDelete"),
    ]
    switch self {
    case .standard: return ".standard"
    case .strictest: return ".strictest"
    default:
      let on = names.filter { contains($0.0) }.map { ".\($0.1)" }
      return "[\(on.joined(separator: ", "))]"
    }
  }
}
