public import EkibenDocuments

/// How many operations of each sort there were, sections and rows together.
public struct TableTally: Hashable, Sendable, CustomStringConvertible {
  /// Sections and rows that came; rows that came with their section are not counted.
  public var insert = 0
  /// Sections and rows that went; rows that went with their section are not counted.
  public var delete = 0
  /// Sections and rows that moved.
  public var move = 0
  /// Rows that changed in the same cell.
  public var update = 0
  /// Rows that got a new cell.
  public var replaceView = 0
  /// Headers, footers and named supplements that came, went or changed.
  public var supplement = 0

  /// Counts nothing yet.
  public init() {}

  /// Counts the operations of a batch.
  public init(_ operations: TableOperations) {
    insert = operations.insertSections.count + operations.insertRows.count
    delete = operations.deleteSections.count + operations.deleteRows.count
    move = operations.moveSections.count + operations.moveRows.count
    update = operations.updateRows.count
    replaceView = operations.replaceViews.count
    supplement = operations.supplements.count
  }

  /// Counts the operations of all batches of a plan.
  public init(_ plan: TablePlan) {
    self = plan.stages.reduce(into: TableTally()) { $0 += TableTally($1.operations) }
  }

  /// Each sort by its name, in a fixed order.
  public var counts: [(name: String, count: Int)] {
    [
      ("insert", insert), ("delete", delete), ("move", move), ("update", update),
      ("replaceView", replaceView), ("supplement", supplement),
    ]
  }

  /// How many operations there were.
  public var total: Int { counts.reduce(0) { $0 + $1.count } }

  /// Adds what another tally counted.
  public static func += (left: inout TableTally, right: TableTally) {
    left.insert += right.insert
    left.delete += right.delete
    left.move += right.move
    left.update += right.update
    left.replaceView += right.replaceView
    left.supplement += right.supplement
  }

  /// The sorts that occurred, such as `insert 2, move 1`; `nothing` if none did.
  public var description: String {
    let occurred = counts.filter { $0.count > 0 }
    if occurred.isEmpty { return "nothing" }
    return occurred.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
  }
}
