internal import EkibenDocuments
internal import EkibenMigrations
internal import EkibenSQLite

/// Opens a file, tells whether it is ours, and brings its schema up to date.
struct StoreOpening {
  let path: String
  let access: Store.Access
  let timeout: Int
  let now: Int64
  var durability = Durability.processCrash

  /// 'Ekib' in SQLite's header.
  static let applicationID: Int64 = 1_164_667_234
  /// The format that this version writes, and the newest that it reads.
  static let format: Int64 = 1

  func open() throws(StoreError) -> StoreState {
    do {
      switch access {
      case .readOnly: return try openReadOnly()
      case .readWrite: return try openReadWrite(.readWrite)
      case .create: return try openReadWrite(.create)
      }
    } catch let error as SQLiteError {
      throw error.isMissingFile ? .noSuchFile(path: path) : StoreError(error, path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .sqlite(path: path, detail: "\(error)")
    }
  }

  private func openReadOnly(attempts: Int = 3) throws -> StoreState {
    let connection = try Connection.openReadOnly(path: path, busyTimeout: timeout)
    do {
      guard try isOurs(connection) else {
        throw StoreError.notAStore(path: path, why: "it is empty")
      }
      try checkMigrations(connection)
    } catch {
      // It may have been read while somebody began to write it.
      if attempts > 1, try !connection.stillUnchanged() {
        return try openReadOnly(attempts: attempts - 1)
      }
      throw error
    }
    return StoreState(connection: connection, path: path, isReadOnly: true, timeout: timeout)
  }

  private func openReadWrite(_ access: Connection.Access) throws -> StoreState {
    try refuseForeign()
    let connection = try Connection(path: path, access: access, busyTimeout: timeout)
    // Before anything is set, since setting WAL changes a byte of a file that may not be ours.
    let isOurs = try isOurs(connection)
    guard isOurs || access == .create else {
      throw StoreError.notAStore(path: path, why: "it is empty")
    }
    try connection.setWAL()
    try connection.setSynchronous(durability.synchronous)
    if !isOurs { try migrate(connection) }
    try checkMigrations(connection)
    return StoreState(connection: connection, path: path, isReadOnly: false, timeout: timeout)
  }

  /// Refuses what is not ours through a connection that changes nothing.
  ///
  /// One for writing would leave an empty `-wal` beside a file in WAL mode. Only a refusal counts here:
  /// whatever else is wrong shows again, and better, when the file is opened for writing.
  private func refuseForeign() throws {
    var isOneState = true
    do {
      let connection = try Connection.openReadOnly(path: path, busyTimeout: timeout)
      defer { do { isOneState = try connection.stillUnchanged() } catch { isOneState = false } }
      if try isOurs(connection) { try checkMigrations(connection) }
    } catch let error as StoreError where isOneState {
      throw error
    } catch {}
  }

  /// Tells ours (true) and empty (false) from everything else, which is refused.
  private func isOurs(_ connection: borrowing Connection) throws -> Bool {
    let id = try connection.pragmaInteger("application_id")
    if id == Self.applicationID {
      let format = try connection.pragmaInteger("user_version")
      guard try format <= Self.format || mayRead(connection) else {
        throw StoreError.newerFormat(path: path, format: Int(clamping: format))
      }
      guard format >= 1 else {
        throw StoreError.formerFormat(path: path, format: Int(clamping: format))
      }
      return true
    }
    let objects = try connection.withStatement("SELECT count(*) FROM sqlite_schema") {
      statement throws(SQLiteError) in
      _ = try statement.step()
      return try statement.int64(0)
    }
    guard id == 0, objects == 0 else {
      throw StoreError.notAStore(path: path, why: "it is another program's SQLite database")
    }
    // SQLite takes what is too short for a header for an empty database, and would write over it.
    let facts = try connection.facts()
    guard facts.fileBytes == 0 || facts.fileBytes >= 512 else {
      throw StoreError.notAStore(path: path, why: "it is no SQLite database")
    }
    return false
  }

  /// A newer file says itself which programs may read it still; none may write it.
  private func mayRead(_ connection: borrowing Connection) throws -> Bool {
    guard access == .readOnly else { return false }
    let (reader, steps) = try connection.withStatement(
      "SELECT ifnull(max(reader), 0), count(*) FROM migration"
    ) { statement throws(SQLiteError) in
      _ = try statement.step()
      return (try statement.int64(0), try statement.int64(1))
    }
    // A number without the step that made it says nothing of who may read it.
    return steps > Migration.all.count && reader <= Self.format
  }

  private func migrate(_ connection: borrowing Connection) throws {
    try connection.begin(.immediate)
    do {
      // Another process may have been faster.
      if try !isOurs(connection) {
        for migration in Migration.all { try apply(migration, connection) }
      }
      try connection.commit()
    } catch {
      do { try connection.rollback() } catch {}
      throw error
    }
  }

  private func apply(_ migration: Migration, _ connection: borrowing Connection) throws {
    try connection.execute(String(decoding: migration.sql, as: UTF8.self))
    try connection.withStatement(
      "INSERT INTO migration(number, name, checksum, reader, applied) VALUES (?, ?, ?, ?, ?)"
    ) { statement throws(SQLiteError) in
      try statement.bind(Int64(migration.number), at: 1)
      try statement.bind(migration.name, at: 2)
      try statement.bind(SHA256.hash(migration.sql), at: 3)
      try statement.bind(Int64(migration.reader), at: 4)
      try statement.bind(now, at: 5)
      try statement.run()
    }
    let orphans = try connection.withStatement("PRAGMA foreign_key_check") {
      statement throws(SQLiteError) in try statement.step()
    }
    guard !orphans else {
      throw StoreError.damaged(
        path: path, detail: "migration \(migration.name) would leave a row without its parent")
    }
  }

  private func checkMigrations(_ connection: borrowing Connection) throws {
    let applied = try connection.withStatement(
      "SELECT name, checksum FROM migration ORDER BY number"
    ) { statement throws(SQLiteError) in
      var applied: [(name: String, checksum: [UInt8])] = []
      while try statement.step() {
        applied.append((try statement.text(0), try statement.blob(1)))
      }
      return applied
    }
    let known = Migration.all.map { (name: $0.name, checksum: SHA256.hash($0.sql)) }
    // In a newer file steps may follow that we do not know; whether it may be read was asked before.
    let isNewer = try connection.pragmaInteger("user_version") > Self.format
    guard
      applied.prefix(isNewer ? known.count : .max).elementsEqual(
        known, by: { $0.name == $1.name && $0.checksum == $1.checksum })
    else {
      throw StoreError.notAStore(
        path: path, why: "its schema was made by another build of format \(Self.format)")
    }
  }
}
