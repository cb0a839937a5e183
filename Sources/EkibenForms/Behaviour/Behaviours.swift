/// A row that a person can delete.
public protocol Deletable {
  /// What the button says.
  var deleteTitle: String { get }
  /// Is called when the row was deleted, after whoever keeps it has done so.
  @MainActor func didDelete()
}

/// A row that a person can select.
public protocol Selectable {
  /// Is called when the row was selected.
  @MainActor func didSelect()
  /// Is called when the row is not selected any more.
  @MainActor func didDeselect()
}

/// A row that a person can take to another place.
public protocol Movable {
  /// Is called when the row was moved, after whoever keeps it has done so.
  @MainActor func didMove()
}

/// Something that a row offers under a title.
public struct RowAction: Sendable {
  /// What the button or menu item says.
  public let title: String
  /// Does it.
  public let perform: @MainActor () -> Void

  /// Names something that can be done.
  public init(_ title: String, perform: @escaping @MainActor () -> Void) {
    self.title = title
    self.perform = perform
  }
}

/// A row with buttons beneath it, which a swipe uncovers.
public protocol SwipeActionProviding {
  /// The buttons where lines of text begin; a full swipe does the first.
  var leadingActions: [RowAction] { get }
  /// The buttons where lines of text end; a full swipe does the first.
  var trailingActions: [RowAction] { get }
}

/// A row with a menu.
public protocol MenuProviding {
  /// The items, in order.
  var menuItems: [RowAction] { get }
}
