import EkibenDocuments
import EkibenForms

extension ReferenceTable {
  /// Does a gesture by hand.
  @MainActor mutating func perform(_ gesture: Gesture) -> GestureOutcome {
    var reference = self
    let outcome = GestureOutcome {
      try reference.performOnRow(gesture) ?? reference.performOnTable(gesture)
    }
    self = reference
    return outcome
  }

  private mutating func performOnRow(_ gesture: Gesture) throws -> Bool? {
    switch gesture {
    case .type(let text, let row): try type(text, into: row)
    case .toggle(let row): try toggle(row)
    case .pick(let option, let row): try pick(option, in: row)
    case .tap(let row): try tap(row)
    case .select(let row): try select(row)
    case .deselect(let row): deselect(row)
    case .highlight(let row): try highlight(row)
    case .unhighlight: highlighted = nil
    case .beginSelectingSeveral(let row): try beginSelectingSeveral(row)
    case .swipe(let row, let side, let title): try swipe(row, side, title)
    case .delete(let row): try delete(row)
    case .drag(let row, let target): try drag(row, to: target)
    case .choose(let path, let row): try choose(path, of: row)
    case .scrollTo(let row): return scroll(to: row)
    case .focus(let row): return focus(row)
    case .moveFocus(let direction, let skips):
      return moveFocus(direction, skippingPopulated: skips)
    case .command(let command): return perform(command)
    case .pressReturn: return pressReturn()
    default: break
    }
    return nil
  }

  private mutating func performOnTable(_ gesture: Gesture) -> Bool? {
    switch gesture {
    case .allowSeveral(let allows): allowsSeveral = allows
    case .decide(let decision): decide(decision)
    case .scroll(let offset): scroll(to: offset)
    case .detach: detach()
    case .attach: attach()
    case .viewport(let height, let obscured):
      setViewport(Viewport(height: height, obscured: obscured))
    case .noViewport: setViewport(nil)
    case .setEditing(let isEditing): self.isEditing = isEditing
    case .undo: if history.undo() { render() }
    case .redo: if history.redo() { render() }
    case .edit(let edit): commit(history.list.after(edit))
    default: break
    }
    return nil
  }
}
