internal import EkibenSQLite

/// Opens a file, refuses what is not ours, and brings its schema up to date where it may write.
struct StoreOpening {
  let path: String
  var access: Store.Access
  let timeout: Int
  /// The time that is noted with each migration, in UTC milliseconds.
  let now: Int64
  /// What was asked for; nil takes what the store is set to.
  var durability: Durability?
  /// What holds where neither says.
  var defaultDurability = Durability.processCrash
  var schema = StoreSchema.current
  /// The id of a store that has none yet; nil takes random bytes.
  var id: [UInt8]?
  /// Who knows which answers count; nil leaves what the file says of it as it is.
  var activity: (any AnswerActivitySource)?
  /// Whether somebody is known to write the file, so that reading it takes part in the locking.
  var isBesideWriters = false

  /// The same opening of a file that others write.
  var besideWriters: StoreOpening {
    var opening = self
    opening.isBesideWriters = true
    return opening
  }

  func open() throws(StoreError) -> StoreState {
    try throwingStoreErrors { () throws in
      try inPlace { () throws in
        access == .readOnly ? try openReadOnly(for: .readOnly) : try openReadWrite()
      }
    }
  }

  /// Opens the path anew for whoever has a database of it open; once something of that was told, it has to be
  /// the same file (rule P32).
  func openAgain(in place: Database) throws(StoreError) -> StoreState {
    let opened = try open()
    guard !place.hasAnswered || place.connection.isFile(of: opened.database.connection) else {
      throw .replaced(path: path)
    }
    opened.database.hasAnswered = place.hasAnswered
    return opened
  }

  /// Upgrades the store and leaves one whole file; one that is up to date is only looked at.
  func upgrade(keepingCopy: Bool) throws(StoreError) -> StoreUpgrade {
    try throwingStoreErrors { () throws in
      let found = try openReadOnly(for: .readWrite).database.format
      if found == schema.format { return StoreUpgrade(from: found, to: found, copy: nil) }
      let connection = try Connection(path: path, access: .readWrite, busyTimeout: timeout)
      try connection.confirmPlace()
      try connection.setWAL(busyTimeout: timeout)
      try connection.setSynchronous(Durability.powerLoss.synchronous)
      var copy: String?
      let from: Int
      do {
        from = try applyMigrations(to: connection) { connection in
          if keepingCopy { copy = try self.copy(connection) }
        }
      } catch {
        // The first error is what the caller needs; what was committed is safe in the `-wal`.
        do { try connection.closeCheckpointing() } catch {}
        throw error
      }
      try connection.closeCheckpointing(waiting: timeout / 10)
      return StoreUpgrade(from: from, to: schema.format, copy: copy)
    }
  }

  private func copy(_ connection: borrowing Connection) throws -> String {
    let copy = "\(path)-before-\(schema.format)"
    do throws(SQLiteError) {
      try connection.copyFile(to: copy, busyTimeout: timeout)
    } catch {
      // Two files can be at fault, and the copy more likely.
      throw StoreError(error, path: error.path ?? path)
    }
    return copy
  }

  /// Opens the file in the way that changes no byte of it, and checks it for what is to be done.
  private func openReadOnly(for access: Store.Access) throws -> StoreState {
    let connection = try Connection.openReadOnly(
      path: path, busyTimeout: timeout, besideWriters: isBesideWriters)
    do {
      guard let format = try self.format(of: connection, for: access) else {
        throw StoreError.notAStore(path: path, why: "it is empty")
      }
      try connection.limitCache()
      try OlderFormats.show(format, on: connection)
      try connection.confirmUnmoved()
      return StoreState(connection: connection, opening: self, format: format)
    } catch {
      // It may have been read while somebody began to write it.
      guard !isBesideWriters, try !connection.stillUnchanged() else { throw error }
      return try besideWriters.openReadOnly(for: access)
    }
  }

  /// Opens the file again where it was replaced in that moment: a file is opened before its log, and the
  /// log of another could be taken for it.
  private func inPlace(
    attempts: Int = 3, _ open: () throws -> StoreState
  ) throws -> StoreState {
    do { return try open() } catch let error as SQLiteError {
      guard error.isMoved || error.isLinked, attempts > 1 else { throw error }
      Connection.pause(milliseconds: 20)
      return try inPlace(attempts: attempts - 1, open)
    }
  }

  private func openReadWrite() throws -> StoreState {
    try refuseForeign()
    let connection = try Connection(
      path: path, access: access == .create ? .create : .readWrite, busyTimeout: timeout)
    try connection.confirmPlace()
    // Before anything is set, since setting WAL changes a byte of a file that may not be ours.
    let format = try self.format(of: connection, for: .readWrite)
    guard format != nil || access == .create else {
      throw StoreError.notAStore(path: path, why: "it is empty")
    }
    try connection.limitCache()
    try connection.setWAL(busyTimeout: timeout)
    if format != schema.format {
      // What an older store is set to can be read once its tables are those of today.
      let meanwhile = format == nil ? durability ?? defaultDurability : .powerLoss
      try connection.setSynchronous(meanwhile.synchronous)
      if format == nil { try create(in: connection) }
      // Also what was just made: an older program may have been faster.
      _ = try applyMigrations(to: connection)
    }
    let stored = durability == nil ? try connection.storedDurability() : nil
    try connection.setSynchronous((durability ?? stored ?? defaultDurability).synchronous)
    try connection.confirmLogWritable(busyTimeout: timeout)
    try connection.confirmPlace()
    return StoreState(connection: connection, opening: self, format: schema.format)
  }

  /// Refuses what is not ours through a connection that changes nothing.
  ///
  /// One for writing would leave an empty `-wal` beside a file in WAL mode. Only a refusal counts here,
  /// and a schema that contradicts itself: whatever else is wrong shows again, and better, when the
  /// file is opened for writing.
  private func refuseForeign() throws {
    var isOneState = true
    do {
      let connection = try Connection.openReadOnly(path: path, busyTimeout: timeout)
      defer { do { isOneState = try connection.stillUnchanged() } catch { isOneState = false } }
      _ = try format(of: connection, for: .readWrite)
    } catch let error
      where isOneState
      && (error is StoreError || (error as? SQLiteError)?.isCorrupt == true)
    {
      throw error
    } catch {}
  }

  private func throwingStoreErrors<Result: ~Copyable>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    if let kind = FilePlace.unusualKind(of: path) {
      throw .notAStore(path: path, why: "it is \(kind)")
    }
    do { return try body() } catch {
      if let error = error as? SQLiteError, error.isMissingFile { throw .noSuchFile(path: path) }
      throw StoreError(any: error, path: path)
    }
  }
}

extension Store {
  /// Takes away a store that holds nothing, such as one that was made for what was then refused, or that found no
  /// room for its tables.
  ///
  /// - Parameter path: The file itself, and no link to it.
  /// - Returns: Whether it has gone; one that holds a form, a document, a trace of one or a setting stays, and so
  ///   does one that another connection has open.
  /// - Throws: ``StoreError`` where it cannot be opened or read, or somebody uses it.
  package static func discardIfEmpty(_ path: String) throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      return try Connection.discard(
        path,
        unless: """
          SELECT 1 FROM document UNION ALL SELECT 1 FROM destroyed
          UNION ALL SELECT 1 FROM setting WHERE name IN ('durability', 'needs-reasons') LIMIT 1
          """)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
