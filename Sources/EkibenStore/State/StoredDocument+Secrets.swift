public import EkibenDocuments

// Secrets go by the journal: what was prepared holds a mask in their place, and they are handed to the one
// statement that writes an answer (rule H19, decision 0020).
extension StoredDocument {
  /// Puts masks in the place of secrets, and gives these by their rows.
  func hidingSecrets(in changes: Changeset) -> (changes: Changeset, secrets: [RowID: Value]) {
    if changes.isOfAnswers, !base.mayHaveSecrets(origins) { return (changes, [:]) }
    let becoming = changes.rowsThatBecomeSecret
    func givesSecret(_ change: Change) -> Value? {
      guard case .row(let row) = change.record, let after = change.after, after != .masked else {
        return nil
      }
      if change.field == .value { return becoming.contains(row) || isSecret(row) ? after : nil }
      guard change.field == nil, let record = after.asRecord, structure.isSecret(record) else {
        return nil
      }
      return record[.value] == .masked ? nil : record[.value]
    }
    // Most edits give none.
    guard changes.changes.contains(where: { givesSecret($0) != nil }) else { return (changes, [:]) }
    var secrets: [RowID: Value] = [:]
    let hidden = changes.changes.map { change -> Change in
      guard case .row(let row) = change.record, let secret = givesSecret(change) else {
        return change
      }
      secrets[row] = secret
      let record = change.after?.asRecord?.setting(.value, .masked)
      return Change(
        change.record, change.field, before: change.before,
        after: change.field == .value ? .masked : record.map(Value.record))
    }
    return (Changeset(hidden), secrets)
  }

  /// Refuses to bring back answers that are kept nowhere; that a row goes brings none back.
  func refuseSecrets(
    _ others: some Sequence<Change.Target> = [], in changes: Changeset
  ) throws(StoreError) {
    if !base.mayHaveSecrets(origins) { return }
    let gone = Set(changes.changes.lazy.filter { $0.field == nil && $0.after == nil }.map(\.record))
    for target in changes.changes.map(\.target) + others {
      guard case .row(let row) = target.record, target.field == .value || target.field == nil,
        self.row(row)?.fields.isSecret == true, !gone.contains(target.record)
      else { continue }
      throw .history(.secret(row))
    }
  }
}

extension DocumentBase {
  /// Whether any answer can be a secret: none is where the form has none, and nothing but answers was ever written.
  fileprivate func mayHaveSecrets(_ origins: Origins) -> Bool {
    hasSecrets || !origins.areOfAnswers(or: .withoutSecrets)
  }
}

extension DocumentStructure {
  // An instance is what its template says.
  fileprivate func isSecret(_ record: Fields) -> Bool {
    let template = record.text(.template).flatMap { row(RowID(unchecked: $0)) }
    return template?.fields.isSecret ?? record.isSecret
  }
}

extension Document {
  /// A secret, or an instance of one, that begins with an answer, which a form shows to everybody.
  ///
  /// The mask that stands in an exported document is none.
  var secretWithAnswer: RowID? {
    let rows = sections.lazy.flatMap(\.rows)
    let secrets = Set(rows.filter { $0.fields.isSecret }.map(\.id))
    if secrets.isEmpty { return nil }
    return rows.first { row in
      let template = row.fields.text(.template).map { RowID(unchecked: $0) }
      return secrets.contains(template ?? row.id)
        && (row.fields[.initial] != nil || ![nil, .masked].contains(row.fields[.value]))
    }?.id
  }
}

extension Set<FieldName> {
  // Made once: every edit asks.
  fileprivate static let withoutSecrets: Self = [.draft, .documentStatus, .formRevision]
}

extension Changeset {
  /// The rows of which it says that they are secret: they may become so together with their answers.
  fileprivate var rowsThatBecomeSecret: Set<RowID> {
    Set(
      changes.lazy.compactMap { change in
        guard change.field == .kind, change.after == .text("secret") else { return nil }
        if case .row(let row) = change.record { return row }
        return nil
      })
  }

  /// Refuses to let a row become another kind of question while its answer is a secret: whoever reads the
  /// document afterwards would see it.
  func refuseToShowSecrets(of document: StoredDocument) throws(StoreError) {
    if isOfAnswers { return }
    let becoming = changes.lazy.filter {
      $0.field == .kind && $0.before == "secret" && $0.after != "secret"
    }
    let records = Set(becoming.map(\.record))
    if records.isEmpty { return }
    let taken = Set(
      changes.lazy.filter { $0.after == nil && ($0.field ?? .value) == .value }.map(\.record))
    let shown = document.content.sections.lazy.flatMap(\.rows).first { row in
      let definition = row.fields.text(.template).map { RowID(unchecked: $0) } ?? row.id
      return row.fields[.value] != nil && records.contains(.row(definition))
        && !taken.contains(.row(row.id))
    }
    if let shown { throw .secretStays(shown.id) }
  }

  /// Puts masks in the place of the answers of rows that it made secret.
  func hideSecrets(of document: inout StoredDocument) {
    guard !isOfAnswers, changes.contains(where: { $0.field == .kind && $0.after == "secret" })
    else { return }
    for (at, section) in document.content.sections.enumerated() {
      for (place, row) in section.rows.enumerated()
      where row.fields[.value] != nil && document.isSecret(row.id) {
        document.content.set(.masked, at: Document.Place(section: at, row: place))
      }
    }
  }
}

extension Store {
  /// The answer of a row of kind `secret`, of which the document itself holds a mask (rule H19).
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - document: The document; asked is what the file says now.
  /// - Returns: The answer; nil where there is none, or only its mask came from elsewhere.
  /// - Throws: ``StoreError/unknownRow(_:document:)`` for one that is no secret, and whatever reading can meet.
  /// - Complexity: O(log n).
  public func secret(_ row: RowID, of document: StoredDocument) throws(StoreError) -> Value? {
    try asking(document) { state, document throws(StoreError) in
      guard document.row(row)?.fields.isSecret == true else {
        throw .unknownRow(row, document: document.name)
      }
      guard let record = document.records.key(of: .row(row)) else { return nil }
      let value = try state.answers.answers(of: document.key).first { $0.record == record }?.value
      return value == .masked ? nil : value
    }
  }
}
