import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenTesting

/// A form whose rows are calculated from rows before them, and shown while such have certain answers, with
/// variables and repeats, and edits of it, all at random.
struct RandomCalculations {
  /// What an edit does, beside what it changes.
  struct Step {
    var changes = Changeset()
    /// The rows that a person gave answers.
    var given: Set<RowID> = []
    /// The rows that are given back to their formulas.
    var givenBack: Set<RowID> = []
  }

  private(set) var document: Document
  private(set) var index: Document.Index
  private var random: SeededGenerator
  private var ids: [String] = []
  /// Rows from which the next ones are calculated, so that chains come about.
  private var chain: String?

  init(seed: UInt64, rows: Int) {
    random = SeededGenerator(seed: seed)
    (document, index) = (Document(), Document.Index(Document()))
    var sections: [Document.Section] = []
    while ids.count < rows { sections.append(section(sections.count)) }
    do { document = try Document(fields: [:], sections: sections) } catch { sections = [] }
    index = Document.Index(document)
  }

  private mutating func section(_ number: Int) -> Document.Section {
    var fields: Fields = [:]
    if !ids.isEmpty, random.once(in: 4) { fields[.visible] = .record(condition()) }
    if number > 0, random.once(in: 3) { fields[.repeats] = true }
    if !ids.isEmpty, random.once(in: 3) {
      fields[.variables] = .list([
        .record(["name": "v", .fhirPath: .text(sum())]),
        .record(["name": "w", .fhirPath: .text("%v + \(random.number(in: 0...3))")]),
      ])
    }
    let hasVariables = fields[.variables] != nil
    var rows: [Document.Row] = []
    for _ in 0..<random.number(in: 2...6) {
      rows.append(row(hasVariables: hasVariables))
    }
    return Document.Section(id: SectionID(unchecked: "s\(number)"), fields: fields, rows: rows)
  }

  private mutating func row(hasVariables: Bool) -> Document.Row {
    let id = "r\(ids.count + 1)"
    var fields: Fields = [.component: "TextInput", .kind: "integer", .title: .text(id)]
    if !ids.isEmpty, random.once(in: 4) { fields[.visible] = .record(condition()) }
    if !ids.isEmpty, random.once(in: 2) {
      let text =
        hasVariables && random.once(in: 3) ? random.pick(["%v", "%w", "%w - %v"]) : formula()
      fields[.calculated] = .record([.fhirPath: .text(text)])
      chain = id
    }
    ids.append(id)
    return Document.Row(id: RowID(unchecked: id), fields: fields)
  }

  private mutating func path() -> String {
    let id = chain.flatMap { random.once(in: 2) ? $0 : nil } ?? random.pick(ids)
    return "%resource.descendants().where(linkId = '\(id)').answer.value"
  }

  private mutating func sum() -> String { "\(path()).sum()" }

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
    case 1...8: step = answer(structure)
    case 9...10: step.changes = Changeset(add(structure))
    case 11: step.changes = Changeset(remove(structure))
    default:
      let calculated = structure.content.sections.flatMap(\.rows).filter {
        structure.definition(of: $0).calculated != nil
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
      let isCalculated = structure.definition(of: row).calculated != nil
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
    if anchors.isEmpty || document.rowCount > 3 * ids.count { return [] }
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
