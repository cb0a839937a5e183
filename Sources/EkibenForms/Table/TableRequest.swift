public import EkibenDocuments

/// What a person asks of the owner of the rows; a table never changes them by itself.
public enum TableRequest: Hashable, Sendable {
  /// To delete a row.
  case delete(RowID)
  /// To put a row into a section, behind another row or, with nil, at its beginning.
  case move(RowID, to: SectionID, after: RowID?)
  /// To add an instance of a section that repeats, or of a question.
  case add(to: RecordID)
}

/// Asks for more rows when the end of a table is near.
///
/// It asks when no more than so many rows lie below the last one on the screen: once for each length of
/// the table, so that a source that has no more rows is not asked again and again, and also of a table
/// that is shorter than that.
public struct TablePrefetch: Sendable {
  let rowsFromEnd: Int
  let onNear: @MainActor (Int) -> Void

  /// Asks `onNear`, with the number of rows that are there, when the end is near enough.
  public init(rowsFromEnd: Int = 2, onNear: @escaping @MainActor (_ rows: Int) -> Void) {
    (self.rowsFromEnd, self.onNear) = (rowsFromEnd, onNear)
  }
}

extension HeadlessTable {
  // After the batch, so that a handler may render.
  func prefetchIfNear() {
    guard let prefetch, isAttached, work == nil else { return }
    let count = model.document.rowCount
    guard count != prefetchedCount, count - rowsThroughScreen <= prefetch.rowsFromEnd
    else { return }
    prefetchedCount = count
    screen.note(.prefetch(rows: count))
    prefetch.onNear(count)
  }

  // How many rows there are to the last one on the screen.
  private var rowsThroughScreen: Int {
    let last = screen.order.reversed().lazy.compactMap { key -> Document.Place? in
      guard case .row(let id)? = self.screen.cells[key]?.part else { return nil }
      return self.index[id]
    }.first
    guard let last else { return 0 }
    let above = slots.sections[..<last.section].reduce(0) { $0 + $1.rows.count }
    return above + last.row + 1
  }
}
