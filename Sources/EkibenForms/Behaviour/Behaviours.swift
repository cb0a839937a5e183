public import EkibenDocuments

/// A row that a person can delete.
public protocol Deletable {
  /// What the button says.
  var deleteTitle: String { get }
  /// Is called after the owner of the rows has deleted the row.
  @MainActor func didDelete()
}

/// A row that does something when it is tapped.
public protocol Tappable {
  /// Whether it takes a tap now.
  var isTappable: Bool { get }
  /// Is called when the row was tapped.
  @MainActor func didTap()
}

/// A row that knows how high it has to be, in the units of its host.
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
  /// Where it may go.
  var movePolicy: MovePolicy { get }
  /// Is called after the owner of the rows has moved the row.
  @MainActor func didMove()
}

extension Movable {
  /// Anywhere, by default.
  public var movePolicy: MovePolicy { .anywhere }
}

/// Where a row may be moved; the row whose place it takes has to be movable as well.
public enum MovePolicy: Hashable, Sendable {
  /// Into any section.
  case anywhere
  /// Inside its section.
  case insideSection
  /// Inside its section, and into these.
  case sections(Set<SectionID>)

  func allows(to target: SectionID, from source: SectionID) -> Bool {
    switch self {
    case .anywhere: true
    case .insideSection: target == source
    case .sections(let sections): target == source || sections.contains(target)
    }
  }
}

/// An action that a row offers as a button or menu item, or a submenu of such.
public struct RowAction: Sendable {
  /// What the button or menu item says.
  public let title: String
  /// Whether it takes something away, which a host warns of.
  public let isDestructive: Bool
  /// Whether it can be chosen now.
  public let isEnabled: Bool
  /// Of a submenu: its items.
  public let items: [RowAction]
  /// Performs the action.
  public let perform: @MainActor () -> Void

  /// Makes an action.
  public init(
    _ title: String, isDestructive: Bool = false, isEnabled: Bool = true,
    perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.isDestructive) = (title, isDestructive)
    (self.isEnabled, self.perform) = (isEnabled, perform)
    items = []
  }

  /// Makes a submenu.
  public init(_ title: String, items: [RowAction], isEnabled: Bool = true) {
    (self.title, self.isEnabled, self.items) = (title, isEnabled, items)
    (isDestructive, perform) = (false, {})
  }
}

/// A row with buttons beneath it, which a swipe uncovers.
public protocol SwipeActionProviding {
  /// The buttons where lines of text begin; a full swipe performs the first.
  var leadingActions: [RowAction] { get }
  /// The buttons where lines of text end; a full swipe performs the first.
  var trailingActions: [RowAction] { get }
  /// Whether a full swipe performs the first action.
  var allowsFullSwipe: Bool { get }
}

extension SwipeActionProviding {
  /// True by default.
  public var allowsFullSwipe: Bool { true }
}

/// A row with a menu.
public protocol MenuProviding {
  /// The items, in order.
  var menuItems: [RowAction] { get }
}
