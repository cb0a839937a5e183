import CDrivers
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import Foundation

/// All that the database files of a folder hold, table by table and row by row.
///
/// A file without a table is as good as none.
struct Snapshot: Equatable {
  let lines: [String]

  /// Looks through connections of its own, while others may be open.
  init(_ folder: URL) throws {
    lines = try databases(in: folder).flatMap { name in
      // A copy that is kept equals the original byte for byte, and is not opened here.
      if name.contains("-before-") { return ["== \(name)", try Self.hash(of: name, in: folder)] }
      let tables = try Self.tables(of: folder.appending(path: name).path)
      return tables.isEmpty ? [] : ["== \(name)"] + tables
    }
  }

  /// Asks the store of a folder everything that can be asked of its documents.
  init(askingIn folder: URL) throws {
    let store = try Store(folder.appending(path: "store.ekiben").path, timeout: 0, now: 0)
    lines = try store.documents().flatMap { summary in
      let document = try store.document(summary.name)
      let entries = try store.entries(of: document, 1...Int.max).map { entry in
        "\(entry) \(try store.changes(of: entry, in: document))"
      }
      let tree = (1...document.count).map { document.history.visitedChild(of: $0) ?? 0 }
      let marks = document.history.marks.sorted { $0.key < $1.key }
      return ["\(summary)", "\(document.content)", "\(tree)", "\(marks)"] + entries
    }
  }

  private static func hash(of name: String, in folder: URL) throws -> String {
    hex(SHA256.hash(try [UInt8](Data(contentsOf: folder.appending(path: name)))))
  }

  private static func tables(of path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    let schema = try rows("SELECT name, sql FROM sqlite_schema ORDER BY name, sql", connection)
    let names = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", connection)
    return schema
      + (try names.flatMap { name in
        // The row that ties a log to its file is another one for each log, and says nothing of documents.
        let rest = name == "setting" ? " WHERE name <> 'log'" : ""
        return ["-- \(name)"]
          + (try rows("SELECT * FROM \"\(name)\"\(rest)", connection).sorted())
      })
  }

  private static func rows(_ sql: String, _ connection: borrowing Connection) throws -> [String] {
    let statement = try connection.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        try (0..<statement.columnCount).map { try value($0, of: statement) }.joined(separator: "|"))
    }
    return rows
  }

  private static func value(_ column: Int32, of statement: borrowing Statement) throws -> String {
    switch statement.type(column) {
    case .null: "NULL"
    case .integer: "\(try statement.int64(column))"
    case .real: "\(try statement.double(column))"
    case .text: try statement.text(column)
    case .blob: "x" + hex(try statement.blob(column))
    }
  }

  /// By hand, since printing bytes as numbers takes nine tenths of a sweep's time.
  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The first line in which it differs from another.
  func difference(from other: Snapshot) -> String {
    for (mine, theirs) in zip(lines, other.lines) where mine != theirs {
      return "\(mine.prefix(100)) instead of \(theirs.prefix(100))"
    }
    return "\(lines.count) lines instead of \(other.lines.count)"
  }
}

/// The database files of a folder, whatever they are called, by name.
func databases(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { name in !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) } }.sorted()
}

/// Copies databases as they lie on disk, without what only a living process knows (`-shm`), so that
/// opening the copy is what opening would be after a kill at this moment.
func copyAsKilled(from folder: URL, to other: URL) throws {
  try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
  for name in try databases(in: folder) {
    for ending in ["", "-wal", "-journal"] {
      let error = unsafe drivers_copy_file(
        folder.appending(path: name + ending).path, other.appending(path: name + ending).path)
      guard error == 0 else { throw CocoaError(.fileReadUnknown, userInfo: ["errno": error]) }
    }
  }
}

/// What `verify` finds in the store of a folder, if there is one, once it is opened for writing.
func findings(in folder: URL, _ schema: StoreSchema) throws -> [String] {
  let path = folder.appending(path: "store.ekiben").path
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  // One that was never finished has nothing to verify, and is made whole here.
  let store = try Store(path, timeout: 0, now: 0, schema: schema)
  let findings = try store.verify().findings
  try store.close()
  return findings
}
