import EkibenSQLite
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

// Rule F21.
@Suite(.timeLimit(.minutes(20))) struct `The error of a store` {
  @Test func `keeps what SQLite said as facts`() throws {
    let sqlite = SQLiteError(2826, .step, "disk I/O error", sql: "SELECT 1", path: "a.ekiben")
    guard case .inputOutput(let path, let detail) = StoreError(sqlite, path: "a.ekiben") else {
      Issue.record("not an error of reading or writing")
      return
    }
    #expect(path == "a.ekiben")
    #expect(detail.sqliteCode == 2826)
    #expect(detail.sqliteMessage == "disk I/O error")
    #expect(detail.sql == "SELECT 1")
    #expect(detail.text == sqlite.description)
  }

  @Test(arguments: [5, 261, 13, 9, 7] as [Int32])
  func `keeps the code also where one word says it all`(code: Int32) {
    let error = StoreError(SQLiteError(code, .step, "words", sql: "SELECT 1"), path: "a.ekiben")
    switch error {
    case .busy(_, let detail), .full(_, let detail), .interrupted(_, let detail),
      .outOfMemory(_, let detail):
      #expect(detail.sqliteCode == code && detail.sql == "SELECT 1")
    default: Issue.record("\(error)")
    }
  }

  @Test func `has no such facts where SQLite had no part`() {
    let error = StoreError.damaged(path: "a.ekiben", detail: "entry \(3) is missing")
    #expect(error.description == "a.ekiben is damaged: entry 3 is missing")
    guard case .damaged(_, let detail) = error else { return }
    #expect(detail.sqliteCode == nil && detail.sql == nil)
  }
}
