public import EkibenDocuments

/// A row of a kind that Ekiben does not know: its source is kept byte for byte and never edited.
///
/// A later version may turn it into a native row under the same id.
public struct Opaque: Component {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Opaque"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Keeps a source text under an id.
  public init(_ id: RowID, title: String? = nil, source: String) {
    self.id = id
    record = [.component: .text(Self.component), .source: .verbatim(source)]
    record[.title] = title.map(Value.text)
  }
}
