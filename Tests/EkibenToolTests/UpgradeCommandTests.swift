import Ekiben
import EkibenInterchange
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenTool

/// `ekiben upgrade`, with a schema that is newer than any version's.
@Suite(.timeLimit(.minutes(20))) struct UpgradeCommandTests {
  /// Runs a line in this process with the test schema.
  private func run(_ line: String, reading: Set<Int> = []) -> (code: Int32, said: Said) {
    let said = Said()
    let environment = ToolEnvironment(
      variable: { ["EKIBEN_NOW": "2026-11-21T10:00:00Z"][$0] }, loginName: "Ada",
      schema: .test(neededForReading: reading))
    let code = Dispatcher(console: said, environment: environment).run(words(of: line))
    return (code, said)
  }

  @Test func `brings a store to the newest format, and says so`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let (code, said) = run("upgrade \(path)")
      #expect(code == 0 && said.notes == [])
      #expect(said.results == ["upgraded \(path) from format 3 to 5"])
      #expect(try folder.files().keys.sorted() == ["STORE"])
      #expect(run("verify \(path)").said.results.first == "ok: 1 document, 1 entry")
      let after = try folder.files()
      let again = run("upgrade \(path) --keep")
      #expect(again.code == 0)
      #expect(again.said.results == ["\(path) has format 5, which is the newest: nothing to do"])
      #expect(try folder.files() == after)
      // Rule P7.
      try Refusal(code: 69, mentions: ["format 5", "newer"]).expect(
        words(of: "upgrade STORE"), in: folder)
    }
  }

  // Rule P8.
  @Test func `keeps a copy that equals the old file`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let old = try folder.files()["STORE"]
      let (code, said) = run("upgrade \(path) --keep")
      #expect(code == 0)
      #expect(
        said.results == [
          "upgraded \(path) from format 3 to 5; the old file is \(path)-before-5"
        ])
      #expect(try folder.files()["STORE-before-5"] == old)
      #expect(try folder.succeed("verify STORE-before-5").hasPrefix("ok: 1 document, 1 entry\n"))
    }
  }

  @Test func `writes over no file, and says what to do`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      try folder.write("mine", to: "STORE-before-5")
      let before = try folder.files()
      let (code, said) = run("upgrade \(path) --keep --json")
      #expect(code == 1 && said.results == [])
      #expect(
        said.notes.first == "error: \(path)-before-5 is there already; move it away, or upgrade "
          + "without --keep")
      #expect(try folder.files() == before)
    }
  }

  @Test(arguments: [("", 3, 5), (" --keep", 3, 5)])
  func `prints JSON for scripts`(option: String, from: Int, to: Int) throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let (_, said) = run("upgrade \(path) --json\(option)")
      let json = try JSON(parsing: Array(try #require(said.results.first).utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "upgrade") == [])
      #expect(json["from"]?.number == "\(from)" && json["to"]?.number == "\(to)")
      #expect(json["copy"]?.string == (option.isEmpty ? nil : "\(path)-before-5"))
    }
  }

  // Rule P6.
  @Test func `a command that reads tells what to run where it has to`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let before = try folder.files()
      #expect(run("show \(path) visit").code == 0)
      let (code, said) = run("show \(path) visit", reading: [4])
      #expect(code == 1)
      #expect(said.notes.first?.hasSuffix("run: ekiben upgrade \(path)") == true)
      let doctor = run("doctor \(path)").said.results.joined(separator: "\n")
      #expect(doctor.contains("upgrade brings it to format 5"))
      #expect(try folder.files() == before)
    }
  }
}
