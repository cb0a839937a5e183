public import EkibenDocuments

extension HeadlessTable {
  /// Scrolls to a distance from the top, as far as there is something.
  ///
  /// - Complexity: O(log n + what comes to the screen and leaves it).
  public func scroll(to offset: Int) {
    guard viewport != nil else { return }
    self.offset = clamped(offset)
    showNow()
    prefetchIfNear()
  }

  /// Brings a row to where a person can reach it, no farther than needed.
  ///
  /// - Returns: Whether the table has such a row.
  /// - Complexity: O(log n), and O(n) once after rows came, went or moved.
  @discardableResult
  public func scroll(to row: RowID) -> Bool {
    guard let place = index[row] else { return false }
    guard let viewport, let layout = currentLayout else { return true }
    let part = layout.place(of: place)
    let (top, height) = (layout.top(of: part), layout.height(of: part))
    if top < offset {
      scroll(to: top)
    } else if top + height > offset + viewport.reachable {
      scroll(to: min(top, top + height - viewport.reachable))
    }
    return true
  }

  /// The height of everything that the table shows; 0 without a viewport.
  public var contentHeight: Int { currentLayout?.height ?? 0 }

  /// Whether a person can see and touch a row, at least a part of it.
  ///
  /// - Complexity: O(log n), and O(n) once after rows came, went or moved.
  public func isReachable(_ row: RowID) -> Bool {
    guard screen.cell(of: row) != nil else { return false }
    guard let viewport, let layout = currentLayout, let place = index[row] else { return true }
    return layout.top(of: layout.place(of: place)) < offset + viewport.reachable
  }

  private func clamped(_ offset: Int) -> Int {
    guard let viewport, let layout = currentLayout else { return 0 }
    return max(0, min(offset, layout.height - viewport.reachable))
  }
}

// What stands where.
extension HeadlessTable {
  /// The layout of a table with a viewport.
  var currentLayout: TableLayout? {
    guard let viewport else { return nil }
    if let layout { return layout }
    let made = TableLayout(sections: slots.sections.indices.map { heights(of: $0, viewport) })
    layout = made
    return made
  }

  private func heights(of section: Int, _ viewport: TableViewport) -> [Int] {
    [height(of: .header, section, viewport)]
      + slots.sections[section].rows.map { height(of: $0, viewport) }
      + [height(ofFooters: section, viewport)]
  }

  /// Lays out anew the sections that a batch changed.
  func relayout(after operations: TableOperations) {
    places = nil
    guard let viewport, var layout else { return }
    self.layout = nil
    layout.rearrange(operations) { heights(of: $0, viewport) }
    self.layout = layout
  }

  func dropLayout() { (layout, places) = (nil, nil) }

  /// Measures a row again, where there is a layout; whether it has another height now.
  func measure(_ place: Document.Place) -> Bool {
    guard let viewport, case .computed = viewport.rowHeight else { return false }
    let row = slots.sections[place.section].rows[place.row]
    measured[row.id] = nil
    guard var layout else { return false }
    self.layout = nil
    let changed = layout.setHeight(of: layout.place(of: place), to: height(of: row, viewport))
    self.layout = layout
    return changed
  }

  /// Measures what stands beside the rows of a section; whether it has another height now.
  func measureSupplements(of section: Int) -> Bool {
    guard let viewport, var layout else { return false }
    self.layout = nil
    let header = layout.setHeight(
      of: layout.header(of: section), to: height(of: .header, section, viewport))
    let footer = layout.setHeight(
      of: layout.footer(of: section), to: height(ofFooters: section, viewport))
    self.layout = layout
    return header || footer
  }

  private func height(of row: RowSlot, _ viewport: TableViewport) -> Int {
    switch viewport.rowHeight {
    case .fixed(let height): return height
    case .computed(let height):
      // A row that is not what was measured, after a reload or when it comes back, is measured again.
      if let known = measured[row.id], known.fields == row.fields { return known.height }
      let record = Document.Row(id: row.id, fields: row.fields)
      let new = max(0, height(components.component(of: record)))
      measured[row.id] = (row.fields, new)
      return new
    }
  }

  private func height(ofFooters section: Int, _ viewport: TableViewport) -> Int {
    slots.sections[section].supplementsBelow.reduce(0) { $0 + height(of: $1, section, viewport) }
  }

