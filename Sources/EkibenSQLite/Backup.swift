import CEkibenSQLite

/// How far a backup has come.
package struct BackupProgress: Equatable, Sendable {
  /// Pages still to be copied.
  package let remaining: Int
  /// Pages of the database.
  package let total: Int
}

extension Connection {
  /// Copies the database into a new file while others read and write.
  ///
  /// The copy is the one state that the database has when the call begins: a read transaction holds
  /// it, so that writers go on without making the copy start over. (Meanwhile the `-wal` only grows.)
  /// It is written beside its place as `PATH-partial` and gets its name when it is whole and on disk,
  /// with the permissions of the original. If anything fails, or the current task is cancelled (an
  /// error that `isInterrupted`), nothing is left. A killed process leaves the partial file, and the
  /// next backup says so instead of writing over it.
  ///
  /// - Parameters:
  ///   - destination: The path of the copy; nothing may be there.
  ///   - pagesPerStep: How many pages are copied between two looks at the task; at least 1.
  ///   - progress: Called after each step; what it throws ends the backup.
  ///   - finish: Called with the copy, before it has its name.
  ///   - replacing: Whether something may be at the destination, which `publish` then sees to.
  ///   - publish: Gives the copy its name.
  /// - Returns: The pages copied.
  /// - Throws: `SQLiteError`; where a transaction is open or a file is in the way, before anything
  ///   is written.
  /// - Complexity: O(file).
  @discardableResult
  package func backUp(
    to destination: String, pagesPerStep: Int = 256,
    progress: (BackupProgress) throws(SQLiteError) -> Void = { _ throws(SQLiteError) in },
    finishing finish: (borrowing Connection) throws(SQLiteError) -> Void = {
      _ throws(SQLiteError) in
    },
    replacing: Bool = false,
    publishing publish: (PartialFile) throws(SQLiteError) -> Void = {
      file throws(SQLiteError) in try file.publish()
    }
  ) throws(SQLiteError) -> Int {
    guard !inTransaction else {
      throw SQLiteError(SQLITE_MISUSE, .backup, "a transaction is open", path: path)
    }
    let file = try PartialFile(for: destination, like: self, replacing: replacing)
    do throws(SQLiteError) {
      try begin(.deferred)
      // BEGIN alone takes no state; the first reading does.
      _ = try pragmaInteger("schema_version")
      let pages = try copy(
        into: file.partial, max(1, Int32(clamping: pagesPerStep)), finish, progress)
      try rollback()
      try publish(file)
      return pages
    } catch {
      // The first error is what the caller needs.
      do { try rollback() } catch {}
      file.remove()
      throw error.isFull ? error.naming(destination) : error
    }
  }

  /// Copies the database into the place of another one, which gets another name (see `backUp`).
  ///
  /// - Parameters:
  ///   - old: The database to replace, from which `lock` keeps writers away; it is to be closed without a
  ///     checkpoint.
  ///   - name: What the old file will be called, or with a number behind it.
  ///   - lock: Called once the copy is made: has the old file for itself, or begins an IMMEDIATE transaction
  ///     in which nothing is written.
  ///   - finish: Called with the copy, before it has its name.
  /// - Returns: The pages copied, and the old file's name.
  /// - Throws: `SQLiteError`; the old file is then where it was, unless the last renaming fails.
  package func replace(
    _ old: borrowing Connection, keptAs name: String,
    locking lock: (borrowing Connection) throws(SQLiteError) -> Void,
    finishing finish: (borrowing Connection) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> (pages: Int, kept: String) {
    var kept = name
    let pages = try backUp(
      to: old.filePath, finishing: finish, replacing: true,
      publishing: { file throws(SQLiteError) in
        try lock(old)
        kept = try PartialFile.freeName(name)
        try file.takePlace(of: old, kept: kept)
      })
    return (pages, kept)
  }

  private func copy(
    into partial: String, _ pagesPerStep: Int32,
    _ finish: (borrowing Connection) throws(SQLiteError) -> Void,
    _ progress: (BackupProgress) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> Int {
    let target = try Connection(path: partial, access: .readWrite)
    try target.setSynchronous(.full)
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw unsafe SQLiteError(
        sqlite3_extended_errcode(target.handle), .backup, database: target.handle, path: partial)
    }
    do { unsafe try run(backup, into: partial, pagesPerStep, progress) } catch {
      unsafe sqlite3_backup_finish(backup)
      throw error
    }
    let pages = Int(unsafe sqlite3_backup_pagecount(backup))
    try target.check(unsafe sqlite3_backup_finish(backup), .backup)
    try finish(target)
    try target.closeCheckpointing()
    return pages
  }

  private func run(
    _ backup: OpaquePointer, into partial: String, _ pagesPerStep: Int32,
    _ progress: (BackupProgress) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    while true {
      try checkCancellation()
      let code = unsafe sqlite3_backup_step(backup, pagesPerStep)
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        // Of the two files this one is only read.
        let isRead = [ekiben_failed_read(), ekiben_short_read()].contains(code)
        let isOfCopy = code & 0xff == SQLITE_IOERR && !isRead
        throw unsafe SQLiteError(code, .backup, database: nil, path: isOfCopy ? partial : path)
      }
      let remaining = Int(unsafe sqlite3_backup_remaining(backup))
      let total = Int(unsafe sqlite3_backup_pagecount(backup))
      try progress(BackupProgress(remaining: remaining, total: total))
      // Read without locks: what was copied so far is nothing if somebody has written.
      guard try stillUnchanged() else {
        throw SQLiteError(SQLITE_BUSY, .backup, "the file was written meanwhile", path: path)
      }
      if code == SQLITE_DONE { return }
    }
  }
}
