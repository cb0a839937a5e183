package import EkibenDocuments
package import EkibenExpressions

extension RuleState {
  /// Brings the rules up to date after an edit.
  ///
  /// Each rule that the edit affects is asked at most once, after those that it depends on; what does not
  /// change affects nothing else (rule F17).
  ///
  /// - Returns: The records of which something else may hold now.
  /// - Complexity: O(rules asked and records affected); where records come, go or move in a document with
  ///   rules, or a definition changes, O(n).
  package mutating func update(
    by changes: Changeset, to content: Document, at index: Document.Index
  ) -> Set<RecordID> {
    let hasNone = isEmpty && self.index.custom.isEmpty
    if changes.changes.contains(where: { hasNone ? $0.bringsRules : $0.concernsRules }) {
      return reread(DocumentStructure(content, index))
    }
    if hasNone { return [] }
    // Most answers are read by none: those cost no memory.
    var wanted: RuleWork?
    for rule in self.index.readers(ofStatusIn: changes) {
      if wanted == nil { wanted = RuleWork(self.index) }
      wanted?.add(rule)
    }
    for change in changes.changes where change.field == .value {
      guard let row = records.number(of: change.record, index), !self.index.readers(of: row).isEmpty
      else { continue }
      if wanted == nil { wanted = RuleWork(self.index) }
      wanted?.addReaders(of: row)
    }
    guard var work = wanted, !work.isDone else { return [] }
    wanted = nil
    askAll(&work, RuleAnswers(self, DocumentStructure(content, index)))
    return Set(work.affected.map { self.index.records.id(of: $0, in: content) })
  }

  /// Whether changes of a document can neither hide nor show anything, and no formula reads what they change:
  /// there are no rules, none come, and what repeats stays; or they are answers that count and that none reads.
  ///
  /// - Complexity: O(changes · depth).
  package func ignores(_ changes: Changeset, in structure: DocumentStructure) -> Bool {
    isEmpty
      ? !changes.changes.contains { $0.bringsRules || $0.field == .repeats }
      : changes.changes.allSatisfy { ignores($0, in: structure) }
  }

  // Whether a change is that of an answer which counts and which no rule reads.
  private func ignores(_ change: Change, in structure: DocumentStructure) -> Bool {
    guard change.field == .value || change.field == .draft,
      let number = index.records.number(of: change.record, structure.index)
    else { return false }
    return index.readers(of: number).isEmpty && isActive(number)
  }

  /// Asks all rules that wait, and those that depend on what comes of them.
  mutating func askAll(_ work: inout RuleWork, _ answers: RuleAnswers) {
    while let rule = work.next() {
      if work.calculates, let circle = index.calculatingCircle(of: rule) {
        settle(circle, from: rule, &work, answers)
      } else {
        ask(rule, &work, answers)
      }
    }
    variableEvaluations += answers.variables.evaluations
  }

  /// Asks a rule, and notes what depends on what comes of it.
  mutating func ask(_ rule: Int, _ work: inout RuleWork, _ answers: RuleAnswers) {
    if index.rules[rule].aspect == .calculated { return calculate(rule, &work, answers) }
    if index.rules[rule].aspect == .text {
      if setText(rule, answers) { work.affected.insert(index.rules[rule].number) }
      return
    }
    let isActing = isActing(rule, answers)
    guard isActing != acting[rule] else { return }
    set(rule, to: isActing, answers)
    noteChange(of: rule, &work, answers)
  }

  /// Notes what depends on whether a rule acts, which has just changed.
  mutating func noteChange(of rule: Int, _ work: inout RuleWork, _ answers: RuleAnswers) {
    let record = index.rules[rule].number
    guard index.rules[rule].aspect == .visible else {
      work.affected.insert(record)
      return
    }
    noteActivity(in: record, &work, answers)
  }

  /// Notes what depends on whether a record and all that stands in it counts, which has just changed.
  mutating func noteActivity(in record: Int, _ work: inout RuleWork, _ answers: RuleAnswers) {
    // What stands in something hidden stays so; if that is yet to be shown, it affects all in it.
    func isHiddenBesides(_ inner: Int) -> Bool {
      index.records.isAny(around: inner) { $0 != record && hiding[$0] }
    }
    if isHiddenBesides(record) { return }
    for inner in index.records.records(in: record, answers.structure)
    where !isHiddenBesides(inner) && (work.affected.insert(inner).inserted || work.calculates) {
      for reader in index.readers(of: inner)
      where index.respectsHiding(of: inner, index.rules[reader]) { work.add(reader) }
      if work.calculates {
        if let calculation = index.calculations[inner] { work.add(calculation) }
        clearIfHidden(inner, &work, answers)
      }
    }
  }

