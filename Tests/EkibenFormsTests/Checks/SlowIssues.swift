import EkibenDocuments
import EkibenExpressions
import EkibenForms

/// What is wrong with a document, from the definitions: everything anew, every check of every record, and of
/// unique answers every pair.
struct SlowIssues {
  private let rules: SlowRules
  private var structure: DocumentStructure { rules.structure }

  init(_ document: Document) { rules = SlowRules(document) }

  /// Each issue as `row rule severity`, sorted.
  func lines() -> [String] {
    var issues: [ValidationIssue] = []
    for case .row(let id) in rules.order where rules.isReal(.row(id)) && isShown(.row(id)) {
      issues += own(id)
    }
    issues += rules.order.compactMap { unanswered($0) } + rules.order.compactMap { unchecked($0) }
    for record in [.document] + rules.order where isAsked(record) {
      for check in checks(record) { issues += broken(check, record) }
    }
    return issues.map(Self.line).sorted()
  }

  static func line(_ issue: ValidationIssue) -> String {
    "\(issue.row) \(issue.ruleName) \(issue.severity) \(issue.words ?? "-")"
  }

  private func own(_ id: RowID) -> [ValidationIssue] {
    guard let row = structure.row(id), !structure.repeats(row) || structure.isInstance(row) else {
      return []
    }
    var fields = structure.definition(of: row)
    let standing = rules.standing(of: .row(id))
    fields[.required] = .bool(standing.isRequired)
    fields[.readOnly] = .bool(standing.isReadOnly)
    return RowInput().issues(of: Document.Row(id: id, fields: fields))
  }

  // What is required without an answer that counts in it, and what repeats and is, without an instance.
  private func unanswered(_ record: RecordID) -> ValidationIssue? {
    guard rules.isReal(record), isShown(record) else { return nil }
    let standing = rules.standing(of: record)
    guard standing.isRequired, !standing.isReadOnly else { return nil }
    let isAnswered: Bool
    switch record {
    case .document: return nil
    case .row(let id):
      guard let row = structure.row(id), structure.repeats(row) else { return nil }
      isAnswered = structure.isInstance(row) || !structure.instances(of: id).isEmpty
    case .section(let id):
      guard let section = structure.section(id), !structure.isInstance(section) else { return nil }
      let rows = structure.content.sections.flatMap { section in
        section.rows.filter { row in
          rules.isReal(.row(row.id))
            && (section.id == id || structure.sections(around: row.id).contains { $0.id == id })
        }
      }
      let mayBeAnswered =
        structure.repeats(section) || rows.contains { isShown(.row($0.id)) }
        || structure.content.sections.contains { isRepeated($0, in: id) }
      isAnswered =
        !mayBeAnswered
        || rows.contains { row in
          let value = row.fields[.value]
          return value != nil && value != .null && value != .text("") && counts(row.id)
        }
    }
    return isAnswered
      ? nil : ValidationIssue(row: RowID(unchecked: name(of: record)), rule: .required)
  }

  // What is shown because nobody understands when.
  private func unchecked(_ record: RecordID) -> ValidationIssue? {
    guard let condition = rules.definition(record)[.visible], condition.asBool == nil,
      condition.asRecord.flatMap({ Formula(record: $0) }) == nil, rules.isReal(record),
      isShown(record)
    else { return nil }
    var row = RowID(unchecked: name(of: record))
    if case .section(let id) = record {
      row = structure.section(id)?.rows.first { isShown(.row($0.id)) }?.id ?? row
    }
    return ValidationIssue(row: row, rule: .unchecked(what: "visible", why: ""))
  }

  private func isAsked(_ record: RecordID) -> Bool {
    switch record {
    case .document: true
    case .row: false
    case .section(let id):
      rules.isReal(record) && structure.section(id).map { !structure.repeats($0) } ?? false
    }
  }

  private func isShown(_ record: RecordID) -> Bool {
    record == .document || rules.standing(of: record).isVisible
  }

  private func isRepeated(_ section: Document.Section, in outer: SectionID) -> Bool {
    guard structure.repeats(section), rules.isReal(.section(section.id)),
      isShown(.section(section.id))
    else { return false }
    var around = section.fields.text(.parent)
    while let name = around, name != outer.rawValue {
      around = structure.section(SectionID(unchecked: name))?.fields.text(.parent)
    }
    return around != nil
  }

  private func counts(_ row: RowID) -> Bool {
    rules.policies.hiddenAnswersCount || rules.isActive(.row(row)) && !isTemplate(row)
  }

  // What was answered before it repeated is retired.
  private func isTemplate(_ row: RowID) -> Bool {
    structure.row(row).map { structure.template(around: $0) != nil } ?? false
  }

