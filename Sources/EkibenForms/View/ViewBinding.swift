import EkibenDocuments

/// A view that is used again and again, and the component that is bound to it.
///
/// Every host binds through this, so that the order of calls is the same everywhere:
/// `didEndDisplaying` and `willUnmount` of the old component, the storage is cleared, the view is
/// kept if the new component has the same registered name and else made anew, `render`, `didMount`,
/// and `willDisplay` if the view is on the screen.
public struct ViewBinding {
  /// One call, or one thing that happens to the view.
  public enum Step: String, Hashable, Sendable {
    /// The old component is told that its view left the screen.
    case didEndDisplaying
    /// The old component is told that it loses its view, and then the storage is cleared.
    case willUnmount
    /// A new view is made.
    case makeView
    /// The component draws itself.
    case render
    /// The component is told that it has a view.
    case didMount
    /// The component is told that its view comes to the screen.
    case willDisplay
  }

  /// The component that is bound; nil in a view that waits to be used again.
  public private(set) var component: (any Component)?
  /// What the view shows; nil before anything was bound.
  public private(set) var view: (any ViewModel)?
  /// Whether the view is on the screen.
  public private(set) var isDisplaying = false
  /// What components keep beside the view while they are mounted.
  public private(set) var storage = ViewStorage()
  private var name: String?

  /// Makes a binding without a view.
  public init() {}

  /// Binds a component, in place of the one before (rule F19).
  ///
  /// - Parameters:
  ///   - new: The component.
  ///   - report: Is told of each step before it is done.
  @MainActor public mutating func bind(_ new: any Component, report: (Step) -> Void = { _ in }) {
    let wasDisplaying = isDisplaying
    unbind(report: report)
    component = new
    if let name, !ByteText.equal(name, new.name) { view = nil }
    name = new.name
    // Of one name, but of another program's type: such a view cannot be used again either.
    if !new.canDraw(over: view) { report(.makeView) }
    report(.render)
    view = new.drawn(over: view)
    report(.didMount)
    withView { new.mount(in: &$0, &$1) }
    if wasDisplaying { willDisplay(report: report) }
  }

  /// Takes the component off; the view stays and can be used again.
  @MainActor public mutating func unbind(report: (Step) -> Void = { _ in }) {
    didEndDisplaying(report: report)
    guard let old = component else { return }
    report(.willUnmount)
    withView { old.unmount(from: &$0, &$1) }
    storage.clear()
    component = nil
  }

  /// Says that the view comes to the screen.
  @MainActor public mutating func willDisplay(report: (Step) -> Void = { _ in }) {
    guard let component, !isDisplaying else { return }
    isDisplaying = true
    report(.willDisplay)
    withView { view, _ in component.display(in: &view) }
  }

  /// Says that the view has left the screen.
  @MainActor public mutating func didEndDisplaying(report: (Step) -> Void = { _ in }) {
    guard let component, isDisplaying else { return }
    isDisplaying = false
    report(.didEndDisplaying)
    withView { view, _ in component.endDisplaying(in: &view) }
  }

  private mutating func withView(_ call: (inout any ViewModel, inout ViewStorage) -> Void) {
    guard var view else { return }
    call(&view, &storage)
    self.view = view
  }

  /// What a host keeps while a component is called: all but the storage, which has one owner, so that
  /// what it keeps is released at once when it is cleared.
  var withoutStorage: ViewBinding { changed(self) { $0.storage.clear() } }
}
