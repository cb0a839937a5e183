import CEkibenSQLite

/// Stops what runs on one connection, from any thread.
///
/// It may be kept for longer than the connection: once that is closed it does nothing. SQLite allows
/// an interrupt from another thread, but not while the connection closes; a lock of SQLite's own
/// keeps the two apart.
@safe package final class Interrupter: Sendable {
  private nonisolated(unsafe) let lock: OpaquePointer?
  private nonisolated(unsafe) var handle: OpaquePointer?

  /// Throws if there is no memory for the lock. (A library that was built without threads has none.)
  init() throws(SQLiteError) {
    unsafe lock = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
    guard unsafe lock == nil, sqlite3_threadsafe() != 0 else { return }
    throw SQLiteError(SQLITE_NOMEM, .open, "no memory for a lock")
  }

  deinit { unsafe sqlite3_mutex_free(lock) }

  /// Makes the statements that run at this moment fail with an error that `isInterrupted`.
  ///
  /// A write that is stopped takes its whole transaction back. Nothing happens where no statement
  /// runs: a later one is not stopped. Waiting for a lock is not cut short.
  package func interrupt() {
    unsafe sqlite3_mutex_enter(lock)
    if let handle = unsafe handle { unsafe sqlite3_interrupt(handle) }
    unsafe sqlite3_mutex_leave(lock)
  }

  /// Sets the connection to interrupt, or none: no interrupt of the one before is under way when
  /// this returns.
  func setTarget(_ connection: OpaquePointer?) {
    unsafe sqlite3_mutex_enter(lock)
    unsafe handle = connection
    unsafe sqlite3_mutex_leave(lock)
  }
}
