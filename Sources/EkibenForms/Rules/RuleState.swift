package import EkibenDocuments
import EkibenExpressions

/// What holds now of the sections and rows of a document: which are shown, asked for and kept from being
/// changed (rules F33, F34, F35 and F36).
///
/// It is derived from definitions and answers and never stored. The rules are read once; an edit asks
/// those again that it affects.
package struct RuleState: Sendable {
  /// What holds of one section or row.
  package struct Standing: Equatable, Sendable {
    package var isVisible = true
    package var isRequired = false
    package var isReadOnly = false

    package init(isVisible: Bool = true, isRequired: Bool = false, isReadOnly: Bool = false) {
      (self.isVisible, self.isRequired, self.isReadOnly) = (isVisible, isRequired, isReadOnly)
    }
  }

  /// What an answer can be read as: that of a row, or as one among all instances of a row.
  enum Source: Hashable, Sendable {
    case row(RowID)
    case all(RowID)
  }

  /// How many rules were asked so far.
  package internal(set) var evaluations = 0
  private(set) var graph = RuleGraph(from: []) { _ in RuleGraph.Node() }
  private(set) var policies = RulePolicies()
  private(set) var repeated = RepeatedRows()
  /// The sections and rows that are under a row.
  private(set) var hanging: [RowID: [RecordID]] = [:]
  /// The records that the form asks never to show.
  private(set) var flagged: Set<RecordID> = []
  /// How late each rule is asked; those that nothing depends on come last.
  private(set) var levels: [RuleKey: Int] = [:]
  /// Which rules read what.
  private(set) var readers: [Source: [RuleKey]] = [:]
  /// The rules that do not leave things as they are without them: what is not shown, what is asked for, and
  /// what is read-only.
  var active: Set<RuleKey> = []

  private var formulas: [RuleKey: Formula] = [:]

  /// Knows a document.
  ///
  /// - Complexity: O(n) in the number of rows, and what its formulas read.
  package init(_ content: Document, _ index: Document.Index) {
    let scope = RuleScope(structure: DocumentStructure(content, index))
    compile(content)
    if isEmpty { return }
    policies = RulePolicies(content.fields[.policies]?.asRecord ?? [:])
    let read = Set(formulas.values.flatMap { $0.references.map(\.row) })
    repeated = RepeatedRows(of: read, in: scope)
    graph = dependencies(scope)
    for section in content.sections {
      place(.section(section.id), section.fields, scope)
      for row in section.rows { place(.row(row.id), row.fields, scope) }
    }
    for (key, _) in levels.sorted(by: { $0.value < $1.value }) where isActing(key, scope) {
      active.insert(key)
    }
  }

  /// Whether everything is as if there were no rules.
  package var isEmpty: Bool { formulas.isEmpty && flagged.isEmpty }

  /// The circles of records that decide about each other, each as a way back to where it begins.
  package var cycles: [[RecordID]] { graph.cycles }
}

extension RuleState {
  private mutating func compile(_ content: Document) {
    for section in content.sections {
      compile(.section(section.id), section.fields)
      for row in section.rows { compile(.row(row.id), row.fields) }
    }
  }

  private mutating func compile(_ record: RecordID, _ fields: Fields) {
    if fields.isTrue(.hidden) { flagged.insert(record) }
    for aspect in RuleAspect.allCases {
      guard let value = fields[aspect.field] else { continue }
      let isCopy = fields[.template] != nil
      formulas[RuleKey(record: record, aspect: aspect)] = aspect.formula(value, isCopy: isCopy)
    }
  }

  // By the records whose definitions they follow: instances depend on each other as their templates do.
  private func dependencies(_ scope: RuleScope) -> RuleGraph {
    var reads: [RecordID: [RecordID]] = [:]
    for (key, formula) in formulas where key.aspect == .visible {
      let rows = policies.hiddenAnswersCount ? [] : formula.dependencies.sorted()
      reads[scope.definition(of: key.record), default: []] +=
        rows.map { scope.definition(of: .row($0)) }
    }
    return RuleGraph(from: reads.keys.sorted()) { record in
      let around = scope.containers(of: record).map { scope.definition(of: $0) }
      return RuleGraph.Node(around: around, reads: reads[record] ?? [])
    }
  }

  private mutating func place(_ record: RecordID, _ fields: Fields, _ scope: RuleScope) {
    if let question = fields.text(.parentRow) {
      hanging[RowID(unchecked: question), default: []].append(record)
    }
    // Most rows have no rule: nothing is looked up for them.
    let isCopy = fields[.template] != nil
    guard isCopy || RuleAspect.allCases.contains(where: { fields[$0.field] != nil }) else { return }
    let definition = isCopy ? scope.definition(of: record) : record
    if fields[.hidden] == nil, isCopy, flagged.contains(definition) { flagged.insert(record) }
    for aspect in RuleAspect.allCases where isCopy || fields[aspect.field] != nil {
      let key = RuleKey(record: record, aspect: aspect)
      guard let formula = formula(of: key, scope), scope.isReal(record) else { continue }
      levels[key] = aspect == .visible ? graph.level(of: definition) : .max
      for source in Set(formula.references.flatMap { sources(of: $0, for: record, scope) }) {
        readers[source, default: []].append(key)
      }
    }
  }

