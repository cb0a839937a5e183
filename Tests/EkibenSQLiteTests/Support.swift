import EkibenSQLite
import Foundation
import TestSupport
import Testing

/// A folder of its own for one test, deleted afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("ekiben-sqlite-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }
  try body(folder.path)
}

/// A WAL database with one table, `item(id, value)`, in which any type fits.
func makeDatabase(_ path: String) throws(SQLiteError) -> Connection {
  let connection = try Connection(path: path, access: .create)
  try connection.setWAL()
  try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
  return connection
}

func insert(
  _ count: Int, bytes: Int = 10, into connection: borrowing Connection
) throws(SQLiteError) {
  for _ in 0..<count {
    try connection.withStatement("INSERT INTO item(value) VALUES (?)") {
      row throws(SQLiteError) in
      try row.bind([UInt8](repeating: 7, count: bytes), at: 1)
      try row.run()
    }
  }
}

/// The same in one transaction, which the disk answers once.
func insertAtOnce(
  _ count: Int, bytes: Int = 10, into connection: borrowing Connection
) throws(SQLiteError) {
  try connection.begin(.immediate)
  try insert(count, bytes: bytes, into: connection)
  try connection.commit()
}

func count(_ connection: borrowing Connection) throws(SQLiteError) -> Int64 {
  try number("SELECT count(*) FROM item", connection)
}

func number(_ sql: String, _ connection: borrowing Connection) throws(SQLiteError) -> Int64 {
  let statement = try connection.prepare(sql)
  guard try statement.step() else { return -1 }
  return try statement.int64(0)
}

/// The error that `body` throws; none is recorded as an issue.
func failure(
  of body: () throws(SQLiteError) -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> SQLiteError {
  var caught: SQLiteError?
  do {
    try body()
  } catch {
    caught = error
  }
  return try #require(caught, "nothing was thrown", sourceLocation: sourceLocation)
}

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

func size(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.size] as? Int)
}

/// Runs a program to its end. Another process, because opening and closing a database file in this
/// one would drop the locks that its own connections hold.
@discardableResult
func shell(_ program: String, _ arguments: String...) throws -> Data {
  let result = try runProcess(URL(fileURLWithPath: program), arguments)
  #expect(result.status == 0)
  return Data(result.stdoutBytes)
}

/// The bytes of a database and of its `-wal`, nil where there is no file.
struct Bytes: Equatable {
  let database: Data
  let wal: Data?

  init(_ path: String) throws {
    database = try shell("/bin/cat", path)
    wal = exists(path + "-wal") ? try shell("/bin/cat", path + "-wal") : nil
  }
}

/// Runs a body that does not wait in a task of its own, which the body may cancel at the very moment
/// that a test wants.
func inTask(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await Task { try body() }.value
}

/// Cancels the task that runs.
func cancelThisTask() {
  unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
}
