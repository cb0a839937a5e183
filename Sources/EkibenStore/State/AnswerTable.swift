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
    var held = StoredHoldings()
    if let records {
      for record in records {
        try take(try answers(of: document.key, record: record), into: &held, of: &document)
      }
    } else {
      let answers = try answers(of: document.key)
      held.answers.reserveCapacity(answers.count)
      document.origins.reserveCapacity(answers.count)
      try take(answers, into: &held, of: &document)
    }
    for override in try overrides(of: document.key) {
      let target = try names.target(of: override.target, in: document)
      held.others.append((target, override.value))
      document.origins[target] = override.origin
    }
    return held
  }

  private func take(
    _ answers: [StoredAnswer], into held: inout StoredHoldings, of document: inout StoredDocument
  ) throws(StoreError) {
    for answer in answers {
      guard case .row(let row)? = document.records.id(of: answer.record) else {
        throw database.damaged("\(document.name) answers a row that it does not have")
      }
      held.answers.append((row, answer.value))
      document.origins[Change.Target(.row(row), .value)] = answer.origin
      switch answer.isInactive {
      case true?: document.activity.inactive?.insert(row)
      case false?: break
      case nil: document.activity.inactive = nil
      }
    }
  }

  /// The answers of a document as the file has them: all, or the one of a record.
  func answers(of document: Int64, record: Int64? = nil) throws(StoreError) -> [StoredAnswer] {
    var answers: [StoredAnswer] = []
    try database.each(
      """
      SELECT record, value, type, entry, via, inactive, calculated FROM answer
      WHERE document = ? \(record == nil ? "" : "AND record = ?") AND \(StoredTable.answer.intact())
      """,
      [.integer(document)] + (record.map { [.integer($0)] } ?? []),
      { row throws(SQLiteError) in
        (
          record: try row.int64(0), value: try row.answer(1),
          // NULL is of an older format, in which formulas gave no answers.
          origin: try row.origin(3, isCalculated: row.isNull(6) ? false : try row.int64(6) != 0),
          isInactive: row.isNull(5) ? nil : try row.int64(5) != 0
        )
      },
      { row throws(StoreError) in
        guard case .success(let value)? = row.value else {
          throw database.damaged("an answer cannot be read")
        }
        answers.append(
          StoredAnswer(
            record: row.record, value: value, origin: row.origin, isInactive: row.isInactive))
      })
    return answers
  }

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

/// What a document holds beyond its form, as the file has it: a target once.
struct StoredHoldings {
  var answers: [(row: RowID, value: Value?)] = []
  var others: [(target: Change.Target, value: Value?)] = []

  /// The same by target.
  var byTarget: HeldState {
    var held = HeldState()
    for (row, value) in answers { held.setValue(value, of: Change.Target(.row(row), .value)) }
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
  let value: Value?
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
  func origin(_ column: Int32, isCalculated: Bool = false) throws(SQLiteError) -> Origins.Origin {
    Origins.Origin(
      entry: Int(clamping: try int64(column)),
      via: isNull(column + 1) ? nil : Int(clamping: try int64(column + 1)),
      isCalculated: isCalculated)
  }
}
