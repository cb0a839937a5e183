extension Connection {
  /// Opens a file for reading in the way that changes no byte of it or of its `-wal`.
  ///
  /// A file that holds everything itself is opened as immutable, which touches nothing around it;
  /// ask `stillUnchanged` after reading. Otherwise, or where somebody is known to write, SQLite takes
  /// part in the `-wal`: then a transaction holds one state whatever others do. That needs the `-shm`
  /// file, which is made where it is missing, as is the `-wal`, empty.
  package static func openReadOnly(
    path: String, busyTimeout: Int = 0, besideWriters: Bool = false
  ) throws(SQLiteError) -> Connection {
    if !besideWriters, let connection = try openImmutable(path: path, busyTimeout: busyTimeout) {
      return connection
    }
    do { return try openBesideWriters(path: path, busyTimeout: busyTimeout) } catch {
      // Where nothing can be made, the file may have become whole again.
      guard error.operation == .openReadOnly,
        let connection = try openImmutable(path: path, busyTimeout: busyTimeout)
      else { throw error }
      return connection
    }
  }

  /// Says whether what has been read so far is one state of the file.
  ///
  /// Always so except on a connection opened as immutable, from which SQLite's locks do not keep
  /// writers away: there false means that somebody wrote, and the reading must start anew.
  package func stillUnchanged() throws(SQLiteError) -> Bool {
    guard let openingStamp else { return true }
    return try FileStamp(of: self) == openingStamp
  }

  private static func openImmutable(
    path: String, busyTimeout: Int, attempts: Int = 3
  ) throws(SQLiteError) -> Connection? {
    // SQLite takes the size of an immutable file when it opens it, which is before it is known settled.
    let before = unsafe try FileStamp.facts(of: path, path: path)
    var connection = try Connection(path: path, access: .immutable, busyTimeout: busyTimeout)
    // Something outside the database file may belong to its content.
    guard let stamp = try FileStamp.settled(of: connection), !stamp.hasPendingFrames,
      !stamp.hasRollbackJournal
    else { return nil }
    guard stamp.database?.size == before?.size else {
      return attempts > 1
        ? try openImmutable(path: path, busyTimeout: busyTimeout, attempts: attempts - 1) : nil
    }
    connection.openingStamp = stamp
    // An error may come from a page that was written just now, so it only counts if none was.
    let first = Result { () throws(SQLiteError) in try connection.pragmaInteger("schema_version") }
    guard try connection.stillUnchanged() else { return nil }
    _ = try first.get()
    return connection
  }

  private static func openBesideWriters(
    path: String, busyTimeout: Int
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, access: .readOnly, busyTimeout: busyTimeout)
    do { _ = try connection.pragmaInteger("schema_version") } catch {
      guard error.isCantOpen || error.isReadOnly else { throw error }
      throw SQLiteError(
        error.extendedCode, .openReadOnly,
        "changes lie in a file beside it (-wal or -journal) and cannot be read without writing "
          + "there, such as the -shm file: \(error.message)",
        path: path, systemError: error.systemError)
    }
    return connection
  }
}
