import CEkibenSQLite

/// Which file a path means, and by how many names it can be reached.
package struct FilePlace: Equatable {
  let device, inode, links: UInt64
  /// When the file was made, in nanoseconds since 1970; 0 where nobody asked, or the system does not say.
  fileprivate(set) var birth: Int64 = 0

  /// Whether both mean one file; where only one was asked for its birth, as long as somebody has it open: what names a
  /// file that has gone may be given to a new one.
  package func isOneFile(with other: FilePlace) -> Bool {
    (device, inode) == (other.device, other.inode)
      && (birth == other.birth || birth == 0 || other.birth == 0)
  }

  /// Files that SQLite or a copy makes beside a database, by what their names add.
  static let endings = ["-wal", "-shm", "-journal"]

  /// Makes an empty file where there is none, for its owner alone; refuses what another file of the
  /// name has left.
  static func prepareNewFile(at path: String) throws(SQLiteError) {
    let place = behindLinks(path)
    if let left = try leftovers(of: place).first {
      // Whoever makes the file in this moment makes it first, and those beside it afterwards.
      if try exists(place) { return }
      throw .leftover(left)
    }
    if try !exists(place) { try refuseNameBesideFile(place) }
    unsafe ekiben_make_private_file(place)
  }

  // Where the file is or will be; the path itself where that would be too long, which opening refuses.
  private static func behindLinks(_ path: String) -> String {
    var place = [CChar](repeating: 0, count: 4096)
    guard unsafe ekiben_follow_links(path, &place, place.count) == 0 else { return path }
    return String(decoding: place.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What lies beside a path by the names that SQLite gives.
  package static func leftovers(of path: String) throws(SQLiteError) -> [String] {
    var found: [String] = []
    for ending in endings where try exists(path + ending) { found.append(path + ending) }
    return found
  }

  /// Refuses the names that SQLite gives to what lies beside a file that is there: it would read, write over or delete
  /// whatever has one.
  static func refuseNameBesideFile(_ path: String) throws(SQLiteError) {
    for ending in endings where path.hasSuffix(ending) {
      let file = String(path.dropLast(ending.count))
      guard try exists(file), unusualKind(of: file) == nil else { continue }
      throw SQLiteError(
        SQLITE_PERM, .identify, "SQLite keeps there what belongs to \(file)", path: path)
    }
  }

  package static func exists(_ path: String) throws(SQLiteError) -> Bool {
    try unsafe FileStamp.facts(of: path, path: path) != nil
  }

  /// Whether a `-wal` that holds something lies beside the file that a path means.
  package static func hasLog(_ path: String) throws(SQLiteError) -> Bool {
    try unsafe FileStamp.facts(of: behindLinks(path) + "-wal", path: path).isNonempty
  }

  /// The kind in words, such as `a folder`, of what a path names; nil for an ordinary file, and where there is none.
  ///
  /// To be asked before a file is opened, which for a pipe would wait for somebody at its other end.
  package static func unusualKind(of path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    return unsafe ekiben_unusual_kind(path).map { unsafe String(cString: $0) }
  }
}

extension Connection {
  /// Refuses a file that is no longer at its path, or is reached by several names: what is committed
  /// would lie in a log that whoever opens the file next does not find.
  ///
  /// To be called before each commit; it costs one look at the path.
  package func confirmPlace() throws(SQLiteError) {
    guard let place else { return }
    let now = try currentPlace()
    guard let now, now.isOneFile(with: place) else {
      throw SQLiteError(ekiben_moved(), .identify, "it was moved, replaced or deleted", path: path)
    }
    guard now.links <= 1 else {
      throw SQLiteError(ekiben_linked(), .identify, "it has \(now.links) names", path: path)
    }
  }

  /// The place of this file by which it is told from others also once nobody has it open.
  package var placeWithBirth: FilePlace? {
    var place = place
    unsafe place?.birth = ekiben_birth_of_file(filePath)
    return place
  }

  /// Whether a path means this file.
  package func isFile(at other: String) throws(SQLiteError) -> Bool {
    guard let place, let facts = unsafe try FileStamp.facts(of: other, path: other) else {
      return false
    }
    return (facts.device, facts.inode) == (place.device, place.inode)
  }

  /// Whether another connection has opened this file.
  package func isFile(of other: borrowing Connection) -> Bool {
    guard let place, let its = other.place else { return false }
    return place.isOneFile(with: its)
  }

  /// Makes the names beside the file outlive a power cut, that of a new log above all: where SQLite cannot open the
  /// folder to do so, it goes on as if it had (rule P10).
  ///
  /// A folder that this process may not read is passed over here, too: it cannot be synced by anybody who may not.
  package func makeNamesLast() throws(SQLiteError) {
    guard place != nil, let end = filePath.lastIndex(of: "/") else { return }
    let error = unsafe ekiben_sync_folder(String(filePath[...end]))
    guard error != 0, ekiben_is_forbidden(error) == 0 else { return }
    throw SQLiteError(
      SQLITE_IOERR, .identify, "the names in its folder cannot be made to last", path: path,
      systemError: error)
  }

  /// Waits, for others to finish what takes a moment.
  package static func pause(milliseconds: Int) { sqlite3_sleep(Int32(clamping: milliseconds)) }

  /// How many names the file has; 1 where it has none.
  package func countOfNames() throws(SQLiteError) -> Int {
    Int(clamping: try currentPlace()?.links ?? 1)
  }

  func currentPlace() throws(SQLiteError) -> FilePlace? {
    let name = unsafe sqlite3_db_filename(handle, "main")
    guard let facts = unsafe try FileStamp.examine(name, path, .identify) else { return nil }
    return FilePlace(device: facts.device, inode: facts.inode, links: facts.links)
  }
}
