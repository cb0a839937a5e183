import Foundation
import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `An error of SQLite` {
  // 14 is the code of what cannot be opened, 10 of what cannot be read or written, and 5 that of a lock, which
  // the number of a failure before it has nothing to do with.
  @Test(arguments: [(14, true), (10, true), (5, false)] as [(Int32, Bool)])
  func `has the number of the system where that belongs to it`(code: Int32, has: Bool) throws {
    try withFolder { folder in
      let connection = try Connection(path: folder + "/a.db", access: .create)
      // Where the journal of a change would stand.
      try FileManager.default.createDirectory(
        atPath: folder + "/a.db-journal", withIntermediateDirectories: false)
      let refusal = try failure { () throws(SQLiteError) in
        try connection.execute("CREATE TABLE item(value)")
      }
      #expect(refusal.isCantOpen)
      let error = try unsafe connection.withRawHandle { handle throws(SQLiteError) in
        unsafe SQLiteError(code, .read, database: handle)
      }
      #expect((error.systemError != 0) == has)
    }
  }
}
