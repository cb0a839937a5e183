package import EkibenDocuments
import EkibenExpressions

/// What holds now of the sections and rows of a document: which are shown, asked for and kept from being
/// changed, and which options they offer (rules F33, F34, F35, F36 and F46).
///
/// It is derived from definitions and answers and never stored. The rules are read once; an edit asks
/// those again that it affects. Inside, records and rules are numbers.
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

  /// How many rules were asked so far.
  package internal(set) var evaluations = 0
  /// Whether everything is as if there were no rules.
  package private(set) var isEmpty = true
  /// The circles of records that decide about each other, each as a way back to where it begins.
  package private(set) var cycles: [[RecordID]] = []
  private(set) var records = RuleRecords()
  private(set) var policies = RulePolicies()
  private(set) var repeated = RepeatedRows()
  private(set) var graph = RuleGraph()
  /// The rules, those of one record beside each other.
  private(set) var rules: [Rule] = []
  // The first rule of each record, and behind all of them the number of rules.
  private var starts: [Int] = []
  /// Which rules read what is answered in a row; at a row that repeats, in any of its instances.
  private(set) var readers: [[Int]] = []
  /// The records that the form asks never to show.
  private(set) var flagged: [Bool] = []
  private(set) var flaggedIDs: Set<RecordID> = []
  /// The rules that do not leave things as they are without them: what is not shown, what is asked for, what
  /// is read-only, and which options are not offered.
  private(set) var acting: [Bool] = []
  /// The records that their own rules hide.
  private(set) var hiding: [Bool] = []

  /// Knows a document.
  ///
  /// - Complexity: O(n) in the number of rows, and what its formulas read.
  package init(_ content: Document, _ index: Document.Index) {
    let structure = DocumentStructure(content, index)
    var reader = RuleReader()
    records = RuleRecords(traitsOf: structure) { records, number, id, fields in
      reader.read(number, id, fields, records, index)
    }
    isEmpty = reader.isEmpty
    if isEmpty {
      records = RuleRecords()
      return
    }
    records.connect(structure)
    policies = RulePolicies(content.fields[.policies]?.asRecord ?? [:])
    repeated = RepeatedRows(of: reader.rowsRead, in: records, structure)
    graph = reader.dependencies(records, policies)
    cycles = graph.cycles.map { way in way.map { records.id(of: $0, in: content) } }
    flagged = Array(repeating: false, count: records.traits.count)
    hiding = flagged
    readers = Array(repeating: [], count: flagged.count)
    starts.reserveCapacity(flagged.count + 1)
    for (number, id) in reader.candidates { place(number, id, reader, structure) }
    fillStarts(to: flagged.count)
    acting = Array(repeating: false, count: rules.count)
    let answers = RuleAnswers(self, structure)
    // By level, then in order: as one number each.
    for key in rules.indices.map({ rules[$0].level << 32 | $0 }).sorted() {
      let rule = key & 0xFFFF_FFFF
      set(rule, to: isActing(rule, answers), answers)
    }
  }

  // Records without rules have none between those before them and those behind.
  private mutating func fillStarts(to number: Int) {
    while starts.count <= number { starts.append(rules.count) }
  }

  private mutating func place(
    _ number: Int, _ record: RecordID, _ reader: RuleReader, _ structure: DocumentStructure
  ) {
    fillStarts(to: number)
    if reader.isFlagged(number, records) {
      flagged[number] = true
      flaggedIDs.insert(record)
    }
    let written = reader.rules(of: number, records)
    guard !written.isEmpty, records.isReal(number, structure) else { return }
    for rule in written {
      for (row, reach) in rule.reads { note(reach, to: row, from: number) }
      let definition = records.definitions[number]
      rules.append(
        Rule(
          number: number,
          key: RuleKey(record: record, aspect: rule.aspect, option: rule.option),
          formula: rule.formula,
          level: rule.aspect == .visible ? graph.level(of: definition) : Rule.last))
    }
  }

  // What the next rule reads.
  private mutating func note(_ reach: Formula.Reach, to row: Int, from number: Int) {
    let isAll = reach != .nearest || !repeated.repeats(row)
    let rows = isAll ? [row] : repeated.rows(meant: row, reach, from: number, in: records)
    for row in rows where readers[row].last != rules.count { readers[row].append(rules.count) }
  }
}

extension RuleState {
  /// The rules of a record itself.
  func rules(of record: Int) -> Range<Int> { starts[record]..<starts[record + 1] }

  // What stays the same from edit to edit: whoever keeps it does not keep the rest from being changed in place.
  fileprivate var withoutResults: RuleState {
    var copy = self
    (copy.acting, copy.hiding) = ([], [])
    return copy
  }

  /// Whether formulas say which options there are.
  package var offersOptions: Bool { rules.contains { $0.key.aspect == .offered } }

  /// The rules that act.
  var active: Set<RuleKey> { Set(rules.indices.lazy.filter { acting[$0] }.map { rules[$0].key }) }

  mutating func set(_ rule: Int, to isActing: Bool, _ answers: RuleAnswers) {
    acting[rule] = isActing
    guard rules[rule].key.aspect == .visible else { return }
    hiding[rules[rule].number] = isActing
    answers.hiding[rules[rule].number] = isActing
  }

