public import EkibenDocuments

/// Lets a person delete a row.
public struct DeleteBehaviour: Sendable {
  /// What the button says.
  public let title: String
  /// Is called after the owner of the rows has deleted the row.
  public let didDelete: @MainActor () -> Void
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

/// Lets a person select a row.
public struct SelectBehaviour: Sendable {
  /// Is called when the row was selected.
  public let didSelect: @MainActor () -> Void
  /// Is called when the row is not selected any more.
  public let didDeselect: @MainActor () -> Void
}

/// Lets a person take a row to another place.
public struct MoveBehaviour: Sendable {
  /// Where it may go.
  public let policy: MovePolicy
  /// Is called after the owner of the rows has moved the row.
  public let didMove: @MainActor () -> Void
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

/// Puts buttons beneath a row, which a swipe uncovers.
public struct SwipeBehaviour: Sendable {
  /// The buttons where lines of text begin; a full swipe performs the first.
  public let leading: [RowAction]
  /// The buttons where lines of text end; a full swipe performs the first.
  public let trailing: [RowAction]
  /// Whether a full swipe performs the first action.
  public let allowsFullSwipe: Bool
}

/// Gives a row a menu.
public struct MenuBehaviour: Sendable {
  /// The items, in order.
  public let items: [RowAction]
}

/// What a row says when a person selects it.
public enum SelectionDecision: Hashable, Sendable {
  /// It becomes selected.
  case select
  /// It becomes selected, is notified, and is deselected at once: a row that only performs an action.
  case deselectAtOnce
  /// It does not become selected.
  case refuse
}

/// Decides, at once or later, whether a row becomes selected.
public struct SelectionDecisionBehaviour: Sendable {
  /// Is asked when a person selects the row, which is highlighted meanwhile; it calls what it is
  /// given once with the decision, in this call or later.
  public let decide: @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void
}

/// Is notified when a person begins and ends to answer a row.
public struct EditBehaviour: Sendable {
  /// Is called when the focus came to the row.
  public let didBegin: @MainActor () -> Void
  /// Is called when the focus left the row, with the answer that it has then.
  public let didEnd: @MainActor (Value?) -> Void

  /// Makes what a component of one's own does.
  public init(
    didBegin: @escaping @MainActor () -> Void, didEnd: @escaping @MainActor (Value?) -> Void
  ) { (self.didBegin, self.didEnd) = (didBegin, didEnd) }
}

extension Component {
  /// Lets a person delete the row; `didDelete` is called when that is done.
  public func deletable(
    title: String = "Delete", didDelete: @escaping @MainActor () -> Void = {}
  ) -> BehaviourDecorator<Self> { adding(DeleteBehaviour(title: title, didDelete: didDelete)) }

  /// Lets a person select the row.
  public func selectable(
    onSelect: @escaping @MainActor () -> Void = {}, onDeselect: @escaping @MainActor () -> Void = {}
  ) -> BehaviourDecorator<Self> {
    adding(SelectBehaviour(didSelect: onSelect, didDeselect: onDeselect))
  }

  /// Lets a person take the row to the place of another one that can be moved.
  public func movable(
    _ policy: MovePolicy = .anywhere, didMove: @escaping @MainActor () -> Void = {}
  ) -> BehaviourDecorator<Self> { adding(MoveBehaviour(policy: policy, didMove: didMove)) }

  /// Puts buttons beneath the row, which a swipe uncovers.
  public func swipeActions(
    leading: [RowAction] = [], trailing: [RowAction] = [], allowsFullSwipe: Bool = true
  ) -> BehaviourDecorator<Self> {
    adding(SwipeBehaviour(leading: leading, trailing: trailing, allowsFullSwipe: allowsFullSwipe))
  }

  /// Gives the row a menu.
  public func menu(_ items: [RowAction]) -> BehaviourDecorator<Self> {
    adding(MenuBehaviour(items: items))
  }

  /// Asks before the row becomes selected; the answer may come later, and comes too late where the row is gone
  /// or another one was touched.
  public func decidingSelection(
    _ decide: @escaping @MainActor (@escaping @MainActor (SelectionDecision) -> Void) -> Void
  ) -> BehaviourDecorator<Self> { adding(SelectionDecisionBehaviour(decide: decide)) }

  /// Calls closures when a person begins and ends to answer the row.
  public func on(
    beginEditing: @escaping @MainActor () -> Void = {},
    endEditing: @escaping @MainActor (Value?) -> Void
  ) -> BehaviourDecorator<Self> {
    adding(EditBehaviour(didBegin: beginEditing, didEnd: endEditing))
  }
}
