internal import EkibenDocuments
internal import EkibenSQLite

/// What documents hold beyond their forms, as it stands now: answers and overrides.
struct AnswerTable {
  let database: Database
  let names: NameKeys

  // The state tables are what a document holds; the journal only says how it came to that.
  /// Reads what a document holds beyond its form; the document takes note of who wrote it.
  ///
  /// Of answers all, or those to some records alone.
  ///
  /// - Complexity: O(held); of some records O(log n) each.
  func readHeld(
    answering records: [Int64]? = nil, into document: inout StoredDocument
  ) throws(StoreError) -> StoredHoldings {
    var (held, origins) = (StoredHoldings(), [FoundOrigins.Answer]())
    for record in records.map({ $0.map(Optional.some) }) ?? [nil] {
      try eachAnswer(of: document.key, record: record) { answer throws(StoreError) in
        guard case .row(let row)? = document.records.id(of: answer.record) else {
          throw database.damaged("\(document.name) answers a row that it does not have")
        }
        held.answers.append(.init(row: row, value: answer.value.take()))
        origins.append((row, answer.origin))
        switch answer.isInactive {
        case true?: document.activity.inactive?.insert(row)
        case false?: break
        case nil: document.activity.inactive = nil
        }
      }
    }
    for override in try overrides(of: document.key) {
      let target = try names.target(of: override.target, in: document)
      held.others.append((target, override.value))
      document.origins[target] = override.origin
    }
    document.knownOrigins = .found(FoundOrigins(origins, beside: document.origins))
    return held
  }

  /// The answers of a document as the file has them: all, or the one of a record.
  func answers(of document: Int64, record: Int64? = nil) throws(StoreError) -> [StoredAnswer] {
    var answers: [StoredAnswer] = []
    try eachAnswer(of: document, record: record) { answers.append($0) }
    return answers
  }

  private func eachAnswer(
    of document: Int64, record: Int64?, _ body: (inout StoredAnswer) throws(StoreError) -> Void
  ) throws(StoreError) {
    let answer = CheckedRow(StoredTable.answer.check)
    var isFound = false
    try database.each(
      record == nil ? Self.answersFrom : Self.answersFromRecord,
      [.integer(document)] + (record.map { [.integer($0)] } ?? []),
      { row throws(StoreError) -> Bool in
        let isWhole = answer.isIntact(reading: row)
        // Another one stands behind all that are looked for.
        guard answer.holds(document, in: 1), record.map({ answer.holds($0, in: 2) }) ?? true else {
          if !isWhole, !isFound || record == nil { try confirmOrder() }
          return false
        }
        if !isWhole { throw database.storeError(answer.unfit) }
        guard var stored = try database.sqlite(try answer.storedAnswer()) else {
          throw database.damaged("an answer cannot be read")
        }
        isFound = true
        try body(&stored)
        return record == nil
      }, while: { $0 })
    if record == nil || !isFound { try confirmBefore(document, record) }
  }

  // A bit that flips in a key puts a row where nobody looks for it, and leads those astray who look for others;
  // but then it stands beside what they find, and is not as it was written.
  private func confirmBefore(_ document: Int64, _ record: Int64?) throws(StoreError) {
    let answer = CheckedRow(StoredTable.answer.check)
    let fits = try database.rows(
      record == nil ? Self.answerBefore : Self.answerBeforeRecord,
      [.integer(document)] + (record.map { [.integer($0)] } ?? [])
    ) { row throws(SQLiteError) in answer.isIntact(reading: row) }
    if fits == [false] { try confirmOrder() }
  }

  /// Refuses keys of answers that are not in their order, of which there may be some that nobody finds: whether they
  /// are those of a document, nobody knows (rule P26).
  ///
  /// - Complexity: O(answers of all documents), where a row beside those that were asked for is damaged.
  private func confirmOrder() throws(StoreError) {
    var last: (document: Int64, record: Int64)?
    try database.each(
      "SELECT document, record FROM answer ORDER BY document, record", [],
      { row throws(SQLiteError) in (document: try row.int64(0), record: try row.int64(1)) },
      { key throws(StoreError) in
        if let last, !(last < key) { throw database.damaged("answers are not in their order") }
        last = key
      })
  }

