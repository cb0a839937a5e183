public import EkibenDocuments

/// Sets properties of a component's view while it is mounted there, and puts them back when it goes.
///
/// A style is a value: a ``EkibenDocuments/Patch`` of the view. Several nest, the outermost last. It is applied after
/// what the component draws, so it may change anything of that; a view that is used again shows nothing of it.
public struct StyledComponent<Base: Component>: Decorator {
  /// The component inside.
  public var base: Base
  /// What is set.
  public let style: Patch<Base.View>

  private enum Inverse: ViewStorageKey {
    typealias Value = Patch<Base.View>
  }

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
  /// Sets properties of the view.
  ///
  /// ```swift
  /// Description("total", "12 €").styled(Patch().setting(\.text, to: "Twelve euros"))
  /// ```
  public func styled(_ style: Patch<View>) -> StyledComponent<Self> {
    StyledComponent(base: self, style: style)
  }
}
