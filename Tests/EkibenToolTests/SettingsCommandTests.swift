import Ekiben
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What a store keeps about itself, and what a command makes of it.
@Suite(.timeLimit(.minutes(20))) struct SettingsCommandTests {
  @Test func `settings are printed, changed and printed again`() throws {
    try ToolFolder.withVisit { folder in
      let before = try folder.files()
      #expect(try folder.succeed("settings STORE") == "durability  default\nreasons     optional\n")
      #expect(try folder.files() == before)
      let set = try folder.succeed("settings STORE durability process-crash")
      #expect(set == "durability  process-crash\nreasons     optional\n")
      #expect(try folder.succeed("settings STORE reasons required").hasSuffix("required\n"))
      try Refusal(code: 1, mentions: ["--reason"]).expect(
        words(of: "set STORE visit name Ada"), in: folder)
      try folder.succeed("set STORE visit name Ada --reason asked")
      // So is a form, and a set of options.
      let form = try folder.succeed("export STORE --form intake")
      try folder.write(form.replacing("Name", with: "Full name"), to: "next.json")
      try Refusal(code: 1, mentions: ["--reason"]).expect(
        words(of: "import STORE next.json"), in: folder)
      try folder.succeed("import STORE next.json --reason better")
      #expect(
        try folder.succeed("settings STORE durability default --json")
          == #"{"durability":null,"reasons":"required"}"# + "\n")
      #expect(try folder.files().keys.sorted() == ["STORE", "next.json"])
    }
  }

  @Test func `a reason that each change needs is in the call that takes one back`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("settings STORE reasons required")
      for (line, call) in [
        ("set STORE visit name Ada", "undo STORE visit"), ("undo STORE visit", "redo STORE visit"),
        ("checkout STORE visit 2", "checkout STORE visit 1"),
        ("delete STORE visit", "undo STORE visit"),
      ] {
        let said = try folder.succeed(line + " --reason asked")
        #expect(said.hasSuffix(" with: ekiben \(call) --reason '…'\n"), "\(said)")
      }
    }
  }

  @Test(arguments: ["-x", "--json", "-5"])
  func `the call that takes a change back can be typed whatever the document is called`(
    name: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed(["new", "STORE", "intake", "--as", name])
      try folder.succeed("settings STORE reasons required")
      var said = try folder.succeed(
        ["set", "--reason", "asked", "--", "STORE", name, "name", "Ada"])
      for verb in ["undid", "redid", "undid"] {
        let call = try #require(said.split(separator: " with: ekiben ").last)
        let result = try folder.shell("\"$EKIBEN\" \(call)")
        #expect(result.status == 0 && result.stdout.hasPrefix("\(verb) 2 by Ada: "))
        said = result.stdout
      }
    }
  }

  @Test(arguments: [
    ("settings STORE colour red", "colour"), ("settings STORE durability", "VALUE is missing"),
    ("settings STORE durability full", "power-loss"), ("settings STORE reasons yes", "required"),
    ("set STORE visit name Ada --durability never", "process-crash"),
  ])
  func `a setting takes no value that it cannot have`(line: String, word: String) throws {
    try ToolFolder.withVisit { folder in
      try Refusal(code: 64, mentions: [word]).expect(words(of: line), in: folder)
    }
  }

  /// What a call made the store's connection wait for, said by whoever opens it the same way.
  private func durability(
    _ options: String, kept: Durability?
  ) throws -> Durability {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      if let kept {
        let store = try Store(path)
        try store.setStoredDurability(kept)
        try store.close()
      }
      let spec = SetCommand.spec
      let call = Call(
        arguments: try Arguments(words(of: "\(path) visit name Ada \(options)"), for: spec),
        console: StandardConsole(Screen({ _ in nil }, results: nil, showsRemarks: false)),
        environment: ToolEnvironment(variable: { folder.environment[$0] }, loginName: "Ada"))
      return try call.withStore(.readWrite) { store in try store.durability() }
    }
  }

  // Rule P10: the option, else the store's setting, else the command's own default.
  @Test(arguments: [
    ("", Durability?.none, Durability.powerLoss),
    ("", .processCrash, .processCrash), ("", .powerLoss, .powerLoss),
    ("--durability process-crash", nil, .processCrash),
    ("--durability process-crash", .powerLoss, .processCrash),
    ("--durability power-loss", .processCrash, .powerLoss),
  ])
  func `the durability that is set holds unless the call says otherwise`(
    options: String, kept: Durability?, expected: Durability
  ) throws {
    #expect(try durability(options, kept: kept) == expected)
  }
}
