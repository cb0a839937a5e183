import Foundation
import TestSupport
import Testing

/// The store that format 2 left, as the command made it and reads it for ever after (rules P8 and F14).
///
/// It was written once, when format 3 was new, and never again; `RECORD=1` writes one that is missing.
@Suite(.timeLimit(.minutes(20))) struct FormatTwoTests {
  private static let fixture = projectRoot.appending(
    path: "Tests/EkibenStoreTests/Fixtures/format-2.ekiben")

  /// Calls that say all that there is, without what differs from format to format.
  private static let calls =
    ["list STORE", "list STORE --deleted", "history STORE --form intake", "certify STORE"]
    + ["visit", "copy", "final", "adopted"].flatMap { name in
      ["show \(name) --all --ids", "log \(name) --entries", "blame \(name)"].map { call in
        let words = call.split(separator: " ", maxSplits: 1)
        return "\(words[0]) STORE \(words[1])"
      }
    } + ["export STORE visit --format jsonl", "verify STORE"]

  private func said(in folder: ToolFolder) throws -> String {
    try Self.calls.map { "$ \($0)\n" + (try folder.succeed($0)) }.joined()
  }

  @Test func `the store of format 2 says the same before an upgrade and after it`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fileBytes(at: Self.fixture), to: "STORE")
      let before = try folder.files()
      expectGolden(try said(in: folder), named: "format-2.txt")
      #expect(try folder.files() == before)
      try folder.succeed("upgrade STORE")
      expectGolden(try said(in: folder), named: "format-2.txt")
      try folder.succeed("compact STORE")
      expectGolden(try said(in: folder), named: "format-2.txt")
    }
  }

  /// What wrote the fixture writes the same today, as far as anybody can ask.
  @Test func `the store of format 2 comes out the same when it is made anew`() throws {
    try ToolFolder.with { folder in
      try FormatTwo.make("STORE", in: folder)
      expectGolden(try said(in: folder), named: "format-2.txt")
      let isThere = FileManager.default.fileExists(atPath: Self.fixture.path)
      if ProcessInfo.processInfo.environment["RECORD"] == "1", !isThere {
        try Data(try fileBytes(at: folder.file("STORE"))).write(to: Self.fixture)
      }
    }
  }

  // Each thing that the format can hold has to be in the fixture, or nothing proves that it is read.
  @Test func `the store of format 2 holds some of everything`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fileBytes(at: Self.fixture), to: "STORE")
      #expect(try folder.files()["STORE"]?.count ?? 0 < 150_000)
      let tables = Set(try folder.dump().map { $0.prefix { $0 != "|" } })
      #expect(tables.count == 20)
      let answers = try folder.dump().filter { $0.hasPrefix("answer|") }
      // The seventh column says that a rule hides the row.
      #expect(answers.contains { $0.split(separator: "|")[7] == "1" })
      let archived = try folder.dump().filter { $0.hasPrefix("entry|") || $0.hasPrefix("chunk|") }
      #expect(archived.count > 8)
    }
  }
}
