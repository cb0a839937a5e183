import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import Foundation
import TestSupport

/// A folder of its own in which the built `ekiben` is run, as a person would run it there.
struct ToolFolder {
  let url: URL
  /// What the command finds in its environment: a fixed clock, fixed ids, somebody.
  var environment = [
    "EKIBEN_NOW": "2026-11-21T10:00:00Z", "EKIBEN_SEED": "1", "EKIBEN_AUTHOR": "Ada",
    "TZ": "UTC0",
  ]

  /// Runs a body in a fresh folder.
  static func with<Result>(_ body: (ToolFolder) throws -> Result) throws -> Result {
    try withTemporaryFolder { try body(ToolFolder(url: $0)) }
  }

  /// Runs a body in a folder that holds a store of the visit form with the document `visit`.
  static func withVisit<Result>(_ body: (ToolFolder) throws -> Result) throws -> Result {
    let bytes = try visitStore.get()
    return try with { folder in
      try folder.write(bytes, to: "STORE")
      return try body(folder)
    }
  }

  // The store is the same for all, so it is made once.
  private static let visitStore = Swift.Result<[UInt8], any Error> {
    try with { folder in
      try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
      try folder.succeed("import STORE visit-form.json")
      try folder.succeed("new STORE intake --as visit")
      return try fileBytes(at: folder.file("STORE"))
    }
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: file(name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: false)
  }

  func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  /// Runs the command with these words.
  func run(_ words: [String], stdin: [UInt8] = []) throws -> ProcessResult {
    try runProcess(
      try builtProduct(named: "ekiben"), words, environment: environment, stdin: stdin, in: url,
      timeout: 60)
  }

  /// Runs a line of words without spaces in them.
  func run(_ line: String) throws -> ProcessResult { try run(words(of: line)) }

  /// Marks the head of the visit as an app does, which may give it a name that the command refuses.
  func mark(_ name: String, at time: Int64, in file: String = "STORE") throws {
    let store = try Store(self.file(file).path)
    var visit = try store.document("visit")
    try store.perform(
      .mark(try MarkName(name), moving: false), on: &visit,
      by: EditMetadata(author: "Ada", time: time))
    try store.close()
  }

  /// Runs a line of shell in which `$EKIBEN` is the command.
  func shell(_ script: String) throws -> ProcessResult {
    let variables = environment.merging(["EKIBEN": try builtProduct(named: "ekiben").path]) { $1 }
    return try runProcess(
      URL(filePath: "/bin/sh"), ["-c", script], environment: variables, in: url, timeout: 60)
  }

  /// Runs a command that has to work, and gives back what it printed.
  @discardableResult
  func succeed(_ words: [String]) throws -> String {
    let result = try run(words)
    guard result.status == 0 else {
      throw Refused(description: "exit \(result.status) of \(words): \(result.stderr)")
    }
    return result.stdout
  }

  @discardableResult
  func succeed(_ line: String) throws -> String { try succeed(words(of: line)) }

  /// Every line of every table of a store, as SQL writes its values; what tells its logs from those of
  /// other files differs from copy to copy.
  func dump(_ name: String = "STORE") throws -> [String] {
    let connection = try Connection.openReadOnly(path: file(name).path)
    let tables = try lines(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", connection)
    return try tables.flatMap { table in
      let columns = try lines("SELECT name FROM pragma_table_info('\(table)')", connection)
      let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
      let sql = "SELECT '\(table)|' || \(values) FROM \"\(table)\" ORDER BY 1"
      return try lines(sql, connection)
    }
    .filter { !$0.hasPrefix("setting|'log'|") }
  }

  /// The names of all files in the folder, with their bytes.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      let isFolder = try file(name).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
      files[name] = isFolder == true ? [] : try fileBytes(at: file(name))
    }
    return files
  }

  private func lines(_ sql: String, _ connection: borrowing Connection) throws -> [String] {
    try connection.withStatement(sql) { statement throws(SQLiteError) in
      var lines: [String] = []
      while try statement.step() { lines.append(try statement.text(0)) }
      return lines
    }
  }
}

/// A call that a test takes for granted, and that was refused.
struct Refused: Error, CustomStringConvertible {
  let description: String
}

/// The words of a line that are separated by spaces.
func words(of line: String) -> [String] { line.split(separator: " ").map(String.init) }

/// A file of the folder `Fixtures` beside these tests.
func fixture(_ name: String) throws -> [UInt8] {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return try fileBytes(at: tests.appending(path: "Fixtures").appending(path: name))
}
