import Ekiben

/// Stands in for a view class of UIKit: on the main actor, with a life of its own.
@MainActor
open class UIViewLike {
  public var isHidden = false
  public init() {}
}

/// A table of the app's own: lines of text in a view.
public final class ListTable: UIViewLike, IdentityHost {
  public private(set) var lines: [String] = []
  public private(set) var reloads = 0
  public private(set) var focusedRow: RowID?
  public private(set) var isAttached = true
  public var callbacks = TableCallbacks()
  private var rows: [RowID] = []

  public func show(_ table: IdentityTable, of content: TableContent) {
    rows = table.sections.flatMap(\.rows)
    lines = content.document.sections.flatMap { section in
      section.rows.map { row in
        let component = content.components.component(of: row)
        let answer = component.input?.shownAnswer() ?? "–"
        return "\(row.fields.text(.title) ?? row.id.rawValue): \(answer)"
      }
    }
  }

  public func reload(_ content: TableContent) {
    reloads += 1
    show(IdentityTable(content.document), of: content)
  }

  public func focus(_ row: RowID?) -> Bool {
    guard let row else {
      focusedRow = nil
      return true
    }
    guard rows.contains(row) else { return false }
    focusedRow = row
    return true
  }

  public func scroll(to row: RowID) -> Bool { rows.contains(row) }

  /// What a person does: answers a row.
  public func answer(_ row: RowID, with value: Value?) throws {
    try callbacks.onEvent?(FormEvent(row: row, value: value))
  }
}
