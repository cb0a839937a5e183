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
  // Beside it: whoever copies a table has to know its type, and a program that reads one answer needs neither.
  private final class Kinds: Sendable {
    let named: [String: any RegisteredComponent.Type]
    init(_ named: [String: any RegisteredComponent.Type]) { self.named = named }
  }

  private var kinds: Kinds?
  private let hasStandardKinds: Bool
  /// Writes the form of a document as the Questionnaire that expressions ask for.
  ///
  /// It gives nil where it cannot be written. What writes files stands above this module.
  package var questionnaire: (@Sendable (Document) -> ExpressionItem?)?

  /// The kinds that come with Ekiben.
  public static let standard = ComponentRegistry(hasStandardKinds: true)

  /// Makes an empty registry.
  public init() { self.init(hasStandardKinds: false) }

  private init(hasStandardKinds: Bool) { self.hasStandardKinds = hasStandardKinds }

  /// Adds a kind, in place of the one of that name.
  public mutating func register(_ kind: any RegisteredComponent.Type) {
    var named = kinds?.named ?? [:]
    named[kind.component] = kind
    kinds = Kinds(named)
  }

  /// The component of a record.
  ///
  /// - Complexity: O(fields).
  public func component(_ id: RowID, _ record: Fields) -> any Component {
    let kind = record.text(.component).flatMap(kind(named:))
    return kind?.init(id: id, record: record) ?? Opaque(id: id, record: record)
  }

  private func kind(named name: String) -> (any RegisteredComponent.Type)? {
    kinds?.named[name] ?? (hasStandardKinds ? Self.standardKind(named: name) : nil)
  }

  // No table: to make one takes a program that reads one answer longer than to find and read it.
  private static func standardKind(named name: String) -> (any RegisteredComponent.Type)? {
    switch name {
    case TextInput.component: TextInput.self
    case DateInput.component: DateInput.self
    case Toggle.component: Toggle.self
    case Choice.component: Choice.self
    case Quantity.component: Quantity.self
    case Description.component: Description.self
    case DetailedDescription.component: DetailedDescription.self
    case Button.component: Button.self
    case ActivityIndicator.component: ActivityIndicator.self
    case Image.component: Image.self
    case EmptySpace.component: EmptySpace.self
    case Search.component: Search.self
    case Combined.component: Combined.self
    default: nil
    }
  }
}
