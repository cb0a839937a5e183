package import EkibenDocuments
import EkibenExpressions

// How formulas give rows their answers (rules E13, E14, E15 and E16).
extension RuleState {
  /// Applies changes, and asks formulas beside those that depend on what comes of them, as far as the extent goes,
  /// for the rows that they may give answers to.
  ///
  /// - Returns: The answers, and the records of which something else may hold then.
  /// - Complexity: O(rules asked and records affected), and O(log n) a row; where records come, go or move, or
  ///   a definition changes, O(n).
  package mutating func calculate(
    _ changes: Changeset, to after: DocumentStructure, _ extent: CalculationExtent,
    _ calculation: Calculation
  ) -> (calculation: Calculation, affected: Set<RecordID>) {
    var reread: [RecordID] = []
    if changes.changes.contains(where: \.concernsRules) || isEmpty { reread = readAnew(after) }
    if isEmpty { return (calculation, []) }
    var work = RuleWork(index, calculating: calculation)
    let answers = RuleAnswers(self, after)
    if changes.changes.contains(where: \.concernsRules) || !reread.isEmpty {
      for rule in rules.indices where !rules[rule].aspect.givesAnswer { work.add(rule) }
    }
    for record in reread {
      if let number = records.number(of: record, after.index) {
        noteActivity(in: number, &work, answers)
      }
    }
    begin(changes, extent, &work, answers)
    add(changes, extent, calculation, to: &work, after)
    askAll(&work, answers)
    let affected = Set(work.affected.map { index.records.id(of: $0, in: after.content) })
    return (work.calculation ?? calculation, affected)
  }

  // The rules as they are now, none of them asked yet: what acted is taken to act still.
  private mutating func readAnew(_ after: DocumentStructure) -> [RecordID] {
    let old = self
    self = RuleState(
      unasked: RuleIndex(after.content, after.index, index.custom, index.registry), in: environment)
    evaluations = old.evaluations
    return old.active.filter { key in
      guard let rule = index.rule(of: key, in: after) else { return key.aspect == .visible }
      set(rule, to: true, nil)
      return false
    }.map(\.record).sorted()
  }

  // Gives what is new the answers that it begins with: whatever hides it, as constant ones (rule E17).
  private mutating func begin(
    _ changes: Changeset, _ extent: CalculationExtent, _ work: inout RuleWork,
    _ answers: RuleAnswers
  ) {
    if index.initials.isEmpty { return }
    var new: Set<RowID> = []
    for change in changes.changes where change.field == nil && change.after != nil {
      if case .row(let row) = change.record { new.insert(row) }
    }
    for (number, rule) in index.initials.sorted(by: { $0.key < $1.key }) {
      let place = records.place(of: number)
      let row = answers.structure.content[place]
      let isNew = if case .beginning = extent { true } else { new.contains(row.id) }
      guard isNew, row.fields[.value] == nil else { continue }
      let found = calculated(rule, answers)
      if found.asksForTime { work.calculation?.noteTime() }
      guard let value = found.value else { continue }
      answers.set(value, at: place)
      work.calculation?.note(row.id, from: nil, to: value, isCalculated: false)
      work.addReaders(of: number)
    }
  }

  // Adds the formulas that an edit asks.
  private func add(
    _ changes: Changeset, _ extent: CalculationExtent, _ calculation: Calculation,
    to work: inout RuleWork, _ after: DocumentStructure
  ) {
    for row in records.rows(touchedBy: changes, in: after) {
      work.addReaders(of: row)
      if !changes.isContentOnly, let own = index.calculations[row] { work.add(own) }
    }
    for rule in index.readers(ofStatusIn: changes) { work.add(rule) }
    let asksAll =
      if case .affected = extent { changes.changes.contains(where: \.redefines) } else { true }
    var rules = asksAll ? Array(index.calculations.values) : []
    for row in calculation.givenBack {
      guard let place = after.index[row] else { continue }
      if let rule = index.calculations[records.number(at: place)] { rules.append(rule) }
    }
    rules.sort()
    for rule in rules { work.add(rule) }
  }

  /// Asks a formula for its row's answer, and notes what depends on that.
  mutating func calculate(_ rule: Int, _ work: inout RuleWork, _ answers: RuleAnswers) {
    guard case .row(let row) = index.rules[rule].key.record,
      let place = answers.structure.index[row],
      work.calculation?.acceptsFormula(row) ?? false, isActive(index.rules[rule].number)
    else { return }
    let found = calculated(rule, answers)
    if found.asksForTime { work.calculation?.noteTime() }
    note(found.failure, of: rule)
    let before = answers.structure.content[place].fields[.value]
    if found.value.isSame(as: before) {
      work.calculation?.noteSame(row, before)
      return
    }
    answers.set(found.value, at: place)
    work.calculation?.note(row, from: before, to: found.value, isCalculated: true)
    work.addReaders(of: index.rules[rule].number)
  }

  /// What a formula gives its row.
  struct FormulaResult {
    var value: Value?
    /// Why it gives nothing.
    var failure: RuleFailure?
    let asksForTime: Bool
  }

