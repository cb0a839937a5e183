import CDrivers
import EkibenSQLite

/// One forced window between two connections: `checkpointer` has not seen what `writer` wrote last,
/// all of which is in the database file already, so that the next commit starts the `-wal` over.
struct ConnectionRound {
  let path: String
  let isFenced: Bool

  /// A class, because a hook cannot borrow a value that cannot be copied.
  private final class Writer {
    let connection: Connection
    var acknowledged = 0

    init(_ path: String) throws {
      connection = try Connection(path: path, access: .create)
      try connection.setWAL()
      try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value INTEGER) STRICT")
    }

    func commit(_ count: Int) throws(SQLiteError) {
      for _ in 0..<count {
        try connection.execute("INSERT INTO item(value) VALUES (1)")
        acknowledged += 1
      }
    }
  }

  func run(into tally: inout Tally) throws {
    let writer = try Writer(path)
    let checkpointer = try Connection(path: path, access: .readWrite)
    _ = try checkpointer.pragmaInteger("schema_version")
    try writer.commit(20)
    guard try writer.connection.checkpointFenced()?.isComplete == true else {
      throw Unforced(description: "the -wal could not be moved before the window")
    }
    var refused = 0
    let hook = Hook {
      do throws(SQLiteError) { try writer.commit(1) } catch { if error.isBusy { refused += 1 } }
    }
    try hook.inWindow { try checkpoint(checkpointer) }
    guard hook.calls == 1 else {
      throw Unforced(description: "the window came \(hook.calls) times")
    }
    try writer.commit(3)
    try checkpointer.close()
    try count(writer.acknowledged, refused, writer, into: &tally)
  }

  private func checkpoint(_ connection: borrowing Connection) throws(SQLiteError) {
    if isFenced {
      _ = try connection.checkpointFenced()
    } else {
      // What it returns says that all is well, also when it is not.
      _ = try unsafe connection.withRawHandle { handle throws(SQLiteError) in
        unsafe drivers_checkpoint_passive(UnsafeMutableRawPointer(handle))
      }
    }
  }

  /// Ends the way a program does, with the checkpoint of the last connection that closes.
  private func count(
    _ acknowledged: Int, _ refused: Int, _ writer: consuming Writer, into tally: inout Tally
  ) throws {
    let closer = try Connection(path: path, access: .readWrite)
    _ = consume writer
    try closer.closeCheckpointing()
    let reopened = try Connection(path: path, access: .readWrite)
    let statement = try reopened.prepare("SELECT count(*) FROM item")
    guard try statement.step() else { throw Unforced(description: "nothing can be counted") }
    tally.windows += 1
    tally.refused += refused
    tally.acknowledged += acknowledged
    tally.lost += acknowledged - Int(try statement.int64(0))
  }
}
