public import EkibenDocuments

/// What is wrong with an answer: data, worded in one place.
public struct Issue: Hashable, Sendable {
  /// A rule that an answer can break.
  public enum Rule: Hashable, Sendable {
    /// There is no answer, and one is needed.
    case required
    /// The answer has more Characters than allowed.
    case maxLength(limit: Int, actual: Int)
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

  /// The rule's name, as data and command know it.
  public var ruleName: String {
    switch rule {
    case .required: "required"
    case .maxLength: "maxLength"
    }
  }

  /// One sentence for a person.
  public var message: String {
    switch rule {
    case .required: "an answer is needed"
    case .maxLength(let limit, let actual):
      "at most \(limit) characters are allowed, there are \(actual)"
    }
  }
}

extension Issue {
  /// Finds what is wrong with a row as it stands, without changing anything (rule F5).
  ///
  /// - Complexity: O(n) in the length of the answer.
  public static func issues(of row: Document.Row) -> [Issue] {
    guard RowKind(row).isEditable else { return [] }
    let value = row.fields[.value]
    var issues: [Issue] = []
    if row.fields.isTrue(.required), value == nil || value == .null || value == .text("") {
      issues.append(Issue(row: row.id, rule: .required, severity: .error))
    }
    if let limit = row.fields[.maxLength]?.asInteger, let text = value?.asText,
      Int64(text.count) > limit
    {
      let rule = Rule.maxLength(limit: Int(clamping: limit), actual: text.count)
      issues.append(Issue(row: row.id, rule: rule, severity: .error))
    }
    return issues
  }
}
