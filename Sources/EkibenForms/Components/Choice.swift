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
  public init(_ field: Field<String>, title: String? = nil, options: [Option]) {
    self.init(id: field.row, title: title, options: options)
  }

  /// A choice of the cases of an enum, whose raw values are the codes.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - title: The question.
  ///   - label: What is shown for a case; by default its code.
  public init<Answer: FieldValue & RawRepresentable<String> & CaseIterable>(
    _ field: Field<Answer>, title: String? = nil, label: (Answer) -> String = \.rawValue
  ) {
    self.init(
      id: field.row, title: title,
      options: Answer.allCases.map { Option($0.rawValue, label: label($0)) })
  }

  private init(id: RowID, title: String?, options: [Option]) {
    self.id = id
    record = [
      .component: .text(Self.component), .options: .list(options.map { .record($0.record) }),
    ]
    record[.title] = title.map(Value.text)
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
    public var issues: [ValidationIssue] = []

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
    view.options = options
    view.valueSet = record.text(.valueSet)
    view.text = shownAnswer()
    view.placeholder = view.text == nil ? record.text(.placeholder) : nil
    view.issues = issues()
  }
}

extension Choice: InputComponent {
  /// Takes one of its options; their list is read from the record, O(options).
  public var inputTraits: InputTraits {
    let options = options
    return InputTraits(
      expects: "one of its options", shape: .text, options: options,
      valueSet: options.isEmpty ? record.text(.valueSet) ?? "" : nil)
  }

  /// Reads a code, or else the label of one option; any code where the options are nowhere at hand.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> String {
    guard let options = known(in: context) else { return text }
    if options.contains(where: { ByteText.equal($0.code, text) }) { return text }
    let labelled = options.filter { ByteText.equal($0.label, text) }
    if labelled.count == 1 { return labelled[0].code }
    if labelled.count > 1 { throw .ambiguousLabel(text: text, options: labelled) }
    throw .notAnOption(text: text, options: options)
  }

  /// Takes the code of an option; a code is never mistaken for a label.
  public func answer(
    from value: Value, in context: InputContext
  ) throws(InputProblem) -> String {
    guard case .text(let code) = value else {
      throw .unreadable(takes: inputTraits.expects, text: Notation.text(of: value))
    }
    guard let options = known(in: context) else { return code }
    guard options.contains(where: { ByteText.equal($0.code, code) }) else {
      throw .notAnOption(text: code, options: options)
    }
    return code
  }

  /// The label of the option.
  public func displayText(of code: String, in context: InputContext) -> String {
    known(in: context)?.first { ByteText.equal($0.code, code) }?.label ?? code
  }

  private var options: [Option] {
    (record[.options]?.asList ?? []).compactMap { Option($0) }
  }

  // Those of the form come first: a form that lists some means those.
  private func known(in context: InputContext) -> [Option]? {
    let own = options
    if !own.isEmpty { return own }
    return record.text(.valueSet).flatMap { context.optionSet($0) }
  }
}
