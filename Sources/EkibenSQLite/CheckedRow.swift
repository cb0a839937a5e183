import CEkibenSQLite

/// What the checksums of a table's rows are made of.
package struct RowCheck: Sendable {
  fileprivate let table: String
  fileprivate let sumOfName: UInt32
  fileprivate let columns: Int32
  /// Whether the last column is left out where it is NULL.
  fileprivate let hasGrown: Bool

  /// Makes the check of a table with a number of columns, of which the last may be left out where it is NULL.
  package init(table: String, columns: Int, hasGrown: Bool) {
    (self.table, self.columns, self.hasGrown) = (table, Int32(clamping: columns), hasGrown)
    var name = table
    sumOfName = name.withUTF8 { name in
      unsafe ekiben_sum_of_name(Checksums.tables, name.baseAddress, Int32(clamping: name.count))
    }
  }
}

/// The current row of a statement that gives a checksum and then all the columns of a table, in their order.
///
/// All of it is read in one call, together with the check, which does what the SQL function `ekiben_intact` does
/// without its call. To ask SQLite for each column took half as long again.
@safe package final class CheckedRow {
  private let check: RowCheck
  private let cells: UnsafeMutablePointer<ekiben_cell>
  // Of which the cells are the row, until it goes to the next one.
  private var statement: OpaquePointer?

  package init(_ check: RowCheck) {
    self.check = check
    unsafe cells = .allocate(capacity: Int(check.columns) + 1)
    unsafe cells.initialize(repeating: ekiben_cell(), count: Int(check.columns) + 1)
  }

  deinit { unsafe cells.deallocate() }

  /// Reads the row at which a statement stands, and says whether it is as it was written.
  ///
  /// Its texts and bytes are there until the statement goes to the next.
  package func isIntact(reading row: borrowing Statement) -> Bool {
    unsafe statement = row.handle
    return unsafe ekiben_read_row(
      Checksums.tables, check.sumOfName, row.handle, check.columns, check.hasGrown ? 1 : 0, cells)
      != 0
  }

  /// Reads the row at which a statement stands, and refuses one that is not as it was written.
  package func read(_ row: borrowing Statement) throws(SQLiteError) {
    if !isIntact(reading: row) { throw unfit }
  }

  package func isNull(_ column: Int) -> Bool { self[column].type == SQLITE_NULL }

  /// Says whether a column is a certain whole number, and no other value.
  package func holds(_ integer: Int64, in column: Int) -> Bool {
    self[column].type == SQLITE_INTEGER && self[column].number == integer
  }

  package func int64(_ column: Int) throws(SQLiteError) -> Int64 {
    let cell = self[column]
    if cell.type != SQLITE_INTEGER { throw mismatch(column, SQLITE_INTEGER) }
    return cell.number
  }

  /// Reads a text; bytes that are no UTF-8 are an error and are not repaired.
  package func text(_ column: Int) throws(SQLiteError) -> String {
    guard let text = unsafe String(utf8: try bytes(column, SQLITE_TEXT)) else {
      throw error(SQLITE_CORRUPT, "the text in \(name(column)) is not UTF-8")
    }
    return text
  }

  package func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
    unsafe Array(try bytes(column, SQLITE_BLOB))
  }

  /// Reads bytes into an array in place of what is in it, whose memory is used again.
  package func blob(_ column: Int, into bytes: inout [UInt8]) throws(SQLiteError) {
    let found = unsafe try self.bytes(column, SQLITE_BLOB)
    bytes.removeAll(keepingCapacity: true)
    unsafe bytes.append(contentsOf: found)
  }

  package func type(_ column: Int) -> ColumnType { ColumnType(self[column].type) }

  private subscript(column: Int) -> (type: Int32, number: Int64) {
    precondition(column > 0 && column <= check.columns, "no such column")
    return unsafe (cells[column].type, cells[column].number)
  }

  private func bytes(_ column: Int, _ type: Int32) throws(SQLiteError) -> UnsafeRawBufferPointer {
    let (found, count) = self[column]
    if found != type { throw mismatch(column, type) }
    let start = unsafe cells[column].bytes
    // Nothing for a length of 0; for any other length, and for a text, SQLite has run out of memory.
    if unsafe start == nil, type == SQLITE_TEXT || count != 0 {
      throw error(SQLITE_NOMEM, "out of memory")
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
  }

  private func mismatch(_ column: Int, _ wanted: Int32) -> SQLiteError {
    error(
      SQLITE_MISMATCH, "\(name(column)) holds \(type(column)), \(ColumnType(wanted)) was expected")
  }

  /// Says of a row that it is not as it was written.
  package var unfit: SQLiteError {
    let last = Int(check.columns)
    let summed = 1..<(check.hasGrown && isNull(last) ? last : last + 1)
    let numbers = summed.map { type($0) == .integer ? self[$0].number : 0 }
    return error(
      ekiben_unfit_row(), ([check.table] + numbers.map(String.init)).joined(separator: " "), .step)
  }

  private func name(_ column: Int) -> String {
    let name = unsafe statement.flatMap { unsafe sqlite3_column_name($0, Int32(column)) }
    return "column " + (unsafe name.map { unsafe String(cString: $0) } ?? check.table)
  }

  private func error(
    _ code: Int32, _ message: String, _ operation: SQLiteError.Operation = .read
  ) -> SQLiteError {
    let sql = unsafe statement.flatMap { unsafe sqlite3_sql($0) }.map { unsafe String(cString: $0) }
    return SQLiteError(code, operation, message, sql: sql)
  }
}

/// What sums are worked out with, made once for all connections.
@safe enum Checksums {
  // Written here, and never again.
  nonisolated(unsafe) static let tables = {
    let tables = UnsafeMutablePointer<ekiben_crc_tables>.allocate(capacity: 1)
    unsafe ekiben_make_crc_tables(tables)
    return unsafe tables
  }()
}
