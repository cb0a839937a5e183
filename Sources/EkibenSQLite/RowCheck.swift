import CEkibenSQLite

/// How the rows of a table are compared with their checksums by statements that give all their columns.
///
/// It does what the SQL function `ekiben_intact` does, without its call: to read an answer takes a seventh fewer
/// instructions.
package struct RowCheck: Sendable {
  fileprivate let table: String
  fileprivate let sumOfName: UInt32
  fileprivate let count: Int32
  /// Whether the last column is left out where it is NULL.
  fileprivate let hasGrown: Bool

  /// Makes the check of a table with a number of columns, of which the last may be left out where it is NULL.
  package init(table: String, columns: Int, hasGrown: Bool) {
    (self.table, count, self.hasGrown) = (table, Int32(clamping: columns), hasGrown)
    var name = table
    sumOfName = name.withUTF8 { name in
      unsafe ekiben_sum_of_name(Checksums.tables, name.baseAddress, Int32(clamping: name.count))
    }
  }
}

extension Statement {
  /// Refuses the current row where it is not as it was written: a column has the checksum, and those of the table
  /// follow in their order.
  package func check(_ check: RowCheck, at first: Int32) throws(SQLiteError) {
    if !fits(check, at: first) {
      throw unfit(check.table, first + 1..<first + 1 + count(check, at: first))
    }
  }

  /// Whether the current row is as it was written.
  package func fits(_ check: RowCheck, at first: Int32) -> Bool {
    let count = count(check, at: first)
    return unsafe ekiben_row_fits(Checksums.tables, check.sumOfName, handle, first, count) != 0
  }

  private func count(_ check: RowCheck, at first: Int32) -> Int32 {
    check.hasGrown && isNull(first + check.count) ? check.count - 1 : check.count
  }

  private func unfit(_ table: String, _ columns: Range<Int32>) -> SQLiteError {
    let numbers = columns.map { type($0) == .integer ? unsafe sqlite3_column_int64(handle, $0) : 0 }
    let sql = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) }
    return SQLiteError(
      ekiben_unfit_row(), .step, ([table] + numbers.map(String.init)).joined(separator: " "),
      sql: sql)
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
