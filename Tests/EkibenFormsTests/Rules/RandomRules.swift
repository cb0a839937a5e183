import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenTesting

/// A form with conditions, repeats and flags, and edits of it, all at random.
struct RandomRules {
  private(set) var document: Document
  private(set) var index: Document.Index
  private var random: SeededGenerator
  private var rows = 0
  private var sections = 0
  private var ids: [RowID] = []
  private var repeating: [RowID] = ["ghost"]
  private let hasChecks: Bool
  private let hasExpressions: Bool
  private var past: [Changeset] = []

  /// - Parameters:
  ///   - seed: Of all that is random.
  ///   - checks: Whether sections and the document have checks as well.
  ///   - expressions: Whether conditions are in FHIRPath, too, and there are variables.
  init(seed: UInt64, checks: Bool = false, expressions: Bool = false) {
    random = SeededGenerator(seed: seed)
    (hasChecks, hasExpressions) = (checks, expressions)
    (document, index) = (Document(), Document.Index(Document()))
    var made: [Document.Section] = []
    for _ in 1...random.number(in: 2...4) { makeSection(in: nil, depth: 0, &made) }
    ids = made.flatMap { $0.rows.map(\.id) } + ["ghost"]
    for at in made.indices {
      addRules(to: &made[at].fields)
      if checks, random.once(in: 2) { made[at].fields[.checks] = self.checks() }
      made[at].rows = ChunkedList(
        made[at].rows.map { row in
          var row = row
          addRules(to: &row.fields)
          return row
        })
    }
    var fields: Fields = [:]
    if random.once(in: 3) { fields[.policies] = .record(policies()) }
    if checks { fields[.checks] = self.checks() }
    if expressions { fields[.variables] = variables() }
    do { document = try Document(fields: fields, sections: made) } catch { made = [] }
    index = Document.Index(document)
  }

  private mutating func policies() -> Fields {
    var policies = RulePolicies()
    policies.hiddenAnswersCount = random.once(in: 2)
    policies.unequalHoldsWithoutAnswer = random.once(in: 2)
    return policies.record
  }

  private mutating func makeSection(
    in parent: SectionID?, depth: Int, _ made: inout [Document.Section]
  ) {
    sections += 1
    let id = SectionID(unchecked: "s\(sections)")
    var fields: Fields = depth > 0 ? [.level: .integer(Int64(depth))] : [:]
    fields[.parent] = parent.map { .text($0.rawValue) }
    if random.once(in: 3) { fields[.repeats] = true }
    let isRepeated = fields[.repeats] != nil
    var (list, last) = ([Document.Row](), RowID?.none)
    for _ in 0..<random.number(in: 1...3) {
      rows += 1
      let id = RowID(unchecked: "r\(rows)")
      var fields: Fields = [.component: "TextInput", .kind: "integer", .title: .text(id.rawValue)]
      if let last, random.once(in: 3) { fields[.parentRow] = .text(last.rawValue) }
      if random.once(in: 6) { fields[.repeats] = true }
      list.append(Document.Row(id: id, fields: fields))
      if isRepeated || fields[.repeats] != nil { repeating.append(id) }
      last = id
    }
    made.append(Document.Section(id: id, fields: fields, rows: list))
    guard depth < 2 else { return }
    for _ in 0..<random.number(in: 0...1) { makeSection(in: id, depth: depth + 1, &made) }
  }

  private mutating func addRules(to fields: inout Fields) {
    if random.once(in: hasChecks ? 10 : 3) { fields[.visible] = rule() }
    if random.once(in: 6) { fields[.required] = rule() }
    if random.once(in: 6) { fields[.readOnly] = rule() }
    if random.once(in: hasChecks ? 30 : 12) { fields[.hidden] = true }
    if hasExpressions, random.once(in: 4) { fields[.variables] = variables() }
  }

  private mutating func variables() -> Value {
    .list(
      ["v", "w"].map { name in
        .record(["name": .text(name), .fhirPath: .text(random.pick(paths()))])
      })
  }

  // Most read some rows, some all, and some cannot be evaluated, or only while there is one answer.
  private mutating func paths() -> [String] {
    let (one, other) = (random.pick(ids).rawValue, random.pick(ids).rawValue)
    let all = "%resource.descendants()"
    return [
      "\(all).where(linkId = '\(one)').answer.value",
      "\(all).where(linkId = '\(one)' or linkId = '\(other)').answer.value",
      "%context.repeat(item | answer).where(linkId = '\(one)').answer.value",
      "answer.value", "%v", "%w", "item.answer.value",
    ]
  }

  private mutating func expression() -> String {
    let (path, number) = (random.pick(paths()), random.number(in: 0...2))
    return random.pick([
      "\(path).where($this > \(number)).exists()", "\(path).count() > \(number)",
      "\(path).sum() > \(number)", "\(path) = \(number)", "\(path) > \(number)",
      "\(path).empty()", "(\(path) | \(random.pick(paths()))).exists()", "%context.exists()",
      "%resource.item.count() > \(number)", "%nobody",
    ])
  }

