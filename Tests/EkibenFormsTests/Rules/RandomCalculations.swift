import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenTesting

/// A form whose rows are calculated from rows before them, and shown while such have certain answers, with
/// variables, repeats in repeats, limits and checks, and edits of it, all at random.
struct RandomCalculations {
  /// What an edit does, beside what it changes.
  struct Step {
    var changes = Changeset()
    /// The rows that a person gave answers.
    var given: Set<RowID> = []
    /// The rows that are given back to their formulas.
    var givenBack: Set<RowID> = []
  }

  /// How long a chain of rows gets that depend on each other.
  static let mostDepth = 20

  private(set) var document: Document
  private(set) var index: Document.Index
  /// How long the longest chain is.
  private(set) var depth = 0
  private var random: SeededGenerator
  private var ids: [String] = []
  // Rows that more may depend on, with the lengths of the chains up to them.
  private var open: [(id: String, depth: Int)] = []
  // Row from which the next ones are calculated, so that chains come about.
  private var chain: (id: String, depth: Int)?
  // The longest chain that what was written last depends on.
  private var deepest = 0
  private let mostRows: Int
  // One edit of so many adds or removes an instance: everything is read anew then.
  private let restructuring: Int

  init(seed: UInt64, rows: Int, restructuring: Int = 4) {
    random = SeededGenerator(seed: seed)
    (document, index) = (Document(), Document.Index(Document()))
    (mostRows, self.restructuring) = (rows < 50 ? 3 * rows : rows + rows / 5, restructuring)
    var sections: [Document.Section] = []
    while ids.count < rows { makeSection(in: nil, &sections) }
    let fields: Fields = [.checks: checks(sections.last)]
    do { document = try Document(fields: fields, sections: sections) } catch { sections = [] }
    index = Document.Index(document)
  }

  private mutating func makeSection(in parent: SectionID?, _ made: inout [Document.Section]) {
    let id = SectionID(unchecked: "s\(made.count)")
    var fields: Fields = [:]
    if let parent { fields = [.parent: .text(parent.rawValue), .level: 1] }
    deepest = 0
    if !ids.isEmpty, random.once(in: 4) { fields[.visible] = .record(condition()) }
    let shown = deepest
    if !made.isEmpty, random.once(in: 3) { fields[.repeats] = true }
    var variables: Int?
    if !ids.isEmpty, random.once(in: 3) {
      fields[.variables] = .list([
        .record(["name": "v", .fhirPath: .text(sum())]),
        .record(["name": "w", .fhirPath: .text("%v + \(random.number(in: 0...3))")]),
      ])
      variables = deepest
    }
    var rows: [Document.Row] = []
    for _ in 0..<random.number(in: 2...6) {
      let above = rows.isEmpty || !random.once(in: 8) ? nil : random.pick(rows).id
      rows.append(row(under: above, shownBy: shown, variables: variables))
    }
    if random.once(in: 3) {
      fields[.checks] = checks(Document.Section(id: id, fields: fields, rows: rows))
    }
    made.append(Document.Section(id: id, fields: fields, rows: ChunkedList(rows)))
    if parent == nil, random.once(in: 4) { makeSection(in: id, &made) }
  }

  private mutating func row(
    under parent: RowID?, shownBy shown: Int, variables: Int?
  ) -> Document.Row {
    let id = "r\(ids.count + 1)"
    var fields: Fields = [.component: "TextInput", .kind: "integer", .title: .text(id)]
    fields[.parentRow] = parent.map { .text($0.rawValue) }
    let above = open.first { $0.id == parent?.rawValue }?.depth
    deepest = max(shown, above ?? (parent == nil ? 0 : Self.mostDepth))
    if !ids.isEmpty, random.once(in: 4) { fields[.visible] = .record(condition()) }
    if !ids.isEmpty, random.once(in: 2), deepest < Self.mostDepth {
      fields[.calculated] = .record([.fhirPath: .text(calculation(variables))])
      deepest += 1
      chain = deepest < Self.mostDepth ? (id, deepest) : nil
    }
    depth = max(depth, deepest)
    if deepest < Self.mostDepth { open.append((id, deepest)) }
    addLimits(to: &fields)
    ids.append(id)
    return Document.Row(id: RowID(unchecked: id), fields: fields)
  }

  // What nothing depends on but issues.
  private mutating func addLimits(to fields: inout Fields) {
    if random.once(in: 6) { fields[.least] = 1 }
    if random.once(in: 6) { fields[.greatest] = 4 }
    if random.once(in: 8) { fields[.required] = true }
    if !ids.isEmpty, random.once(in: 8) { fields[.required] = .record(condition()) }
  }

