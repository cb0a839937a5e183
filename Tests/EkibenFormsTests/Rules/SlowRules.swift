import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms

/// What holds of each section and row, from the definitions: by recursion, without an order and without
/// an index of who reads what. What was found out is remembered, and nothing else is taken from before.
final class SlowRules {
  let structure: DocumentStructure
  let policies: RulePolicies
  private var known: [RecordID: Bool] = [:]
  private var reached: [RecordID: Set<RecordID>] = [:]
  private var chains: [RecordID: Set<RecordID>] = [:]
  private var depended: [RecordID: [RecordID]] = [:]
  private var copied: [RecordID: [RecordID]] = [:]
  private var section: [RowID: SectionID] = [:]
  let order: [RecordID]

  init(_ document: Document) {
    structure = DocumentStructure(document, Document.Index(document))
    order = document.sections.flatMap { section in
      [.section(section.id)] + section.rows.map { .row($0.id) }
    }
    for section in document.sections {
      for row in section.rows { self.section[row.id] = section.id }
    }
    policies = RulePolicies(document.fields[.policies]?.asRecord ?? [:])
  }

  /// What holds of every section and row that is none of a template.
  func standings() -> [RecordID: RuleState.Standing] {
    var found: [RecordID: RuleState.Standing] = [:]
    for section in structure.content.sections {
      for record in [RecordID.section(section.id)] + section.rows.map({ .row($0.id) })
      where isReal(record) { found[record] = standing(of: record) }
    }
    return found
  }

  func standing(of record: RecordID) -> RuleState.Standing {
    let isHidden = chain(record).contains { definition($0).isTrue(.hidden) }
    let isVisible = isActive(record) && !isHidden
    return RuleState.Standing(
      isVisible: isVisible, isRequired: isVisible && holds(.required, record),
      isReadOnly: holds(.readOnly, record))
  }

  private func holds(_ name: FieldName, _ record: RecordID) -> Bool {
    let value = definition(record)[name]
    guard let formula = value?.asRecord.flatMap({ Formula(record: $0) }) else {
      return value == .bool(true)
    }
    let seen = Seen(rules: self, record: record, name: name)
    let holds = formula.holds(in: seen, under: policies)
    return seen.failure.isThere ? name == .visible : holds
  }

  /// What its formula gives a row; an error gives nothing.
  func calculated(_ row: RowID) -> Value? {
    let definition = definition(.row(row))
    guard let text = definition[.calculated]?.asRecord?.text(.fhirPath) else { return nil }
    let seen = Seen(rules: self, record: .row(row), name: .calculated)
    return try? CalculatedRow(row, definition, .standard).answer(from: seen.items(of: text).1)
  }

  /// Whether its own formula shows it, whatever is around it.
  private func isShown(_ record: RecordID) -> Bool {
    if let shown = known[record] { return shown }
    let value = definition(record)[.visible]
    let isFormula = value?.asRecord.flatMap { Formula(record: $0) } != nil
    let shown = isFormula ? holds(.visible, record) : value != .bool(false)
    known[record] = shown
    return shown
  }

  func isActive(_ record: RecordID) -> Bool { chain(record).allSatisfy { isShown($0) } }

  private struct Seen: AnswerSource {
    let rules: SlowRules
    let record: RecordID
    let name: FieldName
    let failure = Failure()

    final class Failure { var isThere = false }

    func holds(fhirPath text: String) -> Bool? {
      do {
        let (expression, items) = try items(of: text)
        return try expression.truth(of: items)
      } catch {
        failure.isThere = true
        return nil
      }
    }

    // On the whole response, but for what the expression does not read.
    func items(of text: String) throws -> (CompiledExpression, ExpressionItems) {
      let structure = rules.structure
      var reader = RecordExpressions(structure, .standard)
      let read = Set(reader.read(text, of: record).rows.map { RecordID.row($0.row) })
      let response = ResponseElements(
        of: structure.content, at: structure.index, .standard
      ) { row in
        guard read.contains(rules.template(.row(row))) else { return false }
        return !answers(of: Formula.Reference(row), from: [row]).isEmpty
      }
      let resource = ExpressionItems.one(response.tree.root)
      var environment = ExpressionEnvironment(
        variables: ["resource": resource, "rootResource": resource], milliseconds: 0)
      environment.now = nil
      var names: Set<String> = ["resource", "rootResource", "context"]
      let around = rules.chain(record).sorted { rules.chain($0).count < rules.chain($1).count }
      for owner in [.document] + around {
        let context = owner == .document ? resource : ExpressionItems(response.item(of: owner))
        environment.variables["context"] = context
        for case (let name, let text?) in rules.definition(owner).variables {
          guard let variable = try? CompiledExpression(fhirPath: text, variables: names) else {
            continue
          }
          names.insert(name)
          // What reads one that has no value has none.
          environment.variables[name] = try? variable.value(of: context, in: environment)
        }
      }
      let context = ExpressionItems(response.item(of: record))
      environment.variables["context"] = context
      let expression = try CompiledExpression(fhirPath: text, variables: names)
      return (expression, try expression.value(of: context, in: environment))
    }

    func answers(of reference: Formula.Reference) -> [[Value]] {
      answers(of: reference, from: rules.rows(reference, from: record))
    }

