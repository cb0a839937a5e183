import Ekiben
public import EkibenDocuments
import EkibenForms

/// Checks one batch against the rules of table views, which ask of a table only how many rows each
/// section has.
///
/// ```swift
/// try expectBatch("delete (0, 1); move (0, 0) to (1, 0)", from: [2, 0], to: [0, 1])
/// ```
///
/// This is how ``EkibenDocuments/TableViolation/report`` says what was refused.
///
/// - Parameters:
///   - operations: What the batch does, as `TableOperations(reading:)` reads it.
///   - old: The number of rows of each section before the batch.
///   - new: The same after it.
///   - strictness: What the table does not take, on top of what none takes.
/// - Throws: ``EkibenDocuments/TableViolation`` when the batch is refused; ``UnreadableOperation``.
public func expectBatch(
  _ operations: String, from old: [Int], to new: [Int],
  under strictness: TableStrictness = .standard
) throws {
  let stage = TablePlan.Stage(
    operations: try TableOperations(reading: operations), table: try Document(rowCounts: new))
  try TablePlan(stages: [stage]).validate(against: Document(rowCounts: old), strictness: strictness)
}

/// Does batches in a table without a screen, and checks that it shows what it should.
///
/// - Parameters:
///   - batches: What each batch does, and the table after it.
///   - old: What the table shows at first.
///   - new: What it is to show at last.
///   - strictness: What the table does not take, on top of what none takes.
/// - Throws: ``EkibenDocuments/TableViolation`` when a batch is refused or the table shows something
///   else; ``UnreadableOperation``.
public func expectBatches(
  _ batches: [(operations: String, table: Document)], from old: Document, to new: Document,
  under strictness: TableStrictness = .standard
) throws {
  let stages = try batches.map { batch in
    TablePlan.Stage(operations: try TableOperations(reading: batch.operations), table: batch.table)
  }
  var table = TableModel(old)
  table.strictness = strictness
  try table.perform(TablePlan(stages: stages), to: new)
}

extension Document {
  /// A document of which only the size matters: sections `s1`, `s2`, … with rows `s1.r1`, ….
  fileprivate init(rowCounts: [Int]) throws(DuplicateIDs) {
    let sections = rowCounts.enumerated().map { at, count in
      let name = "s\(at + 1)"
      return Section(
        id: SectionID(unchecked: name),
        rows: (0..<max(0, count)).map { Row(id: RowID(unchecked: "\(name).r\($0 + 1)")) })
    }
    try self.init(sections: sections)
  }
}
