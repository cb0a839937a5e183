import CDrivers
package import EkibenSQLite

/// What a value in a recorded change is.
package enum RecordedValue: Hashable, Sendable {
  /// An update has left it alone.
  case absent
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// How one row of a table differs from what it was when the recording began.
package struct RecordedChange: Hashable, Sendable {
  package enum Operation: Hashable, Sendable { case insert, update, delete }

  package let table: String
  package let operation: Operation
  /// Whether a trigger or a foreign key did it.
  package let isIndirect: Bool
  /// Which columns are the table's primary key.
  package let keyColumns: [Int]
  /// By column; of an update only the key and what differs, all absent for an insert.
  package let before: [RecordedValue]
  /// By column; of an update only what differs, all absent for a delete.
  package let after: [RecordedValue]

  /// The values of the primary key.
  package var key: [RecordedValue] {
    keyColumns.map { operation == .insert ? after[$0] : before[$0] }
  }
}

/// Records what a connection does to its tables, by SQLite's session extension: a second opinion that
/// knows nothing of our journal.
///
/// It sees tables with a primary key, and only changes made through this very connection. What is
/// done and undone in between leaves no trace: `changes` compares with the state at the beginning.
/// It must `end` before the connection closes, and is used on one thread.
@safe package final class SessionRecorder {
  private var session: UnsafeMutableRawPointer?

  /// Begins to record.
  ///
  /// - Throws: `SQLiteError`, also where the library has no session extension.
  package init(on connection: borrowing Connection) throws(SQLiteError) {
    var started: UnsafeMutableRawPointer?
    let code = try unsafe connection.withRawHandle { handle throws(SQLiteError) in
      unsafe drivers_session_start(UnsafeMutableRawPointer(handle), &started)
    }
    guard code == 0 else {
      throw SQLiteError(code, .configure, "no session could be started", path: connection.path)
    }
    unsafe session = started
  }

  deinit { end() }

  /// Ends the recording, if it has not ended.
  package func end() {
    guard let ending = unsafe session else { return }
    unsafe session = nil
    unsafe drivers_session_end(ending)
  }

  /// Records while a body runs.
  package static func record<Result>(
    on connection: borrowing Connection, _ body: (SessionRecorder) throws -> Result
  ) throws -> Result {
    let recorder = try SessionRecorder(on: connection)
    defer { recorder.end() }
    return try body(recorder)
  }

  /// Runs a body whose changes are not recorded.
  package func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let session = unsafe session else { return try body() }
    unsafe drivers_session_enable(session, 0)
    defer { unsafe drivers_session_enable(session, 1) }
    return try body()
  }

  /// Every row that differs from what it was at the beginning, in no promised order; none after the
  /// end.
  package func changes() throws(SQLiteError) -> [RecordedChange] {
    var changes: [RecordedChange] = []
    guard let session = unsafe session else { return changes }
    let code = unsafe withUnsafeMutablePointer(to: &changes) { list in
      unsafe drivers_session_read(
        session,
        { context, change in
          guard let context = unsafe context, let change = unsafe change else { return }
          unsafe context.assumingMemoryBound(to: [RecordedChange].self).pointee
            .append(RecordedChange(change.pointee))
        }, list)
    }
    guard code == 0 else { throw SQLiteError(code, .read, "the session cannot be read") }
    return changes
  }
}

extension RecordedChange {
  fileprivate init(_ change: drivers_change) {
    let columns = 0..<Int(unsafe change.columns)
    table = unsafe String(cString: change.table)
    operation =
      switch unsafe change.operation {
      case drivers_insert: .insert
      case drivers_delete: .delete
      default: .update
      }
    isIndirect = unsafe change.is_indirect != 0
    keyColumns = columns.filter { unsafe change.is_key[$0] != 0 }
    before = columns.map { unsafe RecordedValue(change.before[$0]) }
    after = columns.map { unsafe RecordedValue(change.after[$0]) }
  }
}

extension RecordedValue {
  fileprivate init(_ value: drivers_value) {
    let bytes = unsafe Array(UnsafeBufferPointer(start: value.bytes, count: Int(value.count)))
    self =
      switch unsafe value.type {
      case drivers_null: .null
      case drivers_integer: .integer(unsafe value.integer)
      case drivers_real: .real(unsafe value.real)
      case drivers_text: .text(bytes)
      case drivers_blob: .blob(bytes)
      default: .absent
      }
  }
}
