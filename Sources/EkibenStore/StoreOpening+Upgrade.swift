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
