/// Tells somebody when a component was drawn in a view (B-47).
public struct RenderObserver<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  let onRender: @MainActor (Base.View) -> Void

  /// Tells the component inside, then the observer.
  @MainActor public func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
    onRender(view)
  }
}

extension Component {
  /// Is told each time the row was drawn, with its view as it is then.
  public func on(render: @escaping @MainActor (View) -> Void) -> RenderObserver<Self> {
    RenderObserver(base: self, onRender: render)
  }
}
