import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Several stores on one file` {
  @Test func `see each other's edits after a refresh, and go on from them`() throws {
    try withVisit { one, mine in
      let two = try one.again()
      var theirs = try two.document("visit")
      try one.set(&mine, ("name", "Ada"), by: by("Ada"))
      #expect(try two.refresh(&theirs))
      #expect(try !two.refresh(&theirs))
      #expect(theirs.answer("name") == "Ada")

      // Both edit without having looked: the second is decided on what the first wrote.
      try one.set(&mine, ("age", 36), by: by("Ada"))
      let entry = try two.set(&theirs, ("note", "x"), by: by("Bob"))
      #expect(entry?.number == 4)
      #expect(entry?.parent == 3)
      #expect(try one.refresh(&mine))
      #expect(Everything(mine) == Everything(theirs))
      try two.close()
      try one.expectStored(mine)
      try one.expectSound()
    }
  }

  // Rule P12.
  @Test func `refuse an edit of a field that somebody else has changed`() throws {
    try withVisit { one, mine in
      let two = try one.again()
      var theirs = try two.document("visit")
      try one.set(&mine, ("name", "Ada"))
      let before = try dump(one.path)
      let seen: [RowID: Value?] = ["name": nil]
      let error = try storeError {
        try two.perform(
          .answers([(row: "name", value: "Eve")]), on: &theirs, by: by("Eve"), expecting: seen)
      }
      guard case .conflict(let change) = error else { throw error }
      #expect(change.found == "Ada")
      #expect(try dump(one.path) == before)
      // The refusal has brought the other's edit along.
      #expect(theirs.answer("name") == "Ada")
      #expect(theirs.count == 2)
      try two.close()
    }
  }

  @Test func `know the records that another made, also after an edit that is refused`() throws {
    try withVisit { one, mine in
      let two = try one.again()
      var theirs = try two.document("visit")
      let wider = try Document(sketch: "person: name age consent new | study: phone note extra")
      try one.perform(.apply(wider), on: &mine, by: by())
      let error = try storeError { try two.perform(.redo(steps: 1), on: &theirs, by: by()) }
      #expect(error == .history(.nothingToRedo))
      // The refusal has brought the other's entry along, and with it what its record is called.
      #expect(theirs.count == 2)
      #expect(try two.entry(2, of: theirs) == one.entry(2, of: mine))
      try two.set(&theirs, ("new", "x"))
      try one.refresh(&mine)
      #expect(Everything(mine) == Everything(theirs))
      try two.close()
      try one.expectSound()
    }
  }

  @Test func `undo what the other did, since there is one head`() throws {
    try withVisit { one, mine in
      let two = try one.again()
      var theirs = try two.document("visit")
      try one.set(&mine, ("name", "Ada"), by: by("Ada"))
      let undo = try two.perform(.undo(steps: 1), on: &theirs, by: by("Bob"))
      #expect(undo?.head == 1)
      let error = try storeError { try one.perform(.undo(steps: 1), on: &mine, by: by("Ada")) }
      #expect(error == .history(.nothingToUndo))
      #expect(Everything(mine) == Everything(theirs))
      try two.close()
    }
  }

  // Rule P14.
  @Test func `wait for a lock, and say so when it is held for too long`() throws {
    try withVisit { one, mine in
      let two = try one.again(timeout: 80)
      var theirs = try two.document("visit")
      let lock = try Connection(path: one.path, access: .readWrite)
      try lock.begin(.immediate)
      let start = ContinuousClock.now
      let error = try storeError { try two.set(&theirs, ("name", "x")) }
      let waited = ContinuousClock.now - start
      #expect(isBusy(error, at: one.path))
      #expect(waited >= .milliseconds(60) && waited < .seconds(4), "\(waited)")
      // Readers are not in the way, and the refused store is as usable as before.
      #expect(try two.document("visit").count == 1)
      try lock.rollback()
      #expect(try two.set(&theirs, ("name", "x")) != nil)
      #expect(try one.refresh(&mine))
      try two.close()
    }
  }

  @Test func `take turns over long stretches without losing anything`() throws {
    try withVisit { one, mine in
      // Long enough for several fenced checkpoints while the other store looks on.
      let two = try one.again()
      var theirs = try two.document("visit")
      let rounds = 700
      for round in 1...rounds {
        try one.set(&mine, ("name", .integer(Int64(round))))
        try two.set(&theirs, ("age", .integer(Int64(round))))
      }
      try one.refresh(&mine)
      #expect(Everything(mine) == Everything(theirs))
      #expect(mine.count == 2 * rounds + 1)
      let wal = try FileManager.default.attributesOfItem(atPath: one.path + "-wal")
      #expect(try #require(wal[.size] as? Int) < 8 << 20)
      try two.close()
      try one.expectSound()
    }
  }

  @Test func `do not fail an edit because the checkpoint after it fails`() throws {
    try withStorePath { path in
      try makeStore(path)
      let store = try Store(path, now: 0)
      var document = try store.document("visit")
      // Beside another file's journal no connection is opened for the fence; what is committed is
      // committed all the same.
      let journal = path + "-journal"
      var bytes = Data(repeating: 1, count: 512)
      bytes.replaceSubrange(16..<28, with: [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 16, 0])
      try bytes.write(to: URL(filePath: journal))
      for number in 1...600 {
        #expect(try store.set(&document, ("age", .integer(Int64(number)))) != nil)
      }
      #expect(try storeError { _ = try store.again() } == .leftover(path: path, file: journal))
      try FileManager.default.removeItem(atPath: journal)
      try store.expectStored(document)
      try store.expectSound()
      try store.close()
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `One store on many threads` {
  @Test func `keeps every edit of every task`() async throws {
    try await withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      let shared = try store.create(nil, from: "visit", uid: uid(2), by: by())
      let rows: [RowID] = ["name", "age", "consent", "phone", "note", "extra"]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (task, row) in rows.enumerated() {
          group.addTask {
            var shared = shared
            var own = try store.create(
              DocumentName("own-\(row)"), from: "visit", uid: uid(UInt8(task + 3)), by: by())
            for number in 1...50 {
              try store.set(&shared, (row, .integer(Int64(number))), by: by(row.rawValue))
              try store.set(&own, (row, .integer(Int64(number))))
            }
          }
        }
        try await group.waitForAll()
      }
      let stored = try store.document("visit")
      #expect(stored.count == rows.count * 50 + 1)
      for row in rows { #expect(stored.answer(row) == 50) }
      #expect(try store.documents().count == rows.count + 1)
      #expect(try store.verify().findings == [])
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Two processes` {
  @Test func `that edit different fields both succeed`() throws {
    let tool = try builtProduct(named: "ekiben")
    try withTemporaryStore { store in
      let rows = ["left", "right"].map { id in
        Document.Row(id: RowID(unchecked: id), fields: [.component: "TextInput"])
      }
      let form = try Document(sections: [Document.Section(id: "s", rows: rows)])
      _ = try store.publish("two", form, by: by())
      var document = try store.create(nil, from: "two", uid: uid(2), by: by())
      let path = store.path
      let results = Mutex<[Result<ProcessResult, any Error>]>([])
      DispatchQueue.concurrentPerform(iterations: rows.count) { side in
        let script = """
          for n in 1 2 3 4 5 6 7 8 9 10; do "$0" set "$1" two "$2" $n || exit 1; done
          """
        let result = Result {
          try runProcess(
            URL(filePath: "/bin/sh"), ["-c", script, tool.path, path, rows[side].id.rawValue])
        }
        results.withLock { $0.append(result) }
      }
      for result in results.withLock({ $0 }) {
        let process = try result.get()
        #expect(process.status == 0, "\(process.stderr)")
      }
      #expect(try store.refresh(&document))
      #expect(document.count == 21)
      #expect(rows.allSatisfy { document.answer($0.id) == "10" })
      try store.expectSound()
    }
  }
}
