public import EkibenDocuments

/// What stands at the end of a row: a mark, or something of its own to tap.
public enum Accessory: Hashable, Sendable {
  /// The row leads somewhere.
  case chevron
  /// The row is chosen, or done.
  case checkmark
  /// Something is under way.
  case activity
  /// An image of a name that the host knows; one called as another case is that case.
  case icon(String)

  /// Reads what a record keeps.
  public init(name: String) {
    self = [.chevron, .checkmark, .activity].first { $0.name == name } ?? .icon(name)
  }

  /// What a record keeps.
  public var name: String {
    switch self {
    case .chevron: "chevron"
    case .checkmark: "checkmark"
    case .activity: "activity"
    case .icon(let name): name
    }
  }
}

/// Makes an accessory something to tap by itself.
public struct AccessoryBehaviour: Sendable {
  /// Is called when the accessory was tapped, and the row was not.
  public let didTap: @MainActor () -> Void

  /// Makes what a component of one's own does.
  public init(didTap: @escaping @MainActor () -> Void) { self.didTap = didTap }
}

extension Component {
  /// What stands at the end of the row.
  public var accessory: Accessory? { record.text(.accessory).map(Accessory.init(name:)) }

  /// Puts a mark at the end of the row, or with nil takes it away.
  public func accessory(_ accessory: Accessory?) -> Self {
    setting(.accessory, to: accessory.map { .text($0.name) })
  }

  /// Puts something at the end of the row that can be tapped by itself.
  public func accessory(
    _ accessory: Accessory, didTap: @escaping @MainActor () -> Void
  ) -> BehaviourDecorator<Self> {
    self.accessory(accessory).adding(AccessoryBehaviour(didTap: didTap))
  }
}

extension HeadlessTable {
  /// Taps the accessory of a row.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, it has no accessory, or nobody is told.
  public func tapAccessory(of row: RowID) throws(InputError) {
    let component = try reach(row).component
    guard component.accessory != nil, let tappable = component.behaviour(AccessoryBehaviour.self)
    else { throw InputError(row: row, .notOffered(action: "accessory")) }
    report(.accessoryTapped, of: row)
    tappable.didTap()
  }
}
