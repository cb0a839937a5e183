/// What a row says when a person selects it.
public enum SelectionDecision: Hashable, Sendable {
  /// It becomes selected.
  case select
  /// It becomes selected, is notified of that, and is deselected at once: a row that only performs
  /// an action.
  case deselectAtOnce
  /// It does not become selected.
  case refuse
}

/// Decides, at once or later, whether a row becomes selected.
public struct SelectionDecisionBehaviour: Sendable {
  /// Is asked when a person selects the row, which is highlighted meanwhile; it calls what it is
  /// given once with the decision, in this call or later.
  public let decide: @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void
}

extension Component {
  /// Asks before the row becomes selected; the answer may come later, and comes too late where the row is gone
  /// or another one was touched.
  public func decidingSelection(
    _ decide: @escaping @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void
  ) -> BehaviourDecorator<Self> {
    adding(SelectionDecisionBehaviour(decide: decide))
  }
}
