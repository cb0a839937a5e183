import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

// Rule H24.
@Suite(.timeLimit(.minutes(20))) struct `Records that made room in a store` {
  @Test func `are flagged in the entry, in what takes it back, in lines and in chunks`() throws {
    let rows = (["a", "b", "c"] as [RowID]).map {
      Document.Row(id: $0, order: OrderKey(bytes: [128]), fields: [:])
    }
    let form = try Document(
      fields: [:],
      stored: [
        Document.Section(id: "s", order: OrderKey(bytes: [128]), fields: [:], rows: rows)
      ])
    try withTemporaryStore { store in
      let create = Entry(
        number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: 1)
      var document = try store.adopt(
        "d", uid: uid(2), form: "f", content: form, entries: [create])
      try store.perform(.apply(try Document(sketch: "s: a x b c")), on: &document, by: by())
      try store.perform(.revert(2), on: &document, by: by())
      try store.perform(.apply(try Document(sketch: "s: a x b c")), on: &document, by: by())
      try store.perform(.undoOwnStep, on: &document, by: by())
      func flagged() throws -> [[RecordID]] {
        try store.entries(of: document, 1...Int.max).map { entry in
          zip(entry.changes.changes, entry.flags).filter { $1 == .madeRoom }.map(\.0.record)
        }
      }
      let found = try flagged()
      #expect(!found[1].isEmpty && found[1].allSatisfy { $0 != .row("x") })
      #expect(Set(found[2]) == Set(found[1]))
      #expect(Set(found[4]) == Set(found[3]))
      while try store.archiveOldEntries(of: &document, keeping: 1) {}
      #expect(try flagged() == found)
      try store.expectSound()
    }
  }
}