  private func sources(
    of reference: Formula.Reference, for record: RecordID, _ scope: RuleScope
  ) -> [Source] {
    if repeated.repeats(reference.row), reference.reach != .nearest { return [.all(reference.row)] }
    return repeated.rows(meant: reference, from: record, in: scope).map { .row($0) }
  }
}

extension RuleState {
  /// The formula that decides something of a record: its own, or that of its template.
  func formula(of key: RuleKey, _ scope: RuleScope) -> Formula? {
    if formulas.isEmpty { return nil }
    if let own = formulas[key] { return own }
    let definition = scope.definition(of: key.record)
    return formulas[RuleKey(record: definition, aspect: key.aspect)]
  }

  /// Whether a rule makes things other than they are without it.
  mutating func isActing(_ key: RuleKey, _ scope: RuleScope) -> Bool {
    guard let formula = formula(of: key, scope) else { return false }
    evaluations += 1
    let answers = RuleAnswers(state: self, scope: scope, key: key)
    return formula.holds(in: answers, under: policies) != (key.aspect == .visible)
  }

  /// Whether a rule does not see the answers of a row while that is hidden (rule F37).
  func respectsHiding(of row: RowID, _ key: RuleKey, _ scope: RuleScope) -> Bool {
    if policies.hiddenAnswersCount { return false }
    return key.aspect != .visible
      || !graph.areInOneCircle(
        scope.definition(of: key.record), scope.definition(of: .row(row)))
  }

  /// Whether no formula hides a record or what it stands in: then its answer counts (rule F14).
  func isActive(_ record: RecordID, _ scope: RuleScope) -> Bool {
    active.isEmpty
      || !scope.around(record).contains { active.contains(RuleKey(record: $0, aspect: .visible)) }
  }

  /// What holds of a section or row.
  ///
  /// - Parameters:
  ///   - record: The section or row.
  ///   - fields: Its fields, with those of the template that it follows.
  ///   - structure: The document that it stands in.
  /// - Returns: What holds.
  /// - Complexity: O(depth).
  package func standing(
    of record: RecordID, _ fields: Fields, in structure: DocumentStructure
  ) -> Standing {
    let scope = RuleScope(structure: structure)
    func holds(_ aspect: RuleAspect) -> Bool {
      guard fields[aspect.field] != nil else { return false }
      let key = RuleKey(record: record, aspect: aspect)
      return levels[key] == nil ? fields.isTrue(aspect.field) : active.contains(key)
    }
    var standing = Standing()
    standing.isReadOnly = holds(.readOnly)
    if !flagged.isEmpty || !active.isEmpty {
      standing.isVisible = !scope.around(record).contains {
        flagged.contains($0) || active.contains(RuleKey(record: $0, aspect: .visible))
      }
    }
    standing.isRequired = standing.isVisible && holds(.required)
    return standing
  }
}

extension RuleState {
  /// The fields of a section or row with what holds of it in place of flags and formulas; one that is not
  /// shown says so by `visible` being false.
  ///
  /// - Complexity: O(depth + fields).
  package func held(
    _ record: RecordID, _ fields: Fields, in structure: DocumentStructure
  ) -> Fields {
    if isEmpty { return fields }
    let standing = standing(of: record, fields, in: structure)
    var held = fields
    if !standing.isVisible { held[.visible] = false }
    for (name, holds) in [
      (FieldName.required, standing.isRequired), (.readOnly, standing.isReadOnly),
    ]
    where fields[name] != nil && fields.isTrue(name) != holds {
      held[name] = holds ? true : nil
    }
    return held
  }
}

extension Fields {
  /// Whether a section or row is not shown: because the form asks for it, or as it was found to hold.
  package var isHidden: Bool { isTrue(.hidden) || self[.visible] == .bool(false) }
}

extension RuleAspect {
  /// The formula that a field of a record is; of a copy also where it says otherwise than its template.
  fileprivate func formula(_ value: Value, isCopy: Bool) -> Formula? {
    if let formula = value.asRecord.flatMap({ Formula(record: $0) }) { return formula }
    let holds = self == .visible ? value != .bool(false) : value == .bool(true)
    let isPlain = self == .visible ? holds : true
    return isPlain && !isCopy ? nil : holds ? .all([]) : .any([])
  }
}

/// The answers that a rule sees.
struct RuleAnswers: AnswerSource {
  let state: RuleState
  let scope: RuleScope
  let key: RuleKey

  func answers(of reference: Formula.Reference) -> [[Value]] {
    let rows = state.repeated.rows(meant: reference, from: key.record, in: scope)
    return rows.compactMap { row in
      if state.respectsHiding(of: row, key, scope), !state.isActive(.row(row), scope) {
        return nil
      }
      return scope.structure.row(row)?.fields[.value]?.answers ?? []
    }
  }
}

extension Value {
  /// The answers that stand in a row; an empty text is none, as it is where one is asked for.
  var answers: [Value] {
    switch self {
    case .null, .text(""): []
    case .list(let values): values
    default: [self]
    }
  }
}