  /// The answers that an edit takes away because it hides their rows, if the form asks for that (rule F39).
  ///
  /// The document is the one before the edit.
  ///
  /// - Complexity: O(rules asked and records affected).
  package func cleared(
    by answers: [(row: RowID, value: Value?)], in content: Document, at index: Document.Index
  ) -> [RowID] {
    guard self.index.policies.clearsOnHide, !isEmpty else { return [] }
    var (after, rules) = (content, self)
    let affected = rules.take(answers, in: &after, at: index)
    return affected.sorted().compactMap { record in
      guard case .row(let row) = record, let place = index[row], after[place].isFilledIn
      else { return nil }
      let number = records.number(at: place)
      // What a formula gave it takes away itself.
      return rules.isActive(number) || self.index.calculations[number] != nil ? nil : row
    }
  }

  /// The rows with answers that were shown before an edit of definitions and are not after it: those answers go, if
  /// the form asks for that (rule F39).
  ///
  /// - Complexity: O(n) in the number of rows, if the form asks for that.
  package static func rowsCleared(
    from before: DocumentStructure, to after: DocumentStructure, _ custom: [CustomRule],
    _ registry: ComponentRegistry, in environment: ExpressionEnvironment
  ) -> [RowID] {
    let policies = RulePolicies(after.content.fields[.policies]?.asRecord ?? [:])
    guard policies.clearsOnHide else { return [] }
    let old = RuleState(before.content, before.index, custom, registry, in: environment)
    let new = RuleState(after.content, after.index, custom, registry, in: environment)
    if new.isEmpty { return [] }
    return after.content.sections.enumerated().flatMap { section, content in
      content.rows.enumerated().compactMap { at, row in
        let number = new.records.number(at: Document.Place(section: section, row: at))
        // What a formula gave it takes away itself.
        guard row.isFilledIn, !new.isActive(number), new.index.calculations[number] == nil,
          let place = before.index[row.id],
          old.isEmpty || old.isActive(old.records.number(at: place))
        else { return nil }
        return row.id
      }
    }
  }

  /// Gives a document some answers, and updates what holds.
  ///
  /// - Returns: The records of which something else may hold.
  /// - Complexity: O(rules asked and records affected).
  @discardableResult
  package mutating func take(
    _ answers: some Sequence<(row: RowID, value: Value?)>, in content: inout Document,
    at index: Document.Index
  ) -> Set<RecordID> {
    let changes = answers.compactMap { answer -> Change? in
      guard let place = index[answer.row] else { return nil }
      content.set(answer.value, at: place)
      return Change(.row(answer.row), .value, before: nil, after: answer.value)
    }
    return update(by: Changeset(changes), to: content, at: index)
  }

  // All anew, and where that makes a difference.
  private mutating func reread(_ structure: DocumentStructure) -> Set<RecordID> {
    let old = self
    self = RuleState(
      structure.content, structure.index, index.custom, index.registry, in: environment)
    evaluations += old.evaluations
    let all = isEmpty ? RuleRecords(structure) : records
    var affected: Set<RecordID> = []
    func add(_ record: RecordID, withAllInIt: Bool) {
      affected.insert(record)
      guard withAllInIt, let number = all.number(of: record, structure.index) else { return }
      for inner in all.records(in: number, structure) {
        affected.insert(all.id(of: inner, in: structure.content))
      }
    }
    for key in active.symmetricDifference(old.active) {
      add(key.record, withAllInIt: key.aspect == .visible)
    }
    // Whoever shows a text, or showed one, is drawn anew.
    for (state, rules) in [(self, texts), (old, old.texts)] {
      for rule in rules.keys { add(state.rules[rule].key.record, withAllInIt: false) }
    }
    for record in index.flaggedIDs.symmetricDifference(old.index.flaggedIDs) {
      add(record, withAllInIt: true)
    }
    return affected
  }
}

extension Change {
  /// Whether a document without rules may have some after it.
  var bringsRules: Bool { brings(.rules) }

  /// Whether it brings a record or field of some traits.
  func brings(_ traits: RecordTraits) -> Bool {
    let own = field.map { RecordTraits($0) } ?? after?.asRecord?.traits
    return own?.meets(traits) ?? false
  }

  /// Whether rules may be others after it, or read other rows.
  var concernsRules: Bool {
    guard let field, field != .value else { return field == nil }
    return !RecordTraits(field).isEmpty || Self.ofRules.contains(field)
  }

  private static let ofRules: [FieldName] = [
    .section, .order, .component, .policies, .variables, .linkID,
  ]
}

extension Document.Row {
  /// Whether there is something that can be taken away: an answer, or text that is none yet.
  var isFilledIn: Bool { fields[.value] != nil || fields[.draft] != nil }
}
