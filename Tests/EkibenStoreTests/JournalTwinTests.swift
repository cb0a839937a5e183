import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import Testing

private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

@Suite struct `A stored document beside its twin in memory` {
  // Rules H1 and D14; structure, travels, marks and reverts among moves of old lines.
  @Test(arguments: UInt64(0)..<4)
  func `has the same entries, content and origins`(seed: UInt64) throws {
    let operations = isExhaustive ? 10_000 : 600
    var work = RandomWork(seed: seed)
    try withTemporaryStore { first in
      var store = first
      let form = try RandomWork.form()
      _ = try store.publish("form", form, uid: uid(1), by: by())
      var document = try store.create(nil, from: "form", uid: uid(2), by: by())
      var twin = try JournalTwin(form, by: by())
      for _ in 0..<operations {
        if work.random.once(in: 20) { try disturb(&store, &document, &work) }
        try perform(try work.edit(document), in: store, &document, &twin)
      }
      let read = try store.document(document.name)
      #expect(Everything(read) == Everything(document))
      #expect(try store.entries(of: read, 1...Int.max) == twin.journal.entries)
      for number in stride(from: 1, through: read.count, by: 1 + operations / 200) {
        let entry = twin.journal.entries[number - 1]
        #expect(try store.changes(of: entry, in: read) == twin.journal.changes(of: entry))
      }
      try store.expectSound()
      try store.close()
      print("twin: \(operations) operations, \(read.count) entries")
    }
  }

  private func perform(
    _ edit: Edit, in store: Store, _ document: inout StoredDocument, _ twin: inout JournalTwin
  ) throws {
    do throws(StoreError) {
      let entry = try store.perform(edit, on: &document, by: by())
      let expected: Entry?
      do { expected = try twin.perform(edit, by: by()) } catch {
        Issue.record("\(edit) was done, and is refused in memory: \(error)")
        return
      }
      #expect(entry == expected)
    } catch {
      guard case .history(let refusal) = error else { throw error }
      #expect(throws: refusal) { _ = try twin.perform(edit, by: by()) }
    }
    try #require(document.content.isIdentical(to: twin.document))
    try #require(document.origins == twin.origins)
    try #require(document.head == twin.journal.head)
  }

  /// Opens the file anew, moves old lines, or compacts all.
  private func disturb(
    _ store: inout Store, _ document: inout StoredDocument, _ work: inout RandomWork
  ) throws {
    switch work.random.number(in: 0...4) {
    case 0:
      try store.close()
      store = try Store(store.path, now: 0)
      if work.random.once(in: 2) { document = try store.document(document.name) }
    case 1: _ = try store.compact()
    default:
      for _ in 0..<work.random.number(in: 1...5) {
        try store.moveOldLines(of: &document, keeping: work.random.number(in: 0...20))
      }
    }
  }
}
