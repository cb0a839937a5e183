import EkibenDocuments
import EkibenForms

/// What a table has to do, said again with plain arrays: everything is worked out anew from the rows at
/// each gesture, and nothing is remembered of cells, layouts or indices.
struct ReferenceTable {
  struct Viewport {
    let height: Int
    let obscured: Int

    var reachable: Int { max(0, height - obscured) }
  }

  static let rowHeight = 10

  /// What the table shows.
  var shown = GestureList()
  /// What whoever keeps the rows has.
  var history = GestureHistory()
  /// What whoever renders takes the table to show; nil after it was off the screen.
  var known: Document?

  var selection: Set<RowID> = []
  var allowsSeveral = false
  var highlighted: RowID?
  var focused: RowID?
  var isEditing = false
  var isAttached = true
  var viewport: Viewport?
  var offset = 0
  var decisions: [RowID] = []

  /// What has to be said during the gesture.
  var lines: [String] = []
  var refuses = false
  var meddling: (moment: GestureMoment, edit: GestureList.Edit)?
  /// Who is at work, so that what is rendered waits.
  private var work: Work?
  private var isWaiting = false

  private enum Work { case renderer, table }

  mutating func note(_ line: String, _ moment: GestureMoment) {
    lines.append(line)
    meddle(moment)
  }

  mutating func meddle(_ moment: GestureMoment) {
    guard let meddling, meddling.moment == moment else { return }
    self.meddling = nil
    commit(history.list.after(meddling.edit))
  }

  mutating func commit(_ new: GestureList) {
    history.commit(new)
    render()
  }

  /// Shows the newest content, at once or when what is being done is done.
  mutating func render() {
    if work != nil { return isWaiting = true }
    work = .renderer
    if isAttached, let known { update(from: known) } else { reload() }
    work = nil
    if isWaiting {
      isWaiting = false
      render()
    }
  }

  /// Does something to the screen; what is rendered meanwhile is shown from scratch afterwards.
  mutating func showing(_ body: (inout ReferenceTable) -> Void) {
    let isOuter = work == nil
    if isOuter { work = .table }
    body(&self)
    if !isOuter { return }
    work = .renderer
    if isWaiting {
      isWaiting = false
      reload()
    }
    work = nil
    if isWaiting {
      isWaiting = false
      render()
    }
  }

  private mutating func reload() {
    let wasSeen = !visible.isEmpty
    arrange(history.list)
    known = isAttached ? document(of: shown) : nil
    if wasSeen || !visible.isEmpty { meddle(.display) }
    finish()
  }

  // The batches of a plan are tested elsewhere; a table goes through all of them.
  private mutating func update(from known: Document) {
    let new = document(of: history.list)
    let plan = TablePlan(from: known, to: new, under: .standard)
    let target = history.list
    var isSeen = !visible.isEmpty
    for stage in plan.stages where !stage.operations.isContentOnly {
      arrange(list(showing: stage.table, towards: target))
      isSeen = isSeen || !visible.isEmpty
    }
    shown = target
    self.known = new
    if isSeen { meddle(.display) }
    if plan.stages.contains(where: { $0.operations.count > 0 }) { finish() }
  }

  private mutating func finish() {
    clearStateOfRemovedRows()
    meddle(.rendered)
  }

  private mutating func clearStateOfRemovedRows() {
    selection = selection.filter { shown.row($0) != nil }
    if let row = highlighted, shown.row(row) == nil { highlighted = nil }
    guard let row = focused, shown.row(row) == nil else { return }
    focused = nil
    note("focus -", .focus)
  }
}

extension ReferenceTable {
  /// The records of a list, as far as a plan looks at them.
  func document(of list: GestureList) -> Document {
    let form = Form("list") {
      list.parts.map { part in
        Section(part.id, header: part.hasHeader ? part.id.rawValue : nil) {
          part.rows.map { $0.plain {} }
        }
      }
    }
    do { return try form.document() } catch { return Document() }
  }

  private func list(
    showing document: Document, towards target: GestureList
  ) -> GestureList {
    var list = GestureList()
    for section in document.sections {
      let rows = section.rows.map { row in
        shown.row(row.id) ?? target.row(row.id)
          ?? GestureRow(id: row.id, kind: .text, traits: [], title: "")
      }
      let hasHeader = section.fields[.header] != nil
      list.parts.append(GestureList.Part(id: section.id, hasHeader: hasHeader, rows: rows))
    }
    return list
  }
}
