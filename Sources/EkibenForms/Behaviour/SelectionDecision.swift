/// A row that decides, at once or later, whether it becomes selected.
public protocol SelectionDeciding {
  /// Is asked when a person selects the row, which is highlighted meanwhile.
  ///
  /// - Parameter answer: Is called once with the decision, in this call or later.
  @MainActor func decideSelection(_ answer: @escaping @MainActor (SelectionDecision) -> Void)
}

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

/// Asks before a row becomes selected.
public struct SelectionDecisionComponent<Base: Component>: Decorator, SelectionDeciding {
  /// The component inside.
  public var base: Base
  let decide: @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void

  /// Asks the closure.
  @MainActor public func decideSelection(
    _ answer: @escaping @MainActor (SelectionDecision) -> Void
  ) { decide(answer) }
}

extension Component {
  /// Asks before the row becomes selected; the answer may come later, and comes too late where the row is gone
  /// or another one was touched.
  public func decidingSelection(
    _ decide: @escaping @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void
  ) -> SelectionDecisionComponent<Self> {
    SelectionDecisionComponent(base: self, decide: decide)
  }
}
