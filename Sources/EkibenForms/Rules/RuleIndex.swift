package import EkibenDocuments
import EkibenExpressions

/// The rules of a document: what they say, what they read, and which is asked before which.
///
/// It holds until a record comes, goes or moves or a definition changes, whatever is answered; so all
/// documents that are a form with answers have one in common.
package final class RuleIndex: Sendable {
  package let isEmpty: Bool
  /// The circles of records that decide about each other, each as a path back to where it begins.
  package let cycles: [[RecordID]]
  let records: RuleRecords
  let policies: RulePolicies
  let repeated: RepeatedRows
  /// The rules, those of one record beside each other.
  let rules: [Rule]
  /// The rules in the order in which they are asked: by level.
  let order: [Int]
  /// Which rules read what is answered in a row; at a row that repeats, in any of its instances.
  let readers: [[Int]]
  // The rules that read the status of the response, or the form that it answers.
  private let statusReaders: [Int]
  /// The records that the form asks never to show.
  let flagged: [Bool]
  let flaggedIDs: Set<RecordID>
  /// Those that live with a program.
  package let custom: [CustomRule]
  /// The rules that give rows their answers, by the rows.
  let calculations: [Int: Int]
  /// The rules that give rows their answers at first, by the rows.
  let initials: [Int: Int]
  /// Whether answers are calculated, or will be of instances to come.
  let calculates: Bool
  /// Whether a rule asks for the time, so that another moment may bring something else: every edit asks that.
  package let asksForTime: Bool
  /// Whether a rule asks for what a host hands over.
  package let asksHost: Bool
  /// Whether formulas say which options there are: every answer of a session asks that.
  package let offersOptions: Bool
  /// Whether a rule that hides asks for what a host hands over.
  package let hidesByLaunchContext: Bool
  /// Whether a rule that hides asks for that or for the time.
  let hidesByEnvironment: Bool
  /// What makes components of records, whose answers expressions read as those take them.
  package let registry: ComponentRegistry
  /// The variables that read a row, by their numbers.
  let variableReaders: [RowID: [Int]]
  private let graph: RuleGraph
  // The first rule of each record, and behind all of them the number of rules.
  private let starts: [Int]

  /// Reads the rules of a document, and takes those of a program.
  ///
  /// - Complexity: O(n) in the number of rows, and the size of its formulas.
  package init(
    _ content: Document, _ index: Document.Index, _ custom: [CustomRule] = [],
    _ registry: ComponentRegistry = .standard
  ) {
    let structure = DocumentStructure(content, index)
    var reader = RuleReader(custom, structure, registry)
    var records = RuleRecords(traitsOf: structure, and: Set(custom.map(\.record))) {
      records, number, id, fields in
      reader.read(number, id, fields, records, index)
    }
    (self.custom, self.registry) = (custom, registry)
    (isEmpty, variableReaders) = (reader.isEmpty, reader.expressions.variableReaders)
    calculates = reader.calculates
    policies = RulePolicies(content.fields[.policies]?.asRecord ?? [:])
    if isEmpty { records = RuleRecords() } else { records.connect(structure) }
    repeated = RepeatedRows(of: reader.rowsRead, in: records, structure)
    graph = reader.dependencies(records, policies)
    cycles = graph.cycles.map { way in way.map { records.id(of: $0, in: content) } }
    var placed = PlacedRules(records: records, repeated: repeated, graph: graph)
    if !isEmpty { placed.place(reader, structure) }
    (rules, starts, readers) = (placed.rules, placed.starts, placed.readers)
    asksForTime = rules.contains(where: \.asksForTime)
    asksHost = rules.contains(where: \.asksHost)
    statusReaders = placed.rules.indices.filter { placed.rules[$0].readsStatus }
    offersOptions = rules.contains { $0.aspect == .offered }
    let hiding = rules.filter { $0.aspect == .visible }
    hidesByLaunchContext = hiding.contains(where: \.asksHost)
    hidesByEnvironment = hiding.contains(where: \.dependsOnEnvironment)
    (flagged, flaggedIDs) = (placed.flagged, placed.flaggedIDs)
    (calculations, initials) = (placed.calculations, placed.initials)
    self.records = records
    // By level, then in order: as one number each.
    let keys = placed.rules.enumerated().map { $1.level << 32 | $0 }.sorted()
    order = keys.map { $0 & 0xFFFF_FFFF }
  }

  /// The rules that read what changes say of the document itself: its status, and its form.
  func readers(ofStatusIn changes: Changeset) -> [Int] {
    !statusReaders.isEmpty && changes.changes.contains(where: \.isOfStatus) ? statusReaders : []
  }

  func rules(of record: Int) -> Range<Int> { starts[record]..<starts[record + 1] }

  func rule(of key: RuleKey, in structure: DocumentStructure) -> Int? {
    guard !isEmpty, let record = records.number(of: key.record, structure.index) else { return nil }
    return rules(of: record).first { rules[$0].key == key }
  }

  /// Whether a condition of a record, or of what it stands in, may depend on the time or on what a host hands
  /// over: it asks for that, or another condition does.
  package func dependsOnEnvironment(_ record: RecordID, in structure: DocumentStructure) -> Bool {
    guard hidesByEnvironment, let number = records.number(of: record, structure.index)
    else { return false }
    return records.isAny(around: number) { inner in
      rules(of: inner).contains { rules[$0].aspect == .visible }
    }
  }

  /// Whether a rule does not see the answers of a row while that is hidden (rule F37).
  func respectsHiding(of row: Int, _ rule: Rule) -> Bool {
    if policies.hiddenAnswersCount { return false }
    return !(node(of: rule).map { graph.areInOneCircle($0, records.definitions[row]) } ?? false)
  }

  /// Whether a rule stands in a circle, in which it sees answers that others do not.
  func isInCircle(_ rule: Int) -> Bool {
    node(of: rules[rule]).map { graph.isInCircle($0) } ?? false
  }

  /// The circle in which a rule stands, if answers are calculated in it.
  func calculatingCircle(of rule: Int) -> Int? {
    node(of: rules[rule]).flatMap { graph.calculatingCircle(of: $0) }
  }

  /// The rules that stand in a circle in which answers are calculated, in order.
  func rules(inCircle circle: Int) -> [Int] {
    rules.indices.filter { calculatingCircle(of: $0) == circle }
  }

  /// That a circle comes to no rest.
  func unsettled(_ circle: Int) -> RuleFailure {
    var known: Set<RecordID> = []
    return .unsettled(
      rules(inCircle: circle).map { rules[$0].key.record }.filter { known.insert($0).inserted })
  }

  private func node(of rule: Rule) -> Int? {
    let record = records.definitions[rule.number]
    return switch rule.aspect {
    case .visible: record
    case .calculated: graph.node(calculating: record)
    case .required, .readOnly, .offered, .initial, .text: nil
    }
  }

  /// The rows that a row of the form means where a record reads it, by number: of what repeats the instances that
  /// are read; nil where there is no such row.
  func rows(meant read: ReadRow, from record: Int, _ index: Document.Index) -> [Int]? {
    guard let place = index[read.row] else { return nil }
    return repeated.rows(
      meant: records.number(at: place), read.reach,
      inside: read.item.flatMap { records.number(of: $0, index) }, from: record, in: records)
  }

  func readers(of row: Int) -> [Int] {
    let template = records.definitions[row]
    guard template != row, repeated.repeats(template) else { return readers[row] }
    return readers[row] + readers[template]
  }
}

