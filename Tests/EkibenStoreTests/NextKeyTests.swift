import EkibenTesting
import Testing

@testable import EkibenSQLite
@testable import EkibenStore

// Rule P15.
@Suite(.timeLimit(.minutes(20))) struct `The next key of a table` {
  @Test(arguments: [StoredTable.author, .field, .record, .document])
  func `is found without a look at the other rows`(table: StoredTable) throws {
    try withVisit { store, _ in
      try store.withConnection { connection throws(SQLiteError) in
        let sql = "EXPLAIN QUERY PLAN " + table.insertWithNextKey()
        try connection.withStatement(sql) { statement throws(SQLiteError) in
          var steps: [String] = []
          while try statement.step() { steps.append(try statement.text(3)) }
          #expect(steps.contains { $0.hasPrefix("SEARCH \(table.rawValue)") }, "\(steps)")
          #expect(!steps.contains { $0.hasPrefix("SCAN \(table.rawValue)") }, "\(steps)")
        }
      }
    }
  }
}