  private func checks(_ record: RecordID) -> [Check] {
    (rules.definition(record)[.checks]?.asList ?? []).compactMap {
      Check(record: $0.asRecord ?? [:])
    }
  }

  private func broken(_ check: Check, _ record: RecordID) -> [ValidationIssue] {
    guard case .holds(let formula) = check.condition, isShown(record) else { return [] }
    let rows = formula.references.flatMap { rules.rows($0, from: record) }
      .filter { structure.row($0) != nil }
    let shown = rows.first { isShown(.row($0)) }
    if !rows.isEmpty, shown == nil { return [] }
    guard formula.verdict(in: Seen(rules: rules, record: record), under: rules.policies) == false,
      let place = place(check, record) ?? shown ?? anchor(formula.references)
    else { return [] }
    return [issue(check, place)]
  }

  private func issue(_ check: Check, _ row: RowID) -> ValidationIssue {
    let rule = ValidationIssue.Rule.check(id: check.id, message: "")
    return ValidationIssue(row: row, rule: rule, severity: check.severity, words: check.message)
  }

  private func place(_ check: Check, _ record: RecordID) -> RowID? {
    check.row.flatMap { row in
      rules.rows(Formula.Reference(row), from: record)
        .first { structure.row($0) != nil && isShown(.row($0)) }
    }
  }

  // The outermost record that repeats, of the first row that does.
  private func anchor(_ references: [Formula.Reference]) -> RowID? {
    for reference in references {
      let chain = rules.chain(.row(reference.row))
      let repeating = chain.filter { rules.fields($0).isTrue(.repeats) }
      guard structure.row(reference.row).map({ structure.template(around: $0) != nil }) ?? false,
        let outermost = repeating.first(where: {
          rules.chain($0).intersection(repeating).count == 1
        }),
        isShown(outermost)
      else { continue }
      return RowID(unchecked: "\(outermost)".contains("/") ? "" : name(of: outermost))
    }
    return nil
  }

  private func name(of record: RecordID) -> String {
    switch record {
    case .document: ""
    case .section(let id): id.rawValue
    case .row(let id): id.rawValue
    }
  }

  private struct Seen: AnswerSource {
    let rules: SlowRules
    let record: RecordID

    // Checks with expressions have tests of their own.
    func holds(fhirPath text: String) -> Bool? { nil }

    func answers(of reference: Formula.Reference) -> [[Value]] {
      rules.rows(reference, from: record).compactMap { row in
        guard rules.policies.hiddenAnswersCount || rules.isActive(.row(row)) else { return nil }
        return rules.structure.row(row)?.fields[.value].map { [$0] } ?? []
      }
    }
  }
}

extension SlowIssues {
  /// The issues of unique answers, which the form itself says once for all.
  func duplicates() -> [ValidationIssue] {
    var found: [ValidationIssue] = []
    for record in [.document] + rules.order where rules.template(record) == record {
      for check in checks(record) {
        guard case .unique(let row) = check.condition, !rules.isReal(record) || isShown(record)
        else { continue }
        let all = rules.order.filter {
          $0 != .row(row) && rules.template($0) == .row(row) && rules.isReal($0) && isFilledIn($0)
        }
        for (at, one) in all.enumerated() where isShown(one) {
          guard all[..<at].contains(where: { areSame($0, one, record) }), case .row(let id) = one
          else { continue }
          found.append(issue(check, place(check, one) ?? id))
        }
      }
    }
    return found
  }

  private func isFilledIn(_ record: RecordID) -> Bool {
    guard case .row(let id) = record, let row = structure.row(id) else { return false }
    return !structure.repeats(row) || structure.isInstance(row)
  }

  private func areSame(_ one: RecordID, _ other: RecordID, _ record: RecordID) -> Bool {
    let count = rules.policies.hiddenAnswersCount || rules.isActive(one) && rules.isActive(other)
    guard count, let value = rules.fields(one)[.value] else { return false }
    return value == rules.fields(other)[.value]
      && group(of: one, record) == group(of: other, record)
  }

  // Where an instance stands: in the nearest record of the check that it is not itself.
  private func group(of row: RecordID, _ record: RecordID) -> RecordID {
    let chain = rules.chain(row).sorted { rules.chain($0).count > rules.chain($1).count }
    guard record != .document, let own = chain.first(where: { rules.isInstance($0) }) else {
      return .document
    }
    let outside = rules.chain(own).subtracting([own])
      .sorted { rules.chain($0).count > rules.chain($1).count }
    if let group = outside.first(where: { rules.template($0) == record }) { return group }
    return rules.chain(record).contains(rules.template(own))
      ? outside.first ?? .document : .document
  }
}
