import EkibenDocuments

extension HeadlessTable {
  /// What is shown, as a fresh render would show it; parts that are not on the screen by their records.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var displays: [SectionDisplay] { slots.sections.map { display(of: $0, rows: $0.rows) } }

  /// Draws the table as text, as it looks: of a table with a viewport, what lies in it.
  ///
  /// `●` marks what is selected, `○` what is under a finger, `›` what has the focus; in edit mode `⊖`
  /// marks what can be deleted and `≡` what can be moved. What stands in place of a keyboard is drawn below a
  /// line.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func snapshot() -> String {
    guard let openInput else { return drawing() }
    return drawing() + "\n── input of \(openInput.row) ──\n" + openInput.table.snapshot()
  }

  private func drawing() -> String {
    let marks = marks
    guard viewport != nil, isAttached
    else { return TableDrawing(displays, marks: marks).description }
    let (shown, above, below) = shownDisplays
    return
      ([above].filter { $0 > 0 }.map { "↑ \(DrawnText.count($0, "row"))" }
      + TableDrawing(shown, marks: marks).lines
      + [below].filter { $0 > 0 }.map { "↓ \(DrawnText.count($0, "row"))" }).joined(separator: "\n")
  }

  private var marks: [RowID: String] {
    var rows = selection.union([highlightedRow, focusedRow].compactMap(\.self))
    if isEditing {
      for cell in screen.cells.values { if case .row(let id) = cell.part { rows.insert(id) } }
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0, mark(of: $0)) })
      .filter { $0.value != "  " }
  }

  private func mark(of row: RowID) -> String {
    let component = isEditing ? component(of: row) : nil
    let canGo = component?.behaviour(DeleteBehaviour.self) != nil
    let canMove = component?.behaviour(MoveBehaviour.self) != nil
    let touch =
      selection.contains(row) ? "●" : row == highlightedRow ? "○" : canGo ? "⊖" : " "
    return touch + (row == focusedRow ? "›" : canMove ? "≡" : " ")
  }

  // The sections in the viewport, and how many rows lie above and below it.
  private var shownDisplays: (sections: [SectionDisplay], above: Int, below: Int) {
    var (shown, above, below): ([SectionDisplay], Int, Int) = ([], 0, 0)
    for section in slots.sections {
      let rows = section.rows.filter { screen.cells[.row($0.number)] != nil }
      let supplements = section.fields.names.filter {
        screen.cells[.supplement(section.number, $0)] != nil
      }
      if rows.isEmpty && supplements.isEmpty {
        if shown.isEmpty { above += section.rows.count } else { below += section.rows.count }
        continue
      }
      let first = section.rows.firstIndex { $0.number == rows.first?.number }
      let skipped = first ?? (supplements.contains(.header) ? 0 : section.rows.count)
      if shown.isEmpty { above += skipped }
      below += section.rows.count - skipped - rows.count
      shown.append(display(of: section, rows: rows).keeping(supplements: supplements))
    }
    return (shown, above, below)
  }

  private func display(of section: SectionSlot, rows: [RowSlot]) -> SectionDisplay {
    SectionDisplay(
      id: section.id, fields: section.fields,
      rows: rows.map { slot in
        screen.cells[.row(slot.number)]?.shown?.display
          ?? RowDisplay(slot.row, registry: content.components.registry)
      })
  }
}
