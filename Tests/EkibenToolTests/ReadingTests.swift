import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Commands that read change no byte, and leave no file behind.
struct ReadingTests {
  static let calls = [
    "list STORE", "show STORE visit", "show STORE visit --at 2 --ids", "get STORE visit name",
    "log STORE visit", "log STORE visit --graph", "diff STORE visit 1", "blame STORE visit",
    "blame STORE visit --at 2", "replay STORE visit",
    "verify STORE", "schema form", "export STORE visit", "export STORE visit --format jsonl",
    "export STORE --form intake", "list STORE --deleted", "doctor STORE", "stats STORE",
  ]

  @Test func `every command that reads is here`() {
    let reading = Dispatcher.commands.map { $0.spec }.filter { !$0.isChanging && $0.name != "demo" }
    let called = Set(Self.calls.compactMap { words(of: $0).first })
    #expect(Set(reading.map(\.name)) == called)
  }

  // Rule P6.
  @Test(arguments: calls, ["", " --json"])
  func `a reading command changes no byte`(line: String, option: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let before = try folder.files()
      #expect(try folder.run(line + option).status == 0)
      #expect(try folder.files() == before)
    }
  }

  // Rule C3.
  @Test(arguments: calls)
  func `a reading command writes nothing to standard error`(line: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      #expect(try folder.run(line).stderr == "")
    }
  }
}
