import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// Ids of entries as a store gives them, and what became of a store since it was certified.
@Suite(.timeLimit(.minutes(20))) struct IdentityTests {
  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures").appending(path: "format-1.ekiben")

  private func ids(_ path: String) throws -> [DocumentName: [EntryID]] {
    let store = try Store(path, access: .readOnly, now: 0)
    var ids: [DocumentName: [EntryID]] = [:]
    for summary in try store.documents() + store.documents(deleted: true) {
      ids[summary.name] = try store.entryIDs(of: try store.document(summary.name))
    }
    try store.close()
    return ids
  }

  // Rule H30.
  @Test func `upgrading, archiving, compacting and copying format 1 change no id`() throws {
    try withStorePath { path in
      try FileManager.default.copyItem(atPath: Self.fixture.path, toPath: path)
      let known = try ids(path)
      #expect(known.values.joined().count > 250)
      let store = try Store(path, now: 0)
      let before = try store.certify()
      for name in known.keys {
        var document = try store.document(name)
        while try store.archiveOldEntries(of: &document, keeping: 3) {}
      }
      _ = try store.compact()
      #expect(try store.certify() == before)
      try store.backUp(to: path + ".copy")
      try store.close()
      #expect(try ids(path) == known)
      #expect(try ids(path + ".copy") == known)
    }
  }

  // Rule H30.
  @Test func `the same work in two stores, or at another time, has other ids`() throws {
    var ids: Set<EntryID> = []
    for (author, time) in [("Ada", 1), ("Ada", 1), ("Ada", 2), ("Eve", 1)] as [(String, Int64)] {
      try withStorePath { path in
        let store = try Store(path, now: 0)
        _ = try store.publish("visit", try visitForm(), by: by())
        var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
        try store.set(&document, ("name", "Ada"), by: by(author, at: time))
        #expect(try store.entryIDs(of: document).count == 2)
        ids.formUnion(try store.entryIDs(of: document))
        try store.close()
      }
    }
    // Stores differ, so that equal edits of two of them are two.
    #expect(ids.count == 8)
  }

  // Rule P40.
  @Test func `a store is the same, has grown, or was changed, document by document`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let other = try store.create("other", from: "visit", uid: uid(3), by: by())
      let before = try store.certify()
      #expect(try store.compare(with: before).relation == .same)
      #expect(before.documents.map(\.entries) == [2, 1])

      try store.set(&document, ("name", "Eve"), by: by("Eve"))
      try store.set(&document, ("name", "Lin"), by: by("Lin"))
      try store.set(&document, ("age", 3), by: by("Eve"))
      _ = try store.create("more", from: "visit", uid: uid(4), by: by())
      let grown = try store.compare(with: before)
      #expect(grown.relation == .grown)
      #expect(grown.findings.map(\.kind) == [.grown, .added])
      #expect(grown.findings[0].authors.map(\.name) == ["Eve", "Lin"])
      #expect(grown.findings[0].authors.map(\.entries) == [2, 1])
      #expect((grown.findings[0].before, grown.findings[0].after) == (2, 5))
      #expect(grown.fingerprint == (try store.certify()).fingerprint)

      // The other way round, entries were cut off and a document was taken out.
      let now = try store.certify()
      let path = store.path + ".old"
      let old = try Store(path, now: 0)
      _ = try old.publish("visit", visitForm(), by: by())
      for document in [document, other] {
        _ = try old.adopt(
          document.name, uid: document.uid, form: "visit", content: document.formContent,
          entries: try store.entries(of: document, 1...2),
          sources: try store.identityFacts(of: document).sources.map {
            EntrySource(until: min($0.until, 2), store: $0.store)
          })
      }
      #expect(try old.compare(with: before).relation == .same)
      let cut = try old.compare(with: now)
      #expect(cut.relation == .changed)
      #expect(cut.findings.map(\.kind) == [.cutOff, .takenOut])
      var copy = try old.document("visit")
      for age in 1...4 { try old.set(&copy, ("age", .integer(Int64(age)))) }
      #expect(try old.compare(with: now).findings.map(\.kind) == [.changed, .takenOut])
      try old.close()
    }
  }

  // Rule P40.
  @Test func `a document that was destroyed when it was another one has changed`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let known = try #require(try store.certify().documents.first)
      let first = try #require(try store.entryIDs(of: document).first)
      let destruction = by("Grace", because: "asked for")
      _ = try store.purge("visit", by: destruction)
      func kinds(_ entries: Int, _ last: EntryID) throws -> [CertificateComparison.Finding.Kind] {
        let before = Certificate.Document(
          uid: known.uid, entries: entries, last: last, destruction: nil)
        return try store.compare(with: Certificate([before])).findings.map(\.kind)
      }
      #expect(try kinds(2, known.last) == [.destroyed(destruction)])
      #expect(try kinds(1, first) == [.destroyed(destruction)])
      #expect(try kinds(2, first) == [.changed])
      #expect(try kinds(3, known.last) == [.destroyed(destruction)])
    }
  }

  // Rule P40.
  @Test func `a document that was destroyed is known to a certificate`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let before = try store.certify()
      let last = try #require(before.documents.first?.last)
      try store.close()
      try tamper(
        store.path,
        """
        INSERT INTO destroyed(uid, entries, last, time, author, reason)
        VALUES (x'\(Hexadecimal.text(uid(9)))', 7, x'\(last)', 5, 1, 'asked for')
        """)
      let again = try store.again()
      let found = try again.compare(with: before)
      #expect(found.relation == .grown)
      let who = EditMetadata(author: "Ada", time: 5, reason: "asked for")
      #expect(found.findings.map(\.kind) == [.destroyed(who)])
      let after = try again.certify()
      #expect(after.documents.map(\.destruction) == [nil, who])
      #expect(try again.compare(with: after).relation == .same)
      try again.close()
      // Whoever changes what is said of it changes the fingerprint.
      try tamper(store.path, "UPDATE destroyed SET reason = NULL")
      let changed = try store.again()
      #expect(try changed.compare(with: after).relation == .changed)
      try tamper(store.path, "DELETE FROM destroyed")
      #expect(try changed.compare(with: after).findings.map(\.kind) == [.takenOut])
      try changed.close()
    }
  }
}
