public import EkibenDocuments

/// A row that takes typed text: plain, or a number, as its field says.
public struct TextInput: Component {
  /// The registered name under which rows of this kind are stored.
  public static let component = "TextInput"

  /// What kind of text an input takes, where its type leaves it open.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One line of any text.
    case plain
    /// Any text, over several lines.
    case multiline
    /// A whole number.
    case integer
    /// A decimal number, its digits kept.
    case decimal
    /// An e-mail address; the text is not checked.
    case email
    /// A telephone number; the text is not checked.
    case phone
    /// A web address; the text is not checked.
    case url
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// An input for text, refined by a kind.
  public init(_ field: Field<String>, title: String, kind: Kind = .plain) {
    self.init(id: field.row, title: title, kind: kind)
  }

  /// An input for whole numbers.
  public init(_ field: Field<Int>, title: String) {
    self.init(id: field.row, title: title, kind: .integer)
  }

  /// An input for decimal numbers.
  public init(_ field: Field<DecimalNumber>, title: String) {
    self.init(id: field.row, title: title, kind: .decimal)
  }

  private init(id: RowID, title: String, kind: Kind) {
    self.id = id
    record = [.component: .text(Self.component), .title: .text(title)]
    if kind != .plain { record[.kind] = .text(kind.rawValue) }
  }

  /// Limits a text answer to a number of Characters, as people count them.
  public func maxLength(_ characters: Int) -> TextInput {
    setting(.maxLength, to: .integer(Int64(characters)))
  }

  /// Shows a hint while there is no answer.
  public func placeholder(_ text: String) -> TextInput { setting(.placeholder, to: .text(text)) }
}
