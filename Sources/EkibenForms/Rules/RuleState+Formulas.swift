package import EkibenDocuments
import EkibenExpressions

// What can be asked about the formulas that give rows their answers, beside edits (rule E13).
extension RuleIndex {
  /// The rows that have a formula for their answer, in the order of the document.
  ///
  /// - Complexity: O(formulas · log formulas).
  package func rowsWithFormula(in structure: DocumentStructure) -> [RowID] {
    calculations.keys.sorted().map { structure.content[records.place(of: $0)].id }
  }

  /// Whether formulas give answers, or will after changes.
  package func calculates(after changes: Changeset) -> Bool {
    calculates || changes.changes.contains { $0.brings(.calculated) }
  }
}

extension RuleState {
  /// The rows that the formula for a row's answer reads, in the order of the document; nil where it has none.
  ///
  /// - Complexity: O(rows that it reads), and sorting them.
  package func rowsRead(byCalculationOf row: RowID, in structure: DocumentStructure) -> [RowID]? {
    guard let rule = calculation(of: row, in: structure) else { return nil }
    return reads(of: rules[rule.value], structure).map(\.row).sorted(by: structure.index.precedes)
  }

  /// What the formula for a row's answer gives now; nil where it has none, or the row is hidden.
  ///
  /// - Complexity: O(what it reads).
  package mutating func calculated(_ row: RowID, in structure: DocumentStructure) -> Calculated? {
    guard let rule = calculation(of: row, in: structure) else { return nil }
    return calculations([rule], in: structure).first
  }

  /// What a formula gives a row, beside what stands there.
  package struct Calculated: Sendable {
    package let row: RowID
    /// What stands there.
    package let value: Value?
    /// What the formula gives.
    package let result: Value?
    /// Why it gives nothing.
    package let failure: RuleFailure?
    /// Whether it asked what time it is.
    package let asksForTime: Bool
    /// Whether both are the same answer.
    package var isKept: Bool { gives(value) }

    /// Whether the formula gives an answer, numbers compared by what they are.
    package func gives(_ value: Value?) -> Bool { result.isSame(as: value) }
  }

  /// What all formulas give rows that count, each asked once on what stands there (rule E16).
  ///
  /// - Complexity: O(formulas and what they read).
  package mutating func calculations(in structure: DocumentStructure) -> [Calculated] {
    calculations(Array(index.calculations), in: structure)
  }

  /// The same of those that read some rows, and of these rows.
  mutating func calculations(
    reading records: Set<RecordID>, in structure: DocumentStructure
  ) -> [Calculated] {
    var rules: [Int: Int] = [:]
    for record in records {
      guard let number = self.records.number(of: record, structure.index) else { continue }
      if let own = index.calculations[number] { rules[number] = own }
      for reader in index.readers(of: number) where index.rules[reader].aspect == .calculated {
        rules[index.rules[reader].number] = reader
      }
    }
    return calculations(Array(rules), in: structure)
  }

  /// Why some rows lack what an expression was to give them at first, asked once more (rule E17); not where
  /// it needs what nobody has handed over.
  ///
  /// - Complexity: O(such expressions, and what those asked read).
  package mutating func initialFailures(
    in structure: DocumentStructure, where isWanted: (RowID) -> Bool
  ) -> [(row: RowID, failure: RuleFailure)] {
    let answers = RuleAnswers(self, structure)
    var found: [(row: RowID, failure: RuleFailure)] = []
    for (number, rule) in index.initials.sorted(by: { $0.key < $1.key }) {
      let row = structure.content[records.place(of: number)]
      guard row.fields[.value] == nil, isWanted(row.id) else { continue }
      answers.beginSteps()
      guard let failure = calculated(rule, answers).failure, !failure.needsHost else { continue }
      found.append((row.id, failure))
    }
    return found
  }

  // Of rules behind the numbers of their rows.
  private mutating func calculations(
    _ rules: [(key: Int, value: Int)], in structure: DocumentStructure
  ) -> [Calculated] {
    if rules.isEmpty { return [] }
    let answers = RuleAnswers(self, structure)
    var found: [Calculated] = []
    for (number, rule) in rules.sorted(by: { $0.key < $1.key }) where isActive(number) {
      // Each is asked on its own: how many there are says nothing of what one gives.
      answers.beginSteps()
      let answer = calculated(rule, answers)
      let row = structure.content[records.place(of: number)]
      // What comes to rest has given its answer.
      let isEmpty = row.fields[.value] == nil && answer.value != nil
      let circle = isEmpty ? index.calculatingCircle(of: rule) : nil
      let failure = answer.failure ?? circle.map(index.unsettled)
      note(failure, of: rule)
      found.append(
        Calculated(
          row: row.id, value: row.fields[.value], result: answer.value, failure: failure,
          asksForTime: answer.asksForTime))
    }
    return found
  }

  // The rule behind the number of its row.
  private func calculation(
    of row: RowID, in structure: DocumentStructure
  ) -> (key: Int, value: Int)? {
    guard !isEmpty, let number = records.number(of: .row(row), structure.index),
      let rule = index.calculations[number]
    else { return nil }
    return (number, rule)
  }
}

// How expressions give rows and sections their texts (rule F68).
extension RuleAnswers {
  /// The text that a rule gives now; none leaves the record its own.
  ///
  /// - Throws: ``RuleFailure`` where there are several, or the expression cannot be evaluated.
  func text(of rule: Int, _ formula: Formula) throws(RuleFailure) -> String? {
    begin(rule)
    guard case .fhirPath(let expression) = formula else { return nil }
    let items = try items(of: expression)
    if items.count > 1 { throw .several(items.count) }
    return items.first.map { $0.written ?? "" }
  }
}

extension Fields {
  /// Shows a text in place of the record's own, in all languages.
  mutating func show(_ text: String) {
    if var header = self[.header]?.asRecord {
      header.replace(header.textName(isHeader: true), text)
      self[.header] = .record(header)
    } else {
      replace(textName(isHeader: false), text)
    }
  }

  private mutating func replace(_ name: FieldName, _ text: String) {
    self[name] = .text(text)
    for beside in [FieldName.translations, .markup] {
      guard let said = self[beside]?.asRecord else { continue }
      var kept = Fields()
      for said in said where said.name != name {
        let others = said.value.asRecord.map { Value.record($0.setting(name, nil)) }
        kept[said.name] = others ?? said.value
      }
      self[beside] = .record(kept)
    }
  }
}
