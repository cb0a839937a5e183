import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

// Rule P40.
@Suite(.timeLimit(.minutes(20))) struct `A store beside its certificate` {
  private static let destruction = by("Grace", at: 9, because: "asked for")

  @Test(
    arguments: [
      (.added, true), (.grown, true), (.destroyed(destruction), true), (.changed, false),
      (.cutOff, false), (.takenOut, false),
    ] as [(CertificateComparison.Finding.Kind, Bool)])
  func `has grown by some findings and is changed by others`(
    kind: CertificateComparison.Finding.Kind, isGrowth: Bool
  ) throws {
    func comparison(_ kinds: [CertificateComparison.Finding.Kind]) -> CertificateComparison {
      CertificateComparison(
        findings: kinds.map {
          .init(uid: uid(1), name: nil, kind: $0, before: 1, after: 2, authors: [])
        }, fingerprint: Certificate([]).fingerprint)
    }
    #expect(kind.isGrowth == isGrowth)
    #expect(comparison([]).relation == .same)
    #expect(comparison([kind]).relation == (isGrowth ? .grown : .changed))
    #expect(comparison([.added, kind]).relation == (isGrowth ? .grown : .changed))
    #expect(comparison([kind, .changed]).relation == .changed)
  }

  /// What a comparison says, a line a finding.
  private func lines(_ comparison: CertificateComparison) -> [String] {
    comparison.findings.map { finding in
      let authors = finding.authors.map { " \($0.name) \($0.entries)" }.joined(separator: ",")
      let kind =
        if case .destroyed(let who) = finding.kind { "destroyed by \(who.author)" } else {
          "\(finding.kind)"
        }
      return "\(finding.uid[0]) \(finding.name?.rawValue ?? "–") \(kind) "
        + "\(finding.before)→\(finding.after)\(authors)"
    }
  }

  @Test func `is told of each document what became of it, in the order of their uids`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      for (name, key) in [("same", 9), ("grown", 7), ("gone", 5), ("cut", 4)] as [(String, UInt8)] {
        var document = try store.create(DocumentName(name), from: "visit", uid: uid(key), by: by())
        try store.set(&document, ("age", 1))
      }
      let known = try store.certify().documents
      let last = try #require(known.last?.last)
      func entry(_ key: UInt8) throws -> Certificate.Document {
        try #require(known.first { $0.uid == uid(key) })
      }
      let certificate = Certificate([
        try entry(9), try entry(7), try entry(5),
        // It had more entries; one that nobody knows; and one of which no entry is said.
        .init(uid: uid(4), entries: 3, last: last), .init(uid: uid(8), entries: 6, last: last),
      ])
      var grown = try store.document("grown")
      for (author, age) in [("Ren\u{E9}", 2), ("Bob", 3), ("Rene\u{301}", 4), ("Ren\u{E9}", 5)]
        as [(String, Int64)]
      {
        try store.set(&grown, ("age", .integer(age)), by: by(author))
      }
      _ = try store.purge("gone", by: Self.destruction)
      _ = try store.create("new", from: "visit", uid: uid(3), by: by("Eve"))
      let found = try store.compare(with: certificate)
      #expect(
        lines(found) == [
          "3 new added 0→1 Eve 1", "4 cut cutOff 3→2", "5 – destroyed by Grace 2→2",
          "7 grown grown 2→6 Ren\u{E9} 2, Bob 1, Rene\u{301} 1", "8 – takenOut 6→0",
        ])
      #expect(found.relation == .changed)
      #expect(found.fingerprint == (try store.certify()).fingerprint)
    }
  }

  // What a certificate says of a document with two entries, and what the store then finds.
  @Test func `is changed where an entry is not what it was, and where it was said to be gone`()
    throws
  {
    try withVisit { store, document in
      try store.set(&document, ("age", 1))
      let ids = try store.entryIDs(of: document)
      func kinds(_ entries: Int, _ last: EntryID, _ destruction: EditMetadata? = nil) throws
        -> [CertificateComparison.Finding.Kind]
      {
        let before = Certificate.Document(
          uid: uid(2), entries: entries, last: last, destruction: destruction)
        return try store.compare(with: Certificate([before])).findings.map(\.kind)
      }
      #expect(try kinds(2, ids[1]) == [])
      #expect(try kinds(1, ids[0]) == [.grown])
      #expect(try kinds(2, ids[0]) == [.changed])
      #expect(try kinds(1, ids[1]) == [.changed])
      #expect(try kinds(3, ids[1]) == [.cutOff])
      #expect(try kinds(0, ids[0]) == [.changed])
      #expect(try kinds(2, ids[1], Self.destruction) == [.changed])
      _ = try store.purge("visit", by: Self.destruction)
      #expect(try kinds(2, ids[1], Self.destruction) == [])
      #expect(try kinds(2, ids[1], by("Eve", at: 9)) == [.changed])
      #expect(try kinds(2, ids[1]) == [.destroyed(Self.destruction)])
      #expect(
        try store.compare(with: Certificate([])).findings.map(\.kind)
          == [.destroyed(Self.destruction)])
    }
  }
}
