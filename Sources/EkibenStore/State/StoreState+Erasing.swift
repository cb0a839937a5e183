internal import EkibenSQLite

/// How what was deleted leaves the file, too (rule P18, decision 0022).
extension StoreState {
  /// Writes in one transaction without foreign keys.
  ///
  /// Deleting a row that others could refer to reads all of a table where no index helps. What is deleted
  /// must take along all that refers to it.
  mutating func writeWithoutForeignKeys<Result>(
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.sqlite(try database.connection.enforceForeignKeys(false))
    let result = Swift.Result { () throws(StoreError) in try write(body) }
    try database.sqlite(try database.connection.enforceForeignKeys(true))
    return try result.get()
  }

  /// Sees to it that nothing of some bytes is left outside of what the store holds.
  ///
  /// SQLite writes zeroes over what is deleted; if copies of it are in free parts of other pages, the file is
  /// written anew.
  mutating func erase(_ bytes: DestroyedBytes) throws(StoreError) {
    do throws(StoreError) {
      try clearLog()
      if try remains(of: bytes) == 0 { return }
      try vacuum()
      try clearLog()
      let found = try remains(of: bytes)
      if found > 0 {
        throw database.damaged("\(found) pieces of it are in dead parts")
      }
    } catch {
      if case .remains = error { throw error }
      throw .remains(path: database.path, detail: .init("\(error)"))
    }
  }

  /// Moves the log into the file and leaves nothing in it that was written before.
  mutating func clearLog() throws(StoreError) {
    guard try !beginLogAnew() else { return }
    throw .remains(path: database.path, detail: "other programs are reading it")
  }

  /// Writes the file anew without free pages.
  mutating func vacuum() throws(StoreError) {
    try keepingLog { (state) throws(StoreError) in
      // The commit of VACUUM is one that SQLite makes alone, and would begin a log without a note.
      try state.write(beginningLog: true) { _ throws(StoreError) in }
      try state.database.sqlite(try state.database.connection.vacuum())
    }
  }

  /// Runs something in which no commit begins a log anew but the first, whoever moves it into the file
  /// meanwhile.
  mutating func keepingLog<Result>(
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let reader = try database.sqlite(try database.connection.beginReadingAside())
    let result = try body(&self)
    do throws(SQLiteError) { try reader.close() } catch { throw database.storeError(error) }
    return result
  }

  /// Moves all of the log into the file and begins a new one that is cut to its beginning; false where others
  /// read, or write, for longer than the store waits.
  ///
  /// SQLite begins anew with the first commit after which nobody reads what was moved.
  mutating func beginLogAnew() throws(StoreError) -> Bool {
    try database.sqlite(try database.connection.setCutsLog(true))
    let result = Result { () throws(StoreError) in try tryBeginningLogAnew() }
    try database.sqlite(try database.connection.setCutsLog(false))
    return try result.get()
  }

  private mutating func tryBeginningLogAnew() throws(StoreError) -> Bool {
    let end = ContinuousClock.now + .milliseconds(database.opening.timeout)
    while true {
      let checkpoint = try database.sqlite(try database.connection.checkpointFenced())
      if let checkpoint, checkpoint.isComplete {
        let begins = try write(beginningLog: true) { state throws(StoreError) in
          try state.database.sqlite(try state.database.connection.mayBeginLog())
        }
        // One that was not begun anew, since somebody reads it, goes on growing.
        if begins, database.connection.walFrames <= max(checkpoint.logFrames, 1) {
          database.nextCheckpoint = Database.checkpointFrames
          return true
        }
      }
      if ContinuousClock.now >= end { return false }
      Connection.pause(milliseconds: 10)
    }
  }

  private mutating func remains(of bytes: DestroyedBytes) throws(StoreError) -> Int {
    try read { state throws(StoreError) in
      try state.database.sqlite(try state.database.connection.remains(of: bytes))
    }
  }
}
