public import EkibenDocuments

/// What happened to a row of a table, and where the row stands when the event is delivered.
///
/// It is made when it is delivered, with section and component as of then; of rows that are gone there is none.
public struct RowEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// A person gave an answer, or typed text that is none, even if the rows' owner refuses it.
    case typed(FormEvent)
    /// The focus came to the row.
    case focused
    /// The focus left the row.
    case left
    /// The row was tapped.
    case tapped
    /// The row was selected.
    case selected
    /// The row is not selected any more.
    case deselected
    /// A button beneath the row or an item of its menu was chosen: the titles on the way.
    case chosen([String])
    /// What stands at the end of the row was tapped.
    case accessoryTapped
    /// The owner of the rows has moved the row.
    case moved
    /// What only its component knows; see ``EventEmitting``.
    case own(any Sendable)
  }

  /// The section that the row stands in.
  public let section: SectionID
  /// The row.
  public let row: RowID
  /// The component of the row, decorators and all.
  public let component: any Component
  /// What happened.
  public let kind: Kind
}

/// A component in whose view something can happen that only it knows.
///
/// ```swift
/// struct Stars: EventEmitting { enum Event { case shaken }  … }
/// …
/// renderer.handlers = RowHandlers().onEvent(from: Stars.self) { event, stars, what in … }
/// ```
public protocol EventEmitting: Component {
  /// What can happen.
  associatedtype Event: Sendable
}

extension HeadlessTable {
  /// Emits an event from a row's view, as the view does on a screen.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, or its component has no such event.
  public func emit(_ event: some Sendable, from row: RowID) throws(InputError) {
    guard let emitter = try reach(row).component.behaviour((any EventEmitting).self),
      emitter.has(event)
    else { throw InputError(row: row, .notOffered(action: "event")) }
    report(.own(event), of: row)
  }

  /// Delivers an event of a row.
  func report(_ kind: RowEvent.Kind, of row: RowID) {
    guard let onRowEvent = callbacks.onRowEvent, let place = index[row] else { return }
    onRowEvent(
      RowEvent(
        section: slots.sections[place.section].id, row: row,
        component: content.component(at: place), kind: kind))
  }
}

extension EventEmitting {
  fileprivate func has(_ event: any Sendable) -> Bool { event is Event }
}
