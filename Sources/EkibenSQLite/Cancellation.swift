import CEkibenSQLite

extension Connection {
  /// How many steps of SQLite's machine pass between two looks at the task: some ten microseconds.
  static let stepsBetweenLooks: Int32 = 1000

  /// Runs a body whose statements stop when the current task is cancelled.
  ///
  /// Then a statement throws an error that `isInterrupted`; a write takes its whole transaction back.
  /// It is meant for long work: a statement looks after each thousand steps of its own, so short ones
  /// run to their end. `begin`, `commit` and `rollback` are never stopped. A write that is its own
  /// transaction does not belong here: SQLite may report it as stopped when it is done.
  /// Not to be nested: the inner use would end the outer one.
  package func stoppingWhenCancelled<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try checkCancellation()
    unsafe sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
    defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
    return try body()
  }

  /// Throws an error that `isInterrupted` if the current task is cancelled.
  package func checkCancellation() throws(SQLiteError) {
    guard Task.isCancelled else { return }
    throw SQLiteError(SQLITE_INTERRUPT, .step, "the task was cancelled", path: path)
  }

  /// Runs a body in which no statement takes more than `steps` steps of SQLite's machine and no value
  /// is longer than `bytes`; more is an error that `isOutOfBounds`.
  ///
  /// SQLite runs what stands in a file's schema while it reads it: a generated column of `sqlite_stat1` is worked
  /// out, and one call of `instr` takes a minute on long values, within a single step. Each bound is of no use
  /// without the other. Not to be nested, nor to be used with `stoppingWhenCancelled`.
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
