import EkibenDocuments
import EkibenExpressions

/// Which conditions of a document cannot be evaluated, and which formulas give no answer (rules E14 and E18).
struct ExpressionIssues: Sendable {
  private var calculations: [RowID: FoundIssue] = [:]
  private var conditions: [FoundIssue] = []
  // Conditions of a kind that is kept and not understood, whatever is answered.
  private var notUnderstood: [RecordID] = []

  init() {}

  /// Looks for all of them.
  ///
  /// - Complexity: O(n) in the number of rows, and what formulas read.
  init(_ view: IssueView) {
    for section in view.structure.content.sections {
      note(.section(section.id), view.structure.definition(of: section), view)
      for row in section.rows {
        let isCopy = row.fields[.template] != nil
        note(.row(row.id), isCopy ? view.structure.definition(of: row) : row.fields, view)
      }
    }
    noteConditions(view)
    var rules = view.rules
    for calculated in rules.calculations(in: view.structure) { note(calculated) }
  }

  /// All of them, in no order.
  var found: [FoundIssue] { conditions + Array(calculations.values) }

  /// Asks those again that read some rows.
  ///
  /// - Complexity: O(formulas asked and what they read).
  mutating func update(for records: Set<RecordID>, _ view: IssueView) {
    noteConditions(view)
    guard view.rules.index.calculates else { return }
    // Of a row that is hidden now nothing is asked.
    for case .row(let row) in records { calculations[row] = nil }
    var rules = view.rules
    for calculated in rules.calculations(reading: records, in: view.structure) { note(calculated) }
  }

  private mutating func note(_ calculated: RuleState.Calculated) {
    calculations[calculated.row] = nil
    // An answer that somebody else gave needs no formula.
    guard calculated.value == nil, let failure = calculated.failure else { return }
    let issue = ValidationIssue(
      row: calculated.row, rule: .calculation(why: "\(failure)"), severity: .warning)
    calculations[calculated.row] = FoundIssue(issue, rank: 1, reads: [calculated.row])
  }

  private mutating func note(_ record: RecordID, _ fields: Fields, _ view: IssueView) {
    let condition = fields[.visible] ?? fields[.enableWhen]
    guard let condition, condition.asBool == nil,
      condition.asRecord.flatMap({ Formula(record: $0) }) == nil, view.scope.isReal(record)
    else { return }
    notUnderstood.append(record)
  }

  private mutating func noteConditions(_ view: IssueView) {
    func issue(_ record: RecordID, _ aspect: RuleAspect, _ why: String) -> FoundIssue? {
      guard view.isShown(record), let row = view.firstRow(in: record) else { return nil }
      let rule = ValidationIssue.Rule.unchecked(what: aspect.rawValue, why: why)
      return FoundIssue(ValidationIssue(row: row, rule: rule), rank: 1, reads: [row])
    }
    conditions = notUnderstood.compactMap { issue($0, .visible, "its condition is not understood") }
    for (number, failure) in view.rules.failures.sorted(by: { $0.key < $1.key }) {
      let key = view.rules.index.rules[number].key
      guard key.aspect == .visible || key.aspect == .required else { continue }
      conditions += [issue(key.record, key.aspect, "\(failure)")].compactMap(\.self)
    }
  }
}

extension IssueView {
  /// Of a section the first row that can show something of it, of a document that of its sections.
  func firstRow(in record: RecordID) -> RowID? {
    switch record {
    case .document:
      let sections = structure.content.sections.lazy.filter { section in
        isShown(.section(section.id)) && asks(.section(section.id))
      }
      return sections.compactMap { firstQuestion(in: $0) }.first
        ?? sections.first.flatMap { firstRow(in: .section($0.id)) }
    case .row(let row): return row
    case .section(let id):
      let section = structure.section(id)
      return section.flatMap { firstQuestion(in: $0) }
        ?? section?.rows.first { isShown(.row($0.id)) }?.id ?? RowID(unchecked: id.rawValue)
    }
  }

  private func firstQuestion(in section: Document.Section) -> RowID? {
    section.rows.first { asks(.row($0.id)) && isShownQuestion($0.id) }?.id
  }
}
