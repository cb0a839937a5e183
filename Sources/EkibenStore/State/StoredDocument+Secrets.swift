internal import EkibenDocuments

// Secrets go by the journal: what was prepared holds a mask in their place, and they are handed to the one
// statement that writes an answer (rule H19, decision 0020).
extension StoredDocument {
  /// Puts masks in the place of secrets, and gives these by their rows.
  func hidingSecrets(in changes: Changeset) -> (changes: Changeset, secrets: [RowID: Value]) {
    var secrets: [RowID: Value] = [:]
    let hidden = changes.changes.map { change -> Change in
      guard case .row(let row) = change.record, let after = change.after, after != .masked else {
        return change
      }
      if change.field == .value, isSecret(row, after: changes) {
        secrets[row] = after
        return Change(change.record, .value, before: change.before, after: .masked)
      }
      guard change.field == nil, let record = after.asRecord, isSecret(record),
        let value = record[.value], value != .masked
      else { return change }
      secrets[row] = value
      return Change(
        change.record, nil, before: change.before, after: .record(record.setting(.value, .masked)))
    }
    return secrets.isEmpty ? (changes, [:]) : (Changeset(hidden), secrets)
  }

  private func isSecret(_ row: RowID, after changes: Changeset) -> Bool {
    if self.row(row)?.fields.isSecret == true { return true }
    // It may become one together with its answer.
    guard changes.changes.count > 1 else { return false }
    return changes.changes.contains {
      $0.record == .row(row) && $0.field == .kind && $0.after == .text("secret")
    }
  }

  // An instance is what its template says.
  private func isSecret(_ record: Fields) -> Bool {
    let template = record.text(.template).flatMap { structure.row(RowID(unchecked: $0)) }
    return template?.fields.isSecret ?? record.isSecret
  }

  /// Refuses to bring back answers that are kept nowhere; that a row goes brings none back.
  func refuseSecrets(
    _ others: some Sequence<Change.Target> = [], in changes: Changeset
  ) throws(StoreError) {
    let gone = Set(changes.changes.lazy.filter { $0.field == nil && $0.after == nil }.map(\.record))
    for target in changes.changes.map(\.target) + others {
      guard case .row(let row) = target.record, target.field == .value || target.field == nil,
        self.row(row)?.fields.isSecret == true, !gone.contains(target.record)
      else { continue }
      throw .history(.secret(row))
    }
  }
}
