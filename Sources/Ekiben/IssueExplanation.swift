public import EkibenDocuments
public import EkibenExpressions
public import EkibenForms
public import EkibenStore

/// Why a row is invalid: an issue, and the answers that it rests on (rules F38 and F48).
public struct IssueExplanation: Sendable {
  /// The issue.
  public let issue: ValidationIssue
  /// What does not hold; nil where the rule is no formula.
  public let formula: Formula?
  /// The formula in words; nil where there is none.
  public let words: String?
  /// The answers, with the entries that wrote them.
  public let answers: [RuleExplanation.Answer]
  /// One sentence for a person, as in `invalid: it is wanted that “End” is at least “Start”, but “End” is
  /// 2026-05-01, answered by Ada on 3 May 2026, entry 12 and …`.
  public let sentence: String

  fileprivate init(_ found: FoundIssue, _ answers: [RuleExplanation.Answer], _ words: String?) {
    (issue, formula, self.answers, self.words) = (found.issue, found.formula, answers, words)
    if found.issue.isUnchecked {
      sentence = "unchecked: \(found.issue.message)"
      return
    }
    let isWarning = found.issue.severity == .warning
    let said = found.issue.words ?? words.map { "it is wanted that \($0)" } ?? found.issue.message
    let link = found.issue.words == nil && words != nil ? "but" : "since"
    // That an answer is missing is all that there is to say of a row that has none.
    let facts = answers.filter { $0.text?.isEmpty == false || words != nil }.map(\.fact)
    sentence =
      "\(isWarning ? "warning" : "invalid"): \(said)"
      + (facts.isEmpty ? "" : ", \(link) \(facts.joined(separator: " and "))")
  }
}

extension Store {
  /// Why a row is invalid: each of its issues, those of checks that it shows among them, with the answers and
  /// the entries that wrote them.
  ///
  /// - Parameters:
  ///   - row: The row, or what repeats.
  ///   - document: The document.
  ///   - context: What checking may depend on.
  /// - Returns: The issues; none where nothing is wrong.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails.
  /// - Complexity: O(n) in the number of rows, and an entry read for each answer.
  public func whyInvalid(
    _ row: RowID, in document: StoredDocument, _ context: InputContext = .standard
  ) throws(StoreError) -> [IssueExplanation] {
    let rules = document.rules([], componentRegistry, in: context.expressionEnvironment)
    return try whyInvalid(row, in: document, context, rules)
  }

  func whyInvalid(
    _ row: RowID, in document: StoredDocument, _ context: InputContext, _ rules: RuleState
  ) throws(StoreError) -> [IssueExplanation] {
    let live = LiveComponents(registry: componentRegistry)
    let view = IssueView(document.structure, rules, live, context)
    let input = RowInput(registry: componentRegistry, context: context)
    let found = DocumentIssues(view).found(in: document.index).filter { $0.issue.row == row }
    var entries: [Int: Entry] = [:]
    return try found.map { (found) throws(StoreError) in
      let answers = try found.reads.map { (read) throws(StoreError) in
        try answer(of: read, counts: view.counts(read), in: document, input, &entries)
      }
      return IssueExplanation(found, answers, found.formula.map { view.words($0) })
    }
  }
}

extension DocumentEditing {
  /// Why a row is invalid; see ``EkibenStore/Store/whyInvalid(_:in:_:)``.
  ///
  /// - Throws: ``SessionError/store(_:)`` when reading fails.
  public func whyInvalid(_ row: RowID) throws(SessionError) -> [IssueExplanation] {
    try asking { (store, editor) throws(StoreError) in
      let context = store.inputContext(editor.environment)
      return try store.whyInvalid(row, in: document, context, editor.rules)
    }
  }
}
