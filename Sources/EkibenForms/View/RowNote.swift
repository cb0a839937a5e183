public import EkibenDocuments

/// Something that a form says about a question, shown at it (rule F28).
public struct RowNote: Hashable, Sendable {
  /// What it is; the raw value is the field that holds it, and the order that of showing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What stands below the label.
    case sublabel
    /// What to do.
    case instructions
    /// A short hint that asks for the answer.
    case hint
    /// An answer as it may look.
    case example
    /// More, for whoever asks.
    case help
    /// What is shown while a pointer rests there.
    case flyover
    /// What has to be said by law.
    case legal
    /// A message of the form.
    case message

    /// The field of the record that holds it.
    public var field: FieldName { FieldName(unchecked: rawValue) }

    /// What a drawing puts before it.
    var mark: String {
      switch self {
      case .sublabel, .instructions, .hint: "› "
      case .example: "e.g. "
      case .help, .flyover: "? "
      case .legal: "§ "
      case .message: "» "
      }
    }
  }

  /// What it is.
  public let kind: Kind
  /// What it says, as plain text.
  public let text: String

  /// Puts a note together.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The notes of a record, in the order of showing.
  static func notes(of record: Fields) -> [RowNote] {
    Kind.allCases.compactMap { kind in
      record.text(kind.field).flatMap { $0.isEmpty ? nil : RowNote(kind, $0) }
    }
  }
}
