import CEkibenSQLite

extension Connection {
  /// Copies the database file byte for byte into a new file, in the way of `backUp`, within an IMMEDIATE transaction in
  /// which nothing has been written.
  ///
  /// What lies in the `-wal` is moved into the file first, so that the copy is the whole database; readers of older
  /// states are waited for, and the transaction keeps writers away until its end. (`backUp` lets them go on, and its
  /// copy differs from the original in some counters.)
  ///
  /// - Throws: `SQLiteError`; `isExistingFile` where something is in the way, `isBusy` for readers.
  /// - Complexity: O(file).
  package func copyFile(to destination: String, busyTimeout: Int) throws(SQLiteError) {
    guard inTransaction else {
      throw SQLiteError(SQLITE_MISUSE, .backup, "no transaction is open", path: path)
    }
    try checkpointInTransaction(busyTimeout: busyTimeout)
    let file = try PartialFile(for: destination, like: self)
    do throws(SQLiteError) {
      let target = try Connection(path: file.partial, access: .readWrite)
      try copyBytes(into: target)
      try target.close()
      try file.publish()
    } catch {
      // The first error is what the caller needs.
      file.remove()
      throw error
    }
  }

  private func copyBytes(into target: borrowing Connection) throws(SQLiteError) {
    let (source, copy) = unsafe (try file(), try target.file())
    var size: Int64 = 0
    try check(unsafe ekiben_file_size(source, &size), .backup)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var at: Int64 = 0
    while at < size {
      let count = Int32(min(Int64(buffer.count), size - at))
      let codes = unsafe buffer.withUnsafeMutableBytes { bytes in
        let read = unsafe ekiben_read_file(source, bytes.baseAddress, count, at)
        guard read == SQLITE_OK else { return (read: read, write: SQLITE_OK) }
        return (read, unsafe ekiben_write_file(copy, bytes.baseAddress, count, at))
      }
      try checkFile(codes.read, path)
      try checkFile(codes.write, target.path)
      at += Int64(count)
    }
    try checkFile(unsafe ekiben_sync_file(copy), target.path)
  }

  /// What the file's own calls return is noted by no connection, so its words are the general ones.
  private func checkFile(_ code: Int32, _ path: String) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw unsafe SQLiteError(code, .backup, database: nil, path: path)
  }

  /// SQLite's handle of the database file.
  func file() throws(SQLiteError) -> UnsafeMutablePointer<sqlite3_file> {
    var file: UnsafeMutablePointer<sqlite3_file>?
    try check(
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file), .backup)
    guard let file = unsafe file, unsafe file.pointee.pMethods != nil else {
      throw SQLiteError(SQLITE_MISUSE, .backup, "the database has no file", path: path)
    }
    return unsafe file
  }
}
