import EkibenSQLite
import Foundation

/// A file that is replaced between the two looks that a fenced checkpoint takes at it: after the first,
/// when the connection that is to keep writers away is about to be opened.
///
/// That connection is then on the new file and keeps nobody away from the old one, so that nothing may
/// be moved.
struct ReplacedRound {
  let path: String

  private static let rows = 20

  func run(into tally: inout Tally) throws {
    let writer = try Connection(path: path, access: .create)
    try writer.setWAL()
    try writer.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value INTEGER) STRICT")
    for _ in 0..<Self.rows { try writer.execute("INSERT INTO item(value) VALUES (1)") }
    let other = path + ".other"
    let maker = try Connection(path: other, access: .create)
    try maker.execute("CREATE TABLE other(a)")
    try maker.close()
    let content = try Data(contentsOf: URL(filePath: other))

    let path = path
    var renamed: Int32 = -1
    let hook = Hook { renamed = unsafe rename(other, path) }
    if hook.beforeOpening({ isRefused(writer) }) {
      tally.refused += 1
    } else {
      tally.findings.append("a checkpoint ran although its fence was around another file")
    }
    guard hook.calls == 1, renamed == 0 else {
      throw Unforced(description: "the file was replaced \(hook.calls) times (\(renamed))")
    }
    tally.windows += 1
    tally.acknowledged += Self.rows
    let statement = try writer.prepare("SELECT count(*) FROM item")
    tally.lost += Self.rows - (try statement.step() ? Int(try statement.int64(0)) : 0)
    if try Data(contentsOf: URL(filePath: path)) != content {
      tally.findings.append("the file that came in between has changed")
    }
  }

  private func isRefused(_ connection: borrowing Connection) -> Bool {
    do throws(SQLiteError) {
      _ = try connection.checkpointFenced()
      return false
    } catch { return error.message.contains("replaced") }
  }
}
