package import EkibenDocuments
import EkibenExpressions

extension RuleState {
  /// Takes note of what an edit changed.
  ///
  /// Each rule that the edit affects is asked at most once, after those that it depends on; what does not
  /// change affects nothing else (rule F17).
  ///
  /// - Returns: The records of which something else may hold now.
  /// - Complexity: O(rules asked and records affected); where records come, go or move in a document with
  ///   rules, or a definition changes, O(n).
  package mutating func follow(
    _ changes: Changeset, to content: Document, at index: Document.Index
  ) -> Set<RecordID> {
    let scope = RuleScope(structure: DocumentStructure(content, index))
    if isEmpty {
      guard changes.changes.contains(where: \.bringsRules) else { return [] }
      return reread(scope)
    }
    if changes.changes.contains(where: \.concernsRules) { return reread(scope) }
    var waiting = WaitingRules()
    for change in changes.changes where change.field == .value {
      guard case .row(let row) = change.record else { continue }
      for key in readers(of: row, scope) { waiting.add(key, levels[key] ?? 0) }
    }
    var affected: Set<RecordID> = []
    while let key = waiting.next() {
      let isActing = isActing(key, scope)
      guard isActing != active.contains(key) else { continue }
      if isActing { active.insert(key) } else { active.remove(key) }
      guard key.aspect == .visible else {
        affected.insert(key.record)
        continue
      }
      for record in records(in: key.record, scope) where affected.insert(record).inserted {
        guard case .row(let row) = record else { continue }
        for key in readers(of: row, scope) where respectsHiding(of: row, key, scope) {
          waiting.add(key, levels[key] ?? 0)
        }
      }
    }
    return affected
  }

  /// The answers that an edit takes away because it hides their rows, if the form asks for that (rule F39).
  ///
  /// - Parameters:
  ///   - answers: The answers that the edit gives and takes.
  ///   - content: The document before it.
  ///   - index: Where its records stand.
  /// - Returns: The rows that lose their answers.
  /// - Complexity: O(rules asked and records affected).
  package func cleared(
    by answers: [(row: RowID, value: Value?)], in content: Document, at index: Document.Index
  ) -> [RowID] {
    guard policies.clearsOnHide, !isEmpty else { return [] }
    var (after, rules) = (content, self)
    let changes = answers.compactMap { answer -> Change? in
      guard let place = index[answer.row] else { return nil }
      after.set(answer.value, at: place)
      return Change(.row(answer.row), .value, before: nil, after: answer.value)
    }
    let scope = RuleScope(structure: DocumentStructure(after, index))
    return rules.follow(Changeset(changes), to: after, at: index).sorted().compactMap { record in
      guard case .row(let row) = record, scope.structure.row(row)?.fields[.value] != nil,
        !rules.isActive(record, scope)
      else { return nil }
      return row
    }
  }

  private func readers(of row: RowID, _ scope: RuleScope) -> [RuleKey] {
    let own = readers[.row(row)] ?? []
    guard case .row(let template) = scope.definition(of: .row(row)), template != row else {
      return own
    }
    return own + (readers[.all(template)] ?? [])
  }

  // All anew, and where that makes a difference.
  private mutating func reread(_ scope: RuleScope) -> Set<RecordID> {
    let old = self
    self = RuleState(scope.structure.content, scope.structure.index)
    evaluations += old.evaluations
    var affected: Set<RecordID> = []
    for key in active.symmetricDifference(old.active) {
      if key.aspect == .visible {
        affected.formUnion(records(in: key.record, scope))
      } else {
        affected.insert(key.record)
      }
    }
    for record in flagged.symmetricDifference(old.flagged) {
      affected.formUnion(records(in: record, scope))
    }
    return affected
  }

  /// A record and all that stands in it.
  private func records(in record: RecordID, _ scope: RuleScope) -> [RecordID] {
    var (found, next) = ([record], 0)
    var known: Set<RecordID> = [record]
    while next < found.count {
      var inner: [RecordID] = []
      switch found[next] {
      case .document: break
      case .row(let id): inner = hanging[id] ?? []
      case .section(let id):
        inner = scope.structure.sections(standingIn: id).map { .section($0) }
        inner += scope.structure.section(id)?.rows.map { .row($0.id) } ?? []
      }
      found += inner.filter { known.insert($0).inserted }
      next += 1
    }
    return found
  }
}

/// Rules that have to be asked, each once: those first that others depend on.
private struct WaitingRules {
  private var known: Set<RuleKey> = []
  private var rules: [Int: [RuleKey]] = [:]
  // Descending.
  private var levels: [Int] = []

  mutating func add(_ key: RuleKey, _ level: Int) {
    guard known.insert(key).inserted else { return }
    if rules[level]?.append(key) == nil {
      rules[level] = [key]
      levels.insert(level, at: levels.firstPlace { $0 < level })
    }
  }

  mutating func next() -> RuleKey? {
    guard let level = levels.last else { return nil }
    if let key = rules[level]?.popLast() { return key }
    rules[level] = nil
    levels.removeLast()
    return next()
  }
}

extension Change {
  /// Whether a document without rules may have some after it.
  fileprivate var bringsRules: Bool {
    if let field { return field == .hidden || RuleAspect.allCases.contains { $0.field == field } }
    return after?.asRecord?.contains { value in
      value.name == .hidden || RuleAspect.allCases.contains { $0.field == value.name }
    } ?? false
  }

  /// Whether rules may be others after it, or read other rows.
  fileprivate var concernsRules: Bool {
    guard let field, field != .value else { return field == nil }
    return Self.ofRules.contains(field)
  }

  private static let ofRules: Set<FieldName> = [
    .visible, .required, .readOnly, .hidden, .section, .order, .parent, .parentRow, .template,
    .repeats, .component, .policies,
  ]
}