  private mutating func checks(_ section: Document.Section?) -> Value {
    if ids.isEmpty { return .list([]) }
    var checks = [
      Check(
        "sum", .holds(.fhirPath("\(sum()) < \(random.number(in: 3...9))")),
        severity: random.pick([.error, .warning]))
    ]
    if let section, section.fields.isTrue(.repeats), random.once(in: 2) {
      checks.append(Check("unique", .unique(random.pick(Array(section.rows)).id)))
    }
    return .list(checks.map { .record($0.record) })
  }

  private mutating func path() -> String {
    let row = chain.flatMap { random.once(in: 2) ? $0 : nil } ?? random.pick(open)
    deepest = max(deepest, row.depth)
    return "%resource.descendants().where(linkId = '\(row.id)').answer.value"
  }

  private mutating func sum() -> String { "\(path()).sum()" }

  private mutating func calculation(_ variables: Int?) -> String {
    guard let variables, random.once(in: 3) else { return formula() }
    deepest = max(deepest, variables)
    return random.pick(["%v", "%w", "%w - %v"])
  }

  private mutating func formula() -> String {
    switch random.number(in: 1...8) {
    case 1: "\(path()).first() + 1"
    case 2: "\(path()).sum() mod 5"
    case 3: "\(path()).count()"
    case 4: "iif(\(path()).first() > 2, \(sum()), {})"
    // An error where a row repeats: then nothing is calculated.
    case 5: "\(path()) * 2 mod 7"
    case 6: "%context.answer.value + 0"
    default: "(\(sum()) + \(sum())) mod 10"
    }
  }

  private mutating func condition() -> Fields {
    let text =
      random.once(in: 4)
      ? "\(path()).empty()" : "\(path()).where($this > \(random.number(in: 0...3))).exists()"
    return Formula.fhirPath(text).record
  }
}

// Edits.
extension RandomCalculations {
  mutating func step() throws -> Step {
    let structure = DocumentStructure(document, index)
    var step = Step()
    switch random.number(in: 1...12) {
    case _ where random.once(in: restructuring):
      step.changes = Changeset(random.once(in: 3) ? remove(structure) : add(structure))
    case 1...11: step = answer(structure)
    default:
      let calculated = structure.content.sections.flatMap(\.rows).filter {
        structure.definition(of: $0)[.calculated] != nil
      }
      if let row = calculated.isEmpty ? nil : random.pick(calculated) { step.givenBack = [row.id] }
    }
    try apply(step.changes)
    return step
  }

  mutating func apply(_ changes: Changeset) throws {
    let (result, update) = try document.restructured(by: changes, at: index)
    document = result
    index.update(update, to: result)
  }

  private mutating func answer(_ structure: DocumentStructure) -> Step {
    let all = document.sections.flatMap(\.rows).filter { structure.template(around: $0) == nil }
    var step = Step()
    var changes: [Change] = []
    for _ in 0...random.number(in: 0...2) {
      let row = random.pick(all)
      let isCalculated = structure.definition(of: row)[.calculated] != nil
      if isCalculated, !random.once(in: 6) || step.given.contains(row.id) { continue }
      if step.given.contains(row.id) { continue }
      let value: Value? = random.once(in: 5) ? nil : .integer(Int64(random.number(in: 0...4)))
      if row.fields[.value] == value { continue }
      step.given.insert(row.id)
      changes.append(Change(.row(row.id), .value, before: row.fields[.value], after: value))
    }
    step.changes = Changeset(changes)
    return step
  }

  private mutating func add(_ structure: DocumentStructure) -> [Change] {
    let anchors = Array(document.sections).filter { structure.repeats($0) }
    if anchors.isEmpty || document.rowCount > mostRows { return [] }
    let seed = (0..<8).map { _ in UInt8(random.number(in: 0...255)) }
    let taken = index
    let ids = InstanceIDs(seed) {
      taken[RowID(unchecked: $0)] != nil || taken[SectionID(unchecked: $0)] != nil
    }
    do throws(StructureError) {
      return try structure.adding(to: .section(random.pick(anchors).id), at: .last, ids).changes
    } catch { return [] }  // A part of a template takes none.
  }

  private mutating func remove(_ structure: DocumentStructure) -> [Change] {
    let instances = Array(document.sections).filter { structure.isInstance($0) }
    if instances.isEmpty { return [] }
    do throws(StructureError) {
      return try structure.removing(.section(random.pick(instances).id)).changes
    } catch { return [] }  // Some have to stay.
  }
}
