public import EkibenDocuments

/// Is notified when a person begins and ends to answer a row.
public struct EditBehaviour: Sendable {
  /// Is called when the focus came to the row.
  public let didBegin: @MainActor () -> Void
  /// Is called when the focus left the row, with the answer that it has then.
  public let didEnd: @MainActor (Value?) -> Void

  /// Makes what a component of one's own does.
  public init(
    didBegin: @escaping @MainActor () -> Void, didEnd: @escaping @MainActor (Value?) -> Void
  ) {
    (self.didBegin, self.didEnd) = (didBegin, didEnd)
  }
}

extension Component {
  /// Calls closures when a person begins and ends to answer the row.
  public func on(
    beginEditing: @escaping @MainActor () -> Void = {},
    endEditing: @escaping @MainActor (Value?) -> Void
  ) -> BehaviourDecorator<Self> {
    adding(EditBehaviour(didBegin: beginEditing, didEnd: endEditing))
  }
}