  private mutating func rule() -> Value {
    switch random.number(in: 1...12) {
    case 1: .bool(random.once(in: 2))
    case 2: .record(["odd": 1])
    default: .record(formula(depth: 0).record)
    }
  }

  private mutating func checks() -> Value {
    let count = random.number(in: 1...2)
    return .list(
      (1...count).map { number in
        let isUnique = random.once(in: 3)
        let condition: Check.Condition =
          isUnique ? .unique(random.pick(repeating)) : .holds(formula(depth: 0))
        let check = Check(
          "check\(number)", condition, message: random.once(in: 2) ? "no" : nil,
          severity: random.pick([.error, .warning]), at: random.once(in: 4) ? random.pick(ids) : nil
        )
        return .record(check.record)
      })
  }

  private mutating func formula(depth: Int) -> Formula {
    if hasExpressions, random.once(in: 2) { return .fhirPath(expression()) }
    let reference = Formula.Reference(
      random.pick(ids), random.pick([.nearest, .nearest, .any, .every]))
    let number = Value.integer(Int64(random.number(in: 0...2)))
    switch random.number(in: 1...(depth < 2 ? 12 : 7)) {
    case 1...4:
      return .compares(reference, random.pick(Formula.Comparison.allCases), .value(number))
    case 5: return .exists(reference, random.once(in: 2))
    case 6: return .compares(reference, .equal, .row(random.pick(ids)))
    case 7: return .count(reference, .atLeast, 1)
    case 8...9: return .not(formula(depth: depth + 1))
    case 10: return .all([formula(depth: depth + 1), formula(depth: depth + 1)])
    default: return .any([formula(depth: depth + 1), formula(depth: depth + 1)])
    }
  }
}

// Edits.
extension RandomRules {
  /// Makes an edit; nothing where none of the kind can be made.
  mutating func step() throws -> Changeset {
    let structure = DocumentStructure(document, index)
    let changes: [Change]
    switch random.number(in: 1...20) {
    case 1...(hasChecks ? 10 : 13): changes = answer()
    case 11...15: changes = add(structure)
    case 16: changes = remove(structure)
    case 17: changes = redefine()
    case 18: changes = setPolicies()
    default: changes = past.popLast()?.inverted.changes ?? []
    }
    let changeset = Changeset(changes)
    do {
      let (result, update) = try document.restructured(by: changeset, at: index)
      document = result
      index.update(update, to: result)
      if random.once(in: 2) { past.append(changeset) } else { past = [] }
    } catch { return Changeset() }  // Taking back what another edit has changed since.
    return changeset
  }

  private mutating func answer() -> [Change] {
    let all = Array(document.sections.flatMap(\.rows))
    var changes: [RowID: Change] = [:]
    for _ in 1...(hasChecks ? 4 : 1) {
      let row = random.pick(all)
      let value: Value? = random.once(in: 4) ? nil : .integer(Int64(random.number(in: 0...2)))
      if row.fields[.value] == value { continue }
      changes[row.id] = Change(.row(row.id), .value, before: row.fields[.value], after: value)
    }
    return changes.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func add(_ structure: DocumentStructure) -> [Change] {
    let anchors =
      document.sections.filter { structure.repeats($0) }.map { RecordID.section($0.id) }
      + document.sections.flatMap(\.rows).filter { structure.repeats($0) }.map { .row($0.id) }
    if anchors.isEmpty || document.rowCount > 60 { return [] }
    let seed = [UInt8(random.number(in: 0...255)), UInt8(random.number(in: 0...255))]
    let taken = index
    let ids = InstanceIDs(seed) {
      taken[RowID(unchecked: $0)] != nil || taken[SectionID(unchecked: $0)] != nil
    }
    do throws(StructureError) {
      return try structure.adding(to: random.pick(anchors), at: .last, ids).changes
    } catch { return [] }  // A part of a template takes none.
  }

  private mutating func remove(_ structure: DocumentStructure) -> [Change] {
    let instances =
      document.sections.filter { structure.isInstance($0) }.map { RecordID.section($0.id) }
      + document.sections.flatMap(\.rows).filter { structure.isInstance($0) }.map { .row($0.id) }
    if instances.isEmpty { return [] }
    do throws(StructureError) {
      return try structure.removing(random.pick(instances)).changes
    } catch { return [] }  // Some have to stay.
  }

  private mutating func redefine() -> [Change] {
    let records =
      document.sections.map { (RecordID.section($0.id), $0.fields) }
      + document.sections.flatMap(\.rows).map { (.row($0.id), $0.fields) }
    let (record, fields) = random.pick(records)
    let name = random.pick([FieldName.visible, .visible, .required, .readOnly, .hidden])
    let value: Value? = random.once(in: 3) ? nil : name == .hidden ? true : rule()
    if fields[name] == value { return [] }
    return [Change(record, name, before: fields[name], after: value)]
  }

  private mutating func setPolicies() -> [Change] {
    let (old, new) = (document.fields[.policies], Value.record(policies()))
    return old == new ? [] : [Change(.document, .policies, before: old, after: new)]
  }
}
