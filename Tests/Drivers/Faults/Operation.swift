import CDrivers
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import Foundation

/// What an operation works with: a folder of files, and what is open there.
final class Context {
  /// The store's file.
  let path: String
  /// Where a copy of the store goes.
  let copyPath: String
  var store: Store?
  var document: StoredDocument?
  /// For what the store does not offer.
  var connection: OpenConnection?

  init(_ folder: URL) {
    path = folder.appending(path: "store.ekiben").path
    copyPath = folder.appending(path: "copy.ekiben").path
  }

  /// Opens the store for writing, or makes it, with an id that is the same in every attempt.
  func openNewest() throws {
    store = try Store(path, timeout: 0, now: 0, id: [UInt8](repeating: 7, count: 16))
  }

  /// Whether what comes next begins with the files alone.
  var isClosed: Bool { store == nil && document == nil && connection == nil }

  /// Closes everything, as a program does at its end.
  func close() throws {
    document = nil
    connection = nil
    defer { store = nil }
    try store?.close()
  }
}

/// A connection that can be kept in an optional.
final class OpenConnection {
  let connection: Connection

  init(_ path: String) throws(SQLiteError) {
    connection = try Connection(path: path, access: .readWrite)
  }
}

/// Something that a program does to a store, made to fail at every point at which it can.
struct Operation {
  let name: String
  /// Takes several transactions, each of which leaves everything that can be asked as it is.
  var isGradual = false
  /// Makes what is there before, in an empty folder.
  let prepare: (Context) throws -> Void
  /// Leaves a `-wal` beside the file, as a killed process does; else everything is closed first.
  var isKilled = false
  /// Opens what the operation needs; no call fails here.
  let open: (Context) throws -> Void
  /// The operation itself. It is run again on the same context after a failure.
  let run: (Context) throws -> Void
  /// What leaves each of the states that may be found between before and after, where the operation
  /// takes several transactions.
  var stages: [(Context) throws -> Void] = []
  /// What the store is opened with to look at it afterwards.
  var schema = StoreSchema.current
}

/// How calls fail.
struct FaultKind {
  let name: String
  let fault: drivers_fault

  static let all = [
    FaultKind(name: "io", fault: drivers_io_error),
    FaultKind(name: "full", fault: drivers_no_space),
    FaultKind(name: "short", fault: drivers_short_write),
    FaultKind(name: "sync", fault: drivers_sync_error),
    FaultKind(name: "memory", fault: drivers_no_memory),
  ]
}
