public import EkibenDocuments

/// One thing that happened to the cells of a table, in exactly this order.
///
/// A batch swaps the data; the cells that go end displaying and are unmounted; cells that come are taken from the pool
/// or made, bound, and come to the screen; cells that stay are bound anew where they say something
/// else; the batch is complete. Cells that move are silent.
public enum LifecycleEvent: Hashable, Sendable, CustomStringConvertible {
  /// What a cell stands for.
  public enum Part: Hashable, Sendable {
    /// A row.
    case row(RowID)
    /// A header, footer or named supplement.
    case supplement(SectionID, FieldName)

    /// The row; of a supplement, its section under that name.
    var row: RowID {
      switch self {
      case .row(let id): id
      case .supplement(let section, _): RowID(unchecked: section.rawValue)
      }
    }
  }

  /// The table's data is now that of a reload, or of a batch of a plan by its number from 1.
  case swapData(batch: Int?)
  /// A part gets a cell.
  case cell(Part, token: Int, view: Int, isReused: Bool)
  /// A component is told something, or draws itself.
  case step(Part, ViewBinding.Step)
  /// All of a reload or batch is done.
  case complete
  /// The end of the table is near.
  case prefetch(rows: Int)

  /// One line, such as `cell 3 for name, view 2 from the pool`.
  public var description: String {
    switch self {
    case .swapData(nil): "swap data for a reload"
    case .swapData(let batch?): "swap data for batch \(batch)"
    case .cell(let part, let token, let view, let isReused):
      "cell \(token) for \(part), " + (isReused ? "view \(view) from the pool" : "new view \(view)")
    case .step(let part, let step): "\(step.rawValue) \(part)"
    case .complete: "complete"
    case .prefetch(let rows): "prefetch after \(rows) rows"
    }
  }
}

extension LifecycleEvent.Part: CustomStringConvertible {
  /// The row's id, or `header of section s`.
  public var description: String {
    switch self {
    case .row(let id): Notation.name(id.rawValue)
    case .supplement(let section, let name):
      "\(Notation.name(name.rawValue)) of section \(Notation.name(section.rawValue))"
    }
  }
}
