import EkibenDocuments
import EkibenExpressions

/// What a rule says something of.
struct RuleKey: Hashable, Sendable {
  var record: RecordID
  let aspect: RuleAspect
  /// Of a rule that offers an option: which of the list.
  var option: Int?
}

/// A rule: a formula on one of the things that may hold of a section or row.
struct Rule: Sendable {
  /// Its record.
  private(set) var number: Int
  private(set) var key: RuleKey
  let formula: Formula
  /// The expressions in the formula, as they are written.
  let expressions: [String: RecordExpression]
  /// What has to hold besides the formula.
  let custom: [CustomRule]
  /// The rows that it reads, of those that there are, by number.
  fileprivate(set) var reads: [RuleRecords.Read] = []
  /// How late it is asked; those that nothing depends on come last.
  private(set) var level = last

  static let last = Int(Int32.max)

  var aspect: RuleAspect { key.aspect }

  /// The rule at a record that it is written at, or that follows that one.
  func placed(at number: Int, _ record: RecordID, level: Int) -> Rule {
    changed(self) { ($0.number, $0.key.record, $0.level) = (number, record, level) }
  }

  /// Whether an expression of it asks for the time.
  var asksForTime: Bool { expressions.values.contains(where: \.asksForTime) }

  /// Whether an expression of it needs what a host hands over.
  var asksHost: Bool { expressions.values.contains(where: \.asksHost) }

  /// Whether an expression of it may read the status of the response, or the form that it answers.
  var readsStatus: Bool { expressions.values.contains(where: \.reads.status) }

  /// Whether it gives something else at another moment, or by what a host hands over.
  var dependsOnEnvironment: Bool { asksForTime || asksHost }

  var readRows: [ReadRow] {
    formula.references.map(ReadRow.init)
      + formula.expressions.flatMap { expressions[$0]?.rows ?? [] }
      // A program's rule reads of what repeats the nearest instance, and all of them.
      + custom.flatMap(\.rows).flatMap { [ReadRow($0, .nearest), ReadRow($0, .any)] }
  }
}

/// What rules decide of a section or row; the raw value is the field that says it.
public enum RuleAspect: String, Hashable, Sendable, CaseIterable {
  /// Whether it is shown.
  case visible
  /// Whether an answer is asked for.
  case required
  /// Whether people are kept from changing it.
  case readOnly
  /// Whether one of its options can be chosen.
  case offered
  /// What its answer is.
  case calculated
  /// What its answer is at first.
  case initial
  /// What text it shows.
  case text

  /// Whether it decides what the answer is.
  var givesAnswer: Bool { self == .calculated || self == .initial }

  /// What is the case where no rule says anything.
  var holdsWithoutRule: Bool { self == .visible || self == .offered }

  /// The fields of a record that say it.
  static let fields: [(aspect: RuleAspect, field: FieldName, trait: RecordTraits)] = [
    (.visible, .visible, .visible), (.required, .required, .required),
    (.readOnly, .readOnly, .readOnly),
  ]

  /// The fields of a record that are expressions, and what these say.
  fileprivate static let expressions: [(aspect: RuleAspect, field: FieldName)] = [
    (.calculated, .calculated), (.initial, .initialExpression), (.text, .textExpression),
  ]

  /// The formula that a field of a record is; of a copy also where it says otherwise than its template.
  fileprivate func formula(_ value: Value, isCopy: Bool) -> Formula? {
    if let formula = value.asRecord.flatMap({ Formula(record: $0) }) { return formula }
    let holds = self == .visible ? value != .bool(false) : value == .bool(true)
    let isPlain = self == .visible ? holds : true
    return isPlain && !isCopy ? nil : holds ? .all([]) : .any([])
  }
}

extension RecordTraits {
  /// The fields that may hold rules.
  static let rules: RecordTraits = [
    .hidden, .visible, .required, .readOnly, .options, .calculated, .text,
  ]
  /// Those, and what follows a record that may have some.
  static let ruled: RecordTraits = [.rules, .template]
}

/// Reads the rules that stand in records, in order and each formula once.
struct RuleReader {
  /// The records that may have rules.
  private(set) var candidates: [(number: Int, id: RecordID)] = []
  private var written: [Rule] = []
  private var flagged: Set<Int> = []
  private let custom: [RecordID: [CustomRule]]
  private var meant: MeantValues
  private(set) var expressions: RecordExpressions

  init(_ custom: [CustomRule], _ structure: DocumentStructure, _ registry: ComponentRegistry) {
    self.custom = Dictionary(grouping: custom, by: \.record)
    meant = MeantValues(structure, registry)
    expressions = RecordExpressions(structure, registry)
  }

  /// Whether nothing that was read is a rule.
  var isEmpty: Bool { written.isEmpty && flagged.isEmpty }

