import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import RandomWork
import Testing

@testable import EkibenStore

// Rules P16 and P19.
@Suite(.timeLimit(.minutes(20))) struct `Archiving old lines` {
  /// Everything that can be asked of a journal.
  private func answers(
    _ store: Store, _ document: StoredDocument
  ) throws -> [String] {
    let targets = RandomWork.rows.map { Change.Target(.row($0), .value) }
    return try (1...document.count).map { number in
      let entry = try store.entry(number, of: document)
      let fields = try store.fields(targets, of: document, at: number)
      return "\(entry) \(try store.changes(of: entry, in: document)) \(fields)"
    }
  }

  @Test func `is gone on with by another store where one has left off`() throws {
    try withVisit { store, document in
      let rows = ["name", "age", "consent", "phone", "note", "extra"] as [RowID]
      for number in 1...3 {
        for row in rows { try store.set(&document, (row, .integer(Int64(number)))) }
      }
      let asked = try answers(store, document)
      // Some fields stand where old lines go, and no line is gone yet.
      #expect(try store.archiveOldEntries(of: &document) && document.archived == 0)
      let other = try store.again()
      var theirs = try other.document("visit")
      while try other.archiveOldEntries(of: &theirs) {}
      #expect(theirs.archived == theirs.count - 1)
      #expect(try answers(other, theirs) == asked)
      try other.expectSound()
      try other.close()
    }
  }

  /// The last entry whose version of a row's answer stands in a block.
  private func lastMoved(
    _ row: RowID, of document: StoredDocument, _ store: Store
  ) throws -> Int? {
    try store.asking(document) { (state, document) throws(StoreError) -> Int? in
      guard let record = try state.names.knownKey(of: .row(row), in: document) else { return nil }
      let key = TargetKey(record: record, field: TargetKey.answer)
      return try state.journal.archivedVersion(of: key, in: document.key, atOrBefore: .max)?.number
    }
  }

  // All but the first stand as differences; the way back to that would go over every record between them.
  @Test func `makes a long text of the one before, and of few of them in one slice`() throws {
    try withVisit { store, document in
      let text = String(repeating: "x", count: 24_000)
      for number in 0...128 {
        let more = String(repeating: "y", count: number)
        try store.set(&document, ("note", .text(text + more)))
      }
      let asked = try store.entries(of: document, 1...Int.max)
      #expect(try store.archiveOldEntries(of: &document))
      #expect(try lastMoved("note", of: document, store) == 41)
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      let moved = "WHERE key & 0xffffffff BETWEEN 2 AND 41"
      try connection.execute("UPDATE entry SET checksum = checksum + 1 \(moved)")
      for last in [81, 121, 129] {
        #expect(try store.archiveOldEntries(of: &document))
        // A slice that begins with a block has room for two more.
        let moved = try lastMoved("note", of: document, store) ?? 0
        #expect(last...(last + 2) ~= moved)
      }
      try connection.execute("UPDATE entry SET checksum = checksum - 1 \(moved)")
      while try store.archiveOldEntries(of: &document) {}
      #expect(document.archived == 129)
      #expect(try store.entries(of: document, 1...Int.max) == asked)
      try store.expectSound()
    }
  }

  @Test func `tells a field of a row that an entry made from one of its form`() throws {
    func form(_ phone: [Fields]) throws -> Document {
      let rows = phone.map { Document.Row(id: "phone", fields: $0) }
      return try Document(sections: [
        Document.Section(id: "study", rows: rows + [Document.Row(id: "note", fields: [:])])
      ])
    }
    try withVisit(form: form([[.title: "Phone"]])) { store, document in
      for phone: [Fields] in [[], [[:]], [[.title: "Mobile"]]] {
        try store.perform(.apply(form(phone)), on: &document, by: by())
      }
      for edit in [Edit.undo(steps: 1), .redo(steps: 1)] {
        try store.perform(edit, on: &document, by: by())
      }
      try store.set(&document, ("note", "seen"))
      let title = Change.Target(.row("phone"), .title)
      let asked = try store.entries(of: document, 1...Int.max)
      for _ in 1...2 {
        #expect(try store.entries(of: document, 1...Int.max) == asked)
        let titles = try (1...7).map { try store.fields([title], of: document, at: $0)[0].value }
        #expect(titles == ["Phone", nil, nil, "Mobile", nil, "Mobile", "Mobile"])
        try store.expectSound()
        while try store.archiveOldEntries(of: &document, keeping: 0) {}
      }
      try store.perform(.undo(steps: 2), on: &document, by: by())
      #expect(document.row("phone")?.fields[.title] == nil)
    }
  }

  // What is between the writer and the removal is gone, and so nothing can have read it.
  @Test func `lets undo bring back a row without reading what happened before it went`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.set(&document, ("name", nil))
      try store.set(&document, ("name", "Eve"))
      for age in 1...Int64(3 * Chunk.maximumEntries) {
        try store.set(&document, ("age", .integer(age)))
      }
      let before = document
      let form = try Document(sketch: "person: age consent | study: phone note extra")
      try store.perform(.apply(form), on: &document, by: by())
      while try store.archiveOldEntries(of: &document) {}
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      try connection.execute("DELETE FROM chunk WHERE first > 1")
      let undo = try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(Set(document.origins.targets) == Set(before.origins.targets))
      #expect(document.origin("name") == Origins.Origin(entry: 4, via: undo?.number))
    }
  }

  @Test(arguments: UInt64(0)..<6)
  func `changes no answer to any question`(seed: UInt64) throws {
    var work = RandomWork(seed: seed)
    try withVisit { store, document in
      var states = [document.content]
      var origins = [document.origins]
      var moves = 0
      while states.count < 300 {
        if work.random.once(in: 40) {
          let asked = try answers(store, document)
          // Now and then a pass is left unfinished.
          for _ in 0..<work.random.number(in: 1...6) {
            guard
              try store.archiveOldEntries(of: &document, keeping: work.random.number(in: 0...20))
            else { break }
          }
          moves += 1
          try #require(try answers(store, document) == asked)
        }
        let known = Everything(document)
        let edit = try work.edit(document)
        do throws(StoreError) {
          if try store.perform(edit, on: &document, by: by()) != nil {
            states.append(document.content)
            origins.append(document.origins)
          }
        } catch {
          switch error {
          case .history, .deleted, .conflict: break
          default: throw error
          }
          try #require(Everything(document) == known)
        }
      }
      #expect(moves > 0)
      while try store.archiveOldEntries(of: &document) {}
      #expect(document.archived == document.count - 1)
      let read = try store.again().document("visit")
      #expect(Everything(read) == Everything(document))
      let journal = try store.journal(of: document)
      var walked = Origins()
      for (at, state) in states.enumerated() {
        walked.apply(journal.entries[at], in: journal)
        try #require(walked == origins[at], "entry \(at + 1)")
        try #require(try store.content(of: document, at: at + 1) == state, "entry \(at + 1)")
        // The slow way and the fast one.
        let looked = try store.asking(document) { (state, document) throws(StoreError) in
          try state.past.content(of: document, lookedUpAt: at + 1)
        }
        let gone = try store.content(of: document, at: at + 1)
        let isSame = looked.isIdentical(to: gone)
        try #require(
          isSame,
          "entry \(at + 1): \(Changeset(from: gone, to: looked).changes.map { Notation.text(of: $0) })"
        )
      }
      try store.expectSound()
    }
  }
}
