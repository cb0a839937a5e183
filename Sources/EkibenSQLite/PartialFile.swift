import CEkibenSQLite

/// A file that is made beside its place and takes its name when it is whole.
package struct PartialFile {
  /// Where it is being written.
  let partial: String
  private let destination: String

  /// Makes an empty file that nobody had, with the permissions of a database.
  ///
  /// Refuses a destination where something is, unless that is to be replaced, and what another file or
  /// a copy that was broken off has left there.
  init(
    for destination: String, like original: borrowing Connection, replacing: Bool = false
  ) throws(SQLiteError) {
    // Refuses a path that C would cut short.
    _ = try DatabaseURI(path: destination, isImmutable: false)
    self.destination = destination
    partial = destination + "-partial"
    if !replacing {
      try FilePlace.refuseNameBesideFile(destination)
      guard try !FilePlace.exists(destination) else { throw Self.inTheWay(destination) }
      if let left = try FilePlace.leftovers(of: destination).first { throw .leftover(left) }
    }
    // The file itself first: what lies beside it may be of a copy that is being made.
    for ending in [""] + FilePlace.endings where try FilePlace.exists(partial + ending) {
      throw .leftover(partial + ending)
    }
    let name = unsafe sqlite3_db_filename(original.handle, "main")
    let error = unsafe ekiben_make_file(partial, name)
    guard ekiben_means_existing(error) == 0 else { throw .leftover(partial) }
    guard error == 0 else { throw Self.failed("cannot be made", partial, error) }
  }

  /// Gives the file its name, unless something has taken it meanwhile, and makes the name last.
  func publish() throws(SQLiteError) {
    let error = unsafe ekiben_rename_to_new(partial, destination)
    guard ekiben_means_existing(error) == 0 else { throw Self.inTheWay(destination) }
    guard error == 0 else { throw Self.failed("cannot be named", destination, error) }
    do throws(SQLiteError) { try syncFolder() } catch {
      unsafe ekiben_remove_file(destination)
      throw error
    }
  }

  /// Takes the place of a database whose writers the connection keeps away; what was there is then
  /// called `kept`, together with its logs.
  ///
  /// Whoever has the old file open goes on with it and its logs until the next commit, which finds that
  /// it has moved. At every point in between the name means one file or the other, and the old log is
  /// never taken for the new file's.
  func takePlace(of old: borrowing Connection, kept: String) throws(SQLiteError) {
    if try !exchange(kept) { try renameTwice(kept) }
    for ending in FilePlace.endings where try FilePlace.exists(destination + ending) {
      let error = unsafe ekiben_rename_over(destination + ending, kept + ending)
      guard error == 0 else { throw Self.failed("cannot be named", kept + ending, error) }
    }
    try syncFolder()
  }

  /// Takes the name that the old file is to have, and exchanges both names.
  ///
  /// Whatever ends this in between leaves two whole files that have one name each. Returns false where the
  /// system cannot exchange names.
  private func exchange(_ kept: String) throws(SQLiteError) -> Bool {
    var error = unsafe ekiben_rename_to_new(partial, kept)
    guard ekiben_means_existing(error) == 0 else { throw Self.inTheWay(kept) }
    guard error == 0 else { throw Self.failed("cannot be named", kept, error) }
    error = unsafe ekiben_exchange(kept, destination)
    guard error != 0 else { return true }
    // What was made is taken away by its first name.
    let undone = unsafe ekiben_rename_to_new(kept, partial)
    guard ekiben_cannot_exchange(error) != 0, undone == 0 else {
      throw Self.failed("cannot be named", destination, error)
    }
    return false
  }

  /// Between its two steps the old file has both names, and takes no edits.
  private func renameTwice(_ kept: String) throws(SQLiteError) {
    var error = unsafe ekiben_link(destination, kept)
    if ekiben_cannot_link(error) != 0 { error = unsafe ekiben_rename_to_new(destination, kept) }
    guard ekiben_means_existing(error) == 0 else { throw Self.inTheWay(kept) }
    guard error == 0 else { throw Self.failed("cannot be named", kept, error) }
    error = unsafe ekiben_rename_over(partial, destination)
    guard error == 0 else {
      // Renaming between two names of one file changes nothing: then the second one is to go.
      if unsafe ekiben_rename_over(kept, destination) == 0 { unsafe ekiben_remove_file(kept) }
      throw Self.failed("cannot be named", destination, error)
    }
  }

  /// Gives what is at a path, and what lies beside it, other names, which begin with the path and
  /// `-before-` and the purpose; nothing is written over.
  ///
  /// - Returns: What the file is or would be called.
  /// - Throws: `SQLiteError` where the system refuses.
  package static func setAside(_ path: String, for purpose: String) throws(SQLiteError) -> String {
    try FilePlace.refuseNameBesideFile(path)
    let endings =
      [""] + FilePlace.endings + ["-partial"] + FilePlace.endings.map { "-partial" + $0 }
    let kept = try freeName(path + "-before-" + purpose)
    for ending in endings where try FilePlace.exists(path + ending) {
      let error = unsafe ekiben_rename_to_new(path + ending, kept + ending)
      guard error == 0 else { throw Self.failed("cannot be named", kept + ending, error) }
    }
    return kept
  }

  /// The name, or the name with `-2`, `-3` and so on, at which nothing is yet.
  static func freeName(_ name: String) throws(SQLiteError) -> String {
    var (candidate, number) = (name, 1)
    while try isTaken(candidate) {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }

  private static func isTaken(_ name: String) throws(SQLiteError) -> Bool {
    for ending in [""] + FilePlace.endings + ["-partial"] where try FilePlace.exists(name + ending)
    {
      return true
    }
    return false
  }

  private func syncFolder() throws(SQLiteError) {
    let unsynced = unsafe ekiben_sync_folder(folder)
    guard unsynced == 0 else { throw Self.failed("cannot be made to last", destination, unsynced) }
  }

  /// Takes away what has been written so far.
  func remove() {
    for ending in [""] + FilePlace.endings { unsafe ekiben_remove_file(partial + ending) }
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
