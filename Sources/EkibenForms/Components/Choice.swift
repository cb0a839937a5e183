public import EkibenDocuments

/// A row in which one of several options is chosen.
public struct Choice: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Choice"

  /// One thing that can be chosen: its code is stored, its label shown.
  public struct Option: Hashable, Sendable {
    /// What is stored.
    public let code: String
    /// What is shown.
    public let label: String

    /// Names an option; without a label it shows its code.
    public init(_ code: String, label: String? = nil) {
      self.code = code
      self.label = label ?? code
    }

    /// Equality by bytes, as of the answers (rule D2).
    public static func == (left: Option, right: Option) -> Bool {
      ByteText.equal(left.code, right.code) && ByteText.equal(left.label, right.label)
    }

    /// Hashes the code; equal bytes hash alike.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    init?(_ value: Value) {
      guard let record = value.asRecord, let code = record.text(.code) else { return nil }
      self.init(code, label: record.text(.label))
    }

    /// The record that a row keeps of it.
    public var record: Fields { [.code: .text(code), .label: .text(label)] }
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A choice for a field whose answer is an option's code.
  public init(_ field: Field<String>, title: String, options: [Option]) {
    id = field.row
    record = [
      .component: .text(Self.component), .title: .text(title),
      .options: .list(options.map { .record($0.record) }),
    ]
  }
}

extension Choice {
  /// What a host draws for a choice.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// What can be chosen.
    public var options: [Option] = []
    /// Where the options are if the form does not hold them.
    public var valueSet: String?
    /// The answer as it is shown: the label of an option, or a code that no option has.
    public var text: String?
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// What is wrong with the answer as it stands.
    public var issues: [Issue] = []

    /// A choice of nothing.
    public init() {}

    /// A label and the answer or a hint beside it.
    public var look: RowLook {
      RowLook(
        label: label,
        content: text.map(RowLook.Content.answer) ?? .noAnswer(hint: placeholder ?? hint),
        issues: issues)
    }

    private var hint: String? {
      switch options.count {
      case 0: valueSet.map { "a code of \($0)" }
      case 1...3: options.map(\.label).joined(separator: " / ")
      case let count: "one of \(count)"
      }
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) {
    self.id = id
    self.record = record
  }

  /// Draws label, options, answer and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.options = (record[.options]?.asList ?? []).compactMap { Option($0) }
    view.valueSet = record.text(.valueSet)
    view.text = row.shownAnswer
    view.placeholder = view.text == nil ? record.text(.placeholder) : nil
    view.issues = Issue.issues(of: row)
  }
}
