import CEkibenSQLite

/// The five storage classes of SQLite.
package enum ColumnType: Equatable, Sendable {
  case integer, real, text, blob, null

  init(_ code: Int32) {
    self =
      switch code {
      case SQLITE_INTEGER: .integer
      case SQLITE_FLOAT: .real
      case SQLITE_TEXT: .text
      case SQLITE_BLOB: .blob
      default: .null
      }
  }
}

/// Readers of the current row. The first column is 0. A column that the statement does not have, or
/// reading where there is no row, is a mistake of the caller and traps. A value of another type is
/// what a damaged or foreign file holds and throws: nothing is converted.
extension Statement {
  package var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// What the column is called in the results.
  package func columnName(_ column: Int32) -> String {
    precondition(column >= 0 && column < columnCount, "no such column")
    return unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// The storage class of a value in the current row.
  package func type(_ column: Int32) -> ColumnType {
    precondition(
      column >= 0 && column < (unsafe sqlite3_data_count(handle)), "no such column, or no row")
    return ColumnType(unsafe sqlite3_column_type(handle, column))
  }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL && type(column) == .null
  }

  package func int64(_ column: Int32) throws(SQLiteError) -> Int64 {
    try expect(SQLITE_INTEGER, in: column)
    return unsafe sqlite3_column_int64(handle, column)
  }

  /// Reads a whole number; what is too great is the greatest.
  package func int(_ column: Int32) throws(SQLiteError) -> Int { Int(clamping: try int64(column)) }

  /// Says whether the value is a certain whole number, and no other value.
  package func holds(_ integer: Int64, in column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER
      && sqlite3_column_int64(handle, column) == integer
  }

  package func double(_ column: Int32) throws(SQLiteError) -> Double {
    try expect(SQLITE_FLOAT, in: column)
    return unsafe sqlite3_column_double(handle, column)
  }

  /// Reads a text; bytes that are no UTF-8 are an error and are not repaired.
  package func text(_ column: Int32) throws(SQLiteError) -> String {
    try expect(SQLITE_TEXT, in: column)
    // In this order: the first call may convert, the second counts what it made.
    guard let start = unsafe sqlite3_column_text(handle, column) else {
      throw unsafe SQLiteError(SQLITE_NOMEM, .read, statement: handle)
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    guard let text = unsafe String(utf8: UnsafeRawBufferPointer(start: start, count: count)) else {
      throw error(SQLITE_CORRUPT, "the text in column \(columnName(column)) is not UTF-8")
    }
    return text
  }

  package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
    try expect(SQLITE_BLOB, in: column)
    // In this order: the first call may read from disk, the second counts what it read.
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    if let start = unsafe start {
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
    // Nothing for a length of 0; for any other length SQLite has run out of memory.
    if count == 0 { return [] }
    throw unsafe SQLiteError(SQLITE_NOMEM, .read, statement: handle)
  }

  // A column that is not there is NULL to SQLite, so that what is expected needs no other look.
  private func expect(_ expected: Int32, in column: Int32) throws(SQLiteError) {
    guard unsafe sqlite3_column_type(handle, column) != expected else { return }
    let (found, wanted) = (type(column), ColumnType(expected))
    throw error(
      SQLITE_MISMATCH, "column \(columnName(column)) holds \(found), \(wanted) was expected")
  }

  private func error(_ code: Int32, _ message: String) -> SQLiteError {
    let sql = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) }
    return SQLiteError(code, .read, message, sql: sql)
  }
}

extension String {
  /// The text that bytes are; nil where they are no UTF-8.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    // Decoding repairs what is no UTF-8, and that is noticed: `validating` looks its generic types up each time.
    var text = unsafe String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count, let first = decoded.baseAddress,
        let start = bytes.baseAddress
      else { return unsafe bytes.isEmpty }
      return unsafe memcmp(first, start, bytes.count) == 0
    }
    guard isSame else { return nil }
    self = text
  }
}
