public import EkibenDocuments

/// What a row looks like, whatever shows it: the least that every view model can say.
public struct RowLook: Hashable, Sendable {
  /// What stands beside the label, or instead of it.
  public enum Content: Hashable, Sendable {
    /// Only words, no label: something to read.
    case words(String)
    /// A mark in a box before the label: `x`, a space, or `–` for neither.
    case box(String)
    /// An answer, as it is shown.
    case answer(String)
    /// No answer yet, and perhaps a hint at what to give.
    case noAnswer(hint: String?)
    /// Something that is kept and not understood.
    case kept
  }

  /// Number, title and the marks beside them.
  public var label: RowLabel
  /// What stands beside the label.
  public var content: Content
  /// The labels of what can be chosen, where they are to be listed below the label.
  public var options: [String] = []
  /// How many more can be chosen than these.
  public var moreOptions = 0
  /// What is wrong with the answer, as far as it shows now.
  public var issues: [ValidationIssue]

  /// Describes a row.
  public init(label: RowLabel = RowLabel(), content: Content, issues: [ValidationIssue] = []) {
    (self.label, self.content, self.issues) = (label, content, issues)
  }

  /// Describes an input by its answer, or by a hint at what to give while there is none.
  init(label: RowLabel, answer: String?, hint: String?, issues: [ValidationIssue]) {
    self.init(
      label: label, content: answer.map(Content.answer) ?? .noAnswer(hint: hint), issues: issues)
  }

  /// The words or the answer; nil where there is none, or where a box says it.
  public var text: String? {
    switch content {
    case .words(let text), .answer(let text): text
    case .box, .noAnswer, .kept: nil
    }
  }
}

/// What stands beside an answer: a number, the question, and whether an answer is asked for.
public struct RowLabel: Hashable, Sendable {
  /// The number or letter before the title.
  public var prefix: String?
  /// The question or label.
  public var title: String?
  /// What stands in for an answer while there is none.
  public var hint: String?
  /// The unit of a number, shown beside it.
  public var unit: String?
  /// What else the form says about the question, in the order of showing.
  public var notes: [RowNote] = []
  /// Whether an answer is asked for.
  public var isRequired = false
  /// Whether a person cannot change the answer.
  public var isReadOnly = false

  /// Makes an empty label.
  public init() {}

  /// Reads the label of a record.
  public init(_ record: Fields) {
    prefix = record.text(.prefix)
    title = record.text(.title)
    hint = record.text(.placeholder)
    unit = record.text(.unit)
    notes = RowNote.notes(of: record)
    isRequired = record.isTrue(.required)
    isReadOnly = record.isTrue(.readOnly)
  }
}

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
  public init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// The notes of a record, in the order of showing.
  static func notes(of record: Fields) -> [RowNote] {
    Kind.allCases.compactMap { kind in
      record.text(kind.field).flatMap { $0.isEmpty ? nil : RowNote(kind, $0) }
    }
  }
}
