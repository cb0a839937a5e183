import EkibenDocuments
import EkibenForms

/// What stands where and what of it is on the screen, added up from the top each time.
extension ReferenceTable {
  /// Each row and where it begins.
  var tops: [(id: RowID, top: Int)] {
    var (tops, y) = ([(id: RowID, top: Int)](), 0)
    for part in shown.parts {
      if part.hasHeader { y += Self.rowHeight }
      for row in part.rows {
        tops.append((row.id, y))
        y += Self.rowHeight
      }
    }
    return tops
  }

  var contentHeight: Int {
    Self.rowHeight * shown.parts.reduce(0) { $0 + $1.rows.count + ($1.hasHeader ? 1 : 0) }
  }

  /// The rows that have cells, in order.
  var visible: [RowID] {
    guard isAttached else { return [] }
    guard let viewport else { return shown.rows.map(\.id) }
    return tops.filter { row in
      row.top < offset + viewport.height && row.top + Self.rowHeight > offset
    }.map(\.id)
  }

  /// Whether a person can see and touch a row.
  func isReachable(_ row: RowID) -> Bool {
    guard visible.contains(row) else { return false }
    guard let viewport, let top = top(of: row) else { return true }
    return top < offset + viewport.reachable
  }

  func top(of row: RowID) -> Int? { tops.first { $0.id == row }?.top }

  /// Shows another list; the first row on the screen that is still there stays where it is.
  mutating func arrange(_ list: GestureList) {
    let anchor = offset > 0 ? visible.map { ($0, (top(of: $0) ?? 0) - offset) } : []
    shown = list
    for (row, distance) in anchor {
      guard let top = top(of: row) else { continue }
      return offset = clamped(top - distance)
    }
    offset = clamped(offset)
  }

  func clamped(_ offset: Int) -> Int {
    guard let viewport else { return 0 }
    return max(0, min(offset, contentHeight - viewport.reachable))
  }

  mutating func scroll(to offset: Int) {
    guard viewport != nil else { return }
    move { $0.offset = $0.clamped(offset) }
  }

  mutating func scroll(to row: RowID) -> Bool {
    guard let top = top(of: row) else { return false }
    guard let viewport else { return true }
    let last = top + Self.rowHeight - viewport.reachable
    if top < offset { scroll(to: top) } else if last > offset { scroll(to: min(top, last)) }
    return true
  }

  mutating func setViewport(_ new: Viewport?) {
    move { reference in
      reference.viewport = new
      reference.offset = reference.clamped(reference.offset)
    }
    if let focused { _ = scroll(to: focused) }
  }

  mutating func detach() { move { $0.isAttached = false } }

  mutating func attach() {
    if isAttached { return }
    isAttached = true
    known = nil
    render()
  }

  // Other rows come to the screen, and each that comes or goes is told.
  private mutating func move(_ body: (inout ReferenceTable) -> Void) {
    showing { reference in
      let before = reference.visible
      body(&reference)
      if Set(before) != Set(reference.visible) { reference.meddle(.display) }
    }
  }
}
