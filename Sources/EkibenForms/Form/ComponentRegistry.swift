public import EkibenDocuments
package import EkibenExpressions

/// A component that can be made from its record alone, as a store or another program left it.
public protocol RegisteredComponent: Component {
  /// The registered name under which components of this kind are stored.
  static var component: String { get }

  /// Reads a record; nil when it is of a version that this program does not understand.
  init?(id: RowID, record: Fields)
}

extension RegisteredComponent {
  /// The component of the same record under another id.
  public func forInstance(_ id: RowID) -> Self { Self(id: id, record: record) ?? self }
}

/// The kinds of component that a program knows, by their registered names (rule F1).
///
/// A record without a live component, opened from a store or replayed, gets its component from here.
/// What is not registered is ``Opaque`` (rule F2).
public struct ComponentRegistry: Sendable {
  private var kinds: [String: any RegisteredComponent.Type] = [:]
  /// Writes the form of a document as the Questionnaire that expressions ask for.
  ///
  /// It gives nil where it cannot be written. What writes files stands above this module.
  package var questionnaire: (@Sendable (Document) -> ExpressionItem?)?

  /// The kinds that come with Ekiben.
  public static let standard: ComponentRegistry = {
    let kinds: [any RegisteredComponent.Type] = [
      TextInput.self, DateInput.self, Toggle.self, Choice.self, Quantity.self, Description.self,
      DetailedDescription.self, Button.self, ActivityIndicator.self, Image.self, EmptySpace.self,
      Search.self, Combined.self,
    ]
    return changed(ComponentRegistry()) { for kind in kinds { $0.register(kind) } }
  }()

  /// Makes an empty registry.
  public init() {}

  /// Adds a kind, in place of the one of that name.
  public mutating func register(_ kind: any RegisteredComponent.Type) {
    kinds[kind.component] = kind
  }

  /// The component of a record.
  ///
  /// - Complexity: O(fields).
  public func component(_ id: RowID, _ record: Fields) -> any Component {
    let kind = record.text(.component).flatMap { kinds[$0] }
    return kind?.init(id: id, record: record) ?? Opaque(id: id, record: record)
  }
}
