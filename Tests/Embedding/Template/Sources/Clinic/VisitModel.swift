import Ekiben
import Foundation
import Observation

/// What a screen holds: observable beside an observable session.
@Observable
@MainActor
public final class VisitModel {
  public let session: Session
  public private(set) var taps = 0
  public private(set) var refusals: [String] = []

  public init(_ name: DocumentName, in store: Store) throws {
    session = try store.open(name, from: try visitForm())
    session.onError = { [weak self] error in
      self?.refusals.append(error.localizedDescription)
    }
  }

  public var title: String { session[.name] ?? "New visit" }
  public var canUndo: Bool { session.canUndo }

  /// A row that closes over the main actor, as every screen does.
  public func row() -> some Component {
    TextInput(.name, title: "Name")
      .selectable(onSelect: { self.taps += 1 })
      .on(willDisplay: { self.taps += 1 })
  }

  /// What a text field of SwiftUI is bound to.
  public var name: FieldBinding<String> { session.binding(.name) }
}