/// Rules as they are put at the records that they decide of.
private struct PlacedRules {
  let records: RuleRecords
  let repeated: RepeatedRows
  let graph: RuleGraph
  private(set) var rules: [Rule] = []
  private(set) var starts: [Int] = []
  private(set) var readers: [[Int]] = []
  private(set) var flagged: [Bool] = []
  private(set) var flaggedIDs: Set<RecordID> = []
  private(set) var calculations: [Int: Int] = [:]
  private(set) var initials: [Int: Int] = [:]

  mutating func place(_ reader: RuleReader, _ structure: DocumentStructure) {
    flagged = Array(repeating: false, count: records.traits.count)
    readers = Array(repeating: [], count: flagged.count)
    starts.reserveCapacity(flagged.count + 1)
    for (number, id) in reader.candidates { place(number, id, reader, structure) }
    fillStarts(to: flagged.count)
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
    // A question that repeats is a template: its instances take answers, and not itself (rule F40).
    let takesAnswer = records.takesAnswer(number, structure)
    for rule in written where takesAnswer || !rule.aspect.givesAnswer {
      switch rule.aspect {
      case .initial: initials[number] = rules.count
      case .calculated: calculations[number] = rules.count
      case .visible, .required, .readOnly, .offered, .text: break
      }
      // What is asked once follows nothing.
      if rule.aspect != .initial {
        for read in rule.reads { note(read.reach, inside: read.item, to: read.row, from: number) }
      }
      rules.append(
        rule.placed(at: number, record, level: level(of: rule.aspect, records.definitions[number])))
    }
  }

  private func level(of aspect: RuleAspect, _ definition: Int) -> Int {
    switch aspect {
    case .visible: graph.level(of: definition)
    case .calculated: graph.node(calculating: definition).map(graph.level) ?? Rule.last
    case .required, .readOnly, .offered, .initial, .text: Rule.last
    }
  }

  // What the next rule reads.
  private mutating func note(
    _ reach: Formula.Reach, inside item: Int?, to row: Int, from number: Int
  ) {
    let isAll = reach != .nearest && item == nil || !repeated.repeats(row)
    let rows =
      isAll ? [row] : repeated.rows(meant: row, reach, inside: item, from: number, in: records)
    for row in rows where readers[row].last != rules.count { readers[row].append(rules.count) }
  }
}
