import EkibenDocuments
import EkibenStore
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Closing a store` {
  // Opening reads every line that is not archived.
  @Test(arguments: [(entries: 32_768, moves: false), (entries: 32_770, moves: true)])
  func `archives the lines of a document that has very many`(entries: Int, moves: Bool) throws {
    try withVisit { store, document in
      let edits = (1..<entries).map { Edit.answers([(row: "age", value: .integer(Int64($0)))]) }
      _ = try store.perform(edits, on: &document, by: by())
      #expect(document.count == entries)
      let before = document.content
      try store.close()

      let again = try Store(store.path, access: .readWrite, now: 0)
      #expect(try again.statistics().archivedEntries == (moves ? entries - 1 : 0))
      let read = try again.document("visit")
      #expect(read.content == before)
      #expect(try again.entry(2, of: read).changes.changes.first?.after == 1)
      try again.close()
    }
  }
}
