/// Calls closures when a component comes to the screen and leaves it.
public struct DisplayObserver<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  let onWillDisplay: @MainActor () -> Void
  let onDidEndDisplaying: @MainActor () -> Void

  /// Forwards to the component inside, then calls the closure.
  @MainActor public func willDisplay(_ view: inout Base.View) {
    base.willDisplay(&view)
    onWillDisplay()
  }

  /// Forwards to the component inside, then calls the closure.
  @MainActor public func didEndDisplaying(_ view: inout Base.View) {
    base.didEndDisplaying(&view)
    onDidEndDisplaying()
  }
}

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
  /// Calls closures when the row comes to the screen and leaves it.
  public func on(
    willDisplay: @escaping @MainActor () -> Void = {},
    didEndDisplaying: @escaping @MainActor () -> Void = {}
  ) -> DisplayObserver<Self> {
    DisplayObserver(base: self, onWillDisplay: willDisplay, onDidEndDisplaying: didEndDisplaying)
  }

  /// Calls a closure each time the row was drawn, with its view as it is then.
  public func on(render: @escaping @MainActor (View) -> Void) -> RenderObserver<Self> {
    RenderObserver(base: self, onRender: render)
  }
}
