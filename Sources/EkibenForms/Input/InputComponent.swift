public import EkibenDocuments
public import EkibenExpressions

/// A component whose row takes an answer: it alone says what that is, reads, prints and checks it.
///
/// Everything that handles answers asks the component and knows no kinds: `Session`, ``HeadlessTable``,
/// the command, readers and writers of forms, replay. A component of an app that is registered
/// (``ComponentRegistry``) can therefore do all that the ones of Ekiben can. A type is needed, a way to
/// read text, and words for what it takes:
///
/// ```swift
/// extension Rating: InputComponent {
///   var inputTraits: InputTraits { InputTraits(expects: "1 to 5 stars", shape: .integer) }
///
///   func read(_ text: String, in context: InputContext) throws(InputProblem) -> Int {
///     guard let stars = Int(text) else { throw .unreadable(takes: inputTraits.expects, text: text) }
///     return stars
///   }
/// }
/// ```
///
/// All of these are pure: they look at the component's ``Component/record``, at what they are given and
/// at nothing else, so they run on any thread. What ``text(of:in:)`` prints ``read(_:in:)`` reads back
/// as an equal answer (rule F7).
public protocol InputComponent: RegisteredComponent {
  /// The Swift type of the answer.
  associatedtype Answer: FieldValue

  /// What the row takes.
  var inputTraits: InputTraits { get }

  /// Reads what a person typed or a script passed.
  ///
  /// - Throws: ``InputProblem`` that says what would do.
  func read(_ text: String, in context: InputContext) throws(InputProblem) -> Answer

  /// Reads a value that is to become the answer, as the document keeps it.
  ///
  /// By default whatever ``Answer`` can be made from.
  ///
  /// - Throws: ``InputProblem`` when the row does not take it.
  func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Answer

  /// The answer as ``read(_:in:)`` takes it back.
  func text(of answer: Answer, in context: InputContext) -> String

  /// The answer as a table shows it, such as the label of an option; by default its text.
  func displayText(of answer: Answer, in context: InputContext) -> String

  /// The rules that an answer breaks. It is stored all the same, and the issues are reported (rule F5).
  ///
  /// By default those of the record's ``Limits``. That an answer is required is not asked here.
  func brokenRules(by answer: Answer, in context: InputContext) -> [ValidationIssue.Rule]

  /// The answer that a tap gives where rows are tapped and not typed into; nil, as by default, is none.
  func answer(afterTapping answer: Answer?) -> Answer?

  /// The answer that picking an option gives; by default just that option.
  ///
  /// - Throws: ``InputProblem`` when there is no such option.
  func answer(
    afterPicking text: String, from answer: Answer?, in context: InputContext
  ) throws(InputProblem) -> Answer
}

extension InputComponent {
  /// Takes whatever ``Answer`` can be made from.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Answer {
    guard let answer = Answer(documentValue: value)
    else { throw .unreadable(takes: inputTraits.expects, text: ValueText.bare(value)) }
    return answer
  }

  /// Texts as they are, numbers with their digits, everything else in the notation of the history.
  public func text(of answer: Answer, in context: InputContext) -> String {
    ValueText.bare(answer.documentValue)
  }

  /// The text.
  public func displayText(of answer: Answer, in context: InputContext) -> String {
    text(of: answer, in: context)
  }

  /// Those of the limits that the record sets.
  public func brokenRules(by answer: Answer, in context: InputContext) -> [ValidationIssue.Rule] {
    Limits(record).rules(brokenBy: answer.documentValue, in: context)
  }

  /// None.
  public func answer(afterTapping answer: Answer?) -> Answer? { nil }

  /// What the text is read as.
  public func answer(
    afterPicking text: String, from answer: Answer?, in context: InputContext
  ) throws(InputProblem) -> Answer { try read(text, in: context) }

  /// Gives the row an answer when a document is started: one of its first entry, so that blame, undo and the
  /// past tell where it comes from (rule F30).
  public func initial(_ answer: some FieldValue) -> Self {
    setting(.initial, to: answer.documentValue)
  }

  /// Shows the unit of a number beside it.
  public func unit(_ unit: String) -> Self { setting(.unit, to: .text(unit)) }
}
