#if canImport(UIKit)
  import Ekiben
  import UIKit

  /// Shows a session in a table view: `session.attach(table)`, and `session.detach(table)` before it is let go.
  ///
  /// As the session and the table view it lives on the main actor. Whatever a row's component calls while the
  /// table works (display callbacks, events) may edit the session: the session keeps that until this host has
  /// returned, so nothing here is ever called while it is at work.
  final class FormTable: NSObject, TableHost {
    var callbacks = TableCallbacks()
    /// Says to the person in front of the screen why an answer was not taken.
    var onError: ((any Error) -> Void)?
    let tableView: UITableView
    var content = TableContent()
    /// What the table view was told last; between the batches of a plan not yet the content's.
    var shown = Document()
    var bindings: [RowID: ViewBinding] = [:]

    init(_ tableView: UITableView) {
      self.tableView = tableView
      super.init()
      tableView.register(RowCell.self, forCellReuseIdentifier: "row")
      (tableView.dataSource, tableView.delegate) = (self, self)
    }

    /// Batch updates before the table is on the screen make it lay out without a window.
    var isAttached: Bool { tableView.window != nil }

    /// The view controller says so in `viewIsAppearing`.
    func didAppear() { callbacks.onAttach?() }

    func reload(_ content: TableContent) {
      for row in bindings.keys { bindings[row]?.unbind() }
      bindings = [:]
      (self.content, shown) = (content, content.document)
      tableView.reloadData()
    }

    func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
      // Where a table view would end the program, this throws, and nothing has happened yet.
      try plan.validate(against: shown)
      self.content = content
      for stage in plan.stages {
        tableView.performBatchUpdates { [self] in
          // Inside, since the table view asks for the new counts when the batch ends.
          shown = stage.table
          batch(stage.operations)
        }
        for place in stage.operations.updateRows { bindCell(at: place) }
        tableView.reloadRows(at: stage.operations.replaceViews.map(path), with: .fade)
        let supplemented = Set(stage.operations.supplements.map(\.section))
        tableView.reloadSections(IndexSet(supplemented), with: .none)
      }
      for row in Set(bindings.keys).subtracting(shown.sections.flatMap { $0.rows.map(\.id) }) {
        bindings[row]?.unbind()
        bindings[row] = nil
      }
    }

    func rebind(_ content: TableContent) {
      self.content = content
      for path in tableView.indexPathsForVisibleRows ?? [] { bindCell(at: place(path)) }
    }

    func focus(_ row: RowID?) -> Bool {
      guard let row else { return tableView.endEditing(true) }
      return scroll(to: row)
    }

    func scroll(to row: RowID) -> Bool {
      for (section, rows) in shown.sections.map(\.rows).enumerated() {
        guard let index = rows.firstIndex(where: { $0.id == row }) else { continue }
        tableView.scrollToRow(
          at: IndexPath(row: index, section: section), at: .middle, animated: false)
        return true
      }
      return false
    }

    private func batch(_ operations: TableOperations) {
      tableView.deleteSections(IndexSet(operations.deleteSections), with: .automatic)
      tableView.insertSections(IndexSet(operations.insertSections), with: .automatic)
      for move in operations.moveSections {
        tableView.moveSection(move.source, toSection: move.target)
      }
      tableView.deleteRows(at: operations.deleteRows.map(path), with: .automatic)
      tableView.insertRows(at: operations.insertRows.map(path), with: .automatic)
      for move in operations.moveRows {
        tableView.moveRow(at: path(move.source), to: path(move.target))
      }
    }
  }
#endif
