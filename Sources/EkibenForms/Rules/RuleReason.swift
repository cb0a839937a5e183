package import EkibenDocuments
package import EkibenExpressions

/// A rule that decides something of a row: its own, or one of what it stands in.
package struct RuleReason: Sendable {
  /// What makes the rule.
  package enum Ground: Sendable {
    /// A formula, and what has to hold besides it by a program, in words.
    case formula(Formula, and: [String] = [])
    /// The form says so, whatever the answers are.
    case flag
    /// A condition of a kind that is kept and not understood: the row is shown.
    case notUnderstood
  }

  package let record: RecordID
  package let aspect: RuleAspect
  /// Of a rule that offers an option: which of the list.
  package var option: Int?
  /// Whether the record is shown, asked for or read-only, as far as this rule is concerned.
  package let holds: Bool
  package let ground: Ground
  /// Why an expression in it could not be evaluated: then all is as without the rule.
  package var failure: RuleFailure?
  /// The rows that its formula read, and whether their answers count.
  package let reads: [(row: RowID, counts: Bool)]
}

extension RuleState {
  /// The rules that decide something of a row, its own first.
  ///
  /// - Complexity: O(rules and the rows that they read).
  package func reasons(for row: RowID, in structure: DocumentStructure) -> [RuleReason] {
    let records = isEmpty ? RuleRecords(structure) : self.records
    guard let number = records.number(of: .row(row), structure.index) else { return [] }
    return records.around(number).flatMap { record in
      let found = RuleAspect.fields.filter { $0.aspect == .visible || record == number }
        .flatMap { reasons(record, $0.aspect, $0.field, records, structure) }
      let others =
        isEmpty || record != number
        ? []
        : index.rules(of: record).filter {
          [.offered, .calculated, .text].contains(rules[$0].aspect)
        }
      return found + others.map { reason($0, structure) }
    }
  }

  private func reasons(
    _ record: Int, _ aspect: RuleAspect, _ name: FieldName, _ records: RuleRecords,
    _ structure: DocumentStructure
  ) -> [RuleReason] {
    let content = structure.content
    let id = records.id(of: record, in: content)
    func flag(_ ground: RuleReason.Ground, _ holds: Bool) -> RuleReason {
      RuleReason(record: id, aspect: aspect, holds: holds, ground: ground, reads: [])
    }
    var found = aspect == .visible && index.flaggedIDs.contains(id) ? [flag(.flag, false)] : []
    let rule = isEmpty ? nil : index.rules(of: record).first { rules[$0].aspect == aspect }
    if let rule { return found + [reason(rule, structure)] }
    let fields = records.fields(of: records.definitions[record], in: content)
    let value = fields[name] ?? (aspect == .visible ? fields[.enableWhen] : nil)
    if fields.isTrue(name), aspect != .visible { found.append(flag(.flag, true)) }
    // A formula that was not asked is that of a template: its instances are asked.
    let isFormula = value?.asRecord.flatMap { Formula(record: $0) } != nil
    if let value, value.asBool == nil, !isFormula {
      found.append(flag(.notUnderstood, aspect == .visible))
    }
    return found
  }

  private func reason(_ number: Int, _ structure: DocumentStructure) -> RuleReason {
    let rule = rules[number]
    return RuleReason(
      record: rule.key.record, aspect: rule.aspect, option: rule.key.option,
      holds: acting[number] != rule.aspect.holdsWithoutRule,
      ground: .formula(rule.formula, and: rule.custom.map(\.words)), failure: failures[number],
      reads: reads(of: rule, structure))
  }

  /// The rows that a rule reads, each once, and whether their answers count.
  func reads(of rule: Rule, _ structure: DocumentStructure) -> [(row: RowID, counts: Bool)] {
    var known: Set<RowID> = []
    return rule.readRows.flatMap { read -> [(row: RowID, counts: Bool)] in
      guard let rows = index.rows(meant: read, from: rule.number, structure.index)
      else { return [(read.row, true)] }
      return rows.map { row in
        let counts = !index.respectsHiding(of: row, rule) || isActive(row)
        return (structure.content[records.place(of: row)].id, counts)
      }
    }.filter { known.insert($0.row).inserted }
  }
}

/// Formulas in words that a clerk understands, with titles and answers as a form shows them.
package struct FormulaWords {
  private let title: (RowID) -> String
  private let text: (Value, RowID) -> String

  package init(title: @escaping (RowID) -> String, text: @escaping (Value, RowID) -> String) {
    (self.title, self.text) = (title, text)
  }

  /// The formula, as in `“Age” is at least 18 and “Phone” is answered`.
  ///
  /// - Complexity: O(n) in its size.
  package func words(for formula: Formula) -> String {
    switch formula {
    case .compares(let row, let comparison, .value(let value)):
      "\(name(row)) \(comparison.words)\(text(value, row.row))"
    case .compares(let row, let comparison, .row(let other)):
      "\(name(row)) \(comparison.words)“\(title(other))”"
    case .exists(let row, let expected): "\(name(row)) is \(expected ? "" : "not ")answered"
    case .contains(let row, let value): "\(name(row)) contains \(text(value, row.row))"
    case .anyOf(let row, let values):
      "\(name(row)) is one of \(values.map { text($0, row.row) }.joined(separator: ", "))"
    case .count(let row, let comparison, let number):
      "the number of answers to \(name(row)) \(comparison.words)\(number)"
    case .all(let parts): parts.isEmpty ? "always" : joined(parts, " and ")
    case .any(let parts): parts.isEmpty ? "never" : joined(parts, " or ")
    case .not(let part): "not (\(words(for: part)))"
    case .fhirPath(let text): "\(text) is true"
    }
  }

  private func joined(_ parts: [Formula], _ separator: String) -> String {
    parts.map { part in
      let isList = if case .all = part { true } else if case .any = part { true } else { false }
      return isList ? "(\(words(for: part)))" : words(for: part)
    }.joined(separator: separator)
  }

  private func name(_ reference: Formula.Reference) -> String {
    let title = "“\(title(reference.row))”"
    return switch reference.reach {
    case .nearest: title
    case .any: "any \(title)"
    case .every: "every \(title)"
    }
  }
}

extension Formula.Comparison {
  fileprivate var words: String {
    switch self {
    case .equal: "is "
    case .unequal: "is not "
    case .less: "is less than "
    case .atMost: "is at most "
    case .greater: "is greater than "
    case .atLeast: "is at least "
    }
  }
}
