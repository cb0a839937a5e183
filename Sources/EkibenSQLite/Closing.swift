import CEkibenSQLite

/// How a connection left the file when it was closed.
package enum Closing: Equatable, Sendable {
  /// It was the last one: the file is whole, and there is no `-wal`.
  case whole
  /// Another one writes, moves the `-wal` or closes, and does what is to be done.
  case leftToAnother
  /// Others have had the file open all the time, or the file is no longer at its path: a `-wal` stays there.
  case logStays
}

extension Connection {
  /// Closes the connection and, if it is the file's last, leaves one whole file without a `-wal`.
  ///
  /// It is the last one if it gets the exclusive lock of the file, which none gets while another
  /// connection of any process is there; nobody can then write, and the checkpoint cannot race. Those
  /// who only have the file open are waited for a moment, and those who are reading it for `waiting`
  /// milliseconds: nothing tells a reader from a writer that rests. Where others stay nothing is moved
  /// and nothing is lost.
  ///
  /// - Throws: `SQLiteError` where the `-wal` cannot be moved: it stays, and holds everything.
  @discardableResult
  package func closeCheckpointing(waiting: Int = 0) throws(SQLiteError) -> Closing {
    guard try hasLog() else {
      try close()
      return .whole
    }
    // The `-wal` of that name may be another file's by now.
    do { try confirmUnmoved() } catch {
      try close()
      return .logStays
    }
    let closing = unsafe try becomeLast(file(), waiting)
    if closing == .whole {
      // SQLite's own checkpoint at the end has nothing left to do, and so nothing to keep quiet about.
      _ = try checkpointPassive()
      try set(.noCheckpointOnClose, to: false)
    }
    try close()
    return closing
  }

  /// Has the file for this connection alone until that is closed, and moves all of the `-wal` into it, which
  /// is empty then; nothing of that where another connection of any process has the file open.
  ///
  /// - Returns: Whether it has the file alone; also false for a file that has no `-wal`.
  /// - Throws: `SQLiteError` where the `-wal` cannot be moved: it stays, and holds everything.
  package func takeForItself() throws(SQLiteError) -> Bool {
    guard try hasLog() else { return false }
    guard unsafe try becomeLast(file(), 0) == .whole else { return false }
    // Nobody can begin the log anew meanwhile (see Checkpoint.swift).
    try check(
      unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil),
      .checkpoint)
    return true
  }

  /// Takes away a database that has no tables, or in which a query finds nothing, in a moment in which nobody
  /// else can use it.
  ///
  /// It takes no room, of which there may have been too little for what was to be made. Whoever has the file open
  /// keeps it from going. Whoever opens it in the moment in which it goes is told with the first commit that it is
  /// no longer at its path (rule P32).
  ///
  /// - Returns: Whether it has gone.
  /// - Throws: `SQLiteError` where it cannot be opened or read, or somebody uses it.
  package static func discard(_ path: String, unless query: String) throws(SQLiteError) -> Bool {
    let connection = try Connection(path: path, access: .readWrite)
    // With a `-wal` only a connection that has the file alone gets on: it needs no `-shm` then, and stays alone.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    if try connection.pragmaText("journal_mode") != "wal" {
      try connection.execute("PRAGMA journal_mode = MEMORY")
    }
    try connection.execute("BEGIN EXCLUSIVE")
    let hasTables = try connection.finds("SELECT 1 FROM sqlite_schema")
    let isEmpty = hasTables ? try !connection.finds(query) : true
    if isEmpty {
      for ending in FilePlace.endings + [""] { unsafe ekiben_remove_file(path + ending) }
    }
    try connection.execute("ROLLBACK")
    if !isEmpty { try connection.set(.noCheckpointOnClose, to: false) }
    try connection.close()
    return isEmpty
  }

  private func finds(_ query: String) throws(SQLiteError) -> Bool {
    try withStatement(query) { statement throws(SQLiteError) in try statement.step() }
  }

  /// Whether it has the `-wal` open: a connection that has read nothing would leave that alone.
  private func hasLog() throws(SQLiteError) -> Bool {
    _ = try pragmaInteger("schema_version")
    var lock: Int32 = 0
    try check(unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LOCKSTATE, &lock), .close)
    // Between transactions only a connection with a `-wal` holds a lock.
    return lock == SQLITE_LOCK_SHARED
  }

  /// Waits for the exclusive lock of the file.
  ///
  /// Of several who close at once, the one with the checkpoint lock waits, and the others need not.
  private func becomeLast(
    _ file: UnsafeMutablePointer<sqlite3_file>, _ waiting: Int
  ) throws(SQLiteError) -> Closing {
    guard unsafe try lockIndex(file, .checkpoint) else { return .leftToAnother }
    defer { unsafe IndexLock.checkpoint.release(file) }
    let (start, pause) = (ContinuousClock.now, Int32(4))
    while true {
      let code = unsafe ekiben_lock_exclusive(file)
      if code == SQLITE_OK { return .whole }
      guard code & 0xff == SQLITE_BUSY else {
        throw unsafe SQLiteError(code, .close, database: nil, path: path)
      }
      unsafe _ = ekiben_lock_shared_again(file)
      guard unsafe try lockIndex(file, .write) else { return .leftToAnother }
      unsafe IndexLock.write.release(file)
      let isRead = unsafe try !lockIndex(file, .read)
      if !isRead { unsafe IndexLock.read.release(file) }
      let waited = ContinuousClock.now - start
      if waited >= .milliseconds(isRead ? waiting : min(waiting, 20)) { return .logStays }
      sqlite3_sleep(pause)
    }
  }

  /// Takes a lock of the `-wal`'s index, unless somebody has it.
  private func lockIndex(
    _ file: UnsafeMutablePointer<sqlite3_file>, _ lock: IndexLock
  ) throws(SQLiteError) -> Bool {
    let code = unsafe ekiben_lock_index(file, lock.first, lock.count)
    guard code & 0xff != SQLITE_BUSY else { return false }
    guard code == SQLITE_OK else {
      throw unsafe SQLiteError(code, .close, database: nil, path: path)
    }
    return true
  }
}

/// A lock of a `-wal`'s index, as SQLite's file format has them.
private enum IndexLock {
  case write, checkpoint
  /// Those of all readers.
  case read

  var first: Int32 {
    switch self {
    case .write: 0
    case .checkpoint: 1
    case .read: 3
    }
  }

  var count: Int32 { self == .read ? 5 : 1 }

  func release(_ file: UnsafeMutablePointer<sqlite3_file>) {
    unsafe _ = ekiben_unlock_index(file, first, count)
  }
}
