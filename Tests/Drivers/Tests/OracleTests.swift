import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import SessionRecorder
import Testing

#if os(Linux)
  /// `EKIBEN_EXHAUSTIVE=1` asks for 12,000 entries rather than 1,000.
  private let wanted =
    ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1" ? 12_000 : 1000

  /// A document beside what the journal says of it.
  private struct Followed {
    var document: StoredDocument
    let key: Int64
    var flat: FlatDocument
  }

  struct OracleTests {
    // Rules P1 and H15.
    @Test func `what SQLite saw change is what the journal says`() throws {
      var work = RandomWork(seed: 7)
      try withTemporaryStore { store in
        var followed = try makeDocuments(in: store)
        var mirror = try StateMirror(store.path)
        let form = try RandomWork.form()
        var (entries, kinds) = (0, [Entry.Kind: Int]())
        while entries < wanted {
          let at = work.random.number(in: 0...followed.count - 1)
          let known = followed[at].document.count
          let seen = try recording(store) { try operate(&work, &followed[at].document, store) }
          mirror.follow(seen)
          for number in known + 1..<followed[at].document.count + 1 {
            let entry = try store.entry(number, of: followed[at].document)
            let changes = try store.changes(of: entry, in: followed[at].document)
            let stale = followed[at].flat.follow(changes)
            try #require(stale == nil)
            kinds[entry.kind, default: 0] += 1
            entries += 1
          }
          let stored = try FlatDocument(form, mirror, document: followed[at].key)
          try #require(stored == followed[at].flat, "entry \(followed[at].document.count)")
        }
        // It saw everything, and was itself followed rightly.
        #expect(try mirror == StateMirror(store.path))
        #expect(mirror.nullTransitions > wanted / 20)
        let told = kinds.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", ")
        print("oracle: \(told); \(mirror.nullTransitions) values from or to NULL")
      }
    }

    @Test func `a change that the journal does not tell is found`() throws {
      try withTemporaryStore { store in
        var followed = try makeDocuments(in: store)[0]
        let edit = Edit.answers([(row: "name", value: .text("Ada"))])
        try store.perform(edit, on: &followed.document, by: stamp)
        var mirror = try StateMirror(store.path)
        mirror.follow(
          try recording(store) {
            try store.withConnection { connection throws(SQLiteError) in
              try connection.execute("UPDATE answer SET value = NULL, type = 0")
            }
          })
        _ = followed.flat.follow(
          try store.changes(
            of: try store.entry(2, of: followed.document), in: followed.document))
        let stored = try FlatDocument(RandomWork.form(), mirror, document: followed.key)
        #expect(stored != followed.flat)
      }
    }

    private let stamp = Stamp(author: "Ada", time: 1)

    private func makeDocuments(in store: Store) throws -> [Followed] {
      let form = try RandomWork.form()
      let uid = [UInt8](repeating: 1, count: 16)
      _ = try store.publish("form", form, uid: uid, by: stamp)
      return try (2...3).map { number in
        let uid = [UInt8](repeating: UInt8(number), count: 16)
        let document = try store.create(nil, from: "form", uid: uid, by: stamp)
        return Followed(document: document, key: Int64(number), flat: FlatDocument(form))
      }
    }

    private func operate(
      _ work: inout RandomWork, _ document: inout StoredDocument, _ store: Store
    ) throws {
      if work.random.once(in: 15) {
        try store.moveOldLines(of: &document, keeping: work.random.number(in: 0...20))
        return
      }
      let count = work.random.once(in: 10) ? 3 : 1
      let edits = try (0..<count).map { _ in try work.edit(document) }
      do {
        _ = try store.perform(edits, on: &document, by: stamp)
      } catch StoreError.history, StoreError.conflict, StoreError.deleted, StoreError.unknownRow {}
    }

    private func recording(_ store: Store, _ body: () throws -> Void) throws -> [RecordedChange] {
      let recorder = try store.withConnection { connection throws(SQLiteError) in
        try SessionRecorder(on: connection)
      }
      defer { recorder.end() }
      try body()
      return try recorder.changes()
    }
  }
#endif
