public import EkibenDocuments

/// What is wrong with an answer: data, worded in one place (rule F5).
public struct ValidationIssue: Hashable, Sendable {
  /// A rule that an answer can break.
  public enum Rule: Hashable, Sendable {
    /// There is no answer, and one is needed.
    case required
    /// The answer has more Characters than allowed.
    case maxLength(limit: Int, actual: Int)
    /// A rule of an app's own component.
    ///
    /// - Parameters:
    ///   - name: The rule's name, for data and for whoever translates; parameters say what is in its
    ///     words.
    ///   - parameters: What the rule was about, such as a limit.
    ///   - message: One sentence for a person.
    case custom(name: String, parameters: Fields = [:], message: String)
  }

  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// The document cannot be submitted so.
    case error
    /// Worth a look.
    case warning
  }

  /// The row that has the issue.
  public let row: RowID
  /// The rule that is broken.
  public let rule: Rule
  /// How bad it is.
  public let severity: Severity

  /// Names a rule that a row breaks.
  public init(row: RowID, rule: Rule, severity: Severity = .error) {
    self.row = row
    self.rule = rule
    self.severity = severity
  }

  /// The rule's name, as data and command know it.
  public var ruleName: String {
    switch rule {
    case .required: "required"
    case .maxLength: "maxLength"
    case .custom(let name, _, _): name
    }
  }

  /// One sentence for a person.
  public var message: String {
    switch rule {
    case .required: "an answer is needed"
    case .maxLength(let limit, let actual):
      "at most \(limit) characters are allowed, there are \(actual)"
    case .custom(_, _, let message): message
    }
  }
}
