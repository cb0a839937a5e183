internal import EkibenDocuments
internal import EkibenSQLite

/// What a store guards with its one lock: the connection, and the statements of the edit path.
struct StoreState: ~Copyable {
  let connection: Connection
  var opening: StoreOpening
  /// The format of the file, as of a data version.
  var format: Int
  var formatVersion: UInt32?
  /// Tells documents that were read through this connection from all others.
  let identity = ConnectionIdentity()
  var authors: [AuthorName: Int64] = [:]
  var authorNames: [Int64: String] = [:]
  var fields = FieldKeys()
  var bases: [BaseKey: StoredDocument.Base] = [:]
  /// What revisions are everywhere, of those that were asked for.
  var revisionIDs: [BaseKey: SHA256.Digest] = [:]
  var pages = JournalPages()
  /// Whether a reason is needed, as of a data version.
  var reasons: (needed: Bool, version: UInt32)?
  /// Documents with so many lines that have not moved that closing the store moves them.
  var longTails: Set<DocumentName> = []
  /// What the connection had changed when the transaction began.
  var changesBefore: Int64 = 0
  /// After a checkpoint that others kept from finishing, wait for this many frames.
  var nextCheckpoint = StoreState.checkpointFrames

  /// Lines above which a document's are moved when the store is closed: opening it reads them all.
  static let longTail = 32_768
  /// Frames in the `-wal` above which a commit is followed by a fenced checkpoint.
  static let checkpointFrames = 1000

  init(connection: consuming Connection, opening: StoreOpening, format: Int) {
    self.connection = connection
    self.opening = opening
    self.format = format
  }

  var path: String { opening.path }
  var isReadOnly: Bool { opening.access == .readOnly }

  /// Runs SQLite calls and says what a refusal means for a store.
  borrowing func sqlite<Result>(
    _ body: (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body(connection) } catch { throw storeError(error) }
  }

  /// Turns unreadable bytes of a record into what a user can be told.
  borrowing func decoding<Result>(
    _ what: @autoclosure () -> String, _ body: () throws(CodingError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body() } catch {
      if case .unknownVersion = error.problem {
        throw .newerContent(path: path, detail: "\(what())")
      }
      throw .damaged(path: path, detail: "\(what()): \(error)")
    }
  }

  /// Makes the coding of something that a caller gave us; what could not be read again has none.
  borrowing func encoding(
    _ body: () throws(CodingError) -> [UInt8]
  ) throws(StoreError) -> [UInt8] {
    do { return try body() } catch { throw .tooDeep(limit: ValueCoding.maximumDepth - 1) }
  }

  /// Runs a body in one IMMEDIATE transaction: all of it or nothing.
  mutating func write<Result>(
    beginningLog: Bool = false, _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try beginWriting()
    do throws(StoreError) {
      try confirmFormat(for: .readWrite)
      let result = try body(&self)
      try commitWriting(beginningLog: beginningLog)
      return result
    } catch {
      abandonWriting()
      throw error
    }
  }

  /// Begins an IMMEDIATE transaction, which ``commitWriting()`` or ``abandonWriting()`` ends.
  mutating func beginWriting() throws(StoreError) {
    if isReadOnly { throw .openedReadOnly(path: path) }
    changesBefore = connection.totalChanges
    try sqlite { connection throws(SQLiteError) in try connection.begin(.immediate) }
  }

  /// Commits, unless the file is no longer where it was (rule P32).
  ///
  /// The commit that begins a log renews its note, once: a note names the one that the file holds.
  mutating func commitWriting(beginningLog: Bool = false) throws(StoreError) {
    let isChanged = beginningLog || connection.totalChanges != changesBefore
    try sqlite { connection throws(SQLiteError) in
      if isChanged, try connection.mayBeginLog() { try connection.renewLogNote() }
      try connection.confirmPlace()
      try connection.commit()
    }
    noteOwnCommit()
  }

  /// Takes the transaction back; the error that led here is what the user needs.
  ///
  /// Rolling back needs nothing that can be short: its statement is compiled before the first BEGIN.
  mutating func abandonWriting() {
    do { try connection.rollback() } catch {}
    // Numbers that the transaction gave out are not in the file.
    authors.removeAll()
    authorNames.removeAll()
    fields = FieldKeys()
    revisionIDs.removeAll()
    pages = JournalPages()
  }

  /// Runs a body in one read transaction, so that all it sees is of one moment.
  ///
  /// A file that nobody was writing is read without locks; when somebody begins to write it, what was
  /// read is nothing, and the body runs again on a connection that takes part in the locking (rule P6).
  mutating func read<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try repeatingUntilOneState { (state) throws(StoreError) in try state.snapshot(body) }
  }

  /// Runs a body until all that it read is of one state of the file.
  ///
  /// Twice at most, but where nobody may write beside the file: there no lock can be taken, and the body
  /// runs until writers leave it the time.
  mutating func repeatingUntilOneState<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    let end = ContinuousClock.now + .milliseconds(opening.timeout)
    var attempts = 0
    while attempts < 3 || ContinuousClock.now < end {
      attempts += 1
      let result: Result<Output, StoreError>
      do { result = .success(try body(&self)) } catch { result = .failure(error) }
      let isOneState = try sqlite { connection throws(SQLiteError) in
        try connection.stillUnchanged()
      }
      if isOneState { return try result.get() }
      self = try opening.besideWriters.open()
    }
    throw .busy(
      path: path, detail: "it was written again and again while it was read")
  }

  private mutating func snapshot<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try sqlite { connection throws(SQLiteError) in try connection.begin(.deferred) }
    do throws(StoreError) {
      // BEGIN alone does not look at the file, and `dataVersion` would be that of the last time.
      _ = try rows("SELECT 1 FROM migration LIMIT 1") { _ throws(SQLiteError) in true }
      try confirmFormat(for: .readOnly)
      let result = try body(&self)
      try sqlite { connection throws(SQLiteError) in try connection.commit() }
      return result
    } catch {
      do { try connection.rollback() } catch {}
      throw error
    }
  }

  /// Moves the `-wal` into the file when it has grown long; whoever is in the way delays it.
  ///
  /// It follows a commit, which a checkpoint that fails must not call in question: what was committed
  /// is safe in the `-wal`, and the next try or `close` says what is wrong.
  mutating func checkpointIfLong() {
    let frames = connection.walFrames
    guard frames >= nextCheckpoint else { return }
    checkpointNow()
  }

  /// Moves the `-wal` into the file as far as others let it.
  mutating func checkpointNow() {
    let frames = connection.walFrames
    var isDone = false
    do { isDone = try connection.checkpointFenced()?.isComplete ?? false } catch {}
    nextCheckpoint = isDone ? Self.checkpointFrames : frames + Self.checkpointFrames / 4
  }
}

/// One connection, as long as anybody remembers it: an address alone could be used twice.
final class ConnectionIdentity: Sendable {}

/// An author's name, equal by its bytes as it is in SQL.
struct AuthorName: Hashable {
  let text: String

  static func == (left: AuthorName, right: AuthorName) -> Bool {
    ByteText.equal(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
