public import EkibenDocuments

/// A row that says whether something is under way.
public struct ActivityIndicator: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Activity"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Says whether something is under way, and what.
  public init(_ id: RowID, _ text: String? = nil, isLoading: Bool = true) {
    self.id = id
    record = [.component: .text(Self.component)]
    record[.text] = text.map(Value.text)
    record[.loading] = isLoading ? .bool(true) : nil
  }

  /// What a host draws for it.
  public struct View: ViewModel {
    /// What is under way.
    public var text: String?
    /// Whether it is.
    public var isLoading = false

    /// Makes a view without content.
    public init() {}

    /// Three dots while something is.
    public var look: RowLook {
      let words = [text ?? "", isLoading ? "…" : ""].filter { !$0.isEmpty }
      return RowLook(content: .words(words.joined(separator: " ")))
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws text and state.
  public func render(in view: inout View) {
    view.text = record.text(.text)
    view.isLoading = record.isTrue(.loading)
  }
}
