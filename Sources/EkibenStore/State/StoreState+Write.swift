internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Writes what was decided: the state it leaves, and its line; no index (rule P15).
  ///
  /// Nothing in memory changes before the commit but numbers given out: what follows it cannot fail.
  mutating func write(
    _ decision: Decision, of document: inout StoredDocument
  ) throws(StoreError) {
    let author = try author(decision.entry.author)
    for (target, origin) in decision.origins {
      try write(target, origin, decision.changes, of: &document)
    }
    if let mark = decision.entry.mark {
      try run(
        """
        INSERT INTO mark(document, name, entry) VALUES (?, ?, ?)
        ON CONFLICT (document, name) DO UPDATE SET entry = excluded.entry
        """,
        [.integer(document.key), .text(mark), .integer(Int64(decision.entry.head))])
    }
    try insert(decision.entry, author: author, &document)
  }

  private mutating func write(
    _ target: Change.Target, _ origin: Origins.Origin, _ changes: Changeset,
    of document: inout StoredDocument
  ) throws(StoreError) {
    if target.record == .document, target.field == .documentStatus {
      try writeStatus(changes, of: document)
    }
    let record = try key(of: target.record, in: &document)
    guard origin.entry > 0 else {
      // Back to where nobody had written.
      return try forget(target, record, of: document.key)
    }
    let value = value(of: target, after: changes, in: document)
    if case .row = target.record, target.field == .value {
      try write(value, of: record, document.key, origin)
    } else {
      try write(value, of: target, record, document.key, origin)
    }
  }

  /// What a target holds after some changes, which may have named it or its whole record.
  private borrowing func value(
    of target: Change.Target, after changes: Changeset, in document: StoredDocument
  ) -> Value? {
    for change in changes.changes where change.record == target.record {
      if change.field == target.field { return change.after }
      if change.field == nil, let name = target.field { return change.after?.asRecord?[name] }
    }
    // An answer that steps bring back to what it is may have another writer: its change is none.
    return document.value(of: target)
  }

  private borrowing func write(
    _ value: Value?, of record: Int64, _ document: Int64, _ origin: Origins.Origin
  ) throws(StoreError) {
    let answer: Binding
    do throws(CodingError) { answer = try Binding(answer: value) } catch {
      throw .tooDeep(limit: ValueCoding.maximumDepth - 1)
    }
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        """
        INSERT INTO answer(document, record, value, type, entry, via) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (document, record) DO UPDATE
        SET value = excluded.value, type = excluded.type, entry = excluded.entry, via = excluded.via
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(document, at: 1)
        try statement.bind(record, at: 2)
        try statement.bind(answer, at: 3)
        try statement.bind(AnswerType(value).rawValue, at: 4)
        try statement.bind(Int64(origin.entry), at: 5)
        if let via = origin.via { try statement.bind(Int64(via), at: 6) }
        try statement.run()
      }
    }
  }

  private mutating func write(
    _ value: Value?, of target: Change.Target, _ record: Int64, _ document: Int64,
    _ origin: Origins.Origin
  ) throws(StoreError) {
    var stored = Binding.null
    if target.field == nil, value != nil {
      // That it was made; what it was made with stands field by field.
      stored = .blob([])
    } else if let value {
      stored = .blob(
        try encoding { () throws(CodingError) in try ValueCoding.encode([.value: value]) })
    }
    try run(
      """
      INSERT INTO override(document, record, field, value, entry, via) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (document, record, field) DO UPDATE
      SET value = excluded.value, entry = excluded.entry, via = excluded.via
      """,
      [
        .integer(document), .integer(record), .integer(try key(of: target.field)), stored,
        .integer(Int64(origin.entry)), origin.via.map { .integer(Int64($0)) } ?? .null,
      ])
  }

  private mutating func forget(
    _ target: Change.Target, _ record: Int64, of document: Int64
  ) throws(StoreError) {
    if case .row = target.record, target.field == .value {
      try run(
        "DELETE FROM answer WHERE document = ? AND record = ?",
        [.integer(document), .integer(record)])
    } else {
      try run(
        "DELETE FROM override WHERE document = ? AND record = ? AND field = ?",
        [.integer(document), .integer(record), .integer(try key(of: target.field))])
    }
  }

  // The column says what the field says, for lists and for SQL.
  private borrowing func writeStatus(
    _ changes: Changeset, of document: StoredDocument
  ) throws(StoreError) {
    let target = Change.Target(.document, .documentStatus)
    let text = value(of: target, after: changes, in: document)?.asText
    let status = text.flatMap { DocumentStatus(rawValue: $0) } ?? .draft
    try run(
      "UPDATE document SET status = ? WHERE key = ?",
      [.text(status.rawValue), .integer(document.key)])
  }
}

extension StoredDocument {
  /// What a field, or a whole record, holds now.
  func value(of target: Change.Target) -> Value? {
    Base(content: content, index: index).value(of: target)
  }
}
