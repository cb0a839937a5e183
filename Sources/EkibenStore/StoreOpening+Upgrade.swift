internal import EkibenMigrations
internal import EkibenSQLite

/// Applies migrations to an open file, and leaves what each did in it (rule P8).
extension StoreOpening {
  /// Makes a store of an empty file, unless another process has been faster.
  ///
  /// It is one transaction: a process that is killed meanwhile leaves an empty file.
  func create(in connection: borrowing Connection) throws {
    try inTransaction(connection) { connection in
      guard try format(of: connection) == nil else { return }
      for migration in schema.migrations { try apply(migration, to: connection) }
      for table in StoredTable.allCases { try connection.execute(table.seal) }
    }
  }

  /// Applies the migrations that a store lacks, each in a transaction of its own.
  ///
  /// A process that is killed meanwhile leaves one format or the next, and whoever opens the store then
  /// goes on. What is lacking is asked again in each transaction, since another process may do the same.
  /// `prepare` runs before the first change and in its transaction, so that nobody writes between.
  ///
  /// - Returns: The format that was found when the writer's lock was held.
  /// - Throws: ``StoreError`` or `SQLiteError`; the steps before the one that failed stay.
  func applyMigrations(
    to connection: borrowing Connection,
    preparing prepare: (borrowing Connection) throws -> Void = { _ in }
  ) throws -> Int {
    var first = try format(of: connection) ?? 0
    guard first < schema.format else { return first }
    var isPrepared = false
    try connection.withoutForeignKeys {
      var isMore = true
      while isMore {
        try inTransaction(connection) { connection in
          let format = try format(of: connection) ?? 0
          isMore = format < schema.format
          if !isPrepared {
            first = format
            if isMore { try prepare(connection) }
            isPrepared = true
          }
          if isMore { try apply(schema.migrations[format], to: connection) }
        }
      }
    }
    return first
  }

  private func format(of connection: borrowing Connection) throws -> Int? {
    try format(of: connection, for: .readWrite)
  }

  private func inTransaction(
    _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Void
  ) throws {
    try connection.begin(.immediate)
    do {
      try body(connection)
      if try connection.mayBeginLog() { try connection.renewLogNote() }
      try connection.confirmPlace()
      try connection.commit()
    } catch {
      // The first error is what the caller needs.
      do { try connection.rollback() } catch {}
      throw error
    }
  }

  private func apply(_ migration: Migration, to connection: borrowing Connection) throws {
    try connection.execute(String(decoding: migration.sql, as: UTF8.self))
    if migration.number == OlderFormats.checksums, let id { try set(id, in: connection) }
    try connection.withStatement(
      migration.number < OlderFormats.checksums
        ? "INSERT INTO migration(number, name, checksum, reader, applied) VALUES (?, ?, ?, ?, ?)"
        : StoredTable.migration.insert
    ) { statement throws(SQLiteError) in
      try statement.bind(Int64(migration.number), at: 1)
      try statement.bind(migration.name, at: 2)
      try statement.bind(schema.checksums[migration.number - 1], at: 3)
      try statement.bind(Int64(migration.reader), at: 4)
      try statement.bind(now, at: 5)
      try statement.run()
    }
    try check(migration, in: connection)
  }

  // The step has given it random bytes.
  private func set(_ id: [UInt8], in connection: borrowing Connection) throws {
    try connection.withStatement(StoredTable.setting.update("value", where: "name = 'store'")) {
      statement throws(SQLiteError) in
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }

  private func check(_ migration: Migration, in connection: borrowing Connection) throws {
    let orphans = try connection.withStatement("PRAGMA foreign_key_check") {
      statement throws(SQLiteError) in try statement.step()
    }
    guard !orphans else {
      throw StoreError.damaged(
        path: path, detail: "migration \(migration.name) would leave a row without its parent")
    }
    guard try connection.pragmaInteger("user_version") == Int64(migration.number) else {
      throw StoreError.sqlite(
        path: path, detail: "migration \(migration.name) does not set its format")
    }
  }
}

/// What upgrading a store did.
public struct StoreUpgrade: Hashable, Sendable {
  /// The store's format before.
  public let from: Int
  /// Its format now; the same where nothing was to be done.
  public let to: Int
  /// The path of the copy of the old file, if one was asked for and something was to be done.
  public let copy: String?
}

extension Store {
  /// Brings a store to this version's format, if asked with a copy of the old file (rule P8).
  ///
  /// Opening for writing upgrades as well, without a copy: this is for whoever wants one, or wants
  /// nothing else. Each step is one transaction; whatever happens, the store has one format or the
  /// next, and the call can be made again. A store that is up to date is only read.
  ///
  /// The copy is called `PATH-before-N`, N being the format upgraded to. It equals the old file byte
  /// for byte, what lay in the `-wal` included; it is on disk before the upgrade begins, and nobody can
  /// write in between.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - keepingCopy: Whether the old file is copied first.
  ///   - timeout: How many milliseconds to wait for other programs.
  ///   - now: The time, in UTC milliseconds since 1970, noted with each step.
  ///   - id: 16 bytes for a store that has no id yet; nil takes random ones.
  /// - Returns: The formats before and after, and the copy.
  /// - Throws: ``StoreError``; ``StoreError/fileExists(path:)`` where the copy, or the partial one of a
  ///   process that was killed, is there already: then nothing is upgraded.
  /// - Complexity: O(file), since all foreign keys are checked.
  public static func upgrade(
    _ path: String, keepingCopy: Bool = false, timeout: Int = 5000, now: Int64, id: [UInt8]? = nil
  ) throws(StoreError) -> StoreUpgrade {
    try upgrade(
      path, keepingCopy: keepingCopy, timeout: timeout, now: now, id: id, schema: .current)
  }

  /// The same to a schema of tests.
  package static func upgrade(
    _ path: String, keepingCopy: Bool, timeout: Int, now: Int64, id: [UInt8]? = nil,
    schema: StoreSchema
  ) throws(StoreError) -> StoreUpgrade {
    try StoreOpening(
      path: path, access: .readWrite, timeout: timeout, now: now, schema: schema, id: id
    ).upgrade(keepingCopy: keepingCopy)
  }
}