  /// What the formula of a rule gives its row now; an error gives nothing (rule E13).
  mutating func calculated(_ rule: Int, _ answers: RuleAnswers) -> FormulaResult {
    evaluations += 1
    answers.begin(rule)
    guard case .fhirPath(let text) = index.rules[rule].formula,
      case .row(let id) = index.rules[rule].key.record, let row = answers.structure.row(id)
    else { return FormulaResult(value: nil, asksForTime: false) }
    let asksForTime = index.rules[rule].expressions[text]?.asksForTime ?? false
    let target = CalculatedRow(id, answers.structure.definition(of: row), index.registry)
    var answer = FormulaResult(value: nil, asksForTime: asksForTime)
    do throws(RuleFailure) {
      answer.value = try target.answer(from: try answers.items(of: text))
    } catch { answer.failure = error }
    return answer
  }

  /// Takes an answer away whose row is hidden now, where the form asks for that (rule F39).
  mutating func clearIfHidden(_ row: Int, _ work: inout RuleWork, _ answers: RuleAnswers) {
    guard index.policies.clearsOnHide, !isActive(row) else { return }
    let place = index.records.place(of: row)
    guard place.row >= 0 else { return }
    let id = answers.structure.content[place].id
    let answer = answers.structure.content[place].fields[.value]
    guard answer != nil, work.calculation?.mayClear(id) ?? false else { return }
    answers.set(nil, at: place)
    // A formula gives it again when the row is shown.
    let isCalculated =
      index.calculations[row] != nil && work.calculation?.acceptsFormula(id) ?? false
    work.calculation?.note(id, from: answer, to: nil, isCalculated: isCalculated)
    work.addReaders(of: row)
  }

  /// Goes through rules that depend on each other in a circle until nothing changes, in the order of the
  /// document, once more than there are of them at the most; where that is no end, their answers stay as they
  /// were and their rows are shown (rule E15).
  mutating func settle(
    _ circle: Int, from rule: Int, _ work: inout RuleWork, _ answers: RuleAnswers
  ) {
    let members = index.rules(inCircle: circle)
    work.begin(circle, from: rule)
    defer { work.end() }
    for _ in 0...members.count {
      let now = work.takeAgain()
      if now.isEmpty { return }
      for rule in now {
        work.asks(rule)
        ask(rule, &work, answers)
      }
    }
    guard !work.takeAgain().isEmpty else { return }
    for rule in members { giveUp(rule, index.unsettled(circle), &work, answers) }
  }

  private mutating func giveUp(
    _ rule: Int, _ failure: RuleFailure, _ work: inout RuleWork, _ answers: RuleAnswers
  ) {
    note(failure, of: rule)
    if case .row(let row) = index.rules[rule].key.record, index.rules[rule].aspect == .calculated,
      let before = work.calculation?.restore(row), let place = answers.structure.index[row]
    {
      answers.set(before, at: place)
      work.addReaders(of: index.rules[rule].number)
    }
    guard index.rules[rule].aspect == .visible, acting[rule] else { return }
    set(rule, to: false, answers)
    noteChange(of: rule, &work, answers)
  }
}

extension Value? {
  /// Whether it is the same answer: numbers by what they are (rule E13).
  func isSame(as other: Value?) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.decimal(let left)?, .decimal(let right)?): return left.isEqual(to: right)
    case (.record(let left)?, .record(let right)?):
      guard let mine = Quantity.Amount(documentValue: .record(left)),
        let theirs = Quantity.Amount(documentValue: .record(right))
      else { return false }
      return mine.number.isEqual(to: theirs.number)
        && left[.unit] == right[.unit] && left[.comparator] == right[.comparator]
    case (.list(let left)?, .list(let right)?):
      return left.count == right.count
        && zip(left, right).allSatisfy { Optional($0).isSame(as: $1) }
    default: return false
    }
  }
}

extension RuleRecords {
  /// The rows whose answers changes touch, by number: those of what came, went or moved among them; of an
  /// instance that went, its template.
  fileprivate func rows(touchedBy changes: Changeset, in structure: DocumentStructure) -> Set<Int> {
    let index = structure.index
    var found: Set<Int> = []
    for change in changes.changes where change.field.map(Self.touching.contains) ?? true {
      switch change.record {
      case .document: continue
      case .row(let id):
        let template = change.before?.asRecord?.text(.template).map { RowID(unchecked: $0) }
        if let place = index[id] ?? template.flatMap({ index[$0] }) {
          found.insert(number(at: place))
        }
      case .section(let id):
        guard change.field != nil, let section = index[id] else { continue }
        found.formUnion(rows(ofSectionAt: section))
      }
    }
    return found
  }

  private static let touching: Set<FieldName> = [.value, .section, .order, .parent, .parentRow]
}

extension Change {
  /// Whether formulas may be others after it, or rows take other answers; or it takes a row of the form away, of
  /// which nobody knows any more who read it.
  fileprivate var redefines: Bool {
    guard let field else { return after == nil && before?.asRecord?[.template] == nil }
    return !Self.ofContent.contains(field)
  }

  private static let ofContent: Set<FieldName> = [
    .value, .draft, .section, .order, .documentStatus, .visible, .required, .readOnly, .hidden,
  ]
}
