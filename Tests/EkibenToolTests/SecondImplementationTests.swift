import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Foundation
import RandomJournals
import TestSupport
import Testing

/// Where Python lies; nil where there is none.
private let interpreter: URL? = {
  for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
    let url = URL(filePath: String(folder)).appending(path: "python3")
    if FileManager.default.isExecutableFile(atPath: url.path) { return url }
  }
  return nil
}()

private let script = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "Fixtures").appending(path: "entry_ids.py")

/// Ids by another program in another language, which was written from the article EntryIdentity alone
/// (rule H30). Where there is no Python, these tests say that they are skipped.
@Suite(
  .timeLimit(.minutes(20)), .enabled(if: interpreter != nil, "there is no python3 on the PATH"))
struct SecondImplementationTests {
  /// The stores that former formats left.
  static let fixtures = [(name: "format-1.ekiben", entries: 274), ("format-2.ekiben", 39)]

  @Test(arguments: fixtures)
  func `the ids of a fixture store are the same in another language`(
    name: String, entries: Int
  ) throws {
    let fixture = projectRoot.appending(path: "Tests/EkibenStoreTests/Fixtures/\(name)")
    try ToolFolder.with { folder in
      try folder.write(try fileBytes(at: fixture), to: "STORE")
      let count = try compared(folder)
      #expect(count == entries)
      // The same after an upgrade and everything else.
      let before = try folder.succeed("certify STORE")
      try folder.succeed("upgrade STORE")
      try folder.succeed("compact STORE")
      #expect(try folder.succeed("certify STORE") == before)
      #expect(try compared(folder) == count)
      try folder.succeed("certify STORE -o certificate.jsonl")
      #expect(try folder.python("certificate.jsonl") == before)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the ids of random histories are the same in another language`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed, calculates: true)
    for _ in 0..<120 { try generator.operate() }
    let revision = try #require(SHA256.Digest(bytes: try generator.base.revisionID))
    let uid = (0..<16).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
    let facts = IdentityFacts(
      document: uid, revision: revision,
      sources: [EntrySource(until: 20, store: []), EntrySource(until: .max, store: uid)])
    var ids = EntryIDs(document: uid)
    let entries = try generator.journal.entries.map { entry in
      let context = facts.context(of: entry, in: generator.journal.history)
      return HistoryLine.entry(
        try HistoryEntry(entry, in: generator.journal).identified(by: &ids, context))
    }
    let end = HistoryEnd(entries: ids.ids.count, last: try #require(ids.ids.last))
    let header = HistoryHeader(uid: uid, document: "visit", form: "intake", end: end)
    let form = HistoryForm("intake", content: generator.base, revision: revision)
    try ToolFolder.with { folder in
      let lines = [HistoryLine.header(header), .form(form)] + entries
      try folder.write(try lines.flatMap { try $0.encoded() }, to: "history.jsonl")
      let expected = ids.ids.map { "\($0)\n" }.joined()
      #expect(try folder.python("history.jsonl") == expected)
    }
  }

  @Test func `the other program refuses a history that was edited`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let history = try folder.succeed("export STORE visit --format jsonl")
      for (part, other) in [("\"Ada\"", "\"Bob\""), ("T10:00:00", "T10:00:01")] {
        try folder.write(history.replacing(part, with: other), to: "history.jsonl")
        #expect(throws: Refused.self) { try folder.python("history.jsonl") }
      }
    }
  }

  /// Compares the ids of all documents of a store, and says how many there were.
  private func compared(_ folder: ToolFolder) throws -> Int {
    let store = try Store(folder.file("STORE").path, access: .readOnly, now: 0)
    var count = 0
    for summary in try store.documents() + store.documents(deleted: true) {
      let ids = try store.entryIDs(of: try store.document(summary.name))
      let name = summary.name.rawValue
      let history = try folder.succeed(["export", "STORE", name, "--format", "jsonl"])
      try folder.write(history, to: "history.jsonl")
      #expect(try folder.python("history.jsonl") == ids.map { "\($0)\n" }.joined(), "\(name)")
      count += ids.count
    }
    try store.close()
    return count
  }
}

extension ToolFolder {
  /// What the second implementation says of a file.
  fileprivate func python(_ name: String) throws -> String {
    guard let interpreter else { throw Refused(description: "there is no python3") }
    let result = try runProcess(
      interpreter, [script.path, name], environment: [:], stdin: [], in: url, timeout: 60)
    guard result.status == 0 else { throw Refused(description: result.stderr) }
    return result.stdout
  }
}
