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

/// Lets a person delete a row.
public struct Deletion<Base: Component>: Decorator, Deletable {
  /// The component inside.
  public var base: Base
  /// What the button says.
  public let deleteTitle: String
  let onDelete: @MainActor () -> Void

  /// Says that the row is deleted.
  @MainActor public func didDelete() { onDelete() }
}

/// Lets a person select a row.
public struct SelectableComponent<Base: Component>: Decorator, Selectable {
  /// The component inside.
  public var base: Base
  let onSelect: @MainActor () -> Void
  let onDeselect: @MainActor () -> Void

  /// Says that the row is selected.
  @MainActor public func didSelect() { onSelect() }
  /// Says that the row is not selected any more.
  @MainActor public func didDeselect() { onDeselect() }
}

/// Lets a person take a row to another place.
public struct MovableComponent<Base: Component>: Decorator, Movable {
  /// The component inside.
  public var base: Base
  /// Where it may go.
  public let movePolicy: MovePolicy
  let onMove: @MainActor () -> Void

  /// Says that the row is elsewhere now.
  @MainActor public func didMove() { onMove() }
}

/// Puts buttons beneath a row.
public struct SwipeActionsComponent<Base: Component>: Decorator, SwipeActionProviding {
  /// The component inside.
  public var base: Base
  /// The buttons where lines of text begin.
  public let leadingActions: [RowAction]
  /// The buttons where lines of text end.
  public let trailingActions: [RowAction]
  /// Whether a full swipe performs the first action.
  public let allowsFullSwipe: Bool
}

/// Gives a row a menu.
public struct MenuComponent<Base: Component>: Decorator, MenuProviding {
  /// The component inside.
  public var base: Base
  /// The items, in order.
  public let menuItems: [RowAction]
}

extension Component {
  /// Calls closures when the row comes to the screen and leaves it.
  public func on(
    willDisplay: @escaping @MainActor () -> Void = {},
    didEndDisplaying: @escaping @MainActor () -> Void = {}
  ) -> DisplayObserver<Self> {
    DisplayObserver(base: self, onWillDisplay: willDisplay, onDidEndDisplaying: didEndDisplaying)
  }

  /// Lets a person delete the row; `didDelete` is called when that is done.
  public func deletable(
    title: String = "Delete", didDelete: @escaping @MainActor () -> Void = {}
  ) -> Deletion<Self> {
    Deletion(base: self, deleteTitle: title, onDelete: didDelete)
  }

  /// Lets a person select the row.
  public func selectable(
    onSelect: @escaping @MainActor () -> Void = {},
    onDeselect: @escaping @MainActor () -> Void = {}
  ) -> SelectableComponent<Self> {
    SelectableComponent(base: self, onSelect: onSelect, onDeselect: onDeselect)
  }

  /// Lets a person take the row to the place of another one that can be moved.
  public func movable(
    _ policy: MovePolicy = .anywhere, didMove: @escaping @MainActor () -> Void = {}
  ) -> MovableComponent<Self> {
    MovableComponent(base: self, movePolicy: policy, onMove: didMove)
  }

  /// Puts buttons beneath the row, which a swipe uncovers.
  public func swipeActions(
    leading: [RowAction] = [], trailing: [RowAction] = [], allowsFullSwipe: Bool = true
  ) -> SwipeActionsComponent<Self> {
    SwipeActionsComponent(
      base: self, leadingActions: leading, trailingActions: trailing,
      allowsFullSwipe: allowsFullSwipe)
  }

  /// Gives the row a menu.
  public func menu(_ items: [RowAction]) -> MenuComponent<Self> {
    MenuComponent(base: self, menuItems: items)
  }
}
