public import EkibenDocuments

/// A row that only says something; it has no answer.
public struct Description: Component {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Description"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A text to read.
  public init(_ id: RowID, _ text: String) {
    self.id = id
    record = [.component: .text(Self.component), .text: .text(text)]
  }
}
