import EkibenDocuments
import EkibenExpressions

/// What a rule says something of.
struct RuleKey: Hashable, Sendable {
  let record: RecordID
  let aspect: RuleAspect
  /// Of a rule that offers an option: which of the list.
  var option: Int?
}

/// A rule: a formula on one of the things that may hold of a section or row.
struct Rule: Sendable {
  /// Its record.
  let number: Int
  let key: RuleKey
  let formula: Formula
  /// How late it is asked; those that nothing depends on come last.
  let level: Int
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

  /// What is the case where no rule says anything.
  var holdsWithoutRule: Bool { self == .visible || self == .offered }

  /// The fields of a record that say it.
  static let fields: [(aspect: RuleAspect, field: FieldName, trait: RecordTraits)] = [
    (.visible, .visible, .visible), (.required, .required, .required),
    (.readOnly, .readOnly, .readOnly),
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
  static let rules: RecordTraits = [.hidden, .visible, .required, .readOnly, .options]
}

/// Reads the rules that stand in records, each formula once.
struct RuleReader {
  /// A rule as it is written, for a record and for those that follow it.
  struct Written {
    let aspect: RuleAspect
    var option: Int?
    let formula: Formula
    /// The rows that it reads, of those that there are.
    let reads: [(row: Int, reach: Formula.Reach)]
  }

  let structure: DocumentStructure
  private let records: RuleRecords
  private var written: [Int: [Written]] = [:]
  private var flagged: Set<Int> = []

  init(_ structure: DocumentStructure, _ records: RuleRecords) {
    (self.structure, self.records) = (structure, records)
  }

  /// Whether nothing that was read is a rule.
  var isEmpty: Bool { written.isEmpty && flagged.isEmpty }

  /// The rows that rules read.
  var rowsRead: Set<Int> {
    Set(written.values.lazy.flatMap { $0 }.flatMap { $0.reads.map(\.row) })
  }

  /// Reads the rules of a record.
  mutating func read(_ number: Int) {
    let traits = records.traits[number]
    let fields = records.fields(of: number, in: structure.content)
    if traits.contains(.hidden), fields.isTrue(.hidden) { flagged.insert(number) }
    for (aspect, name, trait) in RuleAspect.fields where traits.contains(trait) {
      let isCopy = traits.contains(.template)
      let formula = fields[name].flatMap { aspect.formula($0, isCopy: isCopy) }
      if let formula { add(formula, aspect, to: number) }
    }
    guard traits.contains(.options), let options = fields[.options]?.asList else { return }
    for (option, value) in options.enumerated() {
      if let formula = value.asRecord?[.offered]?.asRecord.flatMap({ Formula(record: $0) }) {
        add(formula, .offered, option, to: number)
      }
    }
  }

  private mutating func add(
    _ formula: Formula, _ aspect: RuleAspect, _ option: Int? = nil, to number: Int
  ) {
    let reads = formula.references.compactMap { reference in
      structure.index[reference.row].map { (records.number(at: $0), reference.reach) }
    }
    written[number, default: []].append(
      Written(aspect: aspect, option: option, formula: formula, reads: reads))
  }

  /// The rules of a record: its own, or those of what it follows.
  func rules(of number: Int, _ records: RuleRecords) -> [Written] {
    let own = written[number] ?? []
    let template = records.definitions[number]
    guard template != number, let others = written[template] else { return own }
    let hasOptions = records.traits[number].contains(.options)
    return own
      + others.filter { other in
        other.option == nil ? !own.contains { $0.aspect == other.aspect } : !hasOptions
      }
  }

  /// Whether the form asks never to show a record.
  func isFlagged(_ number: Int, _ records: RuleRecords) -> Bool {
    flagged.contains(number)
      || !records.traits[number].contains(.hidden) && flagged.contains(records.definitions[number])
  }

  /// By the records whose definitions they follow: instances depend on each other as their templates do.
  func dependencies(_ records: RuleRecords, _ policies: RulePolicies) -> RuleGraph {
    var reads: [Int: [Int]] = [:]
    for number in written.keys.sorted() {
      guard let rule = written[number]?.first(where: { $0.aspect == .visible }) else { continue }
      let rows = policies.hiddenAnswersCount ? [] : rule.reads.map { records.definitions[$0.row] }
      reads[records.definitions[number], default: []] += rows
    }
    return RuleGraph(of: records.traits.count, from: reads.keys.sorted()) { record in
      let around = [records.questions[record], records.containers[record]].filter { $0 >= 0 }
      return RuleGraph.Node(
        around: around.map { records.definitions[$0] }, reads: reads[record] ?? [])
    }
  }
}