  /// Whether a rule decides what an answer is.
  var calculates: Bool { written.contains(where: \.aspect.givesAnswer) }

  var rowsRead: Set<Int> { Set(written.lazy.flatMap { $0.reads.lazy.map(\.row) }) }

  /// Reads the rules of a record behind those that were read.
  mutating func read(
    _ number: Int, _ id: RecordID, _ fields: Fields, _ records: RuleRecords, _ index: Document.Index
  ) {
    let traits = records.traits[number]
    candidates.append((number, id))
    if traits.meets(.hidden), fields.isTrue(.hidden) { flagged.insert(number) }
    func add(
      _ formula: Formula, _ aspect: RuleAspect, _ option: Int? = nil, _ custom: [CustomRule] = []
    ) {
      var read: [String: RecordExpression] = [:]
      for text in formula.expressions { read[text] = expressions.read(text, of: id) }
      var rule = Rule(
        number: number, key: RuleKey(record: id, aspect: aspect, option: option),
        formula: meant(formula), expressions: read, custom: custom)
      rule.reads = rule.readRows.compactMap { records.number(of: $0, index) }
      written.append(rule)
    }
    let custom = self.custom.isEmpty ? [] : self.custom[id] ?? []
    for (aspect, name, trait) in RuleAspect.fields where traits.meets(trait) || !custom.isEmpty {
      let isCopy = traits.meets(.template)
      let formula = fields[name].flatMap { aspect.formula($0, isCopy: isCopy) }
      let custom = custom.filter { $0.aspect == aspect }
      if formula != nil || !custom.isEmpty { add(formula ?? .all([]), aspect, nil, custom) }
    }
    if traits.meets([.calculated, .text]) {
      for (aspect, name) in RuleAspect.expressions {
        if let text = fields[name]?.asRecord?.text(.fhirPath) { add(.fhirPath(text), aspect) }
      }
    }
    guard traits.meets(.options), let options = fields[.options]?.asList else { return }
    for (option, value) in options.enumerated() {
      let formula = value.asRecord?[.offered]?.asRecord.flatMap { Formula(record: $0) }
      if let formula { add(formula, .offered, option) }
    }
  }

  private func own(_ number: Int) -> ArraySlice<Rule> {
    let first = written.firstPlace { $0.number >= number }
    return written[first...].prefix { $0.number == number }
  }

  /// The rules of a record: its own, or those of what it follows.
  func rules(of number: Int, _ records: RuleRecords) -> ArraySlice<Rule> {
    let own = own(number)
    let template = records.definitions[number]
    if template == number { return own }
    let hasOptions = records.traits[number].meets(.options)
    return own
      + self.own(template).filter { other in
        other.key.option == nil ? !own.contains { $0.aspect == other.aspect } : !hasOptions
      }
  }

  /// Whether the form asks never to show a record.
  func isFlagged(_ number: Int, _ records: RuleRecords) -> Bool {
    if flagged.isEmpty { return false }
    return flagged.contains(number)
      || !records.traits[number].meets(.hidden) && flagged.contains(records.definitions[number])
  }

  /// By the records whose definitions they follow: instances depend on each other as their templates do.
  func dependencies(_ records: RuleRecords, _ policies: RulePolicies) -> RuleGraph {
    let count = records.traits.count
    var reads: [[Int]] = Array(repeating: [], count: count)
    var calculations: [Int: Int] = [:]
    for rule in written where rule.aspect == .calculated {
      let row = records.definitions[rule.number]
      if calculations[row] != nil { continue }
      calculations[row] = reads.count
      reads.append([row])
    }
    var owners: [Int] = []
    for rule in written where rule.aspect == .visible || rule.aspect == .calculated {
      let record = records.definitions[rule.number]
      let owner = rule.aspect == .visible ? record : calculations[record] ?? record
      owners.append(owner)
      for read in rule.reads {
        let row = records.definitions[read.row]
        if !policies.hiddenAnswersCount { reads[owner].append(row) }
        // What reads its own answer reads the one from before, once.
        if let node = calculations[row], node != owner { reads[owner].append(node) }
      }
    }
    func definition(_ record: Int) -> Int { record < 0 ? -1 : records.definitions[record] }
    return RuleGraph(of: reads.count, from: owners, calculating: calculations) { node in
      node < count
        ? RuleGraph.Node(
          section: definition(records.containers[node]), row: definition(records.questions[node]),
          reads: reads[node]) : RuleGraph.Node(reads: reads[node])
    }
  }
}

extension RuleRecords {
  /// A row that is read, and which of its instances, by number.
  typealias Read = (row: Int, reach: Formula.Reach, item: Int?)

  fileprivate func number(of read: ReadRow, _ index: Document.Index) -> Read? {
    guard let place = index[read.row] else { return nil }
    return (number(at: place), read.reach, read.item.flatMap { number(of: $0, index) })
  }
}
