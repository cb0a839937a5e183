internal import EkibenDocuments

/// The changes of an edit with the answers that formulas give because of it.
struct CalculatedChanges {
  let changes: Changeset
  let targets: Set<Change.Target>
  let asksForTime: Bool
  let activity: CalculatedActivity?
  /// What the document becomes over its form, where that was worked out and nothing was added.
  var rebased: Rebased?
}

// How the form's formulas stand in one way to write: what they give is part of the entry that caused it
// (rule E13, decision 0055).
extension StoreState {
  /// Whether nothing follows from changes: no rule reads them, and nothing is hidden or shown by them.
  ///
  /// - Complexity: O(changes · depth).
  func haveNoConsequences(
    _ proposed: Changeset, _ operation: Edit.Operation, givingBack givenBack: Set<RowID>,
    _ document: StoredDocument
  ) -> Bool {
    guard database.activity != nil, let known = document.activity.known else { return false }
    if operation.isCreation || !givenBack.isEmpty { return false }
    // What comes with a duplicate may be retired there.
    if case .changes(.import, _, _) = operation { return false }
    return known.ignores(proposed, in: document.structure)
  }

  /// Works out which answers formulas give because of changes; nil where there are no formulas.
  ///
  /// - Complexity: O(rules asked and records affected), and O(log n) a row; where records come, go or move, or
  ///   a definition changes, O(n).
  func calculating(
    _ proposed: Changeset, _ operation: Edit.Operation, givingBack givenBack: Set<RowID>,
    _ outline: EntryOutline, _ document: StoredDocument, rebases: Bool
  ) throws(StoreError) -> CalculatedChanges? {
    guard let source = database.activity, let known = document.activity.known,
      rebases || known.rules.calculates(after: proposed)
    else { return nil }
    var (rules, rebased) = (known.rules, Rebased?.none)
    if rebases {
      let entry = outline.entry(proposed, document.origins.replaced(by: proposed))
      let result = try forms.rebased(document, by: [proposed], document.origins.left(by: entry))
      rebased = result
      rules = source.activity(of: result.document, seeing: outline.metadata)
    }
    let after = try NewContent.after(proposed, in: document.structure, rebased.map { .rebased($0) })
    if case .create(_?) = operation {
      let rows = rules.calculatedRows(in: after)
      return CalculatedChanges(
        changes: proposed, targets: proposed.answers(of: rows), asksForTime: false, activity: nil)
    }
    var givenBack = givenBack.union(operation.renamedRows(in: proposed, document.origins))
    // What a description gives as its formula does, the formula gave (rule E16).
    if case .apply = operation {
      var described = rules
      givenBack.formUnion(
        proposed.answeredRows.intersection(described.calculatedRows(in: after)))
    }
    let found = rules.calculate(
      CalculatedEdit(
        changes: proposed, after: after,
        extent: operation.isCreation ? .beginning : rebases ? .all : .affected,
        given: operation.isCreation ? [] : proposed.answeredRows.subtracting(givenBack),
        givenBack: givenBack, mayBeCalculated: { document.origins.mayBeCalculated($0) },
        isMarked: { document.origins[Change.Target(.row($0), .value)].isCalculated }))
    var calculated = CalculatedChanges(
      proposed, found, in: after, (rules, found.affected))
    // What is given at first is an answer like those of people, and no target.
    if found.answers.isEmpty { calculated.rebased = rebased }
    return calculated
  }
}

extension CalculatedChanges {
  /// Puts both together: what was asked for where it was, and the answers of rows in the document's order.
  fileprivate init(
    _ proposed: Changeset, _ found: CalculatedAnswers, in structure: DocumentStructure,
    _ activity: CalculatedActivity?
  ) {
    let answers = found.answers.sorted {
      guard let left = structure.index[$0.row], let right = structure.index[$1.row] else {
        return $0.row < $1.row
      }
      return left < right
    }
    var changes = proposed.changes
    var targets: Set<Change.Target> = []
    // A row that has just come has its answer among its fields, and one may have been given another already.
    let places = Dictionary(
      changes.indices.filter {
        changes[$0].field == .value || changes[$0].field == nil && changes[$0].after != nil
      }.map { (changes[$0].record, $0) }, uniquingKeysWith: { $1 })
    for answer in answers {
      let record = RecordID.row(answer.row)
      let known = places[record].map { changes[$0] }
      let change =
        known.map { $0.giving(answer.after) }
        ?? Change(record, .value, before: answer.before, after: answer.after)
      if let place = places[record] { changes[place] = change } else { changes.append(change) }
      if answer.isCalculated { targets.insert(change.target) }
    }
    let inOrder = proposed.isContentOnly && !answers.isEmpty
    self.changes =
      inOrder ? Changeset(changes, inOrderOf: structure) : Changeset(changes)
    self.targets = targets
    (asksForTime, self.activity) = (found.asksForTime, activity)
  }
}

extension Changeset {
  // As a diff would have them.
  fileprivate init(_ changes: [Change], inOrderOf structure: DocumentStructure) {
    func place(_ change: Change) -> Document.Place {
      switch change.record {
      case .document: Document.Place(section: -1, row: -1)
      case .section(let id): Document.Place(section: structure.index[id] ?? -1, row: -1)
      case .row(let id): structure.index[id] ?? Document.Place(section: -1, row: -1)
      }
    }
    self.init(
      changes.map { (place($0), $0) }.enumerated().sorted {
        ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
      }.map(\.element.1))
  }

  /// The rows to which it gives answers.
  fileprivate var answeredRows: Set<RowID> {
    var rows: Set<RowID> = []
    for change in changes {
      guard case .row(let row) = change.record else { continue }
      if change.field == .value || change.field == nil && change.after?.asRecord?[.value] != nil {
        rows.insert(row)
      }
    }
    return rows
  }

  /// Its changes of the answers of some rows.
  fileprivate func answers(of rows: [RowID]) -> Set<Change.Target> {
    let wanted = Set(rows.map { RecordID.row($0) })
    return Set(
      changes.lazy.map(\.target).filter {
        wanted.contains($0.record) && ($0.field == .value || $0.field == nil)
      })
  }
}

extension Change {
  /// The same with another answer.
  fileprivate func giving(_ answer: Value?) -> Change {
    guard field == nil, let record = after?.asRecord else {
      return Change(self.record, field, before: before, after: answer)
    }
    return Change(self.record, nil, before: nil, after: .record(record.setting(.value, answer)))
  }
}

extension Edit.Operation {
  /// Whether it starts a document; it asks formulas whatever it changes.
  fileprivate var isCreation: Bool { if case .create = self { true } else { false } }

  /// The rows that get calculated answers of rows that had other names: a formula gave those, and not the edit.
  fileprivate func renamedRows(in changes: Changeset, _ origins: Origins) -> Set<RowID> {
    guard case .migrate(_, let renames) = self, !renames.isEmpty else { return [] }
    var found: Set<RowID> = []
    // What is taken from the one stands right before what is given to the other.
    for (old, new) in zip(changes.changes, changes.changes.dropFirst())
    where old.field == .value && old.after == nil && new.field == .value {
      if case .row(let row) = new.record, origins[old.target].isCalculated { found.insert(row) }
    }
    return found
  }
}

extension Origins {
  /// Whether nobody has given a row its answer, or a formula did: then a formula may give it another one.
  fileprivate func mayBeCalculated(_ row: RowID) -> Bool {
    let origin = self[Change.Target(.row(row), .value)]
    return origin.isCalculated || origin.entry == 0
  }
}
