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
    guard formContent.fields.isTrue(.changesNeedReason), entry.reason?.isEmpty ?? true else {
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
}
