import EkibenDocuments
import EkibenForms
import EkibenTesting

/// A table and its reference, and the first thing in which they differ.
@MainActor struct GestureTrial {
  let ledger = GestureLedger()
  let owner: GestureOwner
  private var reference = ReferenceTable()
  private var maker: GestureMaker

  init(seed: UInt64) {
    owner = GestureOwner(ledger)
    maker = GestureMaker(seed: seed)
    for section in 0..<3 {
      let edit = GestureList.Edit.insertSection(maker.newPart(), at: section)
      _ = owner.perform(.edit(edit))
      _ = reference.perform(.edit(edit))
    }
  }

  /// Does one more gesture to both.
  ///
  /// - Returns: What was done and what differs; nil where nothing does.
  mutating func step() -> String? {
    arm()
    let gesture = maker.gesture(reference)
    (reference.lines, owner.lines) = ([], [])
    let expected = reference.perform(gesture)
    let outcome = owner.perform(gesture)
    let isThorough = maker.random.once(in: 8)
    owner.table.clearLog()
    return comparison(expected, outcome, isThorough).found.map { "\(gesture): \($0)" }
  }

  // What is to be changed in the middle of the next gestures, and whether they are refused.
  private mutating func arm() {
    reference.refuses = maker.random.once(in: 12)
    owner.refuses = reference.refuses
    guard maker.random.once(in: 3) else { return }
    let edit = maker.edit(reference.history.list)
    reference.meddling = (maker.random.pick(GestureMoment.allCases), edit)
    owner.meddling = reference.meddling
  }

  private func comparison(
    _ expected: GestureOutcome, _ outcome: GestureOutcome, _ isThorough: Bool
  ) -> Comparison {
    let table = owner.table
    var comparison = Comparison(found: ledger.problem ?? owner.failure)
    comparison.compare("outcome", expected, outcome)
    comparison.compare("lines", reference.lines, owner.lines)
    comparison.compare("rows kept", reference.history.list, owner.history.list)
    comparison.compare("selection", reference.selection, table.selection)
    comparison.compare("highlight", reference.highlighted, table.highlightedRow)
    comparison.compare("focus", reference.focused, table.focusedRow)
    comparison.compare("offset", reference.offset, table.offset)
    comparison.compare("armed", reference.meddling?.moment, owner.meddling?.moment)
    comparison.compare("idle", true, owner.renderer.isIdle)
    comparison.compare("renders", owner.renders.begun, owner.renders.ended)
    compareScreen(&comparison)
    if isThorough { compareContent(&comparison) }
    return comparison
  }

  private func compareScreen(_ comparison: inout Comparison) {
    let cells = owner.table.sections.flatMap(\.cells)
    let visible = reference.visible
    let counts = Dictionary(uniqueKeysWithValues: visible.map { ($0, 1) })
    comparison.compare("rows on the screen", visible, cells.map(\.id))
    comparison.compare("rows mounted", counts, ledger.mounted)
    comparison.compare("rows displayed", counts, ledger.displayed)
    comparison.compare("storages", counts.count, ledger.storages.value)
    for cell in cells {
      guard let row = reference.shown.row(cell.id) else { continue }
      let look = cell.view.look
      comparison.compare("look of \(row.id)", row.content, look.content)
      if !row.takesAnswer { continue }
      comparison.compare("title of \(row.id)", row.title, look.label.title)
      comparison.compare("lock of \(row.id)", row.isReadOnly, look.label.isReadOnly)
    }
  }

  private func compareContent(_ comparison: inout Comparison) {
    let table = owner.table
    let rows = table.displays.map { "\($0.id): \($0.rows.map { "\($0.id) \($0.look.content)" })" }
    let expected = reference.shown.parts.map {
      "\($0.id): \($0.rows.map { "\($0.id) \($0.content)" })"
    }
    comparison.compare("rows", expected, rows)
    let isMeasured = reference.viewport != nil
    for (id, top) in reference.tops {
      let frame = isMeasured ? top..<top + ReferenceTable.rowHeight : nil
      comparison.compare("frame of \(id)", frame, table.frame(of: id))
      comparison.compare("row at \(top)", isMeasured ? id : nil, table.row(at: top + 5))
      comparison.compare("reach of \(id)", reference.isReachable(id), table.isReachable(id))
    }
    comparison.compare("commands", reference.commands, table.focusCommands)
    comparison.compare("height", isMeasured ? reference.contentHeight : 0, table.contentHeight)
  }

  /// Unloads the table.
  ///
  /// - Returns: What is left over.
  func end() -> String? {
    let table = owner.table
    table.unload()
    owner.renderer.end()
    var comparison = Comparison(found: ledger.problem)
    comparison.compare("cells", 0, table.sections.flatMap(\.cells).count)
    comparison.compare("views kept", 0, table.pooledViews)
    comparison.compare("focus", nil, table.focusedRow)
    comparison.compare("highlight", nil, table.highlightedRow)
    comparison.compare("selection", [], table.selection)
    comparison.compare("rows mounted", [:], ledger.mounted)
    comparison.compare("rows displayed", [:], ledger.displayed)
    comparison.compare("storages", 0, ledger.storages.value)
    return comparison.found
  }
}

/// The first thing that differs.
private struct Comparison {
  var found: String?

  mutating func compare<Fact: Equatable>(_ name: String, _ wanted: Fact, _ fact: Fact) {
    if found == nil, wanted != fact { found = "\(name): \(fact) and not \(wanted)" }
  }
}
