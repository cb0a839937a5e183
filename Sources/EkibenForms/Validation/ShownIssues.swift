package import EkibenDocuments

/// Which issues rows show as they are drawn: those that they have, where a person has got far enough.
package struct ShownIssues: Sendable {
  private let state: FormState
  private let components: LiveComponents
  private let checks: [RowID: [ValidationIssue]]

  /// Knows what a person has done, who says what is wrong with a row, and which checks are broken.
  package init(
    _ state: FormState, _ components: LiveComponents, checks: [RowID: [ValidationIssue]] = [:]
  ) { (self.state, self.components, self.checks) = (state, components, checks) }

  /// No issue shows.
  package static let none = ShownIssues(FormState(), .none)

  /// Of a document that is read and not filled in: what is wrong with answers, and not that some are missing.
  package static func reading(
    _ document: Document, _ rules: RuleState? = nil, in context: InputContext? = nil
  ) -> ShownIssues {
    ShownIssues(.reading, .none, checks: document.brokenChecks(.none, rules, in: context))
  }

  var isNothing: Bool { state.showsNothing }

  /// Whether a row shows the issues that it has, if it has any.
  func marks(_ row: RowID) -> Bool { state.showsMissing(in: row) != nil }

  /// Marks a drawn row where it shows issues.
  func mark(_ row: RowID, _ fields: inout Fields) {
    guard let showsMissing = state.showsMissing(in: row) else { return }
    if let broken = checks[row] { fields[.checksShown] = .list(broken.map(\.drawn)) }
    // Who reads it is not known here, nor what its components depend on.
    if state.showsGiven { return fields[.issuesShown] = false }
    let input = components.component(of: Document.Row(id: row, fields: fields)).input
    if input?.issues().contains(where: { showsMissing || $0.rule != .required }) ?? false {
      fields[.issuesShown] = .bool(showsMissing)
    }
  }
}

extension Document {
  /// The issues that are not of single rows, by the row that shows them.
  ///
  /// - Complexity: O(n) in the number of rows, if there are checks.
  func brokenChecks(
    _ components: LiveComponents, _ rules: RuleState? = nil, in context: InputContext? = nil
  ) -> [RowID: [ValidationIssue]] {
    let index = Document.Index(self)
    let context = context ?? components.context?() ?? .standard
    return DocumentIssues(checksOf: IssueView(self, index, components, context, rules)).ofChecks
  }
}

extension ValidationIssue {
  /// What a drawn row keeps of it.
  fileprivate var drawn: Value {
    .record([.code: .text(ruleName), .message: .text(message), .kind: .text(severity.rawValue)])
  }

  /// What a drawn row has kept.
  init?(_ row: RowID, drawn value: Value) {
    guard let record = value.asRecord, let id = record.text(.code),
      let message = record.text(.message)
    else { return nil }
    let severity = record.text(.kind).flatMap { Severity(rawValue: $0) } ?? .error
    self.init(row: row, rule: .check(id: id, message: message), severity: severity)
  }
}
