// A component and its view where neither type is known: each call opens both.
extension Component {
  /// Whether a view is of the component's kind, so that it can be used again.
  func canDraw(over view: (any ViewModel)?) -> Bool { view is View }

  /// Draws in a view of the component's kind, or in a new one where that is of another.
  package func drawn(over old: (any ViewModel)?) -> any ViewModel {
    var view = old as? View ?? View()
    render(in: &view)
    return view
  }

  @MainActor func mount(in view: inout any ViewModel, _ storage: inout ViewStorage) {
    change(&view) { didMount(to: &$0, storage: &storage) }
  }

  @MainActor func unmount(from view: inout any ViewModel, _ storage: inout ViewStorage) {
    change(&view) { willUnmount(from: &$0, storage: &storage) }
  }

  @MainActor func display(in view: inout any ViewModel) { change(&view) { willDisplay(&$0) } }

  @MainActor func endDisplaying(in view: inout any ViewModel) {
    change(&view) { didEndDisplaying(&$0) }
  }

  private func change(_ view: inout any ViewModel, _ body: (inout View) -> Void) {
    guard var own = view as? View else { return }
    body(&own)
    view = own
  }
}
