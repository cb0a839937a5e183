import EkibenSQLite
import Foundation
import Synchronization
import Testing

/// Counts for longer than any interrupt takes; it ends in the end, so that a test fails and not hangs.
private let endless = """
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000000)
  SELECT max(i) FROM n
  """

/// Fills a table for as long.
private let endlessWrite = """
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000000)
  INSERT INTO item(value) SELECT i FROM n
  """

/// A thread that interrupts over and over until it is told to end: a single interrupt may come when
/// nothing runs.
private final class Interrupting: Sendable {
  private let isDone = Mutex(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ interrupter: Interrupter) {
    Thread {
      while !self.isDone.withLock({ $0 }) { interrupter.interrupt() }
      self.hasEnded.signal()
    }.start()
  }

  func end() {
    isDone.withLock { $0 = true }
    hasEnded.wait()
  }
}

private func closeWhileInterrupted(
  _ connection: consuming Connection, byHand: Bool
) throws(SQLiteError) {
  let interrupting = Interrupting(connection.interrupter)
  defer { interrupting.end() }
  if byHand { try connection.close() } else { release(connection) }
}

/// The failure of a statement that was stopped while it ran. One that is stopped while it is prepared did
/// nothing, and leaves an open transaction open: it is tried again.
private func failureWhileRunning(
  _ sql: String, on connection: borrowing Connection
) throws -> SQLiteError {
  while true {
    var error: SQLiteError?
    do throws(SQLiteError) { try connection.execute(sql) } catch let stopped { error = stopped }
    let failure = try #require(error)
    if !failure.isInterrupted || failure.operation != .prepare { return failure }
  }
}

private func release(_ connection: consuming Connection) {}

@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
  @Test func `another thread stops a statement, and the connection can be used again`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(3, into: connection)
      let interrupting = Interrupting(connection.interrupter)
      let error = try failureWhileRunning(endless, on: connection)
      interrupting.end()
      #expect(error.isInterrupted)
      #expect(error.operation == .step)
      #expect(try count(connection) == 3)
    }
  }

  @Test(arguments: [false, true])
  func `a write that is stopped leaves nothing of its transaction`(isExplicit: Bool) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(3, into: connection)
      if isExplicit {
        try connection.begin(.immediate)
        try insert(1, into: connection)
      }
      let interrupting = Interrupting(connection.interrupter)
      let error = try failureWhileRunning(endlessWrite, on: connection)
      interrupting.end()
      #expect(error.isInterrupted)
      #expect(connection.inTransaction == false)
      #expect(try count(connection) == 3)
    }
  }

  @Test func `an interrupt while nothing runs stops nothing later`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      connection.interrupter.interrupt()
      try insert(3, into: connection)
      #expect(try count(connection) == 3)
    }
  }

  @Test func `an interrupter outlives its connection, and meets its closing unharmed`() throws {
    try withFolder { folder in
      try makeDatabase(folder + "/a.db").closeCheckpointing()
      for round in 0..<50 {
        let connection = try Connection(path: folder + "/a.db", access: .readWrite)
        let interrupter = connection.interrupter
        try closeWhileInterrupted(connection, byHand: round.isMultiple(of: 2))
        interrupter.interrupt()
      }
    }
  }

  @Test func `a statement that outlives its connection is out of reach`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(3, into: connection)
      let interrupter = connection.interrupter
      let statement = try connection.prepare("SELECT id FROM item")
      #expect(try statement.step())
      var isBusy = false
      do throws(SQLiteError) { try connection.close() } catch { isBusy = error.isBusy }
      #expect(isBusy)
      interrupter.interrupt()
      #expect(try statement.step())
    }
  }
}

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
