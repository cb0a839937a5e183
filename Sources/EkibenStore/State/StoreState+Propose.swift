internal import EkibenDocuments

/// What an edit comes to, before it is known whether the document takes it.
enum Proposal {
  case node(
    Entry.Kind, Changeset, reverted: Int? = nil, madeRoom: Set<RecordID> = [],
    givenBack: Set<RowID> = [], isUnchecked: Bool = false)
  case travel(Travel)
  case marking(History.Marking)
  /// From a journal from elsewhere.
  case entry(Entry)

  static func structure(
    _ kind: Entry.Kind, _ body: () throws(StructureError) -> StructureChange
  ) throws(StoreError) -> Proposal {
    do throws(StructureError) {
      let change = try body()
      return .node(kind, Changeset(change.changes), madeRoom: change.madeRoom)
    } catch {
      throw .structure(error)
    }
  }
}

extension StoreState {
  /// Works out what an edit comes to; nil when there is nothing to do.
  func propose(
    _ operation: Edit.Operation, _ document: StoredDocument, by author: String
  ) throws(StoreError) -> Proposal? {
    switch operation {
    case .create(let filled): return try document.creation(filled)
    case .answers(let answers): return .node(.edit, try document.changes(for: answers))
    case .draft(let text, let row): return .node(.edit, try document.drafting(text, in: row))
    case .changes(let kind, let changes, let madeRoom):
      return .node(kind, changes, madeRoom: madeRoom)
    case .recalculate(let rows): return try recalculation(of: rows, document)
    case .apply(let description):
      let difference = try document.difference(toMatch: description)
      return .node(.apply, difference.changes, madeRoom: difference.madeRoom)
    case .delete where document.status == .deleted: return nil
    case .delete: return .node(.edit, document.becoming(.deleted))
    case .submit(let completeness):
      let found = completeness(document)
      if found == .incomplete { return nil }
      return .node(.submit, document.becoming(.final), isUnchecked: found == .unchecked)
    case .reopen: return .node(.reopen, document.becoming(.draft))
    case .add, .remove, .move: return try document.restructuring(operation)
    case .migrate(let number, let renames):
      let changes = try forms.changes(migrating: document, to: number, renames)
      return .node(.migrate, changes)
    case .revert(let number): return try proposeRevert(of: number, document)
    case .undoOwnStep: return try proposeRevertOfOwnStep(document, by: author)
    case .adopt(let entry):
      try document.checkContinues(entry)
      return .entry(entry.noting(document.origins))
    case .undo, .redo, .redoTo, .checkout, .mark:
      do throws(HistoryError) { return try document.history.propose(operation) } catch {
        throw .history(error)
      }
    }
  }

  // What formulas give is worked out with the consequences of all edits.
  private func recalculation(
    of rows: [RowID]?, _ document: StoredDocument
  ) throws(StoreError) -> Proposal {
    if let row = rows?.first(where: { document.row($0) == nil }) {
      throw .unknownRow(row, document: document.name)
    }
    let all = rows ?? document.content.sections.flatMap { $0.rows.map(\.id) }
    return .node(.edit, Changeset(), givenBack: Set(all))
  }

  private func proposeRevert(
    of number: Int, _ document: StoredDocument
  ) throws(StoreError) -> Proposal {
    let revert = try document.history.revert(
      number, in: document.content, origins: document.origins, ofCauses: true
    ) { number throws(StoreError) in try journal.entry(number, of: document) }
    let changes = try revert.mapError(StoreError.history).get()
    return try self.revert(number, [number], changes, document)
  }

  private func proposeRevertOfOwnStep(
    _ document: StoredDocument, by author: String
  ) throws(StoreError) -> Proposal {
    let revert = try document.history.revertLastStep(
      by: author, in: document.content, origins: document.origins, ofCauses: true
    ) { number throws(StoreError) in try journal.entry(number, of: document) }
    let (number, changes) = try revert.mapError(StoreError.history).get()
    let step = document.history.stepNodes(endingAt: number)
    return try self.revert(number, step, changes, document)
  }

