// A component and its view where neither type is known: each call opens both.
extension Component {
  /// Whether a view is of the component's kind, so that it can be used again.
  func canDraw(over view: (any ViewModel)?) -> Bool { view is View }

  /// Draws in a view of the component's kind, or in a new one where that is of another.
  func drawn(over old: (any ViewModel)?) -> any ViewModel {
    var view = old as? View ?? View()
    render(in: &view)
    return view
  }

  @MainActor func mount(in view: inout any ViewModel, _ storage: inout ViewStorage) {
    guard var own = view as? View else { return }
    didMount(to: &own, storage: &storage)
    view = own
  }

  @MainActor func unmount(from view: inout any ViewModel, _ storage: inout ViewStorage) {
    guard var own = view as? View else { return }
    willUnmount(from: &own, storage: &storage)
    view = own
  }

  @MainActor func display(in view: inout any ViewModel) {
    guard var own = view as? View else { return }
    willDisplay(&own)
    view = own
  }

  @MainActor func endDisplaying(in view: inout any ViewModel) {
    guard var own = view as? View else { return }
    didEndDisplaying(&own)
    view = own
  }
}
