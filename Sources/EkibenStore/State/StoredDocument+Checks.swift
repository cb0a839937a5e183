internal import EkibenDocuments

extension StoredDocument {
  /// A final document takes nothing but marks, and what makes it a draft again (rule F16).
  func checkIsOpen(for operation: Edit.Operation) throws(StoreError) {
    guard status == .final else { return }
    switch operation {
    case .mark, .submit, .reopen: return
    case .adopt(let entry) where entry.kind == .mark || entry.kind == .reopen: return
    default: throw .final(name)
    }
  }

  /// Where the form asks why answers change, an entry says why it changes what an earlier step left
  /// (rule F60).
  func checkReason(
    _ entry: Entry, changing targets: some Sequence<Change.Target>
  ) throws(StoreError) {
    guard formContent.fields.isTrue(.changesNeedReason), !EditMetadata.says(entry.reason) else {
      return
    }
    for target in targets {
      guard case .row(let row) = target.record, target.field == nil || target.field == .value,
        answer(of: row) != nil
      else { continue }
      let origin = origins[Change.Target(.row(row), .value)].entry
      // What the form gave it was left by nobody.
      if origin > 1, history.step(of: origin) != entry.step {
        throw .changeNeedsReason(row, document: name)
      }
    }
  }

  /// Refuses an edit that expects other answers than somebody else has given meanwhile.
  func check(_ request: EditRequest) throws(StoreError) {
    for (row, expected) in request.expecting {
      let found = answer(of: row)
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
  func checkTakes(_ changes: Changeset, isOfContent: Bool) throws(StoreError) -> NewContent? {
    if status == .deleted { throw .deleted(name) }
    if isOfContent, changes.isContentOnly { return nil }
    do { return try contentChecked(for: changes) } catch { throw .conflict(error) }
  }

  // Whether it continues the tree is found when the document takes it.
  func checkContinues(_ entry: Entry) throws(StoreError) {
    guard entry.number == count + 1, entry.parent ?? 0 <= count else {
      throw .history(.broken(entry: entry.number))
    }
    if entry.changes.formRevision == nil, !origins.haveMoved {
      do { try content.check(entry.changes, at: index) } catch { throw .conflict(error) }
    }
    guard !entry.kind.isNode || entry.origins == origins.before(entry.changes) else {
      throw .history(.broken(entry: entry.number))
    }
  }
}
