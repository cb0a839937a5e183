public import EkibenDocuments

/// A row that shows a text and takes no answer.
public struct Description: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Description"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Makes a row that shows a text.
  public init(_ id: RowID, _ text: String) {
    self.id = id
    record = [.component: .text(Self.component), .text: .text(text)]
  }

  /// What a host draws for a description.
  public struct View: ViewModel {
    /// What it says.
    public var text: String?

    /// Makes a view without content.
    public init() {}

    /// Only words.
    public var look: RowLook { RowLook(content: .words(text ?? "")) }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws the text.
  public func render(in view: inout View) { view.text = record.text(.text) }
}
