package import EkibenDocuments
package import EkibenExpressions

/// An issue, and what it rests on.
package struct FoundIssue: Sendable {
  package let issue: ValidationIssue
  /// What does not hold; nil where the rule is no formula.
  package let formula: Formula?
  /// The rows whose answers it rests on, its own among them.
  package let reads: [RowID]
  /// Where it comes among those of its row.
  let rank: Int

  init(_ issue: ValidationIssue, rank: Int, reads: [RowID]) {
    (self.issue, self.rank, self.reads, formula) = (issue, rank, reads, nil)
  }

  init(
    _ check: Check, at row: RowID, _ number: Int, _ message: String, _ context: InputContext,
    formula: Formula?, reads: [RowID]
  ) {
    issue = ValidationIssue(
      row: row, rule: .check(id: check.id, message: message), severity: check.severity,
      words: check.message(in: context.languages))
    (self.formula, self.reads) = (formula, reads)
    rank = 2 + number
  }
}

/// What is wrong with a document as it stands: limits, numbers of instances, and checks (rule F48).
///
/// ``EkibenDocuments/Document/issues(_:in:)`` and a session have it from here.
package struct DocumentIssues: Sendable {
  private var ofRows: [RowID: [FoundIssue]] = [:]
  private var counts: [RecordID: FoundIssue] = [:]
  private var checks = CheckState()
  private var custom: [Int: [FoundIssue]] = [:]
  private var ofExpressions = ExpressionIssues()
  // The rows whose options depend on the answer of a row.
  private var dependents: [RowID: Set<RowID>] = [:]

  /// Looks for all that is wrong.
  ///
  /// - Complexity: O(n) in the number of rows and what checks read.
  package init(_ view: IssueView) {
    var drawing = Drawing(view.structure, view.rules, showsHidden: false, .none)
    for section in view.structure.content.sections {
      look(at: .section(section.id), &drawing, view)
      for row in section.rows {
        look(at: .row(row.id), &drawing, view)
        guard row.fields[.optionsOf] != nil || row.fields[.template] != nil else { continue }
        let definition = view.structure.definition(of: row)
        if let other = view.structure.rowWithOptions(of: row, definition) {
          dependents[other, default: []].insert(row.id)
        }
      }
    }
    lookForChecks(view)
    ofExpressions = ExpressionIssues(view)
  }

  /// Looks for broken checks alone.
  ///
  /// - Complexity: O(sections and what checks read); O(n) where that repeats.
  package init(checksOf view: IssueView) { lookForChecks(view) }

  private mutating func lookForChecks(_ view: IssueView) {
    checks = CheckState(view)
    for (at, check) in view.components.checks.enumerated() { ask(check, at, view) }
  }

  /// The broken checks, by the row that shows them.
  ///
  /// - Complexity: O(k · log k) in their number.
  package var ofChecks: [RowID: [ValidationIssue]] {
    let all = checks.found + custom.values.flatMap(\.self)
    let sorted = all.sorted { ($0.rank, $0.issue.message) < ($1.rank, $1.issue.message) }
    return Dictionary(grouping: sorted.map(\.issue), by: \.row)
  }

  /// How many checks were asked so far.
  package var evaluations: Int { checks.evaluations }

  /// All that is wrong, in the order of the rows.
  ///
  /// - Complexity: O(k · log k) in the number of issues.
  package func found(in index: Document.Index, and later: [ValidationIssue] = []) -> [FoundIssue] {
    func place(_ row: RowID) -> Document.Place {
      let section = index[SectionID(unchecked: row.rawValue)]
      return index[row] ?? Document.Place(section: section ?? .max, row: -1)
    }
    let all =
      ofRows.values.flatMap(\.self) + counts.values + checks.found + ofExpressions.found
      + custom.sorted { $0.key < $1.key }.flatMap(\.value)
      + later.map { FoundIssue($0, rank: .max, reads: [$0.row]) }
    return all.enumerated().map { at, found in
      let read = found.reads.first.map(place) ?? Document.Place(section: -1, row: -1)
      return (key: (place(found.issue.row), found.rank, read, at), found: found)
    }.sorted { $0.key < $1.key }.map(\.found)
  }

  /// Brings the issues up to date after an edit and with the records of which something else may hold.
  ///
  /// - Complexity: O(rows and checks affected); O(n) where more than answers changed.
  package mutating func update(by changes: Changeset, _ held: Set<RecordID>, _ view: IssueView) {
    guard changes.changes.allSatisfy({ $0.field == .value || $0.field == .draft }) else {
      self = DocumentIssues(view)
      return
    }
    var records = held.union(changes.changes.map(\.record))
    for case .row(let row) in records {
      for other in dependents[row] ?? [] { records.insert(.row(other)) }
      // One that has to be answered is by any answer in it.
      if let section = view.sectionToAnswer(around: row) { records.insert(.section(section)) }
      for section in view.structure.sections(around: row) { records.insert(.section(section.id)) }
    }
    var drawing = Drawing(view.structure, view.rules, showsHidden: false, .none)
    for record in records { look(at: record, &drawing, view) }
    checks.update(for: records, view)
    ofExpressions.update(for: records, view)
    if view.components.checks.isEmpty { return }
    let rows = Set(records.map { view.scope.definition(of: $0) })
    for (at, check) in view.components.checks.enumerated()
    where check.rows.contains(where: { rows.contains(.row($0)) }) { ask(check, at, view) }
  }

  private mutating func ask(_ check: CustomCheck, _ at: Int, _ view: IssueView) {
    guard case .atOnce(let body) = check.body else { return }
    // The document can be of a revision that has not all that the program's form has.
    custom[at] = body(view.drawn).filter { view.has($0.row) }.map {
      FoundIssue($0, rank: .max - 1, reads: [$0.row])
    }
  }

  private mutating func look(at record: RecordID, _ drawing: inout Drawing, _ view: IssueView) {
    switch record {
    case .document: break
    case .section(let id):
      let place = view.structure.index[id]
      let fields = place.flatMap { drawing.fields(ofSectionAt: $0) }
      counts[record] = fields.flatMap { fields in
        view.structure.section(id).flatMap {
          view.structure.countIssue(of: $0, fields, in: view)
        }
      }.map { FoundIssue($0, rank: 0, reads: []) }
    case .row(let id):
      ofRows[id] = nil
      guard let place = view.structure.index[id], let fields = drawing.fields(ofRowAt: place)
      else { return counts[record] = nil }
      let row = view.structure.content[place]
      counts[record] = view.structure.countIssue(of: row, fields).map {
        FoundIssue($0, rank: 0, reads: [])
      }
      let component = view.components.component(of: Document.Row(id: id, fields: fields))
      let issues = component.input?.issues(in: view.context) ?? []
      if !issues.isEmpty { ofRows[id] = issues.map { FoundIssue($0, rank: 1, reads: [id]) } }
    }
  }
}
