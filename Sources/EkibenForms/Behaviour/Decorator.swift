public import EkibenDocuments

/// A component around another one, which adds something to it and leaves its view alone.
///
/// Everything is forwarded to the component inside. A decorator that does something of its own on a
/// call does it after the call inside. What it did to the view it takes back in
/// ``Component/willUnmount(from:storage:)``, before it forwards that: last done, first undone. What it
/// can do is found through any number of others around it, by ``Component/behaviour(_:)``.
public protocol Decorator<Base>: Component where View == Base.View {
  /// What is inside.
  associatedtype Base: Component

  /// The component inside.
  var base: Base { get set }
}

extension Decorator {
  /// The identity of the component inside.
  public var id: RowID { base.id }
  /// The record of the component inside: a decorator leaves none.
  public var record: Fields {
    get { base.record }
    set { base.record = newValue }
  }

  /// Goes along with the component inside.
  public func forInstance(_ id: RowID) -> Self { changed(self) { $0.base = base.forInstance(id) } }

  /// Draws the component inside.
  public func render(in view: inout Base.View) { base.render(in: &view) }
  /// Forwards to the component inside.
  @MainActor public func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
  }
  /// Forwards to the component inside.
  @MainActor public func willUnmount(from view: inout Base.View, storage: inout ViewStorage) {
    base.willUnmount(from: &view, storage: &storage)
  }
  /// Forwards to the component inside.
  @MainActor public func willDisplay(_ view: inout Base.View) { base.willDisplay(&view) }
  /// Forwards to the component inside.
  @MainActor public func didEndDisplaying(_ view: inout Base.View) { base.didEndDisplaying(&view) }

  fileprivate var wrapped: any Component { base }
}

/// A component that can do one thing more, which hosts find by ``Component/behaviour(_:)``.
public struct BehaviourDecorator<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  /// What it can do more.
  public let behaviours: [any Sendable]
}

/// Calls closures when a component was drawn in a view, and when it comes to the screen and leaves it.
public struct DisplayObserver<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  var onRender: @MainActor (Base.View) -> Void = { _ in }
  var onWillDisplay: @MainActor () -> Void = {}
  var onDidEndDisplaying: @MainActor () -> Void = {}

  /// Forwards to the component inside, then calls the closure.
  @MainActor public func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
    onRender(view)
  }

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

/// Sets properties of a component's view while it is mounted there, and puts them back when it goes.
///
/// A style is a value: a ``EkibenDocuments/Patch`` of the view. Several nest, the outermost last. It is applied after
/// what the component draws, so it may change anything of that; a view that is used again shows nothing of it.
public struct StyledComponent<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  /// What is set.
  public let style: Patch<Base.View>

  private enum Inverse: ViewStorageKey { typealias Value = Patch<Base.View> }

  /// Applies the style.
  @MainActor public func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
    storage[Self.self, Inverse.self] = style.apply(to: &view)
  }

  /// Takes the style back.
  @MainActor public func willUnmount(from view: inout Base.View, storage: inout ViewStorage) {
    storage[Self.self, Inverse.self]?.apply(to: &view)
    base.willUnmount(from: &view, storage: &storage)
  }
}

extension Component {
  /// What the component, or else one inside, can do besides showing itself; the outermost counts.
  ///
  /// ```swift
  /// component.behaviour(DeleteBehaviour.self)?.title
  /// ```
  ///
  /// - Complexity: O(depth).
  public func behaviour<Behaviour>(_ kind: Behaviour.Type) -> Behaviour? {
    if let own = self as? Behaviour { return own }
    for own in behaviours { if let own = own as? Behaviour { return own } }
    return (self as? any Decorator)?.wrapped.behaviour(kind)
  }

  /// Wraps the component in something that it can do more, as ``menu(_:)`` does.
  public func adding(_ behaviour: some Sendable) -> BehaviourDecorator<Self> {
    BehaviourDecorator(base: self, behaviours: [behaviour])
  }

  /// Calls closures when the row comes to the screen and leaves it.
  public func on(
    willDisplay: @escaping @MainActor () -> Void = {},
    didEndDisplaying: @escaping @MainActor () -> Void = {}
  ) -> DisplayObserver<Self> {
    DisplayObserver(base: self, onWillDisplay: willDisplay, onDidEndDisplaying: didEndDisplaying)
  }

  /// Calls a closure each time the row was drawn, with its view as it is then.
  public func on(render: @escaping @MainActor (View) -> Void) -> DisplayObserver<Self> {
    DisplayObserver(base: self, onRender: render)
  }

  /// Sets properties of the view.
  ///
  /// ```swift
  /// Description("total", "12 €").styled(Patch().setting(\.text, to: "Twelve euros"))
  /// ```
  public func styled(_ style: Patch<View>) -> StyledComponent<Self> {
    StyledComponent(base: self, style: style)
  }
}
