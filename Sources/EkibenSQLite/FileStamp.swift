import CEkibenSQLite

/// What a database and the files beside it look like from outside, to notice that somebody wrote.
///
/// A file system whose times are coarser than the system's can hide two writes within one tick.
struct FileStamp: Equatable {
  /// What tells two states of one file apart.
  struct Facts: Equatable {
    let size, seconds, nanoseconds: Int64
    let device, inode: UInt64

    /// Whether the file would be dated otherwise if it were written at a time: another date tells then.
    func isSettled(at time: timespec) -> Bool {
      (seconds, nanoseconds) != (Int64(time.tv_sec), Int64(time.tv_nsec))
    }
  }

  let database: Facts?
  let hasPendingFrames: Bool
  let hasRollbackJournal: Bool

  /// Looks at the files of an open connection once the clock by which files are dated has gone on since
  /// the database was written last, so that a later write dates it anew.
  ///
  /// That takes some milliseconds at most.
  ///
  /// - Returns: nil where the database is written again and again meanwhile: two writes could have one date.
  static func settled(of connection: borrowing Connection) throws(SQLiteError) -> FileStamp? {
    for round in 0..<20 {
      if round > 0 { sqlite3_sleep(1) }
      let stamp = try FileStamp(of: connection)
      if stamp.database?.isSettled(at: ekiben_file_time()) ?? true { return stamp }
    }
    return nil
  }

  /// Looks at the files of an open connection, by the names that SQLite found behind the path.
  init(of connection: borrowing Connection) throws(SQLiteError) {
    let name = unsafe sqlite3_db_filename(connection.handle, "main")
    database = unsafe try Self.facts(of: name, path: connection.path)
    hasPendingFrames =
      unsafe try Self.facts(of: sqlite3_filename_wal(name), path: connection.path).isNonempty
    hasRollbackJournal =
      unsafe try Self.facts(of: sqlite3_filename_journal(name), path: connection.path).isNonempty
  }

  static func facts(of name: UnsafePointer<CChar>?, path: String) throws(SQLiteError) -> Facts? {
    try unsafe examine(name, path, .openReadOnly).map {
      Facts(
        size: $0.size, seconds: $0.seconds, nanoseconds: $0.nanoseconds, device: $0.device,
        inode: $0.inode)
    }
  }

  /// What the system says of a file; nil where there is none.
  static func examine(
    _ name: UnsafePointer<CChar>?, _ path: String, _ operation: SQLiteError.Operation
  ) throws(SQLiteError) -> ekiben_file_facts? {
    guard let name = unsafe name else { return nil }
    let facts = unsafe ekiben_facts_of_file(name)
    if facts.error == 0 { return facts }
    guard ekiben_means_absent(facts.error) == 0 else { return nil }
    throw SQLiteError(
      SQLITE_IOERR, operation, "the file cannot be examined", path: path, systemError: facts.error)
  }
}

extension FileStamp.Facts? { var isNonempty: Bool { (self?.size ?? 0) > 0 } }
