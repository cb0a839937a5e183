public import EkibenDocuments

/// A row that takes typed text: plain, or a number, as its field says.
public struct TextInput: RegisteredComponent {
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

extension TextInput {
  /// What a host draws for a text input.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// Which keyboard to show.
    public var kind = Kind.plain
    /// The answer as it is shown; nil is none, which is not an empty one.
    public var text: String?
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// The greatest number of Characters.
    public var maxLength: Int?
    /// What is wrong with the answer as it stands.
    public var issues: [Issue] = []

    /// An input without a label.
    public init() {}

    /// A label and the answer or a hint beside it.
    public var look: RowLook {
      let hint = placeholder ?? kind.hint
      return RowLook(
        label: label, content: text.map(RowLook.Content.answer) ?? .noAnswer(hint: hint),
        issues: issues)
    }
  }

  /// Reads a record; nil when its kind is unknown.
  public init?(id: RowID, record: Fields) {
    guard case .textInput = RowKind(fields: record) else { return nil }
    self.id = id
    self.record = record
  }

  /// Draws label, answer, hint and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.kind = record.text(.kind).flatMap { Kind(rawValue: $0) } ?? .plain
    view.text = row.shownAnswer
    view.placeholder = view.text == nil ? record.text(.placeholder) : nil
    view.maxLength = record[.maxLength]?.asInteger.map { Int(clamping: $0) }
    view.issues = Issue.issues(of: row)
  }
}

extension TextInput.Kind {
  /// What to give, in few words; nil where anything will do.
  fileprivate var hint: String? {
    switch self {
    case .plain, .multiline: nil
    case .integer: "a whole number"
    case .decimal: "a decimal number"
    case .email: "an e-mail address"
    case .phone: "a telephone number"
    case .url: "a web address"
    }
  }
}

extension Document.Row {
  /// The answer as it is shown; a stated nothing looks like none.
  var shownAnswer: String? {
    guard let value = fields[.value], value != .null else { return nil }
    return ValueText.shown(value, in: self)
  }
}
