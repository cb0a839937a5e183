import CEkibenSQLite

/// How far a checkpoint came.
package struct Checkpoint: Equatable, Sendable {
  /// The frames in the `-wal`.
  package let logFrames: Int

  /// Those of them whose content is in the database file now.
  package let checkpointedFrames: Int

  package var isComplete: Bool { logFrames == checkpointedFrames }
}

/// SQLite 3.7.0 to 3.51.2 can lose commits if a writer starts the `-wal` over at the very moment at
/// which a checkpoint begins (https://www.sqlite.org/wal.html#walresetbug). A checkpoint is safe
/// while nobody can write. `TRUNCATE` and its like promise that, but when the writer's lock is not to
/// be had they silently run as `PASSIVE` without it and report `BUSY` afterwards. So the lock is
/// taken first, by a second connection, and the checkpoint is always `PASSIVE`.
extension Connection {
  /// Moves the `-wal` into the database file while a second connection keeps writers away.
  ///
  /// Returns nil if the fence or the checkpoint lock is taken by somebody else after waiting
  /// `busyTimeout` milliseconds: then nothing has run. Not to be called inside a transaction.
  package func checkpointFenced(busyTimeout: Int = 0) throws(SQLiteError) -> Checkpoint? {
    let helper = try fenceConnection(busyTimeout: busyTimeout)
    do { try helper.begin(.immediate) } catch {
      guard error.isBusy else { throw error }
      return nil
    }
    // Once more behind the fence: the two connections must mean one file.
    try confirmUnmoved()
    let checkpoint = try checkpointPassive()
    try helper.rollback()
    try helper.close()
    return checkpoint
  }

  /// Moves all of the `-wal` into the database file while this connection's IMMEDIATE transaction, in
  /// which nothing has been written, keeps writers away; a second connection does it.
  ///
  /// Until the transaction ends, the file is then the whole database. Readers of older states are
  /// waited for, `busyTimeout` milliseconds in all; then an error that `isBusy` says so.
  func checkpointInTransaction(busyTimeout: Int) throws(SQLiteError) {
    let helper = try fenceConnection(busyTimeout: busyTimeout)
    try confirmUnmoved()
    // A connection that has read nothing has no `-wal` open.
    _ = try helper.pragmaInteger("schema_version")
    let pause = 10
    for round in 0...max(0, busyTimeout) / pause {
      if round > 0 { sqlite3_sleep(Int32(pause)) }
      if try helper.checkpointPassive()?.isComplete == true { return try helper.close() }
    }
    throw SQLiteError(SQLITE_BUSY, .checkpoint, "others read an older state", path: path)
  }

  /// Begins to read the state as it is now through a connection of its own, until that is closed.
  ///
  /// SQLite begins a log anew only where nobody reads it: if some of it was not in the file yet, no commit
  /// does so from now on. If all of it was, the next one may, and nothing of that is moved into the file.
  package func beginReadingAside() throws(SQLiteError) -> Connection {
    let reader = try fenceConnection(busyTimeout: 0)
    try reader.begin(.deferred)
    // A transaction that has read nothing reads whatever comes.
    _ = try reader.pragmaInteger("schema_version")
    return reader
  }

  /// Whether the commit that begins the log anew also cuts it to its own end; by default what lay behind
  /// that stays in the `-wal` until it is written over.
  package func setCutsLog(_ isCut: Bool) throws(SQLiteError) {
    try execute("PRAGMA main.journal_size_limit = \(isCut ? 0 : -1)")
  }

  private func fenceConnection(busyTimeout: Int) throws(SQLiteError) -> Connection {
    try confirmUnmoved()
    // SQLite's absolute name, not our path: the working directory may have changed.
    guard let name = unsafe sqlite3_db_filename(handle, "main") else {
      throw SQLiteError(SQLITE_MISUSE, .checkpoint, "the database has no file", path: path)
    }
    return try Connection(
      path: unsafe String(cString: name), access: .readWrite, busyTimeout: busyTimeout)
  }

  /// Refuses a file that is no longer the one at its path: a fence around another would be none.
  package func confirmUnmoved() throws(SQLiteError) {
    var hasMoved: Int32 = 0
    try check(
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved), .identify)
    guard hasMoved != 0 else { return }
    throw SQLiteError(ekiben_moved(), .identify, "it was moved, replaced or deleted", path: path)
  }

  func checkpointPassive() throws(SQLiteError) -> Checkpoint? {
    var log: Int32 = -1
    var moved: Int32 = -1
    let code = unsafe sqlite3_wal_checkpoint_v2(
      handle, "main", SQLITE_CHECKPOINT_PASSIVE, &log, &moved)
    guard code & 0xff != SQLITE_BUSY else { return nil }
    try check(code, .checkpoint)
    // The race has struck a checkpoint of somebody else; the `-wal` still holds the data.
    guard moved <= log else {
      throw SQLiteError(
        SQLITE_CORRUPT, .checkpoint,
        "the -wal counts \(moved) frames as moved and holds \(log); copy both files aside",
        path: path)
    }
    return Checkpoint(logFrames: max(0, Int(log)), checkpointedFrames: max(0, Int(moved)))
  }
}
