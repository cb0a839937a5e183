import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `A document from elsewhere` {
  private static let first = Entry(
    number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: 5)

  private static func edit(
    _ number: Int, _ changes: [Change], origins: [Int], parent: Int? = nil
  ) -> Entry {
    Entry(
      number: number, kind: .edit, parent: parent ?? number - 1, head: number, author: "Bob",
      time: 7, reason: "told", changes: Changeset(changes), origins: origins)
  }

  private static func age(_ before: Value?, _ after: Value?) -> Change {
    Change(.row("age"), .value, before: before, after: after)
  }

  // Each entry is checked against what stands before it.
  private static let refused: [(entries: [Entry], error: StoreError?)] = [
    ([], .history(.broken(entry: 1))),
    ([edit(1, [], origins: [], parent: 0)], .history(.broken(entry: 1))),
    (
      [Entry(number: 2, kind: .create, parent: nil, head: 2, author: "Ada", time: 5)],
      .history(.broken(entry: 1))
    ),
    ([first, edit(2, [age(nil, 1)], origins: [1])], .history(.broken(entry: 2))),
    ([first, edit(2, [age(nil, 1)], origins: [])], .history(.broken(entry: 2))),
    (
      [first, edit(2, [age(3, 1)], origins: [0])],
      .conflict(StaleChange(change: age(3, 1), found: nil))
    ),
    ([first, edit(3, [age(nil, 1)], origins: [0], parent: 1)], .history(.broken(entry: 3))),
    ([first, edit(1, [age(nil, 1)], origins: [0], parent: 1)], .history(.broken(entry: 1))),
    ([first, edit(2, [age(nil, 1)], origins: [0], parent: 2)], .history(.broken(entry: 2))),
    ([first, edit(2, [age(nil, 1)], origins: [0], parent: 9)], .history(.broken(entry: 2))),
  ]

  @Test(arguments: refused.indices)
  func `is refused where an entry does not continue its journal, and leaves nothing`(
    at: Int
  ) throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      let before = try dump(store.path)
      let (entries, expected) = Self.refused[at]
      let error = try storeError {
        _ = try store.adopt(
          "guest", uid: uid(4), form: "visit", content: try store.form("visit").content,
          entries: entries)
      }
      if let expected {
        #expect(error == expected)
      } else {
        guard case .history = error else { throw error }
      }
      #expect(try dump(store.path) == before)
    }
  }

  @Test func `is taken as it was, with its numbers, times, authors and reasons`() throws {
    try withTemporaryStore { store in
      let entries = [
        Self.first, Self.edit(2, [Self.age(nil, 1)], origins: [0]),
        Entry(number: 3, kind: .undo, parent: 2, head: 1, author: "Cid", time: 6),
        Entry(
          number: 4, kind: .mark, parent: 1, head: 1, author: "Cid", time: 3, mark: "begun"),
      ]
      try store.setNeedsReasons(true)
      let document = try store.adopt(
        "guest", uid: uid(4), form: "visit", content: try visitForm(), entries: entries,
        sources: [.init(until: 2, store: uid(8)), .init(until: 3, store: uid(9))])
      #expect(try store.entries(of: document, 1...9) == entries)
      #expect(document.uid == uid(4) && document.form == "visit" && document.head == 1)
      #expect(document.answer("age") == nil && document.history.marks.count == 1)
      // What is behind the last of them counts as written by this store.
      let own = try query(store.path, "SELECT hex(value) FROM setting WHERE name = 'store'")
        .joined()
      let sources = try store.identityFacts(of: document).sources
      #expect(sources.map(\.until) == [2, 3, 4])
      #expect(sources.prefix(2).map(\.store) == [uid(8), uid(9)])
      #expect(sources.last.map { Hexadecimal.text($0.store).uppercased() } == own)
      try store.expectSound()
      for (name, key) in [("guest", 7), ("other", 4)] as [(DocumentName, UInt8)] {
        let error = try storeError {
          _ = try store.adopt(
            name, uid: uid(key), form: "visit", content: try visitForm(), entries: [Self.first])
        }
        #expect(error == .nameTaken("guest"))
      }
    }
  }

  // Rule F22: a revision with this content and these places is the same; else it gets one of its own.
  @Test func `brings the revision that it is of, if the store does not have it`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      func adopt(_ name: DocumentName, _ form: DocumentName, _ content: Document) throws
        -> StoredDocument
      {
        try store.adopt(
          name, uid: uid(UInt8(name.rawValue.utf8.count + 20)), form: form, content: content,
          entries: [Self.first])
      }
      let own = try store.form("visit").content
      #expect(try adopt("a", "visit", own).revision == 1)
      // The same content, with one row at another place between its neighbours.
      let moved = Document(
        keeping: own.fields,
        sections: own.sections.map { section in
          Document.Section(
            id: section.id, order: section.order, fields: section.fields,
            rows: section.rows.map { row in
              let bytes = row.order.bytes + (row.id == "age" ? [0x40] : [])
              return Document.Row(id: row.id, order: OrderKey(bytes: bytes), fields: row.fields)
            })
        })
      let second = try adopt("bb", "visit", moved)
      #expect(second.revision == 2 && second.content.isIdentical(to: moved))
      // What new documents begin with stays as it was.
      #expect(try store.form("visit").revision == 1)
      let named = try adopt("ccc", "new", own)
      #expect(named.form == "new" && named.revision == 1)
      let revisions = try store.revisionHistory(of: "new")
      #expect(revisions.map(\.author) == ["Ada"] && revisions.map(\.published) == [5])
      try store.expectSound()
    }
  }

  @Test func `of a form that is here under another name is of that`() throws {
    try withTemporaryStore { store in
      var form = try visitForm()
      form.setField(.url, to: "http://example.org/visit")
      _ = try store.publish("visit", form, by: by())
      let content = try store.form("visit").content
      let guest = try store.adopt(
        "guest", uid: uid(4), form: "theirs", content: content, entries: [Self.first])
      #expect(guest.form == "visit" && guest.revision == 1)
      // Its other revisions have to be of the same form.
      var other = form
      other.setField(.url, to: "http://example.org/other")
      let error = try storeError {
        _ = try store.adopt(
          "second", uid: uid(5), form: "visit", content: content, others: [other],
          entries: [Self.first])
      }
      #expect(
        error
          == .differentForm(
            "visit", url: "http://example.org/other", existing: "http://example.org/visit"))
      #expect(try store.forms().map(\.name) == ["visit"])
    }
  }
}
