import CEkibenSQLite

extension Connection {
  /// Lends a compiled statement to `body`, compiled the first time and kept for the next.
  ///
  /// Afterwards it is reset and its parameters are NULL again, also if `body` throws. The same SQL
  /// may be used inside `body`: the inner use gets a statement of its own. A body with other errors
  /// returns them (as a `Result`, say), since one function throws one type.
  package func withStatement<Result>(
    _ sql: String, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try with(try cache.borrow(sql, on: self), body)
  }

  /// Lends one of the few statements that every edit runs, as `withStatement` does.
  ///
  /// It is found by where its text stands in the program, which takes a quarter of the instructions that
  /// hashing the text does, and is kept until the connection closes.
  package func withStatement<Result>(
    fixed sql: StaticString, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try with(try cache.borrow(fixed: sql, on: self), body)
  }

  @inline(__always)
  private func with<Result>(
    _ lent: StatementCache.Slot, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let statement = unsafe Statement(lent.handle)
    let result: Result
    do {
      result = try body(statement)
      try statement.reset()
    } catch {
      unsafe sqlite3_reset(statement.handle)
      cache.takeBack(lent, statement)
      throw error
    }
    cache.takeBack(lent, statement)
    return result
  }
}

/// The compiled statements of one connection by their text, of which the least recently used goes.
@safe final class StatementCache {
  /// One kept statement, a class so that giving it back needs no second look-up.
  @safe final class Slot {
    let sql: String
    let handle: OpaquePointer
    var isLent = true
    let isKept: Bool

    init(_ sql: String, _ handle: OpaquePointer, isKept: Bool) {
      self.sql = sql
      unsafe self.handle = handle
      self.isKept = isKept
    }

    /// Whether the bytes of its text are these: Swift's `==` also takes two spellings of one letter as equal,
    /// and they can stand in a literal.
    func isOf(_ sql: String) -> Bool {
      guard self.sql.utf8.count == sql.utf8.count else { return false }
      var (one, other) = (self.sql, sql)
      return one.withUTF8 { one in
        other.withUTF8 { other in
          unsafe ekiben_same_bytes(one.baseAddress, other.baseAddress, Int64(one.count)) != 0
        }
      }
    }
  }

  /// More than the package has statements; the bound is for callers who write values into SQL.
  static let capacity = 64

  /// Compiled before a transaction begins and kept until it is needed: one must be taken back
  /// also when there is no memory left to compile anything.
  private var rollback: OpaquePointer?

  /// The latest used last, and looked through from there: few of them are of one length, and so many that a table
  /// would find them sooner are not kept.
  private var slots: [Slot] = []
  /// With the address of their text: so few that looking through them takes a tenth of what hashing the address does.
  private var fixed: [(text: UInt, slot: Slot)] = []

  var count: Int { slots.count }

  func keeps(_ sql: String) -> Bool { slots.contains { $0.isOf(sql) } }

  deinit { removeAll() }

  /// Compiles the rollback statement, unless it is there already.
  func prepareRollback(on connection: borrowing Connection) throws(SQLiteError) {
    if unsafe rollback == nil {
      unsafe rollback = try connection.prepareHandle("ROLLBACK", persistent: true)
    }
  }

  /// Hands over the rollback statement, which is used once: one that changed the schema leaves all
  /// statements to be compiled anew when it is rolled back.
  func takeRollback(on connection: borrowing Connection) throws(SQLiteError) -> OpaquePointer {
    guard let kept = unsafe rollback else {
      return unsafe try connection.prepareHandle("ROLLBACK", persistent: false)
    }
    unsafe rollback = nil
    return unsafe kept
  }

  /// Drops the rollback statement, since a `VACUUM` that failed leaves it to be compiled anew,
  /// which is to happen before a transaction begins and not when it fails.
  func dropRollback() {
    unsafe sqlite3_finalize(rollback)
    unsafe rollback = nil
  }

  func borrow(_ sql: String, on connection: borrowing Connection) throws(SQLiteError) -> Slot {
    let place = slots.lastIndex { $0.isOf(sql) }
    if let place, !slots[place].isLent {
      let slot = slots.remove(at: place)
      slots.append(slot)
      slot.isLent = true
      return slot
    }
    let isKept = place == nil && makeRoom()
    let handle = unsafe try connection.prepareHandle(sql, persistent: isKept)
    let slot = unsafe Slot(sql, handle, isKept: isKept)
    if isKept { slots.append(slot) }
    return slot
  }

  func borrow(
    fixed sql: StaticString, on connection: borrowing Connection
  ) throws(SQLiteError) -> Slot {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    var isNew = true
    for (text, slot) in fixed where text == key {
      if !slot.isLent {
        slot.isLent = true
        return slot
      }
      isNew = false
    }
    let text = sql.description
    let handle = unsafe try connection.prepareHandle(text, persistent: isNew)
    let slot = unsafe Slot(text, handle, isKept: isNew)
    if isNew { fixed.append((key, slot)) }
    return slot
  }

  /// Takes the statement out of its wrapper, which would finalize it, and keeps it for the next.
  func takeBack(_ slot: Slot, _ statement: consuming Statement) {
    guard slot.isKept else { return }
    statement.clearBindings()
    unsafe _ = statement.release()
    slot.isLent = false
  }

  /// Whether the connection is closed, so that nothing can be compiled any more.
  private(set) var isClosed = false

  func close() {
    isClosed = true
    removeAll()
  }

  func removeAll() {
    for slot in slots where !slot.isLent { unsafe sqlite3_finalize(slot.handle) }
    for (_, slot) in fixed where !slot.isLent { unsafe sqlite3_finalize(slot.handle) }
    slots.removeAll()
    fixed.removeAll()
    dropRollback()
  }

  /// Makes room for one more; not possible while all that are kept are in use.
  private func makeRoom() -> Bool {
    guard slots.count >= Self.capacity else { return true }
    guard let oldest = slots.firstIndex(where: { !$0.isLent }) else { return false }
    unsafe sqlite3_finalize(slots.remove(at: oldest).handle)
    return true
  }
}
