import CEkibenSQLite

/// One compiled statement: bind, step, read; it is finalized when it goes away.
@safe package struct Statement: ~Copyable {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Hands the compiled statement back to its cache instead of finalizing it.
  consuming func release() -> OpaquePointer {
    let handle = unsafe self.handle
    discard self
    return unsafe handle
  }

  /// Binds a whole number to the parameter `index`, the first being 1.
  package func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, index, value), .bind)
  }

  /// Binds a text, byte for byte and with any NUL inside it, to the parameter `index`.
  package func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bytes in
      unsafe ekiben_bind_text(handle, index, bytes.baseAddress, UInt64(bytes.count))
    }
    try check(code, .bind)
  }

  /// Binds bytes to the parameter `index`; no bytes are an empty blob and not NULL.
  package func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = unsafe value.withUnsafeBytes { bytes in
      unsafe ekiben_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
    }
    try check(code, .bind)
  }

  /// Runs to the end with a text as the parameter `index`, which SQLite reads where it is.
  ///
  /// Bound by itself it is copied, which takes a thousand instructions an edit. Nothing is bound afterwards.
  package func run(lending value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let result = value.withUTF8 { bytes in
      unsafe runOnce(ekiben_lend_text(handle, index, bytes.baseAddress, UInt64(bytes.count)))
    }
    try result.get()
  }

  /// The same with bytes.
  package func run(lending value: [UInt8], at index: Int32) throws(SQLiteError) {
    let result = unsafe value.withUnsafeBytes { bytes in
      unsafe runOnce(ekiben_lend_blob(handle, index, bytes.baseAddress, UInt64(bytes.count)))
    }
    try result.get()
  }

  private func runOnce(_ code: Int32) -> Result<Void, SQLiteError> {
    defer { clearBindings() }
    return Result { () throws(SQLiteError) in
      try check(code, .bind)
      try run()
    }
  }

  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(handle, index), .bind)
  }

  /// Goes to the next row, and says whether there is one.
  ///
  /// A further step after the last row starts over, as SQLite does.
  package func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw unsafe SQLiteError(code, .step, statement: handle)
    }
  }

  /// Runs to the end, passing over any rows, and makes ready to run again, also after an error.
  ///
  /// What is bound stays bound.
  package func run() throws(SQLiteError) {
    do {
      while try step() {}
    } catch {
      unsafe sqlite3_reset(handle)
      throw error
    }
    try reset()
  }

  /// Makes ready to run again; what is bound stays bound.
  ///
  /// Leaving a writing statement before its last row commits here (outside a transaction), so a
  /// commit that fails is thrown. An error that `step` has thrown already is not thrown again.
  package func reset() throws(SQLiteError) {
    let isUnfinished = unsafe sqlite3_stmt_busy(handle) != 0
    let code = unsafe sqlite3_reset(handle)
    guard isUnfinished, code != SQLITE_OK else { return }
    throw unsafe SQLiteError(code, .step, statement: handle)
  }

  /// Sets every parameter to NULL, which also frees the memory of what was bound.
  package func clearBindings() { unsafe sqlite3_clear_bindings(handle) }

  /// How often SQLite compiled it anew by itself, as it does when the schema changes.
  var recompilations: Int {
    Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0))
  }

  func check(_ code: Int32, _ operation: SQLiteError.Operation) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw unsafe SQLiteError(code, operation, statement: handle)
  }
}
