import CEkibenSQLite

extension Connection {
  /// Runs a body in which no statement takes more than `steps` steps of SQLite's machine and no value
  /// is longer than `bytes`; more is an error that `isOutOfBounds`.
  ///
  /// SQLite runs what stands in a file's schema while it reads it: a generated column of
  /// `sqlite_stat1` is worked out, and one call of `instr` takes a minute on long values, within a
  /// single step. Each bound is of no use without the other. Not to be nested, nor to be used with
  /// `stoppingWhenCancelled`.
  package func bounded<Result>(
    steps: Int32, bytes: Int32, _ body: () throws -> Result
  ) throws -> Result {
    let length = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, bytes)
    unsafe sqlite3_progress_handler(handle, steps, { _ in 1 }, nil)
    defer {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, length)
    }
    return try body()
  }
}

extension SQLiteError {
  /// It took more steps than were allowed, or a value was too long.
  package var isOutOfBounds: Bool { code == SQLITE_INTERRUPT || code == SQLITE_TOOBIG }
}
