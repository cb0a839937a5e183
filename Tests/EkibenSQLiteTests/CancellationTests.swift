import EkibenSQLite
import Foundation
import Testing

/// Counts for longer than a cancellation takes; it ends in the end, so that a test fails and not hangs.
private let endless = """
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000000)
  SELECT max(i) FROM n
  """

/// Fills a table for as long.
private let endlessWrite = """
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000000)
  INSERT INTO item(value) SELECT i FROM n
  """

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
  @Test func `a long reading stops when its task is cancelled`() async throws {
    try await inTask {
      try withFolder { folder in
        let connection = try makeDatabase(folder + "/a.db")
        try insert(3, into: connection)
        let error = try failure { () throws(SQLiteError) in
          try connection.stoppingWhenCancelled { () throws(SQLiteError) in
            cancelThisTask()
            try connection.execute(endless)
          }
        }
        #expect(error.isInterrupted)
        // The task is cancelled still, and nobody looks any more.
        #expect(try count(connection) == 3)
        try connection.execute(endless.replacing("200000000", with: "10000"))
      }
    }
  }

  @Test func `a long write that is stopped leaves nothing of its transaction`() async throws {
    try await inTask {
      try withFolder { folder in
        let connection = try makeDatabase(folder + "/a.db")
        let error = try failure { () throws(SQLiteError) in
          try connection.begin(.immediate)
          try insert(1, into: connection)
          try connection.stoppingWhenCancelled { () throws(SQLiteError) in
            cancelThisTask()
            try connection.execute(endlessWrite)
          }
        }
        #expect(error.isInterrupted)
        try connection.rollback()
        #expect(try count(connection) == 0)
      }
    }
  }

  // A kept statement goes on counting its steps, so that COMMIT would be called stopped once in a
  // while, after the commit.
  @Test func `begin, commit and rollback are never stopped`() async throws {
    try await inTask {
      try withFolder { folder in
        let connection = try makeDatabase(folder + "/a.db")
        try connection.stoppingWhenCancelled { () throws(SQLiteError) in
          cancelThisTask()
          for round in 0..<3000 {
            try connection.begin(.immediate)
            if round.isMultiple(of: 2) {
              try connection.commit()
            } else {
              try connection.rollback()
            }
          }
        }
      }
    }
  }

  @Test func `nothing starts in a task that is cancelled already`() async throws {
    try await inTask {
      try withFolder { folder in
        let connection = try makeDatabase(folder + "/a.db")
        try connection.checkCancellation()
        cancelThisTask()
        var hasRun = false
        let error = try failure { () throws(SQLiteError) in
          try connection.stoppingWhenCancelled { () throws(SQLiteError) in hasRun = true }
        }
        #expect(error.isInterrupted)
        #expect(error.message == "the task was cancelled")
        #expect(!hasRun)
        #expect(
          try failure { () throws(SQLiteError) in try connection.checkCancellation() } == error)
      }
    }
  }

  @Test func `without a task nothing is cancelled`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let result = try connection.stoppingWhenCancelled { () throws(SQLiteError) in
        try number(endless.replacing("200000000", with: "10000"), connection)
      }
      #expect(result == 10_000)
    }
  }
}
