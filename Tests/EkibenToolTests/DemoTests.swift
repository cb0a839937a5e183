@testable import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// The demo's story, and that the README tells it as it is.
@Suite(.timeLimit(.minutes(20))) struct DemoTests {
  @Test func `the demo prints its transcript`() throws {
    try withDemo { _, transcript in expectGolden(transcript, named: "demo.txt") }
  }

  @Test func `the README shows the demo as it is`() throws {
    try withDemo { folder, transcript in
      expectSame(try fencedBlock("demo"), transcript)
      // What the shell of SQLite prints: the view's lines, columns joined by a bar.
      let answers = try answers(of: folder.file("clinic.ekiben"))
      #expect(!answers.isEmpty)
      expectSame(try fencedBlock("answers"), answers.map { $0 + "\n" }.joined())
    }
  }

  // Rule C7.
  @Test func `two runs print the same`() throws {
    let first = try withDemo { _, transcript in Array(transcript.utf8) }
    let second = try withDemo { _, transcript in Array(transcript.utf8) }
    #expect(first == second)
  }

  @Test func `the transcript fits on one screen`() throws {
    try withDemo { _, transcript in
      let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 50)
      for line in lines { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test func `without a name the file is clinic.ekiben, and it is left to explore`() throws {
    try ToolFolder.with { folder in
      try folder.succeed("demo")
      #expect(try folder.files().keys.sorted() == ["clinic.ekiben"])
      for line in ["list", "show", "log", "blame", "replay"] {
        let document = line == "list" ? "" : " visit-17"
        #expect(try !folder.succeed("\(line) clinic.ekiben\(document)").isEmpty)
      }
    }
  }

  // Rule C10.
  @Test(arguments: ["clinic.ekiben", "notes.txt"])
  func `a file that is there is refused and left alone`(name: String) throws {
    try ToolFolder.with { folder in
      try folder.write("notes\n", to: name)
      let result = try folder.run(["demo", name])
      #expect(result.status == 1)
      #expect(result.stdout == "")
      #expect(result.stderr == "error: \(name) is there already; name a file that is not\n")
      #expect(try folder.files() == [name: Array("notes\n".utf8)])
    }
  }

  @Test func `a folder that is missing is named`() throws {
    try ToolFolder.with { folder in
      let result = try folder.run("demo missing/clinic.ekiben")
      #expect(result.status == 66)
      #expect(
        result.stderr == "error: missing/clinic.ekiben cannot be made: there is no such folder\n")
      #expect(try folder.files() == [:])
    }
  }

  // Rules C2 and C4.
  @Test func `a transcript that cannot be written is a failure, and says why`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try ToolFolder.with { folder in
      let result = try folder.shell("$EKIBEN demo clinic.ekiben > /dev/full")
      #expect(result.status == 74)
      #expect(result.stderr == "error: the result could not be written: No space left on device\n")
      #expect(try folder.succeed("verify clinic.ekiben").hasPrefix("ok: "))
    }
  }

  @Test(arguments: ["--help", "help set", "set --help", "--version"])
  func `help that cannot be written is a failure, too`(line: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try ToolFolder.with { folder in
      let result = try folder.shell("$EKIBEN \(line) > /dev/full")
      #expect(result.status == 74)
      #expect(result.stderr == "error: the result could not be written: No space left on device\n")
    }
  }

  @Test(arguments: ["-x.ekiben", "a b.ekiben", "it's.ekiben", "$HOME.ekiben"])
  func `any file name works, and can be pasted back`(name: String) throws {
    try ToolFolder.with { folder in
      let story = try folder.succeed(["demo", "--", name])
      #expect(try folder.files().keys.sorted() == [name])
      let call = story.split(separator: "\n").first { $0.hasPrefix("$ ekiben verify ") }
      let line = String(try #require(call).dropFirst(2)).replacing(
        "ekiben verify", with: "$EKIBEN verify")
      #expect(try folder.shell(line).stdout.hasPrefix("ok: "))
    }
  }

  private func withDemo<Result>(_ body: (ToolFolder, String) throws -> Result) throws -> Result {
    try ToolFolder.with { folder in
      try body(folder, try folder.succeed("demo clinic.ekiben"))
    }
  }

  /// What stands in the README between two markers, without its fence.
  private func fencedBlock(_ name: String) throws -> String {
    let readme = String(
      decoding: try fileBytes(at: projectRoot.appending(path: "README.md")), as: UTF8.self)
    let start = try #require(readme.firstRange(of: "<!-- \(name) -->\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "<!-- /\(name) -->")).lowerBound
    let lines = readme[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.first?.hasPrefix("```") == true && lines.dropLast().last == "```")
    return lines.dropFirst().dropLast(2).map { $0 + "\n" }.joined()
  }

  private func expectSame(_ shown: String, _ actual: String) {
    if shown == actual { return }
    Issue.record(
      "README.md differs (-) from what is printed (+):\n\(lineDifference(from: shown, to: actual))")
  }

  private func answers(of store: URL) throws -> [String] {
    let connection = try Connection.openReadOnly(path: store.path)
    try connection.set(.views, to: true)
    return try connection.withStatement("SELECT * FROM answers") { statement throws(SQLiteError) in
      var lines: [String] = []
      while try statement.step() {
        var columns: [String] = []
        for column in 0..<statement.columnCount {
          switch statement.type(column) {
          case .null: columns.append("")
          case .integer: columns.append("\(try statement.int64(column))")
          case .real: columns.append("\(try statement.double(column))")
          case .text: columns.append(try statement.text(column))
          case .blob: columns.append(String(decoding: try statement.blob(column), as: UTF8.self))
          }
        }
        lines.append(columns.joined(separator: "|"))
      }
      return lines
    }
  }
}
