public import EkibenDocuments
public import EkibenExpressions

/// A row in which one or several of some options are chosen, or a text of one's own where the form allows it.
///
/// An answer is the code of an option as text; where the option has a code system, a record of `code` and
/// `system`; a text of one's own is a record of `other`. Several are a list of these, in the order in which
/// they were chosen (rule F26).
public struct Choice: InputComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Choice"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A choice for a field whose answer is an option's code.
  public init(_ field: Field<String>, title: String? = nil, options: [Option]) {
    self.init(id: field.row, title: title, options: options)
  }

  /// A choice of several for a field whose answers are options' codes.
  public init(several field: Field<[String]>, title: String? = nil, options: [Option]) {
    self = Choice(id: field.row, title: title, options: options).setting(.multiple, to: true)
  }

  /// A choice of one option, or of a text of one's own.
  public init(withOther field: Field<Picked>, title: String? = nil, options: [Option]) {
    self = Choice(id: field.row, title: title, options: options).setting(.other, to: true)
  }

  /// A choice of several options, or of texts of one's own.
  public init(severalWithOther field: Field<[Picked]>, title: String? = nil, options: [Option]) {
    self = Choice(id: field.row, title: title, options: options)
      .setting(.other, to: true).setting(.multiple, to: true)
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

  /// Takes the options from a set that is kept outside the form, by its URL or name (rule F53).
  public func options(from set: String) -> Choice {
    setting(.options, to: nil).setting(.valueSet, to: .text(set))
  }

  /// Offers only the options whose ``Option/parent`` is the answer of another question (rule F54).
  public func options(of field: Field<some FieldValue>) -> Choice {
    setting(.optionsOf, to: .text(field.row.rawValue))
  }

  private init(id: RowID, title: String?, options: [Option]) {
    self.id = id
    record = [
      .component: .text(Self.component), .options: .list(options.map { .record($0.record) }),
    ]
    record[.title] = title.map(Value.text)
  }

  /// What a host draws for a choice.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// The options; those of a set only as far as they have been looked up for the row.
    public var options: [Option] = []
    /// How many more than these the set has.
    public var moreOptions = 0
    /// Which of the options are chosen, by their places.
    public var chosen: [Int] = []
    /// Whether several can be chosen.
    public var takesSeveral = false
    /// Whether a text of one's own is an answer.
    public var takesOther = false
    /// How the form asks to show it.
    public var presentation = Presentation()
    /// Where the options are if the form does not hold them.
    public var valueSet: String?
    /// The answer as it is shown: labels of options, texts of one's own, or a code that no option has.
    public var text: String?
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// What is wrong with the answer, as far as it shows now.
    public var issues: [ValidationIssue] = []

    /// Makes a view without content.
    public init() {}

    /// A label and the answer or a hint beside it.
    public var look: RowLook {
      var look = RowLook(label: label, answer: text, hint: placeholder ?? hint, issues: issues)
      if text == nil, options.count > 3 || placeholder != nil {
        (look.options, look.moreOptions) = (options.map(\.label), moreOptions)
      }
      return look
    }

    private var hint: String? {
      let several = takesSeveral ? "several of " : ""
      return switch options.count + moreOptions {
      case 0: valueSet.map { "a code of \($0)" }
      case 1...3: several + options.map(\.label).joined(separator: " / ")
      case let count: (takesSeveral ? several : "one of ") + "\(count)"
      }
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws label, options, answer and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    let options = options
    view.options = (options.isEmpty ? self.options(in: .listed) : options).filter { isOffered($0) }
    // Those that are at hand are added to it.
    view.moreOptions = Int(Int32(clamping: max(0, record[.moreOptions]?.asInteger ?? 0)))
    view.chosen = chosen(of: view.options)
    view.takesSeveral = takesSeveral
    view.takesOther = takesOther
    view.presentation = Presentation(record)
    view.valueSet = record.text(.valueSet)
    view.text = shownAnswer()
    view.placeholder = view.text == nil ? view.label.hint : nil
    view.issues = shownIssues()
  }

  private func chosen(of options: [Option]) -> [Int] {
    guard let value = record[.value] else { return [] }
    let answer = Codes(value)
    return options.indices.filter { answer.mean(options[$0]) }
  }

  /// A code, a record of code and system, a record of one's own text, or a list of these.
  public typealias Answer = Value

  /// Takes one of its options, or several; their list is read from the record, O(options).
  public var inputTraits: InputTraits {
    let options = options
    var traits = InputTraits(
      expects: takesSeveral ? "a list of its options" : "one of its options",
      shape: takesSeveral ? .list(of: .coded) : .coded, options: options.filter { isOffered($0) },
      valueSet: options.isEmpty ? record.text(.valueSet) ?? "" : nil,
      presentation: Presentation(record))
    traits.takesSeveral = takesSeveral
    traits.takesOther = takesOther
    return traits
  }

  /// Reads a code, `system|code`, or else the label of one option; any code where the options are nowhere
  /// at hand; of several a list in JSON, or one of them.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Value {
    let texts = takesSeveral ? try texts(text) : [text]
    let known = Known(of: self, for: texts.count, in: context)
    let picked = try texts.map { (text) throws(InputProblem) in try self.picked(text, among: known)
    }
    return takesSeveral ? try list(picked) : picked[0].documentValue
  }

  /// Takes codes of options, never mistaken for labels, and texts of one's own if the form does.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Value {
    guard let values = takesSeveral ? value.asList : [value]
    else { throw .unreadable(takes: inputTraits.expects, text: ValueText.bare(value)) }
    let known = Known(of: self, for: values.count, in: context)
    let picked = try values.map { (value) throws(InputProblem) in
      try self.picked(value, among: known)
    }
    return takesSeveral ? try list(picked) : picked[0].documentValue
  }

  /// The codes, with their systems where they are needed.
  public func text(of answer: Value, in context: InputContext) -> String {
    let values = answer.asList ?? [answer]
    let known = Known(of: self, for: values.count, in: context)
    let texts = values.map { value in
      guard let picked = Picked(documentValue: value) else { return ValueText.bare(value) }
      var options: [Option]?
      if case .option(let code, _) = picked {
        do throws(InputProblem) { options = try known.named(code) } catch {}
      }
      return picked.text(among: options ?? [])
    }
    return takesSeveral ? Notation.text(of: .list(texts.map(Value.text))) : texts.joined()
  }

  /// The labels of the options, and what is one's own.
  public func displayText(of answer: Value, in context: InputContext) -> String {
    let values = answer.asList ?? [answer]
    let known = Known(of: self, for: values.count, in: context)
    return values.map { value in
      guard let picked = Picked(documentValue: value) else { return ValueText.bare(value) }
      return known.option(picked)?.label ?? picked.text(among: [])
    }.joined(separator: ", ")
  }

  /// The rules on the number of answers, on exclusive options, and on those no longer offered.
  public func brokenRules(by answer: Value, in context: InputContext) -> [ValidationIssue.Rule] {
    var rules = Limits(record).rules(brokenBy: answer, in: context)
    let picked = answer.picked
    let known = Known(of: self, for: picked.count, in: context)
    let options = picked.compactMap { known.option($0) }
    // What the record shows of its set was looked up for this answer: nothing else is an option.
    if record[.chosen] != nil, options.count < picked.count(where: \.isOption) {
      return [.kind(takes: inputTraits.expects)]
    }
    if picked.count > 1, let alone = options.first(where: \.isExclusive) {
      rules.append(.exclusive(option: alone.label))
    }
    for option in options where !isOffered(option) {
      rules.append(.notOffered(option: option.label))
    }
    return rules
  }

  /// The answer after an option was picked; where several can be chosen it is added or, if it was
  /// there, removed, and an exclusive option replaces the others.
  public func answer(
    afterPicking text: String, from answer: Value?, in context: InputContext
  ) throws(InputProblem) -> Value {
    guard takesSeveral else { return try read(text, in: context) }
    var picked = answer?.picked ?? []
    let known = Known(of: self, for: picked.count + 1, in: context)
    let new = try self.picked(text, among: known)
    if let place = picked.firstIndex(of: new) {
      picked.remove(at: place)
    } else {
      func isAlone(_ one: Picked) -> Bool { known.option(one)?.isExclusive ?? false }
      let newIsAlone = isAlone(new)
      picked.removeAll { newIsAlone || isAlone($0) }
      picked.append(new)
    }
    return .list(picked.map(\.documentValue))
  }
}