    private func answers(of reference: Formula.Reference, from rows: [RowID]) -> [[Value]] {
      rows.compactMap { row in
        let counts =
          rules.policies.hiddenAnswersCount
          || name == .visible && rules.areInOneCircle(record, .row(row))
        guard counts || rules.isActive(.row(row)) else { return nil }
        switch rules.structure.row(row)?.fields[.value] {
        case nil, .null?, .text("")?: return []
        case .list(let values)?: return values
        case let value?: return [value]
        }
      }
    }
  }
}

// What stands where.
extension SlowRules {
  func fields(_ record: RecordID) -> Fields {
    switch record {
    case .document: structure.content.fields
    case .section(let id): structure.section(id)?.fields ?? [:]
    case .row(let id): structure.row(id)?.fields ?? [:]
    }
  }

  func definition(_ record: RecordID) -> Fields {
    switch record {
    case .document: structure.content.fields
    case .section(let id): structure.section(id).map { structure.definition(of: $0) } ?? [:]
    case .row(let id): structure.row(id).map { structure.definition(of: $0) } ?? [:]
    }
  }

  func isReal(_ record: RecordID) -> Bool {
    switch record {
    case .document: false
    case .section(let id):
      structure.section(id).map { structure.template(around: $0) == nil } ?? false
    case .row(let id):
      structure.row(id).map { [nil, record].contains(structure.template(around: $0)) } ?? false
    }
  }

  private func containers(_ record: RecordID) -> [RecordID] {
    var found: [RecordID] = []
    if let row = fields(record).text(.parentRow) { found.append(.row(RowID(unchecked: row))) }
    if case .section = record, let parent = fields(record).text(.parent) {
      found.append(.section(SectionID(unchecked: parent)))
    }
    if case .row(let id) = record, let section = section[id] { found.append(.section(section)) }
    return found
  }

  func chain(_ record: RecordID) -> Set<RecordID> {
    if let known = chains[record] { return known }
    let chain: Set<RecordID> = containers(record).reduce(into: [record]) {
      $0.formUnion(self.chain($1))
    }
    chains[record] = chain
    return chain
  }

  func template(_ record: RecordID) -> RecordID {
    guard let template = fields(record).text(.template) else { return record }
    if case .row = record { return .row(RowID(unchecked: template)) }
    return .section(SectionID(unchecked: template))
  }

  func isInstance(_ record: RecordID) -> Bool {
    let name: FieldName = if case .row = record { .parentRow } else { .parent }
    guard let own = fields(record).text(.template), let parent = fields(record).text(name) else {
      return false
    }
    let above: RecordID =
      if case .row = record { .row(RowID(unchecked: parent)) } else {
        .section(SectionID(unchecked: parent))
      }
    return parent == own || fields(above).text(.template) == own
  }

  /// The rows of instances that a row of a template stands for, in order.
  private func copies(of template: RowID) -> [RecordID] {
    if let known = copied[.row(template)] { return known }
    let row = RecordID.row(template)
    let found = order.filter { candidate in
      guard case .row(let id) = candidate, self.template(candidate) == row, candidate != row
      else { return false }
      return structure.row(id).map { structure.template(around: $0) == nil } ?? false
    }
    copied[row] = found
    return found
  }

  func rows(_ reference: Formula.Reference, from record: RecordID) -> [RowID] {
    guard let template = structure.row(reference.row),
      structure.template(around: template) != nil
    else { return [reference.row] }
    let all = copies(of: reference.row)
    var found = all
    if reference.reach == .nearest {
      var near = all
      // The instances around the record, the smallest first: each stands in the next.
      let instances = chain(record).filter(isInstance).sorted {
        chain($0).count > chain($1).count
      }
      for instance in instances {
        let inside = all.filter { chain($0).contains(instance) }
        if !inside.isEmpty {
          near = inside
          break
        }
      }
      let own = order.firstIndex(of: record) ?? 0
      let before = near.filter { order.firstIndex(of: $0) ?? 0 <= own }
      found = [before.last ?? near.first].compactMap(\.self)
    }
    return found.compactMap { if case .row(let id) = $0 { id } else { nil } }
  }
}

// Who decides about whom, by templates.
extension SlowRules {
  private func areInOneCircle(_ record: RecordID, _ other: RecordID) -> Bool {
    let (record, other) = (template(record), template(other))
    return reach(record).contains(other) && reach(other).contains(record)
  }

  private func reach(_ record: RecordID) -> Set<RecordID> {
    if let known = reached[record] { return known }
    var (found, waiting) = (Set<RecordID>(), [record])
    while let next = waiting.popLast() {
      for other in depends(next) where found.insert(other).inserted { waiting.append(other) }
    }
    reached[record] = found
    return found
  }

  private func depends(_ record: RecordID) -> [RecordID] {
    if let known = depended[record] { return known }
    let around = containers(record).map(template)
    let same = order.filter { template($0) == record }
    let reads = same.compactMap { fields($0)[.visible]?.asRecord }
      .compactMap { Formula(record: $0) }.flatMap(\.dependencies)
    let texts = same.flatMap { record in
      let formula = fields(record)[.visible]?.asRecord.flatMap { Formula(record: $0) }
      return formula?.expressions ?? []
    }
    var reader = RecordExpressions(structure, .standard)
    let found =
      around + reads.map { template(.row($0)) }
      + texts.flatMap { reader.read($0, of: record).rows.map { .row($0.row) } }
    depended[record] = found
    return found
  }
}
