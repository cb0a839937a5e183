internal import EkibenSQLite

extension Database {
  /// Says what a refusal of SQLite means, naming document and entry where a row is not as it was
  /// written.
  func storeError(_ error: SQLiteError) -> StoreError {
    guard let row = error.unfitRow else { return StoreError(error, path: path) }
    let what = describe(row.table, row.numbers)
    return .damaged(path: path, detail: .init(error, text: "\(what) is not what was written"))
  }

  /// Every row that is not as it was written, a sentence each; of each table the first hundred, and how
  /// many more.
  func unfitRows(in tables: [StoredTable] = StoredTable.allCases) throws(StoreError) -> [String] {
    var findings: [String] = []
    for table in tables {
      let found = try rows(table.unfit) { row in
        var numbers: [Int64] = []
        for column in 0..<row.columnCount { numbers.append(try row.int64(column)) }
        return numbers
      }
      findings += found.map { "\(describe(table.rawValue, $0)) is not what was written" }
      let rest = found.count < 100 ? 0 : try number(table.unfitCount) - found.count
      if rest > 0 { findings.append("and \(rest) more lines of \(table.rawValue) are not") }
    }
    return findings
  }

  /// What is wrong with pages, indexes and the values of columns, a sentence each.
  func damagedPages() throws(StoreError) -> [String] {
    try rows("PRAGMA main.integrity_check") { row in try row.text(0) }.filter { $0 != "ok" }
  }

  /// How many rows have no checksum, since nobody has written them after format 1.
  func uncheckedRows(in tables: [StoredTable]) throws(StoreError) -> Int {
    var count = 0
    for table in tables {
      count += try number("SELECT count(*) FROM \(table.rawValue) WHERE \(table.sum) IS NULL")
    }
    return count
  }

  private func describe(_ table: String, _ numbers: [Int64]) -> String {
    func number(_ at: Int) -> Int64 { numbers.indices.contains(at) ? numbers[at] : 0 }
    let document = name(of: number(0), in: "document", column: "name")
    switch StoredTable(rawValue: table) {
    case .entry:
      let document = name(of: number(0) >> 32, in: "document", column: "name")
      return "entry \(number(0) & 0xffff_ffff) of \(document)"
    case .chunk: return "the chunk of entry \(number(1)) of \(document)"
    case .block: return "what entry \(number(3)) did to \(record(number(1))) of \(document)"
    case .answer: return "the answer \(record(number(1))) of \(document), of entry \(number(4))"
    case .override: return "\(record(number(1))) of \(document), of entry \(number(4)),"
    case .visited, .mark, .origin: return "a line of \(table) of \(document)"
    case .document: return "the line of \(document)"
    default: return "a line of \(table)"
    }
  }

  private func record(_ key: Int64) -> String {
    name(of: key, in: "record", column: "id")
  }

  // It stands in an error already: what cannot be read, or is rotten itself, is named by its number.
  private func name(of key: Int64, in table: String, column: String) -> String {
    var name: String?
    do {
      name = try connection.withStatement("SELECT \(column) FROM \(table) WHERE key = ?") {
        statement throws(SQLiteError) in
        try statement.bind(key, at: 1)
        return try statement.step() ? try statement.text(0) : nil
      }
    } catch {}
    return name ?? "\(table) \(key)"
  }
}
