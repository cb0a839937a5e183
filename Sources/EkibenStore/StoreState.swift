internal import EkibenDocuments
internal import EkibenSQLite

/// What a store guards with its one lock: the connection, and the statements of the edit path.
struct StoreState: ~Copyable {
  let connection: Connection
  let path: String
  let isReadOnly: Bool
  var authors: [AuthorName: Int64] = [:]
  /// After a checkpoint that others kept from finishing, wait for this many frames.
  var nextCheckpoint = StoreState.checkpointFrames

  /// Frames in the `-wal` above which a commit is followed by a fenced checkpoint.
  static let checkpointFrames = 1000

  init(connection: consuming Connection, path: String, isReadOnly: Bool) {
    self.connection = connection
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// Runs SQLite calls and says what a refusal means for a store.
  borrowing func sqlite<Result>(
    _ body: (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body(connection) } catch { throw StoreError(error, path: path) }
  }

  /// Turns unreadable bytes of a record into what a user can be told.
  borrowing func decoding<Result>(
    _ what: @autoclosure () -> String, _ body: () throws(CodingError) -> Result
  ) throws(StoreError) -> Result {
    do { return try body() } catch {
      throw .damaged(path: path, detail: "\(what()): \(error)")
    }
  }

  /// Runs a body in one IMMEDIATE transaction: all of it or nothing.
  mutating func write<Result>(
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isReadOnly { throw .openedReadOnly(path: path) }
    try sqlite { connection throws(SQLiteError) in try connection.begin(.immediate) }
    do throws(StoreError) {
      let result = try body(&self)
      try sqlite { connection throws(SQLiteError) in try connection.commit() }
      return result
    } catch {
      // The first error is what the user needs; a failing rollback is followed by a closed file.
      do { try connection.rollback() } catch {}
      authors.removeAll()
      throw error
    }
  }

  /// Runs a body in one read transaction, so that all it sees is of one moment.
  mutating func read<Result>(
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try sqlite { connection throws(SQLiteError) in try connection.begin(.deferred) }
    do throws(StoreError) {
      let result = try body(&self)
      try sqlite { connection throws(SQLiteError) in try connection.commit() }
      guard try sqlite({ connection throws(SQLiteError) in try connection.stillUnchanged() }) else {
        throw StoreError.busy(path: path)
      }
      return result
    } catch {
      do { try connection.rollback() } catch {}
      throw error
    }
  }

  /// Moves the `-wal` into the file when it has grown long; whoever is in the way delays it.
  mutating func checkpointIfLong() throws(StoreError) {
    let frames = connection.walFrames
    guard frames >= nextCheckpoint else { return }
    let checkpoint = try sqlite { connection throws(SQLiteError) in
      try connection.checkpointFenced()
    }
    let isDone = checkpoint?.isComplete ?? false
    nextCheckpoint = isDone ? Self.checkpointFrames : frames + Self.checkpointFrames / 4
  }
}

/// An author's name, equal by its bytes as it is in SQL.
struct AuthorName: Hashable {
  let text: String

  static func == (left: AuthorName, right: AuthorName) -> Bool {
    ByteText.equal(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
