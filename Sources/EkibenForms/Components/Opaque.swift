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

  /// What a host draws for a row that it does not understand.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// The name of its component.
    public var component = Opaque.component
    /// The answer, if it came with one.
    public var text: String?

    /// Makes a view without content.
    public init() {}

    /// A label, and the answer or that something is kept.
    public var look: RowLook {
      RowLook(label: label, content: text.map(RowLook.Content.answer) ?? .kept)
    }
  }

  /// Keeps any record.
  public init(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws label and answer.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.component = name
    view.text = record[.value].flatMap { $0 == .null ? nil : ValueText.bare($0) }
  }
}
