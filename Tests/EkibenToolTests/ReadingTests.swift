import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Commands that read change no byte, and leave no file behind.
@Suite(.timeLimit(.minutes(20))) struct ReadingTests {
  static let calls = [
    "list STORE", "show STORE visit", "show STORE visit --at 2 --ids", "get STORE visit name",
    "log STORE visit", "log STORE visit --graph", "diff STORE visit 1", "blame STORE visit",
    "blame STORE visit --at 2", "why STORE visit name", "query STORE name", "replay STORE visit",
    "verify STORE", "certify STORE", "schema form", "export STORE visit",
    "export STORE visit --format jsonl",
    "export STORE --form intake", "list STORE --deleted", "validate STORE visit",
    "doctor STORE", "stats STORE", "history STORE --form intake",
    "show STORE visit --all", "show STORE visit --at 2030-01-01T00:00:00Z",
    "get STORE visit name --at 1", "diff STORE visit 1 2", "blame STORE visit name",
    "log STORE visit --entries", "log STORE visit --row name --limit 1",
    "log STORE visit --since 2020-01-01T00:00:00Z", "replay STORE visit --from 1 --to 2 --verbose",
    "export STORE visit --format json", "export STORE --form intake --format json",
    "export STORE --form intake --format csv", "export STORE --form intake --format jsonl --all",
    "export STORE --form intake --format csv --labels --language de",
    "form STORE intake", "form STORE intake --expressions", "eval STORE visit item.linkId",
    "eval STORE visit %context.linkId --row name --at 1 --reads",
  ]
  /// Calls that read, and end with a "no".
  static let refusals = [
    "show STORE nobody", "get STORE visit nothing", "get STORE visit name --at 99",
    "diff STORE visit 1 99", "diff STORE visit 1 --exit-code", "log STORE nobody", "replay STORE",
    "blame STORE visit nothing", "why STORE visit nothing", "query STORE nothing",
    "export STORE --form nothing", "report STORE nobody -o page.html",
    "show STORE visit --at never",
    "options STORE visit name", "eval STORE visit 1+", "eval STORE visit @2020+1",
  ]

  @Test func `every command that reads is here`() {
    let reading = Dispatcher.commands.map { $0.spec }.filter {
      !$0.isChanging && $0.option(named: "json") != nil
    }
    let called = Set((Self.calls + Self.refusals).compactMap { words(of: $0).first })
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

  // Rule P6.
  @Test(arguments: refusals)
  func `a reading command that says no changes no byte`(line: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let before = try folder.files()
      #expect(try folder.run(line).status != 0)
      #expect(try folder.files() == before)
    }
  }

  // Rule P6. What only says what would change reads too.
  @Test func `a dry run changes no byte`() throws {
    try ToolFolder.withVisit { folder in
      let form = try folder.succeed("export STORE --form intake")
      try folder.write(form, to: "intake.json")
      try folder.succeed("set STORE visit name Ada")
      let before = try folder.files()
      for option in ["", " --json"] {
        #expect(try folder.run("apply STORE visit intake.json --dry-run" + option).status == 0)
      }
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
