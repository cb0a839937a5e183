internal import EkibenSQLite

/// What putting a copy in a store's place did.
public struct StoreRestoration: Hashable, Sendable {
  /// How many documents the store holds now.
  public let documents: Int
  /// Its size in bytes.
  public let bytes: Int
  /// What the file that was there is called now; nil where there was none.
  public let kept: String?
}

extension Store {
  /// Puts a copy of a store in the place of another one, or where none is.
  ///
  /// The store that was there is kept, with its log, as `PATH-before-restore`; nothing is written over.
  /// Programs that have it open finish what they are writing, which is kept with it; after that their
  /// next change or refresh throws ``StoreError/replaced(path:)``, and they have to open the path again.
  /// If the process ends in between, nothing is lost, and the path means the old store or the new one. Only
  /// where others have the store open, or the system cannot exchange two names in one step, the path may
  /// then be refused until the way out that the error names is taken.
  ///
  /// - Parameters:
  ///   - backup: The path of the copy, which stays as it is; a store that is in use is copied as it
  ///     stands.
  ///   - path: The store's path.
  ///   - settingAside: Whether a file that is no store, or a damaged one, and what others left beside the
  ///     path gets another name as well. Else it is an error.
  ///   - timeout: How many milliseconds to wait for other programs.
  /// - Returns: What is there now.
  /// - Throws: ``StoreError``; ``StoreError/leftover(path:file:)`` where a log lies that is not the store's.
  /// - Complexity: O(file).
  public static func restore(
    _ backup: String, to path: String, settingAside: Bool = false, timeout: Int = 5000
  ) throws(StoreError) -> StoreRestoration {
    do {
      let source = try StoreOpening(path: backup, access: .readOnly, timeout: timeout, now: 0)
        .open()
      let documents = try source.database.number(
        "SELECT count(*) FROM document WHERE kind = 'document'")
      let place = StorePlace(path: path, settingAside: settingAside, timeout: timeout)
      let (pages, kept) = try place.fill(from: source.database.connection)
      let bytes = pages * Int(clamping: try source.database.connection.pragmaInteger("page_size"))
      return StoreRestoration(documents: documents, bytes: bytes, kept: kept)
    } catch let error as SQLiteError {
      throw StoreError(error, path: error.isFull ? path : error.path ?? path)
    } catch {
      throw StoreError(any: error, path: path)
    }
  }

  /// Gives what others left beside a path at which there is no file (`-wal`, `-shm`, `-journal`) names of
  /// their own, so that a store can be made there (rule P31); nothing is deleted or written over.
  ///
  /// - Parameter path: The path of the store that is to be made.
  /// - Returns: The name that was given, to which each ending is added; nil where nothing was to be done.
  /// - Throws: ``StoreError`` when the files cannot be renamed.
  public static func setAsideLeftovers(of path: String) throws(StoreError) -> String? {
    do throws(SQLiteError) {
      guard try !FilePlace.exists(path), try !FilePlace.leftovers(of: path).isEmpty else {
        return nil
      }
      return try PartialFile.setAside(path, for: "import")
    } catch {
      throw StoreError(error, path: error.path ?? path)
    }
  }
}

private struct StorePlace {
  let path: String
  let settingAside: Bool
  let timeout: Int

  /// Copies a database to the place; returns its pages, and what the old file is called now.
  func fill(from source: borrowing Connection) throws -> (pages: Int, kept: String?) {
    if let kind = FilePlace.unusualKind(of: path) {
      throw StoreError.notAStore(path: path, why: "it is \(kind)")
    }
    if try source.isFile(at: path) { throw StoreError.fileExists(path: path) }
    var kept = try clear()
    guard try FilePlace.exists(path) else {
      let pages = try source.backUp(
        to: path, finishing: { copy throws(SQLiteError) in try copy.renewLogNoteOfCopy() })
      return (pages, kept)
    }
    let old = try Connection(path: path, access: .readWrite, busyTimeout: timeout)
    let done = try source.replace(
      old, keptAs: old.filePath + "-before-restore", locking: Self.lock,
      finishing: { copy throws(SQLiteError) in try copy.renewLogNoteOfCopy() })
    kept = done.kept
    try old.rollback()
    try old.close()
    // Moves the old store's log into it; where others use it still, nothing is lost: its log lies beside it.
    do { try Connection(path: done.kept, access: .readWrite).closeCheckpointing() } catch {}
    return (done.pages, kept)
  }

  /// Gives what cannot be replaced in an orderly way another name, if that is wanted; returns the name.
  private func clear() throws -> String? {
    do {
      if try FilePlace.exists(path) {
        _ = try StoreOpening(path: path, access: .readOnly, timeout: timeout, now: 0).open()
      } else if let left = try FilePlace.leftovers(of: path).first {
        throw StoreError.leftover(path: path, file: left)
      }
      guard try FilePlace.exists(path + "-partial") else { return nil }
      if settingAside { _ = try PartialFile.setAside(path + "-partial", for: "restore") }
      return nil
    } catch {
      let error = StoreError(any: error, path: path)
      if case .busy = error { throw error }
      guard settingAside else { throw error }
      return try PartialFile.setAside(path, for: "restore")
    }
  }

  /// Keeps writers away from the old file until it has its other name.
  private static func lock(_ old: borrowing Connection) throws(SQLiteError) {
    // A file whose log is empty takes its other name in one step.
    if try old.takeForItself() { return }
    try old.begin(.immediate)
    guard try old.pragmaText("journal_mode") == "wal" else { return }
    // Whoever opens the new file before the old log has its other name must see that it is not its own.
    try old.renewLogNote()
    try old.commit()
    try old.begin(.immediate)
  }
}
