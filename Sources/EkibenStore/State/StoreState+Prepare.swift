internal import EkibenDocuments

/// An edit that was worked out on the document as it stands and may be written: only `prepare`
/// makes one.
///
/// It is handed on and never copied: that would count fifteen references each time.
struct PreparedEdit: ~Copyable {
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
    activity: CalculatedActivity? = nil, isIgnored: Bool = false
  ) {
    (self.effect, self.secrets, self.typed) = (effect, secrets, typed)
    (self.activity, self.isIgnored) = (activity, isIgnored)
  }
}

extension StoreState {
  /// Prepares an edit: works out, from the document as it stands, what is to be written.
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
    var outline = EntryOutline(after: document.history, request.metadata)
    switch proposal {
    case .node(let kind, let proposed, let reverted, let madeRoom, let givenBack, let isUnchecked):
      let asksFormulas = if case .recalculate = operation { true } else { kind == .create }
      if proposed.isEmpty, !asksFormulas { return nil }
      // What changes a field twice could not be undone.
      guard proposed.isContentOnly || proposed.isDistinct else {
        throw .history(.broken(entry: outline.head))
      }
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
      try effect.changes.refuseToShowSecrets(of: document)
      try document.checkReason(effect.entry, changing: effect.origins.lazy.map { $0.target })
      return PreparedEdit(effect)
    case .marking(let marking):
      outline.kind = .mark
      outline.head = document.head
      outline.mark = marking.name.rawValue
      let entry = placing.placing(outline.entry(), typed: nil)
      return PreparedEdit(EntryEffect(of: entry, on: document))
    case .entry(let entry):
      return PreparedEdit(try journal.effect(of: entry, on: document))
    }
  }

  private func prepare(
    _ proposed: Changeset, _ facts: (madeRoom: Set<RecordID>, givenBack: Set<RowID>),
    of edit: Edit, _ outline: EntryOutline,
    _ document: StoredDocument, _ placing: some EntryPlacing
  ) throws(StoreError) -> PreparedEdit? {
    let cleared = try edit.clearing(proposed, on: document, outline.metadata)
    let rebases = forms.rebases(document, by: [cleared])
    let isIgnored =
      !rebases && haveNoConsequences(cleared, edit.operation, givingBack: facts.givenBack, document)
    var calculated: CalculatedChanges?
    if !isIgnored {
      calculated = try calculating(
        cleared, edit.operation, givingBack: facts.givenBack, outline, document, rebases: rebases)
    }
    let (changes, secrets) = document.hidingSecrets(in: calculated?.changes ?? cleared)
    if changes.isEmpty, outline.kind != .create { return nil }
    var outline = outline
    outline.notesOffset = outline.notesOffset || (calculated?.asksForTime ?? false)
    if rebases, document.status == .deleted { throw .deleted(document.name) }
    let content =
      rebases ? nil : try document.checkTakes(changes, isOfContent: edit.operation.looksAtContent)
    let typed = edit.typedIn.flatMap { document.row($0)?.typed(edit.operation) }
    let flags = changes.flags(madeRoom: facts.madeRoom, calculated: calculated?.targets ?? [])
    let entry = placing.placing(
      outline.entry(changes, document.origins.replaced(by: changes), flags), typed: typed)
    // Going to another revision gives no answer another value.
    if entry.kind != .migrate {
      let given = calculated?.targets ?? []
      let targets = entry.changes.changes.lazy.map(\.target).filter { !given.contains($0) }
      try document.checkReason(entry, changing: targets)
    }
    let effect =
      rebases
      ? try forms.effect(
        of: entry, [changes], document.origins.left(by: entry), on: document, calculated?.rebased)
      : EntryEffect(of: entry, content, on: document)
    try effect.changes.refuseToShowSecrets(of: document)
    return PreparedEdit(
      effect, secrets: secrets, typed: typed, activity: calculated?.activity, isIgnored: isIgnored)
  }

  private func check(_ request: EditRequest, on document: StoredDocument) throws(StoreError) {
    try document.check(request)
    try document.checkIsOpen(for: request.edit.operation)
    switch request.edit.operation {
    // A journal from elsewhere says why or does not; it is not asked again.
    case .adopt: break
    case .reopen:
      if !EditMetadata.says(request.metadata.reason) { throw .reopenNeedsReason(document.name) }
    default: try settings.checkReason(request.metadata)
    }
  }
}

extension Edit {
  /// Changes with those that take away the answers that they hide.
  fileprivate func clearing(
    _ changes: Changeset, on document: StoredDocument, _ metadata: EditMetadata
  ) throws(StoreError) -> Changeset {
    guard let clearing, !changes.isEmpty,
      document.content.fields[.policies] != nil
        || changes.changes.contains(where: { $0.field == .policies })
    else { return changes }
    let after = try NewContent.after(changes, in: document.structure)
    // An answer that the edit gives stays, as one that is given to a hidden row.
    let given = Set(changes.changes.lazy.filter { $0.field == .value }.map(\.record))
    let rows = clearing(document.structure, after, metadata)
    let taken = rows.filter { !given.contains(.row($0)) }.compactMap { row in
      after.index[row].map { place in
        Change(.row(row), .value, before: after.content[place].fields[.value], after: nil)
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
