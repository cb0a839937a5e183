import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `A way through a journal` {
  /// A journal of edits, undo and redo, of which the first entries stand in chunks.
  private func withJournal(_ body: (Store, inout StoredDocument) throws -> Void) throws {
    try withVisit { store, document in
      let rows: [RowID] = ["name", "age", "note"]
      var random = SeededGenerator(seed: 7)
      func work(until count: Int) throws {
        while document.count < count {
          if document.count > 5, Int.random(in: 0..<5, using: &random) == 0 {
            let steps = Int.random(in: 1...2, using: &random)
            try store.perform(.undo(steps: steps), on: &document, by: by())
          } else {
            let text = Value.text(String(repeating: "word ", count: 20) + "\(document.count)")
            try store.set(&document, (rows.randomElement(using: &random) ?? "name", text))
          }
        }
      }
      try work(until: 700)
      _ = try store.compact()
      document = try store.document("visit")
      try work(until: 900)
      try body(store, &document)
    }
  }

  private func expect(
    _ numbers: some Sequence<Int>, _ pass: inout JournalPass, _ document: StoredDocument,
    _ store: Store
  ) throws {
    for number in numbers {
      let passed = try pass.entry(number)
      let entry = try store.entry(number, of: document)
      #expect(passed.entry == entry)
      #expect(try passed.changes == store.changes(of: entry, in: document))
      let path = document.history.travelled(by: entry)
      #expect(passed.travelled == path.undone + path.redone)
    }
  }

  @Test func `has the entries that are asked for one by one, whichever way it goes`() throws {
    try withJournal { store, document in
      let count = document.count
      var forwards = JournalPass(of: document, in: store)
      try expect(1...count, &forwards, document, store)
      var backwards = JournalPass(of: document, in: store)
      try expect((1...count).reversed(), &backwards, document, store)
      var about = JournalPass(of: document, in: store)
      var random = SeededGenerator(seed: 8)
      let jumps = (0..<200).flatMap { _ -> [Int] in
        let number = Int.random(in: 2..<count, using: &random)
        return [number, number + 1, number - 1, number]
      }
      try expect(jumps, &about, document, store)
      for number in [0, count + 1, -1] {
        #expect(throws: StoreError.history(.unknownEntry(number))) { try about.entry(number) }
      }
      #expect(
        try store.entries(of: document, 690...710)
          == (690...710).map { try store.entry($0, of: document) })
    }
  }

  @Test func `names the entry that is missing, and has those around it`() throws {
    try withJournal { store, document in
      let before = try store.entry(799, of: document)
      let after = try (801...820).map { try store.entry($0, of: document) }
      try store.withConnection { connection throws(SQLiteError) in
        try connection.execute("DELETE FROM entry WHERE key & 4294967295 = 800")
      }
      var pass = JournalPass(of: document, in: store)
      #expect(try pass.entry(798).entry.number == 798)
      #expect(try pass.entry(799).entry == before)
      let alone = try storeError { _ = try pass.entry(800) }
      let among = try storeError { _ = try store.entries(of: document, 790...810) }
      #expect("\(alone)".contains("entry 800 of visit is missing"))
      #expect(alone == among)
      // One that wrote over what the missing one had written has lost its old value.
      var read: [Entry] = []
      for number in 801...820 {
        do {
          let entry = try store.entry(number, of: document)
          _ = try store.changes(of: entry, in: document)
          read.append(entry)
        } catch {
          #expect(try storeError { _ = try pass.entry(number) } == error as? StoreError)
          continue
        }
        #expect(try pass.entry(number).entry == read.last)
      }
      #expect(read.count > 10 && read.allSatisfy { after.contains($0) })
    }
  }

  @Test func `goes on while others write and archive`() throws {
    try withJournal { store, document in
      var pass = JournalPass(of: document, in: store)
      try expect(1...450, &pass, document, store)
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "Eve"), by: by("Eve"))
      _ = try other.compact()
      try other.close()
      try expect(451...document.count, &pass, document, store)
      #expect(throws: StoreError.history(.unknownEntry(document.count + 1))) {
        try pass.entry(document.count + 1)
      }
    }
  }
}
