#if canImport(UIKit)
  import Ekiben
  import UIKit

  /// A cell that knows whose it is: where its row stands may have changed when it leaves the screen.
  final class RowCell: UITableViewCell {
    var row: RowID?
  }

  extension FormTable: UITableViewDataSource {
    func numberOfSections(in tableView: UITableView) -> Int { shown.sections.count }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      shown.sections[section].rows.count
    }

    func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? {
      SectionDisplay(shown.sections[section]).header
    }

    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let cell = cell as? RowCell { bind(cell, at: place(indexPath)) }
      return cell
    }
  }

  extension FormTable: UITableViewDelegate {
    func tableView(
      _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
      if let row = (cell as? RowCell)?.row { bindings[row]?.willDisplay() }
    }

    func tableView(
      _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
      forRowAt indexPath: IndexPath
    ) {
      if let row = (cell as? RowCell)?.row { bindings[row]?.didEndDisplaying() }
    }

    /// Gives the answer that a tap means, such as the other state of a toggle.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      let row = shown[place(indexPath)]
      tableView.deselectRow(at: indexPath, animated: true)
      do {
        let input = try content.components.component(of: row).editableInput()
        if let value = try input.valueAfterTap() {
          try callbacks.onEvent?(FormEvent(row: row.id, value: value))
        }
      } catch {
        onError?(error)
      }
    }
  }

  extension FormTable {
    /// Draws the cell of a row that is on the screen, if it is.
    func bindCell(at place: Document.Place) {
      if let cell = tableView.cellForRow(at: path(place)) as? RowCell { bind(cell, at: place) }
    }

    private func bind(_ cell: RowCell, at place: Document.Place) {
      let row = shown[place]
      cell.row = row.id
      bindings[row.id, default: ViewBinding()].bind(content.components.component(of: row))
      guard let look = bindings[row.id]?.view?.look else { return }
      var configuration = cell.defaultContentConfiguration()
      configuration.text = look.label.title ?? look.text
      configuration.secondaryText = look.issues.first?.message ?? look.text
      if case .box(let mark) = look.content { configuration.secondaryText = "[\(mark)]" }
      cell.contentConfiguration = configuration
    }

    func path(_ place: Document.Place) -> IndexPath {
      IndexPath(row: place.row, section: place.section)
    }

    func place(_ path: IndexPath) -> Document.Place {
      Document.Place(section: path.section, row: path.row)
    }
  }
#endif
