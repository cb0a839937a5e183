import BenchmarkResults
import Ekiben
import EkibenDocuments
import Foundation

/// The group `command`: what one call of `ekiben` takes of the processor beside one of SQLite's shell, from the start
/// of each program to its end.
///
/// `EKIBEN_COMMAND` and `EKIBEN_SQLITE_SHELL` say where the two are, as `make bench` does; without them nothing is
/// measured. It is the command as it is installed, with the Swift library in it, which this program does not have.
@MainActor
enum CommandBenchmarks {
  private static let calls = 40

  static func run(only: String) throws -> [BenchmarkResult] {
    let environment = ProcessInfo.processInfo.environment
    guard let command = environment["EKIBEN_COMMAND"],
      let shell = environment["EKIBEN_SQLITE_SHELL"]
    else {
      Benchmarks.note(
        "EKIBEN_COMMAND and EKIBEN_SQLITE_SHELL name no programs, so that none is measured")
      return []
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove(folder) }
    let path = folder.appending(path: "calls.ekiben").path
    try fill(path)

    func line(
      _ name: String, _ words: [String], against: String, _ sql: String, target: Double
    ) throws -> [BenchmarkResult] {
      guard name.hasPrefix(only) else { return [] }
      return [
        try Rounds.compare(
          "command \(name)", against: "sqlite3, \(against)", size: calls, target: target,
          by: .children, ours: { try call(command, words) },
          theirs: { try call(shell, [path, sql]) })
      ]
    }
    return try line(
      "get", ["get", path, "doc", "row-8"], against: "the answer", answer, target: 1.5)
      + line("version", ["--version"], against: "select 1", "select 1", target: 1.5)
  }

  private struct Failed: Error { let status: Int32 }

  /// Finds the answer as `get` does, and looks at none of the sums.
  private static let answer = """
    SELECT a.value FROM answer a JOIN document d ON d.key = a.document JOIN record r ON r.key = a.record
    WHERE d.kind = 'document' AND d.name = 'doc' AND r.kind = 'row' AND r.id = 'row-8'
    """

  private static func fill(_ path: String) throws {
    let store = try Store(path)
    let form = Form("form") {
      Section("section") {
        for row in 0..<100 { TextInput(Field<String>(id(row)), title: "Question \(row)") }
      }
    }
    let session = try store.open("doc", from: form)
    for version in 0..<40 { try session.set([(id(8), .text("answer \(version)"))]) }
    try store.close()
  }

  private static func id(_ row: Int) -> RowID { RowID(unchecked: "row-\(row)") }

  private static func call(_ program: String, _ words: [String]) throws {
    for _ in 0..<calls {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    }
  }

  private static func remove(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch {
      print("left behind: \(folder.path)")
    }
  }
}