  /// Whether a rule makes things other than they are without it.
  mutating func isActing(_ rule: Int, _ answers: RuleAnswers) -> Bool {
    evaluations += 1
    answers.rule = rule
    return rules[rule].formula.holds(in: answers, under: policies)
      != rules[rule].key.aspect.holdsWithoutRule
  }

  /// Whether a rule does not see the answers of a row while that is hidden (rule F37).
  func respectsHiding(of row: Int, _ rule: Rule) -> Bool {
    if policies.hiddenAnswersCount { return false }
    return rule.key.aspect != .visible
      || !graph.areInOneCircle(records.definitions[rule.number], records.definitions[row])
  }

  /// Whether no formula hides a record or what it stands in: then its answer counts (rule F14).
  func isActive(_ record: Int) -> Bool { !records.isAny(around: record) { hiding[$0] } }

  /// Whether no formula hides a record or what it stands in.
  func isActive(_ record: RecordID, in structure: DocumentStructure) -> Bool {
    isEmpty || records.number(of: record, structure.index).map(isActive) ?? true
  }

  /// Whether a record and all that it stands in are shown.
  func isVisible(_ record: Int) -> Bool {
    !records.isAny(around: record) { flagged[$0] || hiding[$0] }
  }

  /// Whether a record in something that is shown is as its fields say.
  func leavesAsItIs(_ record: Int) -> Bool {
    !flagged[record]
      && rules(of: record).allSatisfy { rules[$0].key.aspect == .visible && !acting[$0] }
  }
}

extension RuleState {
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
    standing(of: isEmpty ? nil : records.number(of: record, structure.index), fields)
  }

  private func standing(of record: Int?, _ fields: Fields) -> Standing {
    var standing = Standing(
      isRequired: fields.isTrue(.required), isReadOnly: fields.isTrue(.readOnly))
    guard let record else { return standing }
    for rule in rules(of: record) {
      switch rules[rule].key.aspect {
      case .required: standing.isRequired = acting[rule]
      case .readOnly: standing.isReadOnly = acting[rule]
      case .visible, .offered: break
      }
    }
    standing.isVisible = isVisible(record)
    standing.isRequired = standing.isRequired && standing.isVisible
    return standing
  }

  /// The fields of a section or row with what holds of it in place of flags and formulas; one that is not
  /// shown says so by `visible` being false.
  ///
  /// - Complexity: O(depth + fields).
  package func held(
    _ record: RecordID, _ fields: Fields, in structure: DocumentStructure
  ) -> Fields {
    isEmpty
      ? fields : records.number(of: record, structure.index).map { held($0, fields) } ?? fields
  }

  func held(_ record: Int, _ fields: Fields) -> Fields {
    let standing = standing(of: record, fields)
    if standing.isVisible, rules(of: record).isEmpty { return fields }
    var held = fields
    if !standing.isVisible { held[.visible] = false }
    for (name, holds) in [
      (FieldName.required, standing.isRequired), (.readOnly, standing.isReadOnly),
    ]
    where fields[name] != nil && fields.isTrue(name) != holds {
      held[name] = holds ? true : nil
    }
    for rule in rules(of: record) where acting[rule] {
      if let option = rules[rule].key.option { held.withhold(option) }
    }
    return held
  }
}

extension Fields {
  /// Whether a section or row is not shown: because the form asks for it, or as it was found to hold.
  package var isHidden: Bool { isTrue(.hidden) || self[.visible] == .bool(false) }

  // As an option that its set does not offer any more.
  fileprivate mutating func withhold(_ option: Int) {
    guard var options = self[.options]?.asList, options.indices.contains(option) else { return }
    options[option] =
      options[option].asRecord.map { .record($0.setting(.former, true)) }
      ?? options[option]
    self[.options] = .list(options)
  }
}

/// The answers that rules see, one rule after the other.
///
/// It is an object, and holds what a document's rules have in common: copies of that for each would cost
/// more than most rules.
final class RuleAnswers: AnswerSource {
  /// The rule that is asked.
  var rule = 0
  /// The records that their own rules hide.
  var hiding: [Bool]
  private let state: RuleState
  private let structure: DocumentStructure

  init(_ state: RuleState, _ structure: DocumentStructure) {
    hiding = state.hiding
    self.structure = structure
    self.state = state.withoutResults
  }

  func answers(of reference: Formula.Reference) -> [[Value]] {
    guard let place = structure.index[reference.row] else { return [[]] }
    let row = state.records.number(at: place)
    if !state.repeated.repeats(row) { return answers(of: row, at: place).map { [$0] } ?? [] }
    let rows = state.repeated.rows(
      meant: row, reference.reach, from: state.rules[rule].number, in: state.records)
    return rows.compactMap { answers(of: $0, at: state.records.place(of: $0)) }
  }

  // Nil where they do not count.
  private func answers(of row: Int, at place: Document.Place) -> [Value]? {
    let isHidden = state.records.isAny(around: row) { hiding[$0] }
    if isHidden, state.respectsHiding(of: row, state.rules[rule]) { return nil }
    return structure.content[place].fields[.value]?.answers ?? []
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