  private static let answers = "SELECT \(StoredTable.answer.checkedColumns("a")) FROM answer a"
  private static let answersFrom = answers + " WHERE document >= ? ORDER BY document, record"
  private static let answersFromRecord =
    answers + " WHERE (document, record) >= (?, ?) ORDER BY document, record"
  private static let answerBefore =
    answers + " WHERE document < ? ORDER BY document DESC, record DESC LIMIT 1"
  private static let answerBeforeRecord =
    answers + " WHERE (document, record) < (?, ?) ORDER BY document DESC, record DESC LIMIT 1"

  /// What a document holds beyond its form, but for the answers, as the file has it.
  func overrides(of document: Int64) throws(StoreError) -> [StoredOverride] {
    let found = try database.rows(
      """
      SELECT record, field, value, entry, via FROM override
      WHERE document = ? AND \(StoredTable.override.intact())
      """,
      [.integer(document)]
    ) { row throws(SQLiteError) in
      (
        target: TargetKey(record: try row.int64(0), field: try row.int64(1)),
        value: row.isNull(2) ? nil : try row.blob(2), origin: try row.origin(3)
      )
    }
    var overrides: [StoredOverride] = []
    for override in found {
      let value = try database.decoding("an override") { () throws(CodingError) -> Value? in
        guard let bytes = override.value else { return nil }
        if override.target.field == TargetKey.wholeRecord { return .bool(true) }
        return try ValueCoding.decodeFields(bytes)[.value]
      }
      overrides.append(
        StoredOverride(target: override.target, value: value, origin: override.origin))
    }
    return overrides
  }
}

extension CheckedRow {
  fileprivate func storedAnswer() throws(SQLiteError) -> StoredAnswer? {
    guard case .success(let value)? = try answer(3) else { return nil }
    return StoredAnswer(
      record: try int64(2), value: value,
      // NULL is of an older format, in which formulas gave no answers.
      origin: Origins.Origin(
        entry: Int(clamping: try int64(5)), via: isNull(6) ? nil : Int(clamping: try int64(6)),
        isCalculated: isNull(8) ? false : try int64(8) != 0),
      isInactive: isNull(7) ? nil : try int64(7) != 0)
  }
}

/// What a document holds beyond its form, as the file has it: a target once.
struct StoredHoldings {
  // No tuple: of an array of those an element is copied for one of its parts.
  struct Answer {
    let row: RowID
    var value: Value?
  }

  var answers: [Answer] = []
  var others: [(target: Change.Target, value: Value?)] = []

  /// The same by target.
  var byTarget: HeldState {
    var held = HeldState()
    for answer in answers {
      held.setValue(answer.value, of: Change.Target(.row(answer.row), .value))
    }
    for (target, value) in others { held.setValue(value, of: target) }
    return held
  }

  /// Whether the form's own records hold all of it, so that no record has another place than in the form.
  var isOfFormsRecords: Bool {
    others.allSatisfy { target, _ in
      switch target.record {
      case .document: target.field == .documentStatus
      case .section: false
      case .row: target.field == .draft
      }
    }
  }
}

/// An answer as the file has it.
struct StoredAnswer {
  let record: Int64
  var value: Value?
  let origin: Origins.Origin
  /// Whether a rule hides its row; nil where nobody has looked since format 1.
  let isInactive: Bool?
}

/// An override as the file has it; of a whole record, any value says that it was made.
struct StoredOverride {
  let target: TargetKey
  let value: Value?
  let origin: Origins.Origin
}

extension Statement {
  /// Reads an origin from the columns `entry` and `via`.
  func origin(_ column: Int32) throws(SQLiteError) -> Origins.Origin {
    Origins.Origin(
      entry: Int(clamping: try int64(column)),
      via: isNull(column + 1) ? nil : Int(clamping: try int64(column + 1)))
  }
}
