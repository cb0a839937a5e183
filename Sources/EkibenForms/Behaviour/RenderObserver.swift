/// Calls a closure each time a component was drawn in a view.
public struct RenderObserver<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  let onRender: @MainActor (Base.View) -> Void

  /// Forwards to the component inside, then calls the closure.
  @MainActor public func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
    onRender(view)
  }
}

extension Component {
  /// Calls a closure each time the row was drawn, with its view as it is then.
  public func on(render: @escaping @MainActor (View) -> Void) -> RenderObserver<Self> {
    RenderObserver(base: self, onRender: render)
  }
}
