public import EkibenDocuments

/// What is wrong with an answer: data, worded in one place (rule F5).
public struct ValidationIssue: Hashable, Sendable {
  /// A rule that an answer can break.
  public enum Rule: Hashable, Sendable {
    /// There is no answer, and one is needed.
    case required
    /// The answer is of another kind than the row takes now; it came from elsewhere, or before another revision.
    case kind(takes: String)
    /// What was typed is no answer yet.
    case draft(text: String, message: String)
    /// The answer has more Characters than allowed.
    case maxLength(limit: Int, actual: Int)
    /// The answer has fewer Characters than wanted.
    case minLength(limit: Int, actual: Int)
    /// The answer is less than the least that is allowed.
    case least(Value)
    /// The answer is greater than the greatest that is allowed.
    case greatest(Value)
    /// The answer is no whole number of steps.
    case step(DecimalNumber)
    /// The answer has more digits behind the point than allowed.
    case decimals(limit: Int)
    /// The answer does not match the pattern.
    case pattern(String)
    /// The list has fewer answers than wanted.
    case minCount(limit: Int, actual: Int)
    /// The list has more answers than allowed.
    case maxCount(limit: Int, actual: Int)
    /// The list holds an option that stands alone, and others beside it.
    case exclusive(option: String)
    /// The option cannot be chosen any more: its set dropped it, or another answer rules it out.
    case notOffered(option: String)
    /// What a ``Check`` of the form wants is not so.
    case check(id: String, message: String)
    /// What decides whether the row is shown or asked for, or a check, cannot be evaluated (rule E18).
    case unchecked(what: String, why: String)
    /// The row's formula gives no answer (rule E14).
    case calculation(why: String)
    /// A check that takes its time has not come back yet.
    case pending(check: String)
    /// A rule of an app's own component, or of an app's own check: its name for data and for whoever translates,
    /// what it was about, such as a limit, and one sentence for a person.
    case custom(name: String, parameters: Fields = [:], message: String)
  }

  /// Whether an issue keeps a document from being submitted.
  public enum Severity: String, Hashable, Sendable {
    /// The document cannot be submitted so.
    case error
    /// The document can be submitted all the same.
    case warning
  }

  /// The row that has the issue.
  public let row: RowID
  /// The rule that is broken.
  public let rule: Rule
  /// Whether the issue keeps the document from being submitted.
  public let severity: Severity
  /// What the form itself says where the rule is broken.
  public let words: String?
  /// What the row is called where a person reads it: of the issues of a document, and of a refused submit; nil of
  /// others, and of rows without a title.
  public internal(set) var title: String?

  /// Names a rule that a row breaks.
  public init(row: RowID, rule: Rule, severity: Severity = .error, words: String? = nil) {
    (self.row, self.rule, self.severity, self.words) = (row, rule, severity, words)
  }

  /// Issues are equal if the same is wrong, whatever their rows are called.
  public static func == (left: ValidationIssue, right: ValidationIssue) -> Bool {
    left.row == right.row && left.rule == right.rule && left.severity == right.severity
      && left.words == right.words
  }

  /// Hashes the row and the rule, as equality has them.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
    hasher.combine(rule)
  }

  /// The rule's name, as data and command know it.
  public var ruleName: String { rule.name }

  /// Whether it says that something could not be checked, and not that it is wrong.
  public var isUnchecked: Bool { if case .unchecked = rule { true } else { false } }

  /// One sentence for a person: the form's own, or that of the rule.
  public var message: String { words ?? rule.message }
}

extension ValidationIssue.Rule {
  /// The rule's name, as data and command know it.
  public var name: String {
    switch self {
    case .required: "required"
    case .kind: "kind"
    case .draft: "draft"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .least: "least"
    case .greatest: "greatest"
    case .step: "step"
    case .decimals: "decimals"
    case .pattern: "pattern"
    case .minCount: "minCount"
    case .maxCount: "maxCount"
    case .exclusive: "exclusive"
    case .notOffered: "notOffered"
    case .check(let id, _): id
    case .pending: "pending"
    case .unchecked: "unchecked"
    case .calculation: "calculation"
    case .custom(let name, _, _): name
    }
  }

  /// One sentence for a person.
  public var message: String {
    switch self {
    case .required: "an answer is needed"
    case .kind(let takes): "the answer is of another kind; this takes \(takes)"
    case .minLength(let limit, let actual):
      "at least \(Self.amount(limit, "character")) wanted, \(Self.there(actual))"
    case .maxLength(let limit, let actual):
      "at most \(Self.amount(limit, "character")) allowed, \(Self.there(actual))"
    case .least(let value): "at least \(ValueText.bare(value)) is wanted"
    case .greatest(let value): "at most \(ValueText.bare(value)) is allowed"
    case .step(let step): "only whole steps of \(step) are allowed"
    case .decimals(let limit): "at most \(Self.amount(limit, "digit", " behind the point")) allowed"
    case .pattern(let pattern): "the text does not match the pattern \(pattern)"
    case .minCount(let limit, let actual):
      "at least \(Self.amount(limit, "answer")) wanted, \(Self.there(actual))"
    case .maxCount(let limit, let actual):
      "at most \(Self.amount(limit, "answer")) allowed, \(Self.there(actual))"
    case .exclusive(let option): "“\(option)” stands alone, or not at all"
    case .notOffered(let option): "“\(option)” cannot be chosen any more"
    case .pending(let check): "“\(check)” is still being checked"
    case .unchecked("visible", let why): "whether it is shown could not be worked out: \(why)"
    case .unchecked("required", let why): "whether it is needed could not be worked out: \(why)"
    case .unchecked(let what, let why): "the check “\(what)” could not be evaluated: \(why)"
    case .calculation(let why): "nothing is calculated: \(why)"
    case .draft(_, let message), .check(_, let message), .custom(_, _, let message): message
    }
  }

  private static func amount(_ count: Int, _ noun: String, _ place: String = "") -> String {
    DrawnText.count(count, noun) + place + (count == 1 ? " is" : " are")
  }

  private static func there(_ count: Int) -> String {
    count == 1 ? "there is 1" : "there are \(count)"
  }
}
