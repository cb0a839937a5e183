internal import EkibenDocuments
internal import EkibenSQLite

/// The open file of a store: statements, transactions, and what a refusal of SQLite means for a store.
final class Database {
  let connection: Connection
  var opening: StoreOpening
  /// Who knows which answers count: each edit asks, and the opening is a long value.
  let activity: (any AnswerActivitySource)?
  /// The format of the file, as of a data version.
  var format: Int
  var formatVersion: UInt32?
  /// The data version on which the last commit was made.
  var versionBefore: UInt32?
  /// What the connection had changed when the transaction began, and the format then: views for another one go with
  /// a transaction that is rolled back.
  private var before: (changes: Int64, format: Int)
  /// After a checkpoint that others kept from finishing, wait for this many frames.
  var nextCheckpoint = Database.checkpointFrames
  /// Whether anybody has been told anything of what is in the file.
  var hasAnswered = false
  /// Tells documents that were read through this connection from all others.
  let identity = ConnectionIdentity()

  /// Frames in the `-wal` above which a commit is followed by a fenced checkpoint; SQLite has the same number.
  ///
  /// With 300 the keystroke that a checkpoint follows took 0.9 ms in place of 1.3 (`ekiben-bench person`), and each
  /// edit 12 % more.
  static let checkpointFrames = 1000

  init(connection: consuming Connection, opening: StoreOpening, format: Int) {
    self.connection = connection
    self.opening = opening
    activity = opening.activity
    self.format = format
    before = (0, format)
  }

  var path: String { opening.path }

  var isReadOnly: Bool { opening.access == .readOnly }

  /// Runs SQLite calls and says what a refusal means for a store.
  func sqlite<Result: ~Copyable>(
    _ body: (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body(connection) } catch { throw storeError(error) }
  }

  func sqlite<Result: ~Copyable>(
    _ call: @autoclosure () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do { return try call() } catch { throw storeError(error) }
  }

  /// A number that differs once anybody has changed the file, as of the last transaction: each has asked SQLite for
  /// it when it began (``confirmFormat(for:)``), and one that wrote when it was committed.
  func dataVersion() throws(StoreError) -> UInt32 {
    if let formatVersion { return formatVersion }
    return try sqlite(try connection.dataVersion())
  }

  /// Turns unreadable bytes of a record into what a user can be told.
  func decoding<Result>(
    _ what: @autoclosure () -> String, _ coding: @autoclosure () throws(CodingError) -> Result
  ) throws(StoreError) -> Result {
    try decoding(what(), coding)
  }

  /// Turns unreadable bytes of a record into what a user can be told.
  func decoding<Result>(
    _ what: @autoclosure () -> String, _ body: () throws(CodingError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body() } catch {
      if case .unknownVersion = error.problem {
        throw .newerContent(path: path, detail: "\(what())")
      }
      throw damaged("\(what()): \(error)")
    }
  }

  func damaged(_ what: StoreError.Detail) -> StoreError { .damaged(path: path, detail: what) }

  /// Reads the coding of a record's fields.
  func fields(_ bytes: [UInt8], of what: @autoclosure () -> String) throws(StoreError) -> Fields {
    try decoding(what(), try ValueCoding.decodeFields(bytes))
  }

  /// Makes the coding of something that a caller gave us; what could not be read again has none.
  func encoding<Result>(
    _ coding: @autoclosure () throws(CodingError) -> Result
  ) throws(StoreError) -> Result {
    do { return try coding() } catch { throw .tooDeep(limit: ValueCoding.maximumDepth - 1) }
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ bindings: [Binding]) throws(StoreError) {
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(sql) { statement throws(SQLiteError) in
        try statement.bind(bindings)
        try statement.run()
      }
    }
  }

  /// Reads every row that a statement gives.
  func rows<Row, Failure>(
    _ sql: String, _ bindings: [Binding] = [], _ read: (borrowing Statement) throws(Failure) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try each(sql, bindings, read) { rows.append($0) }
    return rows
  }

  /// Hands on every row that a statement gives.
  func each<Failure>(
    _ sql: String, _ bindings: [Binding], _ body: (borrowing Statement) throws(Failure) -> Void
  ) throws(StoreError) {
    try each(sql, bindings, body) { _ in }
  }

  /// Hands on what is read of every row that a statement gives, one at a time.
  func each<Row, Failure>(
    _ sql: String, _ bindings: [Binding], _ read: (borrowing Statement) throws(Failure) -> Row,
    _ body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try each(sql, bindings, read) { row throws(StoreError) in
      try body(row)
      return true
    }
  }

  /// Hands on what is read of rows that a statement gives, one at a time, for as long as more are wanted.
  func each<Row, Failure>(
    _ sql: String, _ bindings: [Binding], _ read: (borrowing Statement) throws(Failure) -> Row,
    while wantsMore: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(sql) { statement throws(SQLiteError) in
        try statement.bind(bindings)
        var isWanted = true
        while isWanted, try statement.step() {
          do { isWanted = try wantsMore(try read(statement)) } catch let error as SQLiteError {
            throw error
          } catch {
            (failure, isWanted) = (StoreError(any: error, path: path), false)
          }
        }
      }
    }
    if let failure { throw failure }
  }

  /// The whole number that a statement gives first; nil where it gives no row.
  func integer(_ sql: String, _ bindings: [Binding] = []) throws(StoreError) -> Int64? {
    try rows(sql, bindings) { row in try row.int64(0) }.first
  }

  func number(_ sql: String, _ bindings: [Binding] = []) throws(StoreError) -> Int {
    Int(clamping: try integer(sql, bindings) ?? 0)
  }

  /// Begins a transaction, which ``commitWriting(beginningLog:)`` or ``rollBack()`` ends; one that only reads is
  /// deferred.
  func begin(_ kind: Connection.TransactionKind) throws(StoreError) {
    if kind == .immediate, isReadOnly { throw .openedReadOnly(path: path) }
    before = (connection.totalChanges, format)
    try sqlite(try connection.begin(kind))
  }

  /// Rolls the transaction back; if that fails, the error that led here is still the one that the user needs.
  ///
  /// Rolling back needs nothing that can be short: its statement is compiled before the first BEGIN.
  func rollBack() {
    do { try connection.rollback() } catch {}
    if format == before.format { return }
    format = before.format
    // So that the next transaction looks at what the file's is.
    formatVersion = nil
  }

  /// Commits, unless the file is no longer where it was (rule P32).
  ///
  /// The commit that begins a log renews its note, once: a note names the one that the file holds.
  func commitWriting(beginningLog: Bool = false) throws(StoreError) {
    let isChanged = beginningLog || connection.totalChanges != before.changes
    try sqlite { connection throws(SQLiteError) in
      if isChanged, try connection.mayBeginLog() { try connection.renewLogNote() }
      try connection.confirmPlace()
      try connection.commit()
    }
    noteOwnCommit()
  }
}

/// What is bound to the parameters of a statement off the edit path.
enum Binding {
  case integer(Int64), text(String), blob([UInt8]), null
}

extension Statement {
  func bind(_ bindings: [Binding]) throws(SQLiteError) {
    for (index, binding) in bindings.enumerated() {
      try bind(binding, at: Int32(clamping: index + 1))
    }
  }

  func bind(_ binding: Binding, at index: Int32) throws(SQLiteError) {
    switch binding {
    case .integer(let integer): try bind(integer, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    case .null: try bindNull(at: index)
    }
  }
}

/// One connection, as long as anybody remembers it: an address alone could be used twice.
final class ConnectionIdentity: Sendable {}
