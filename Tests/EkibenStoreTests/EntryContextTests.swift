import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Testing

/// What few entries say: a time offset, that not all was checked, and flags of changes.
@Suite(.timeLimit(.minutes(20))) struct `The context of an entry` {
  private static let entries: [Entry] = [
    Entry(number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: 1),
    Entry(
      number: 2, kind: .edit, parent: 1, head: 2, author: "Ada", time: 2, utcOffset: -210,
      changes: Changeset([
        Change(.row("age"), .value, before: nil, after: 3),
        Change(.row("name"), .value, before: nil, after: "x"),
      ]), origins: [0, 0], flags: [.calculated, []]),
    Entry(
      number: 3, kind: .import, parent: 2, head: 3, author: "Ada", time: 3, reason: "late",
      isUnchecked: true),
    Entry(
      number: 4, kind: .edit, parent: 3, head: 4, author: "Ada", time: 4, utcOffset: 0,
      changes: Changeset([Change(.row("age"), .value, before: 3, after: 4)]), origins: [2],
      flags: [[.calculated, .madeRoom, .wasCalculated]]),
    Entry(number: 5, kind: .undo, parent: 4, head: 3, author: "Ada", time: 5, utcOffset: 60),
    Entry(number: 6, kind: .redo, parent: 3, head: 4, author: "Ada", time: 6),
  ]

  private func adopt(_ entries: [Entry], _ store: Store) throws -> StoredDocument {
    try store.adopt(
      "visit", uid: uid(2), form: "visit", content: try visitForm(),
      entries: entries)
  }

  @Test func `is read as it was written, from lines and from chunks`() throws {
    try withTemporaryStore { store in
      var document = try adopt(Self.entries, store)
      #expect(try store.entries(of: document, 1...6) == Self.entries)
      while try store.archiveOldEntries(of: &document) {}
      #expect(try store.entries(of: document, 1...6) == Self.entries)
      try store.perform(.undo(steps: 2), on: &document, by: by())
      while try store.archiveOldEntries(of: &document) {}
      #expect(try store.entries(of: document, 1...6) == Self.entries)
      try store.expectSound()
    }
  }

  @Test func `says of an answer what its own change says, beside that of its record`() throws {
    try withTemporaryStore { store in
      let form = try visitForm()
      let more = try Document(
        sketch: "person: name age consent | study: phone note extra pet")
      let came = Changeset(from: form, to: more).changes.filter { $0.record == .row("pet") }
      let answer = Change.Target(.row("pet"), .value)
      func entry(_ number: Int, _ changes: [Change], _ flags: [ChangeFlags]) -> Entry {
        Entry(
          number: number, kind: .edit, parent: number - 1, head: number, author: "Ada", time: 2,
          changes: Changeset(changes), origins: changes.map { _ in number == 2 ? 0 : 2 },
          flags: flags)
      }
      let entries = [
        Self.entries[0],
        entry(2, came + [Change(.row("pet"), .value, before: nil, after: 3)], [[], .calculated]),
        entry(3, [Change(.row("pet"), .value, before: 3, after: 4)], [.wasCalculated]),
      ]
      var document = try adopt(entries, store)
      func expectPast() throws {
        let past = try store.fields([answer], of: document, at: 2)
        #expect(past.map(\.value) == [3] && past.map(\.origin.isCalculated) == [true])
      }
      try expectPast()
      while try store.archiveOldEntries(of: &document, keeping: 0) {}
      try expectPast()
    }
  }

  @Test func `is refused where a line could not say it`() throws {
    let first = Self.entries[0]
    let changes = Changeset([Change(.row("age"), .value, before: nil, after: 3)])
    func second(_ offset: Int?, _ flags: [ChangeFlags]) -> Entry {
      Entry(
        number: 2, kind: .edit, parent: 1, head: 2, author: "Ada", time: 2, utcOffset: offset,
        changes: changes, origins: [0], flags: flags)
    }
    let bad = [
      second(1440, []), second(.min, []), second(nil, [.calculated, .calculated]),
      second(nil, [ChangeFlags(rawValue: 8)]),
    ]
    for entry in bad {
      try withTemporaryStore { store in
        let error = try storeError { _ = try adopt([first, entry], store) }
        #expect(error == .history(.broken(entry: 2)))
        #expect(try store.documents().isEmpty)
      }
    }
  }

  // An entry that joins branches, one beside the head, and one with a flag that is not known.
  @Test(arguments: ["kind = 12", "line = x'C040'", "line = x'C0110108000000'"])
  func `of a newer program is no damage, and says so`(change: String) throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.withConnection { connection throws(SQLiteError) in
        try connection.execute("UPDATE entry SET checksum = NULL, \(change) WHERE key & 255 = 2")
      }
      let error = try storeError { _ = try store.again().entries(of: document, 2...2) }
      guard case .newerContent = error else { throw error }
    }
  }
}