  // What only made room makes it again.
  private func revert(
    _ number: Int, _ step: [Int], _ changes: Changeset, _ document: StoredDocument
  ) throws(StoreError) -> Proposal {
    let hasFormulas = document.activity.known?.rules.calculates(after: changes) ?? false
    if changes.isContentOnly, !hasFormulas {
      return .node(.revert, changes, reverted: number)
    }
    let entries = try step.map { number throws(StoreError) in
      try journal.entry(number, of: document)
    }
    return .node(
      .revert, changes, reverted: number, madeRoom: entries.madeRoom,
      givenBack: entries.overriddenRows)
  }
}

extension StoredDocument {
  fileprivate func restructuring(_ operation: Edit.Operation) throws(StoreError) -> Proposal? {
    switch operation {
    case .add(let record, let place, let seed):
      try record.checkIsInUse(in: self)
      return try .structure(.edit) { () throws(StructureError) in
        try structure.adding(to: record, at: place, instanceIDs(seed))
      }
    case .remove(let record):
      try record.checkIsInUse(in: self)
      return try .structure(.edit) { () throws(StructureError) in try structure.removing(record) }
    case .move(let record, let place):
      try record.checkIsInUse(in: self)
      if let home = place.home(in: structure) { try RecordID.section(home).checkIsInUse(in: self) }
      return try .structure(.edit) { () throws(StructureError) in
        try structure.moving(record, to: place)
      }
    default: return nil
    }
  }

  // What a record was called once stands in the file, whether it is still there or not.
  fileprivate func instanceIDs(_ seed: [UInt8]) -> InstanceIDs {
    InstanceIDs(seed) { id in
      records.key(of: .section(SectionID(unchecked: id))) != nil
        || records.key(of: .row(RowID(unchecked: id))) != nil
    }
  }

  /// What a new document begins with: initial answers, and as many instances as there have to be; or what
  /// it was filled in with elsewhere.
  fileprivate func creation(_ filled: Document?) throws(StoreError) -> Proposal {
    if let filled {
      let difference = Changeset.difference(from: content, to: filled)
      return .node(.create, difference.changes, madeRoom: difference.madeRoom)
    }
    let ids = instanceIDs(uid)
    let answers = try changes(for: initialAnswers)
    return try .structure(.create) { () throws(StructureError) in
      var beginning = try structure.beginning(ids)
      beginning.changes = answers.changes + beginning.changes
      return beginning
    }
  }

  /// What the form gives a new document as answers; what another format left there, and nobody
  /// understood, is none.
  fileprivate var initialAnswers: [(row: RowID, value: Value?)] {
    let structure = structure
    return content.sections.lazy.flatMap(\.rows).compactMap { row in
      guard let initial = row.fields.initialAnswer, row.fields[.value] == nil,
        structure.template(around: row) == nil
      else { return nil }
      return (row.id, initial)
    }
  }
}

extension History {
  func propose(_ operation: Edit.Operation) throws(HistoryError) -> Proposal? {
    switch operation {
    case .undo(let steps): steps < 1 ? nil : .travel(try undo(steps: steps))
    case .redo(let steps): steps < 1 ? nil : .travel(try redo(steps: steps))
    case .redoTo(let node): .travel(try redo(to: node))
    case .checkout(let node): try checkout(node).map { .travel($0) }
    case .mark(let name, let moving): try mark(name, moving: moving).map { .marking($0) }
    case .create, .answers, .draft, .changes, .apply, .delete, .add, .remove, .move, .revert,
      .undoOwnStep, .adopt, .submit, .reopen, .migrate, .recalculate:
      nil
    }
  }
}

extension StructurePlace {
  // The section that a row would come to.
  fileprivate func home(in structure: DocumentStructure) -> SectionID? {
    switch self {
    case .before(.row(let row)), .after(.row(let row)):
      structure.index[row].map { structure.content.sections[$0.section].id }
    case .section(let id): id
    case .last, .before, .after: nil
    }
  }
}
