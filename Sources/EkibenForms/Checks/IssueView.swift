package import EkibenDocuments
package import EkibenExpressions

/// A document as its issues are looked for: where things stand, what is shown, and how answers read.
package struct IssueView {
  let structure: DocumentStructure
  let rules: RuleState
  let components: LiveComponents
  let context: InputContext
  let policies: RulePolicies

  package init(
    _ structure: DocumentStructure, _ rules: RuleState, _ components: LiveComponents,
    _ context: InputContext
  ) {
    (self.structure, self.rules, self.components) = (structure, rules, components)
    self.context = context
    policies = RulePolicies(structure.content.fields[.policies]?.asRecord ?? [:])
  }

  /// Knows a document and, unless it is known already, what holds in it.
  init(
    _ content: Document, _ index: Document.Index, _ components: LiveComponents,
    _ context: InputContext, _ rules: RuleState?
  ) {
    self.init(
      DocumentStructure(content, index),
      rules
        ?? RuleState(
          content, index, components.rules, components.registry, in: context.expressionEnvironment),
      components, context)
  }

  var scope: CheckScope { CheckScope(structure: structure) }

  var drawn: Document { DrawnDocument(structure.content, structure.index, rules).document }

  /// Whether checks are asked of a record: not of a template, nor of the place where instances stand.
  func asks(_ record: RecordID) -> Bool {
    record == .document || scope.isReal(record) && !scope.repeats(record)
  }

  /// Whether there is a row that issues name, or a section.
  func has(_ row: RowID) -> Bool {
    structure.index[row] != nil || structure.index[SectionID(unchecked: row.rawValue)] != nil
  }

  func isShown(_ record: RecordID) -> Bool {
    record == .document || rules.standing(of: record, [:], in: structure).isVisible
  }

  /// Whether the answer of a row counts where others are asked for (rules F14 and F35).
  package func counts(_ row: RowID) -> Bool {
    policies.hiddenAnswersCount || rules.isActive(.row(row), in: structure)
  }

  /// The section of a row, if something in it has to be answered.
  func sectionToAnswer(around row: RowID) -> SectionID? {
    guard let place = structure.index[row] else { return nil }
    let section = structure.content.sections[place.section]
    let standing = rules.standing(
      of: .section(section.id), structure.definition(of: section), in: structure)
    return standing.isRequired ? section.id : nil
  }

  /// Whether a row has an answer that counts.
  func isAnswered(_ row: Document.Row) -> Bool {
    row.isAnswered && counts(row.id) && scope.isReal(.row(row.id))
  }

  /// Whether a section shows a question, or can be given one by another instance of it.
  func asks(_ section: Document.Section) -> Bool {
    let record = RecordID.section(section.id)
    if structure.repeats(section), isShown(record), scope.isReal(record) { return true }
    return section.rows.contains { isShownQuestion($0.id) }
  }

  /// Whether a row is a question that is shown: beside any other one no issue shows.
  func isShownQuestion(_ row: RowID) -> Bool {
    isShown(.row(row)) && scope.isReal(.row(row))
      && fields(of: row).flatMap { components.component(of: $0).input } != nil
  }

  func answers(of row: RowID) -> [Value] { structure.row(row)?.fields[.value]?.answers ?? [] }

  /// What repeats and has no instance yet, of what is read: the outermost, which is drawn.
  func anchor(of reads: [ReadRow]) -> RowID? {
    for read in reads {
      guard let row = structure.row(read.row), structure.template(around: row) != nil
      else { continue }
      let repeating = scope.around(.row(read.row)).filter {
        structure.fields(of: $0)?.isTrue(.repeats) ?? false
      }
      // Questions stand in sections, and never the other way round.
      let isSection = { (record: RecordID) in if case .section = record { true } else { false } }
      guard let repeating = repeating.last(where: isSection) ?? repeating.last, isShown(repeating)
      else { continue }
      return RowID(unchecked: repeating.text)
    }
    return nil
  }
}

// Words, where the form has none.
extension IssueView {
  // They name so many answers at most.
  private static let mostFacts = 4

  package func words(_ formula: Formula) -> String {
    FormulaWords(title: { title($0) }, text: { text($0, in: $1) }).words(for: formula)
  }

  /// `it is wanted that “End” is at least “Start”, but “End” is 2026-05-01 and “Start” is 2026-05-03`.
  func words(_ formula: Formula, _ rows: [RowID]) -> String {
    var facts = rows.prefix(Self.mostFacts).map { row in
      let answer = counts(row) ? structure.row(row)?.fields[.value] : nil
      guard let answer, !answer.answers.isEmpty else { return "“\(title(row))” has no answer" }
      return "“\(title(row))” is \(text(answer, in: row))"
    }
    if rows.count > facts.count { facts.append("\(rows.count - facts.count) more") }
    let wanted = "it is wanted that \(words(formula))"
    return facts.isEmpty ? wanted : "\(wanted), but \(facts.joined(separator: " and "))"
  }

  func words(duplicate row: RowID) -> String {
    let answer = structure.row(row)?.fields[.value] ?? .null
    return "each “\(title(row))” has to be another, and \(text(answer, in: row)) is there already"
  }

  private func fields(of row: RowID) -> Document.Row? {
    structure.row(row).map { Document.Row(id: row, fields: structure.definition(of: $0)) }
  }

  /// An issue that says what its row is called.
  func titled(_ issue: ValidationIssue) -> ValidationIssue {
    var titled = issue
    titled.title = knownTitle(issue.row)
    return titled
  }

  private func title(_ row: RowID) -> String { knownTitle(row) ?? row.rawValue }

  private func knownTitle(_ row: RowID) -> String? {
    guard let record = fields(of: row)?.fields else { return nil }
    return record.texts(in: context.languages)?.text(.title) ?? record.text(.title)
  }

  private func text(_ value: Value, in row: RowID) -> String {
    fields(of: row).flatMap {
      components.component(of: $0).input?.displayText(ofValue: value, in: context)
    } ?? ValueText.bare(value)
  }
}
