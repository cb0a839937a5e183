import EkibenDocuments
import Foundation
import Testing

/// The test vectors of the article EntryIdentity, from which other implementations are written.
@Suite(.timeLimit(.minutes(20))) struct TestVectorTests {
  private struct Vector {
    let name: String
    /// Nil for the root of a tree.
    let text: String?
    let hash: String
  }

  private func vectors() throws -> [Vector] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Ekiben/Ekiben.docc/EntryIdentity.md"),
      encoding: .utf8)
    let start = try #require(article.firstRange(of: "## Test vectors"))
    let block = try #require(article[start.upperBound...].split(separator: "```text\n").last)
    return try block.replacing("\n```", with: "").split(separator: "\n\n").map { part in
      let lines = part.split(separator: "\n").map(String.init)
      try #require(lines.count == 2 || lines.count == 3)
      return Vector(
        name: lines[0], text: lines.count == 3 ? lines[1] : nil, hash: lines[lines.count - 1])
    }
  }

  @Test func `each text has the hash that stands below it`() throws {
    let vectors = try vectors()
    #expect(vectors.count == 14)
    for vector in vectors {
      guard let text = vector.text else { continue }
      #expect("\(SHA256.digest(of: Array(text.utf8)))" == vector.hash, "\(vector.name)")
    }
  }

  // Rule H30.
  @Test func `the entries and the certificate of the vectors come out as they stand there`() throws
  {
    let vectors = Dictionary(uniqueKeysWithValues: try vectors().map { ($0.name, $0) })
    let uid: [UInt8] = (0..<16).map { $0 * 17 }
    let store: [UInt8] = (0..<16).map { 255 - $0 }
    let facts = IdentityFacts(
      document: uid, revision: SHA256.digest(of: Array("a revision".utf8)),
      sources: [(2, store), (3, []), (5, store)].map { EntrySource(until: $0, store: $1) })
    let journal = try journal()
    var ids = EntryIDs(document: uid)
    for entry in journal.entries {
      let context = facts.context(of: entry, in: journal.history)
      let vector = try #require(vectors["entry \(entry.number)"])
      let encoding = try ids.encoding(of: entry, context)
      #expect(String(decoding: encoding, as: UTF8.self) == vector.text)
      #expect("\(try ids.append(entry, context))" == vector.hash)
    }
    let last = try #require(ids.ids.last)
    let certificate = Certificate([
      Certificate.Document(
        uid: [UInt8](repeating: 255, count: 16), entries: 7,
        last: SHA256.digest(of: Array("one".utf8)),
        destruction: EditMetadata(author: "Ada", time: -1, reason: "asked for")),
      Certificate.Document(uid: uid, entries: 5, last: last),
    ])
    #expect("\(certificate.fingerprint)" == vectors["the fingerprint over both"]?.hash)
    let lines = String(decoding: certificate.encoded(), as: UTF8.self).split(separator: "\n")
    for number in 1...2 {
      let vector = vectors["a certificate, line \(number) of its documents"]
      #expect(String(lines[number]) == vector?.text)
    }
  }

  private func journal() throws -> Journal {
    let decimal = try #require(DecimalNumber("5"))
    let start: Int64 = 1_795_255_200_000
    var journal = Journal()
    let entries = [
      Entry(number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: start),
      Entry(
        number: 2, kind: .edit, parent: 1, head: 2, author: "Ada", time: start + 1250,
        utcOffset: 60, reason: "new \"patient\"",
        changes: Changeset([
          Change(.row("name"), .value, before: nil, after: "Ad\u{E9}\u{202E}")
        ]),
        origins: [0]),
      Entry(
        number: 3, kind: .edit, parent: 2, head: 3, author: "Grace", time: -1, isUnchecked: true,
        changes: Changeset([
          Change(.row("name"), .value, before: "Ad\u{E9}\u{202E}", after: "Ada"),
          Change(.row("a b"), .value, before: nil, after: .decimal(decimal)),
          Change(.section("person"), .order, before: nil, after: .bytes([0x80, 0xFF])),
        ]), origins: [2, 0, 0], flags: [[], [], .madeRoom]),
      Entry(number: 4, kind: .undo, parent: 3, head: 2, author: "Ada", time: start + 3000),
      Entry(
        number: 5, kind: .edit, parent: 2, head: 5, step: 2, author: "Ada", time: start + 4000,
        changes: Changeset([
          Change(.row("name"), .value, before: "Ad\u{E9}\u{202E}", after: nil)
        ]),
        origins: [2]),
    ]
    // The fifth joins the step of the second.
    for entry in entries { try journal.append(entry) }
    return journal
  }
}
