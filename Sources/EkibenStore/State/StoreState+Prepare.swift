package import EkibenDocuments
internal import EkibenSQLite

/// An edit that was decided on the document as it stands and may be written: only `prepare` makes one.
struct PreparedEdit {
  let effect: EntryEffect
  /// Answers that stand in no entry, by their rows.
  let secrets: [RowID: Value]
  /// What a keystroke did to what its row shows.
  let typed: Change?
  /// What its rules say afterwards, where formulas gave answers.
  let activity: CalculatedActivity?
  /// Whether its rules say the same as before: none reads what it changes.
  let isIgnored: Bool

  var entry: Entry { effect.entry }

  fileprivate init(
    _ effect: EntryEffect, secrets: [RowID: Value] = [:], typed: Change? = nil,
    calculated: CalculatedChanges? = nil
  ) {
    (self.effect, self.secrets, self.typed) = (effect, secrets, typed)
    (activity, isIgnored) = (calculated?.activity, calculated?.isIgnored ?? false)
  }
}

/// What an edit comes to, before it is known whether the document takes it.
private enum Proposal {
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
  /// Decides an edit: from the document as it stands to what is to be written, which this alone says.
  ///
  /// Every path on which a document changes comes through here, inside the transaction that then writes
  /// what was prepared. Nothing is written here, and no document changes.
  ///
  /// - Returns: nil when there is nothing to do.
  func prepare(
    _ request: EditRequest, on document: StoredDocument, placing: some EntryPlacing
  ) throws(StoreError) -> PreparedEdit? {
    try check(request, on: document)
    let operation = request.edit.operation
    guard let proposal = try propose(operation, document, by: request.metadata.author) else {
      return nil
    }
    var outline = EntryOutline(document, request.metadata)
    switch proposal {
    case .node(let kind, let proposed, let reverted, let madeRoom, let givenBack, let isUnchecked):
      let asksFormulas = if case .recalculate = operation { true } else { kind == .create }
      if proposed.isEmpty, !asksFormulas { return nil }
      if kind == .revert { try document.refuseSecrets(in: proposed) }
      (outline.kind, outline.reverted, outline.isUnchecked) = (kind, reverted, isUnchecked)
      return try prepare(
        proposed, (madeRoom, givenBack), of: request.edit, outline, document, placing)
    case .travel(let travel):
      outline.kind = travel.kind
      outline.head = travel.head
      let effect = try journal.effect(
        of: placing.placing(outline.entry(), typed: nil), on: document)
      try document.refuseSecrets(effect.origins.lazy.map { $0.target }, in: effect.change.changes)
      try document.checkReason(effect.entry, changing: effect.origins.lazy.map { $0.target })
      return PreparedEdit(effect)
    case .marking(let marking):
      outline.kind = .mark
      outline.head = document.head
      outline.mark = marking.name.rawValue
      let entry = placing.placing(outline.entry(), typed: nil)
      return PreparedEdit(EntryEffect(ofMark: entry, on: document))
    case .entry(let entry):
      return PreparedEdit(try journal.effect(of: entry, on: document))
    }
  }

  private func prepare(
    _ proposed: Changeset, _ facts: (madeRoom: Set<RecordID>, givenBack: Set<RowID>),
    of edit: Edit, _ outline: EntryOutline,
    _ document: StoredDocument, _ placing: some EntryPlacing
  ) throws(StoreError) -> PreparedEdit? {
    let cleared = try edit.clearing(proposed, on: document)
    let calculated = try calculating(
      cleared, edit.operation, givingBack: facts.givenBack, outline, document)
    let (changes, secrets) = document.hidingSecrets(in: calculated?.changes ?? cleared)
    if changes.isEmpty, outline.kind != .create { return nil }
    var outline = outline
    if calculated?.asksForTime ?? false { outline.notesOffset = true }
    let rebases = forms.rebases(document, by: [changes])
    let content =
      rebases
      ? nil : try document.checkTakes(changes, isOfContent: edit.operation.looksAtContent)
    if rebases, document.status == .deleted { throw .deleted(document.name) }
    let typed = edit.typedIn.flatMap { document.row($0)?.typed(edit.operation) }
    let flags = changes.flags(madeRoom: facts.madeRoom, calculated: calculated?.targets ?? [])
    let entry = placing.placing(
      outline.entry(changes, document.origins.before(changes), flags), typed: typed)
    // Going to another revision gives no answer another value.
    if entry.kind != .move {
      let targets = entry.changes.changes.lazy.map(\.target)
      try document.checkReason(
        entry, changing: targets.filter { !(calculated?.targets.contains($0) ?? false) })
    }
    let effect =
      rebases
      ? try forms.effect(
        of: entry, [changes], document.origins.left(by: entry), on: document, calculated?.rebased)
      : EntryEffect(ofNode: entry, content, on: document)
    return PreparedEdit(effect, secrets: secrets, typed: typed, calculated: calculated)
  }