  private func height(of supplement: FieldName, _ section: Int, _ viewport: TableViewport) -> Int {
    let slot = slots.sections[section]
    guard
      let component = components.component(of: supplement, in: slot.id, slot.fields)
    else { return 0 }
    switch viewport.rowHeight {
    case .fixed(let height): return height
    case .computed(let height): return max(0, height(component))
    }
  }
}

// What is on the screen.
extension HeadlessTable {
  /// Shows what lies in the viewport, or does so when the table has done what it is at: a component that is
  /// called may scroll as well, and no cell is taken away in the middle of a call (rule T11).
  func showNow() {
    if work != nil { return needsShowing = true }
    work = .showing
    needsShowing = false
    showVisible()
    if !settle() { refreshInput() }
  }

  /// Shows what lies in the viewport and nothing else; only for those who are at work.
  func showVisible(with components: LiveComponents? = nil) {
    let items = isAttached ? visibleItems() : []
    screen.keep(items.map(\.key))
    screen.show(items) { component(of: $0, with: components ?? self.components) }
  }

  func relayout(keeping offset: Int) {
    layout = nil
    measured = [:]
    self.offset = clamped(offset)
    showNow()
    prefetchIfNear()
  }

  func visibleItems() -> [TableScreen.Item] {
    guard let viewport, let layout = currentLayout else {
      return slots.sections.indices.flatMap { section in
        items(aboveRowsOf: section)
          + slots.sections[section].rows.map { TableScreen.Item($0) } + items(belowRowsOf: section)
      }
    }
    return layout.places(from: offset, to: offset + viewport.height).flatMap { place in
      if place.part == 0 { return items(aboveRowsOf: place.section) }
      let rows = slots.sections[place.section].rows
      return place.part <= rows.count
        ? [TableScreen.Item(rows[place.part - 1])] : items(belowRowsOf: place.section)
    }
  }

  func component(of item: TableScreen.Item, with components: LiveComponents) -> (any Component)? {
    switch item.part {
    case .row(let id): components.component(of: Document.Row(id: id, fields: item.fields))
    case .supplement(let section, let name):
      components.component(of: name, in: section, item.fields)
    }
  }

  func rowKey(_ place: Document.Place) -> TableScreen.Key {
    .row(slots.sections[place.section].rows[place.row].number)
  }

  private func items(aboveRowsOf section: Int) -> [TableScreen.Item] {
    let slot = slots.sections[section]
    return slot.fields[.header]?.asRecord == nil ? [] : [TableScreen.Item(slot, .header)]
  }

  private func items(belowRowsOf section: Int) -> [TableScreen.Item] {
    let slot = slots.sections[section]
    return slot.supplementsBelow.map { TableScreen.Item(slot, $0) }
  }
}

// What a person was looking at.
extension HeadlessTable {
  /// The rows on the screen and where they stand in the viewport, so that a render can keep the first
  /// of them that is still there where it is.
  var anchor: [(row: RowID, distance: Int)] {
    guard viewport != nil, let layout, offset > 0 else { return [] }
    return screen.order.compactMap { key in
      guard case .row(let id)? = screen.cells[key]?.part, let place = index[id] else { return nil }
      return (id, layout.top(of: layout.place(of: place)) - offset)
    }
  }

  func restore(_ anchor: [(row: RowID, distance: Int)]) {
    guard let layout = currentLayout else { return }
    for (row, distance) in anchor {
      guard let place = index[row] else { continue }
      offset = clamped(layout.top(of: layout.place(of: place)) - distance)
      return
    }
    offset = clamped(offset)
  }
}

extension SectionSlot {
  /// The names of the supplements that stand below the rows: the footer, then those with names.
  var supplementsBelow: [FieldName] {
    let named = fields.supplementNames.filter { $0 != .header && $0 != .footer }
    return (fields[.footer]?.asRecord == nil ? [] : [.footer]) + named
  }
}

extension TableScreen.Item {
  init(_ row: RowSlot) { self.init(key: .row(row.number), part: .row(row.id), fields: row.fields) }

  init(_ section: SectionSlot, _ name: FieldName) {
    self.init(
      key: .supplement(section.number, name), part: .supplement(section.id, name),
      fields: section.fields)
  }
}
