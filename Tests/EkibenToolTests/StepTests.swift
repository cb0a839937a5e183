import Ekiben
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Steps of several entries, which apps make and commands do not: they are one line, and go as one.
/// Rules H3 and H16.
@Suite(.timeLimit(.minutes(20))) struct `A step of several entries` {
  /// A visit in which entries 2 to 4 are one step, and entry 5 is another.
  private func withSteps(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.withVisit { folder in
      let store = try Store(folder.file("STORE").path)
      let editor = try store.editor("visit", in: .fixed(author: "Grace"))
      try editor.group {
        try editor.set([("name", .text("Ada"))])
        try editor.set([("age", .integer(36))])
        try editor.set([("name", .text("Eve"))], reason: "misheard")
      }
      try store.close()
      try folder.succeed("set STORE visit consent yes --author Lin")
      try body(folder)
    }
  }

  /// What a line of `log --entries` says behind what it changed.
  private func attribution(of entry: Int, in folder: ToolFolder) throws -> Substring {
    let lines = try folder.succeed("log STORE visit --entries").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("\(entry) ") })
    return line[try #require(line.firstRange(of: "  (")).lowerBound...]
  }

  @Test func `is a line, with what came of it, and who began it when`() throws {
    try withSteps { folder in
      let lines = try folder.succeed("log STORE visit").split(separator: "\n")
      let first = try attribution(of: 2, in: folder)
      try #require(first.hasPrefix("  (Grace, "))
      #expect(
        lines == [
          "  5 edit  consent: – → true  (Lin, 2026-11-21 10:00:00Z)",
          "2–4 edit  age: – → 36; name: – → \"Eve\"\(first)",
          "  1 create  (Ada, 2026-11-21 10:00:00Z)",
        ])
      let two = try folder.succeed("log STORE visit --limit 2").split(separator: "\n")
      #expect(two == Array(lines.prefix(2)))
      let third = try attribution(of: 3, in: folder)
      #expect(try folder.succeed("log STORE visit --row age") == "3 edit  age: – → 36\(third)\n")
    }
  }

  @Test func `is a line for each with --entries, in the tree and for scripts`() throws {
    try withSteps { folder in
      let lines = try folder.succeed("log STORE visit --entries").split(separator: "\n")
      #expect(lines.map { $0.first } == ["5", "4", "3", "2", "1"])
      #expect(lines[1].hasPrefix(#"4 edit  name: "Ada" → "Eve"  (Grace, "#))
      #expect(lines[1].hasSuffix(": misheard)") && !lines[2].hasSuffix(": misheard)"))
      #expect(try folder.succeed("log STORE visit --graph").split(separator: "\n").count == 5)
      let steps = try folder.succeed("log STORE visit --json").split(separator: "\n").map {
        try JSON(parsing: Array($0.utf8))["step"]?.number
      }
      #expect(steps == ["5", "2", "2", "2", "1"])
    }
  }

  @Test func `has the id of its last entry`() throws {
    try withSteps { folder in
      let entries = try folder.succeed("log STORE visit --entries --ids").split(separator: "\n")
      let steps = try folder.succeed("log STORE visit --ids").split(separator: "\n")
      #expect(steps.map { $0.suffix(64) } == [0, 1, 4].map { entries[$0].suffix(64) })
    }
  }

  @Test func `goes and comes back as one, and two of them are two`() throws {
    try withSteps { folder in
      try folder.succeed("undo STORE visit")
      #expect(
        try folder.succeed("undo STORE visit")
          == "undid 2–4 by Grace: age 36 → –, name \"Eve\" → –; redo with: ekiben redo STORE visit\n"
      )
      #expect(
        try folder.succeed("redo STORE visit -n 2")
          == "redid 2–5 by Grace and Lin: age – → 36, consent – → true, name – → \"Eve\"; "
          + "undo with: ekiben undo STORE visit -n 2\n")
    }
  }

  @Test(arguments: ["", " --json"])
  func `is taken back as one by whose it was`(option: String) throws {
    try withSteps { folder in
      let said = try folder.succeed("undo STORE visit --mine --author Grace" + option)
      guard option.isEmpty else {
        let json = try JSON(parsing: Array(said.utf8))
        #expect(json["of"]?.array?.compactMap(\.number) == ["4", "3", "2"])
        #expect(json["entry"]?.number == "6" && json["head"]?.number == "6")
        #expect(json["changes"]?.array?.count == 2)
        return
      }
      #expect(
        said == "revert 6 by Grace of 2–4: age 36 → –, name \"Eve\" → –; "
          + "undo with: ekiben undo STORE visit\n")
      #expect(try folder.succeed("get STORE visit consent") == "true\n")
    }
  }

  @Test func `is not said to be one where only a part of it is meant`() throws {
    try withSteps { folder in
      let said = try folder.succeed("checkout STORE visit 3")
      #expect(
        said
          == "checked out 3: undid 4–5 by Grace and Lin: consent true → –, name \"Eve\" → \"Ada\"; "
          + "back with: ekiben checkout STORE visit 5\n")
    }
  }
}
