import EkibenDocuments
import EkibenForms
import EkibenTesting

/// One thing that a person or a program does to a table.
enum Gesture {
  case type(String, RowID)
  case toggle(RowID)
  case pick(String?, RowID)
  case tap(RowID)
  case select(RowID)
  case deselect(RowID)
  case highlight(RowID)
  case unhighlight
  case beginSelectingSeveral(RowID)
  case allowSeveral(Bool)
  case decide(SelectionDecision)
  case swipe(RowID, HeadlessTable.Side, String?)
  case delete(RowID)
  case drag(RowID, RowID)
  case choose([String], RowID)
  case scroll(Int)
  case scrollTo(RowID)
  case focus(RowID?)
  case moveFocus(FocusDirection, skippingPopulated: Bool)
  case command(FocusCommand)
  case pressReturn
  case detach
  case attach
  case viewport(height: Int, obscured: Int)
  case noViewport
  case setEditing(Bool)
  case undo
  case redo
  case edit(GestureList.Edit)
}

/// How a gesture ended.
enum GestureOutcome: Equatable {
  case done
  case said(Bool)
  case refused(InputError)
  case failed(String)

  /// Does something, and says how it ended.
  @MainActor init(_ body: @MainActor () throws -> Bool?) {
    do { self = try body().map(GestureOutcome.said) ?? .done } catch {
      self = (error as? InputError).map(GestureOutcome.refused) ?? .failed("\(error)")
    }
  }
}

extension GestureOwner {
  /// Does a gesture to the table.
  func perform(_ gesture: Gesture) -> GestureOutcome {
    GestureOutcome { try self.performOnRow(gesture) ?? self.performOnTable(gesture) }
  }

  // What a person does to a row; nil where that says nothing, or is none of these.
  private func performOnRow(_ gesture: Gesture) throws -> Bool? {
    switch gesture {
    case .type(let text, let row): try table.type(text, into: row)
    case .toggle(let row): try table.toggle(row)
    case .pick(let option, let row): try table.pick(option, in: row)
    case .tap(let row): try table.tap(row)
    case .select(let row): try table.select(row)
    case .deselect(let row): table.deselect(row)
    case .highlight(let row): try table.highlight(row)
    case .unhighlight: table.unhighlight()
    case .beginSelectingSeveral(let row): try table.beginSelectingSeveral(with: row)
    case .swipe(let row, let side, let title): try table.swipe(row, at: side, pressing: title)
    case .delete(let row): try table.delete(row)
    case .drag(let row, let target): try table.drag(row, to: target)
    case .choose(let path, let row): try table.choose(path, of: row)
    case .scrollTo(let row): return table.scroll(to: row)
    case .focus(let row): return table.focus(row)
    case .moveFocus(let direction, let skips):
      return table.moveFocus(direction, skippingPopulated: skips)
    case .command(let command): return table.perform(command)
    case .pressReturn: return table.pressReturn()
    default: break
    }
    return nil
  }

  private func performOnTable(_ gesture: Gesture) -> Bool? {
    switch gesture {
    case .allowSeveral(let allows): table.allowsMultipleSelection = allows
    case .decide(let decision): decide(decision)
    case .scroll(let offset): table.scroll(to: offset)
    case .detach: table.detach()
    case .attach: table.attach()
    case .viewport(let height, let obscured):
      table.viewport = TableViewport(height: height, obscured: obscured, rowHeight: .fixed(10))
    case .noViewport: table.viewport = nil
    case .setEditing(let isEditing): table.setEditing(isEditing)
    case .undo: undo()
    case .redo: redo()
    case .edit(let edit): commit(history.list.after(edit))
    default: break
    }
    return nil
  }
}
