public import EkibenDocuments

/// Where rows stand. Without a viewport nothing is measured, and nothing stands anywhere.
extension HeadlessTable {
  /// Where a row begins and ends, from the top of the first section; nil where there is no such row.
  ///
  /// - Complexity: O(log n), and O(n) once after rows came, went or moved.
  public func frame(of row: RowID) -> Range<Int>? {
    guard let layout = currentLayout, let place = index[row] else { return nil }
    let part = layout.place(of: place)
    let top = layout.top(of: part)
    return top..<top + layout.height(of: part)
  }

  /// Where a section begins and ends, with what stands above and below its rows; nil where there is none.
  ///
  /// - Complexity: O(sections + log n), and O(n) once after rows came, went or moved.
  public func frame(ofSection section: SectionID) -> Range<Int>? {
    guard let layout = currentLayout,
      let place = slots.sections.firstIndex(where: { $0.id == section })
    else { return nil }
    let last = layout.footer(of: place)
    return layout.top(of: layout.header(of: place))..<layout.top(of: last) + layout.height(of: last)
  }

  /// The row at a distance from the top of the first section; nil where there is none, as in a header.
  ///
  /// - Complexity: O(log n), and O(n) once after rows came, went or moved.
  public func row(at distance: Int) -> RowID? {
    guard distance >= 0, let layout = currentLayout, distance < layout.height,
      let place = layout.places(from: distance, to: distance + 1).first
    else { return nil }
    let rows = slots.sections[place.section].rows
    return rows.indices.contains(place.part - 1) ? rows[place.part - 1].id : nil
  }
}
