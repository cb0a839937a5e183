public import EkibenDocuments

/// A row that is on, off or, until somebody answers, neither.
///
/// Unanswered is a fact of its own, so a toggle has three states unless it is told to have two.
public struct Toggle: Component {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Toggle"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A toggle for a field.
  public init(_ field: Field<Bool>, title: String) {
    id = field.row
    record = [.component: .text(Self.component), .title: .text(title)]
  }
}
