import CEkibenSQLite

/// A file that is made beside its place and takes its name when it is whole.
struct PartialFile {
  /// Where it is being written.
  let partial: String
  private let destination: String

  /// Makes an empty file that nobody had, with the permissions of a database; refuses a destination
  /// where something is.
  init(for destination: String, like original: borrowing Connection) throws(SQLiteError) {
    // Refuses a path that C would cut short.
    _ = try DatabaseURI(path: destination, isImmutable: false)
    self.destination = destination
    partial = destination + "-partial"
    guard unsafe try FileStamp.facts(of: destination, path: destination) == nil else {
      throw Self.inTheWay(destination)
    }
    let name = unsafe sqlite3_db_filename(original.handle, "main")
    let error = unsafe ekiben_make_file(partial, name)
    guard ekiben_means_existing(error) == 0 else { throw Self.inTheWay(partial) }
    guard error == 0 else { throw Self.failed("cannot be made", partial, error) }
  }

  /// Gives the file its name, unless something has taken it meanwhile, and makes the name last.
  func publish() throws(SQLiteError) {
    let error = unsafe ekiben_rename_to_new(partial, destination)
    guard ekiben_means_existing(error) == 0 else { throw Self.inTheWay(destination) }
    guard error == 0 else { throw Self.failed("cannot be named", destination, error) }
    let unsynced = unsafe ekiben_sync_folder(folder)
    guard unsynced == 0 else {
      unsafe ekiben_remove_file(destination)
      throw Self.failed("cannot be made to last", destination, unsynced)
    }
  }

  /// Takes away what has been written so far.
  func remove() {
    unsafe ekiben_remove_file(partial)
    unsafe ekiben_remove_file(partial + "-journal")
  }

  private var folder: String {
    guard let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == destination.startIndex ? "/" : String(destination[..<slash])
  }

  private static func inTheWay(_ path: String) -> SQLiteError {
    SQLiteError(
      SQLITE_CANTOPEN, .backup, "there is a file of this name already", path: path,
      systemError: ekiben_existing())
  }

  private static func failed(_ what: String, _ path: String, _ error: Int32) -> SQLiteError {
    SQLiteError(
      ekiben_means_full(error) != 0 ? SQLITE_FULL : SQLITE_IOERR, .backup, "the file \(what)",
      path: path, systemError: error)
  }
}
