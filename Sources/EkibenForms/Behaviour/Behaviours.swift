/// A row that a person can delete.
public protocol Deletable {
  /// What the button says.
  var deleteTitle: String { get }
  /// Is called when the row was deleted, after whoever keeps it has done so.
  @MainActor func didDelete()
}

/// A row that does something when it is tapped.
public protocol Tappable {
  /// Whether it takes a tap now.
  var isTappable: Bool { get }
  /// Is called when the row was tapped.
  @MainActor func didTap()
}

/// A row that knows how high it has to be, in the units of its host (B-27).
public protocol HeightProviding {
  /// The height.
  var preferredHeight: Int { get }
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
  /// Whether it takes something away, which a host warns of.
  public let isDestructive: Bool
  /// Whether it can be chosen now.
  public let isEnabled: Bool
  /// Does it.
  public let perform: @MainActor () -> Void

  /// Names something that can be done.
  public init(
    _ title: String, isDestructive: Bool = false, isEnabled: Bool = true,
    perform: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.isDestructive = isDestructive
    self.isEnabled = isEnabled
    self.perform = perform
  }
}

/// A row with buttons beneath it, which a swipe uncovers.
public protocol SwipeActionProviding {
  /// The buttons where lines of text begin; a full swipe does the first.
  var leadingActions: [RowAction] { get }
  /// The buttons where lines of text end; a full swipe does the first.
  var trailingActions: [RowAction] { get }
  /// Whether a swipe all the way does the first.
  var allowsFullSwipe: Bool { get }
}

extension SwipeActionProviding {
  /// It does.
  public var allowsFullSwipe: Bool { true }
}

/// A row with a menu.
public protocol MenuProviding {
  /// The items, in order.
  var menuItems: [RowAction] { get }
}