  private func check(
    _ request: EditRequest, on document: StoredDocument
  ) throws(StoreError) {
    try document.check(request)
    try document.checkIsOpen(for: request.edit.operation)
    try checkReason(request)
  }

  // A journal from elsewhere says why or does not; it is not asked again.
  private func checkReason(_ request: EditRequest) throws(StoreError) {
    let needsReason: Bool
    switch request.edit.operation {
    case .adopt: needsReason = false
    case .reopen: needsReason = true
    default: needsReason = try settings.needsReason()
    }
    if needsReason, request.metadata.reason?.isEmpty ?? true { throw .reasonMissing }
  }

  /// Works out what an edit comes to; nil when there is nothing to do.
  private func propose(
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
      let difference = document.difference(toMatch: description)
      return .node(.apply, difference.changes, madeRoom: difference.madeRoom)
    case .delete where document.status == .deleted: return nil
    case .delete: return .node(.edit, document.becoming(.deleted))
    case .submit(let completeness): return submission(completeness(document), document)
    case .reopen: return .node(.reopen, document.becoming(.draft))
    case .add, .remove, .move: return try document.restructuring(operation)
    case .migrate(let number, let renames):
      let changes = try forms.changes(migrating: document, to: number, renames)
      return .node(.move, changes)
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

  private func submission(
    _ found: Edit.Completeness, _ document: StoredDocument
  ) -> Proposal? {
    switch found {
    case .incomplete: nil
    case .complete: .node(.submit, document.becoming(.final))
    case .unchecked: .node(.submit, document.becoming(.final), isUnchecked: true)
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
    let changes: Changeset
    do { changes = try revert.get() } catch { throw .history(error) }
    return try self.revert(number, [number], changes, document)
  }

  private func proposeRevertOfOwnStep(
    _ document: StoredDocument, by author: String
  ) throws(StoreError) -> Proposal {
    let revert = try document.history.revertLastStep(
      by: author, in: document.content, origins: document.origins, ofCauses: true
    ) { number throws(StoreError) in try journal.entry(number, of: document) }
    let (number, changes): (Int, Changeset)
    do { (number, changes) = try revert.get() } catch { throw .history(error) }
    let step = document.history.stepNodes(endingAt: number)
    return try self.revert(number, step, changes, document)
  }

  // What only made room makes it again.
  private func revert(
    _ number: Int, _ step: [Int], _ changes: Changeset, _ document: StoredDocument
  ) throws(StoreError) -> Proposal {
    let hasFormulas = document.activity?.rules.calculates(after: changes) ?? false
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
      try .structure(.edit) { () throws(StructureError) in
        try structure.adding(to: record, at: place, instanceIDs(seed))
      }
    case .remove(let record):
      try .structure(.edit) { () throws(StructureError) in try structure.removing(record) }
    case .move(let record, let place):
      try .structure(.edit) { () throws(StructureError) in try structure.moving(record, to: place) }
    default: nil
    }
  }

  // What a record was called once stands in the file, whether it is still there or not.
  fileprivate func instanceIDs(_ seed: [UInt8]) -> InstanceIDs {
    InstanceIDs(seed) { id in
      records.keys[.section(SectionID(unchecked: id))] != nil
        || records.keys[.row(RowID(unchecked: id))] != nil
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

extension Edit {
  /// Changes with those that take away the answers that they hide.
  package func clearing(
    _ changes: Changeset, on document: StoredDocument
  ) throws(StoreError) -> Changeset {
    let hasPolicies =
      document.content.fields[.policies] != nil
      || changes.changes.contains { $0.field == .policies }
    guard let clearing, hasPolicies, !changes.isEmpty else { return changes }
    var (after, places) = (document.content, document.index)
    do throws(StaleChange) {
      if changes.isContentOnly {
        try after.apply(changes, at: places)
      } else {
        let (result, update) = try document.content.restructured(by: changes, at: places)
        after = result
        places.update(update, to: result)
      }
    } catch { throw .conflict(error) }
    // An answer that the edit gives stays, as one that is given to a hidden row.
    let given = Set(changes.changes.lazy.filter { $0.field == .value }.map(\.record))
    let rows = clearing(document.structure, DocumentStructure(after, places))
    let taken = rows.filter { !given.contains(.row($0)) }.compactMap { row in
      places[row].map { place in
        Change(.row(row), .value, before: after[place].fields[.value], after: nil)
      }
    }
    return Changeset(changes.changes + taken)
  }
}

extension Edit.Operation {
  /// Whether its changes say what is there because that was looked up, and not because a caller said so.
  fileprivate var looksAtContent: Bool {
    switch self {
    case .create, .answers, .draft, .apply, .delete, .add, .remove, .move, .submit, .reopen,
      .migrate, .recalculate:
      true
    case .changes, .undo, .undoOwnStep, .redo, .redoTo, .checkout, .revert, .mark, .adopt:
      false
    }
  }
}

extension History {
  fileprivate func propose(_ operation: Edit.Operation) throws(HistoryError) -> Proposal? {
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

/// The next entry of a document, as it is put together.
struct EntryOutline {
  var kind = Entry.Kind.edit
  var head: Int
  var mark: String?
  var reverted: Int?
  /// Whether a formula asked which day it is.
  var notesOffset = false
  var isUnchecked = false
  private let number: Int
  private let parent: Int?
  private let origins: Origins
  let metadata: EditMetadata

  init(_ document: StoredDocument, _ metadata: EditMetadata) {
    origins = document.origins
    number = document.count + 1
    head = number
    parent = document.count == 0 ? nil : document.head
    self.metadata = metadata
  }

  // In UTC that goes without saying.
  private var utcOffset: Int? {
    notesOffset && metadata.utcOffset != 0 ? metadata.utcOffset : nil
  }

  func entry(
    _ changes: Changeset = Changeset(), _ writers: [Int] = [], _ flags: [ChangeFlags] = []
  ) -> Entry {
    Entry(
      number: number, kind: kind, parent: parent, head: head, author: metadata.author,
      time: metadata.time, utcOffset: utcOffset, reason: metadata.reason,
      isUnchecked: isUnchecked, changes: changes, origins: writers,
      flags: flags, mark: mark, reverted: reverted
    ).noting(origins)
  }
}

extension StoredDocument {
  /// A final document takes nothing but marks, and what makes it a draft again (rule F16).
  fileprivate func checkIsOpen(for operation: Edit.Operation) throws(StoreError) {
    guard status == .final else { return }
    switch operation {
    case .mark, .submit, .reopen: return
    case .adopt(let entry) where entry.kind == .mark || entry.kind == .reopen: return
    default: throw .final(name)
    }
  }

  /// Where the form asks why answers change, an entry says why it changes what an earlier step left
  /// (rule F60).
  fileprivate func checkReason(
    _ entry: Entry, changing targets: some Sequence<Change.Target>
  ) throws(StoreError) {
    guard formContent.fields.isTrue(.changesNeedReason), entry.reason?.isEmpty ?? true else {
      return
    }
    for target in targets {
      guard case .row(let row) = target.record, target.field == nil || target.field == .value,
        self.row(row)?.fields[.value] != nil
      else { continue }
      let origin = origins[Change.Target(.row(row), .value)].entry
      // What the form gave it was left by nobody.
      if origin > 1, history.step(of: origin) != entry.step {
        throw .changeNeedsReason(row, document: name)
      }
    }
  }

  fileprivate func check(_ request: EditRequest) throws(StoreError) {
    for (row, expected) in request.expecting {
      let found = self.row(row)?.fields[.value]
      // Two who give the same answer agree.
      guard found != expected, !request.edit.gives(found, to: row) else { continue }
      let change = Change(.row(row), .value, before: expected, after: nil)
      throw .conflict(StaleChange(change: change, found: found))
    }
  }

  /// Whether changes may be made now: what a rule has to say belongs here.
  ///
  /// Field changes that were worked out from the content are not compared with it again.
  ///
  /// - Returns: The content that they lead to, if it had to be worked out.
  fileprivate func checkTakes(
    _ changes: Changeset, isOfContent: Bool
  ) throws(StoreError) -> NewContent? {
    if status == .deleted { throw .deleted(name) }
    if isOfContent, changes.isContentOnly { return nil }
    do { return try contentChecked(for: changes) } catch { throw .conflict(error) }
  }

  // Whether it continues the tree is found when the document takes it.
  fileprivate func checkContinues(_ entry: Entry) throws(StoreError) {
    if entry.changes.formRevision == nil, !origins.haveMoved {
      do { try content.check(entry.changes, at: index) } catch { throw .conflict(error) }
    }
    guard !entry.kind.isNode || entry.origins == origins.before(entry.changes) else {
      throw .history(.broken(entry: entry.number))
    }
  }
}
