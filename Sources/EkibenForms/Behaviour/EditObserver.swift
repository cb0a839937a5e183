public import EkibenDocuments

/// A row that is notified when a person begins and ends to answer it.
public protocol EditObserving {
  /// Is called when the focus came to the row.
  @MainActor func didBeginEditing()
  /// Is called when the focus left the row, with the answer that it has then.
  @MainActor func didEndEditing(_ value: Value?)
}

/// Calls closures when a person begins and ends to answer a row.
public struct EditObserver<Base: Component>: Decorator, EditObserving {
  /// The component inside.
  public var base: Base
  let onBegin: @MainActor () -> Void
  let onEnd: @MainActor (Value?) -> Void

  /// Says that the focus came.
  @MainActor public func didBeginEditing() { onBegin() }
  /// Says that the focus left.
  @MainActor public func didEndEditing(_ value: Value?) { onEnd(value) }
}

extension Component {
  /// Calls closures when a person begins and ends to answer the row.
  public func on(
    beginEditing: @escaping @MainActor () -> Void = {},
    endEditing: @escaping @MainActor (Value?) -> Void
  ) -> EditObserver<Self> {
    EditObserver(base: self, onBegin: beginEditing, onEnd: endEditing)
  }
}
