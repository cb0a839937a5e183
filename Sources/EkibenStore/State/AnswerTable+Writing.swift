internal import EkibenDocuments
internal import EkibenSQLite

extension AnswerTable {
  /// Writes what a target holds after some changes, and who wrote that.
  func write(
    _ target: Change.Target, _ origin: Origins.Origin, _ outcome: Outcome,
    of document: inout StoredDocument
  ) throws(StoreError) {
    if target.record == .document, target.field == .documentStatus {
      try writeStatus(outcome, of: document)
    }
    let record = try names.key(of: target.record, in: &document)
    guard origin.entry > 0 else {
      // Back to where nobody had written.
      return try forget(target, record, of: document.key)
    }
    let value = outcome.value(of: target, in: document)
    if case .row = target.record, target.field == .value {
      let isThere = document.origins[target].entry > 0
      try write(value, of: record, document.key, origin, isThere: isThere)
    } else {
      try write(value, of: target, record, document.key, origin)
    }
  }

  private func write(
    _ value: Value?, of record: Int64, _ document: Int64, _ origin: Origins.Origin, isThere: Bool
  ) throws(StoreError) {
    let answer = try database.encoding(try Binding(answer: value))
    // Each looks for the row once, which an INSERT … ON CONFLICT DO UPDATE would do twice.
    let sql: StaticString =
      isThere
      ? """
      UPDATE answer SET value = ?3, type = ?4, entry = ?5, via = ?6, calculated = ?7,
        checksum = ekiben_checksum('answer', ?1, ?2, ?3, ?4, ?5, ?6, inactive, ?7)
      WHERE document = ?1 AND record = ?2
      """
      : """
      INSERT INTO answer(document, record, value, type, entry, via, inactive, calculated, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7,
        ekiben_checksum('answer', ?1, ?2, ?3, ?4, ?5, ?6, 0, ?7))
      """
    try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(fixed: sql) { statement throws(SQLiteError) in
        try statement.bind(document, at: 1)
        try statement.bind(record, at: 2)
        try statement.bind(AnswerType(value).rawValue, at: 4)
        try statement.bind(Int64(origin.entry), at: 5)
        if let via = origin.via { try statement.bind(Int64(via), at: 6) }
        try statement.bind(Int64(origin.isCalculated ? 1 : 0), at: 7)
        if case .text(let text) = answer { return try statement.run(lending: text, at: 3) }
        try statement.bind(answer, at: 3)
        try statement.run()
      }
    }
    guard !isThere || database.connection.changes == 1 else {
      throw database.damaged("an answer of document \(document) is missing")
    }
  }

  private func write(
    _ value: Value?, of target: Change.Target, _ record: Int64, _ document: Int64,
    _ origin: Origins.Origin
  ) throws(StoreError) {
    var stored = Binding.null
    if target.field == nil, value != nil {
      // That it was made; what it was made with stands field by field.
      stored = .blob([])
    } else if let value {
      stored = .blob(try database.encoding(try ValueCoding.encode([.value: value])))
    }
    try database.run(
      StoredTable.override.upsert,
      [
        .integer(document), .integer(record), .integer(try names.key(of: target.field)), stored,
        .integer(Int64(origin.entry)), origin.via.map { .integer(Int64($0)) } ?? .null,
      ])
  }

  private func forget(
    _ target: Change.Target, _ record: Int64, of document: Int64
  ) throws(StoreError) {
    if case .row = target.record, target.field == .value {
      try database.run(
        "DELETE FROM answer WHERE document = ? AND record = ?",
        [.integer(document), .integer(record)])
    } else {
      try database.run(
        "DELETE FROM override WHERE document = ? AND record = ? AND field = ?",
        [.integer(document), .integer(record), .integer(try names.key(of: target.field))])
    }
  }

  /// Says whether an answer does not count (decision 0045).
  func write(isInactive: Bool, _ record: Int64, of document: Int64) throws(StoreError) {
    try database.run(
      StoredTable.answer.update("inactive", where: "document = ?2 AND record = ?3"),
      [.integer(isInactive ? 1 : 0), .integer(document), .integer(record)])
  }

  // The column says what the field says, for lists and for SQL.
  private func writeStatus(_ outcome: Outcome, of document: StoredDocument) throws(StoreError) {
    let target = Change.Target(.document, .documentStatus)
    let text = outcome.value(of: target, in: document)?.asText
    let status = text.flatMap { DocumentStatus(rawValue: $0) } ?? .draft
    try database.run(
      StoredTable.document.update("status", where: "key = ?2"),
      [.text(status.rawValue), .integer(document.key)])
  }
}

/// What targets hold after some changes.
struct Outcome {
  private let changes: [Change]
  private let secrets: [RowID: Value]
  // All of it, where the document is made anew over its form.
  private var held: HeldState?
  // Only of many: a few are looked through faster.
  private var changesByRecord: [RecordID: [Change]]?

  init(of effect: EntryEffect, _ secrets: [RowID: Value]) {
    (changes, self.secrets) = (effect.changes.changes, secrets)
    if case .rebased(let rebased) = effect.content {
      held = rebased.held
      return
    }
    if changes.count > 8 { changesByRecord = Dictionary(grouping: changes, by: \.record) }
  }

  /// What a target holds, which a change may have named, or its whole record.
  ///
  /// - Complexity: O(changes of its record).
  func value(of target: Change.Target, in document: StoredDocument) -> Value? {
    if !secrets.isEmpty, case .row(let row) = target.record, target.field == .value,
      let secret = secrets[row]
    {
      return secret
    }
    if let held { return held.values[target] ?? nil }
    for change in changesByRecord.map({ $0[target.record] ?? [] }) ?? changes {
      if let after = after(change, target) { return after }
    }
    // An answer that steps bring back to what it is may have another writer: its change is none.
    return document.value(of: target)
  }

  private func after(_ change: Change, _ target: Change.Target) -> Value?? {
    guard change.record == target.record else { return nil }
    if change.field == target.field { return .some(change.after) }
    guard change.field == nil, let name = target.field else { return nil }
    return .some(change.after?.asRecord?[name])
  }
}

extension StoredDocument {
  /// What a field, or a whole record, holds now.
  func value(of target: Change.Target) -> Value? {
    structure.value(of: target)
  }
}
