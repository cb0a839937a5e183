import Dispatch
import Ekiben
import EkibenTesting
import Synchronization
import Testing

private let form = Form("visit") {
  Section("person") {
    TextInput(.name, title: "Name")
    TextInput(.age, title: "Age")
    Description("privacy", "It stays here.")
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A store without a session` {
  @Test func `takes typed answers on any thread, each checked by its row`() throws {
    try withTemporaryStore { store in
      _ = try store.editor("visit", from: form)
      let ada = SessionEnvironment(author: "Ada")
      #expect(try store.set(.name, to: "Ada", in: "visit", as: ada, reason: "asked")?.number == 2)
      #expect(try store.set(.age, to: 36, in: "visit", as: ada)?.number == 3)
      #expect(try store.set(.age, to: 36, in: "visit", as: ada) == nil)
      #expect(try store.answer(.name, in: "visit") == "Ada")
      #expect(try store.set(.name, to: nil, in: "visit", as: ada)?.number == 4)
      #expect(try store.answer(.name, in: "visit") == nil)
      #expect(try store.perform(.undo(steps: 1), on: "visit", by: ada.metadata())?.head == 3)
      #expect(try store.perform(.redo(steps: 1), on: "visit", by: ada.metadata())?.head == 4)
      #expect(throws: SessionError.self) {
        try store.set([("privacy", "no")], in: "visit", as: ada)
      }
      #expect(throws: SessionError.self) { try store.set([("age", "no")], in: "visit", as: ada) }
      #expect(throws: SessionError.store(.unknownRow("nobody", document: "visit"))) {
        try store.set([("nobody", nil)], in: "visit", as: ada)
      }
      let visit = try store.document("visit")
      #expect(visit.count == 6)
      #expect(try store.entry(2, of: visit).reason == "asked")
    }
  }

  @Test func `is in no conflict with what was written since it read the document`() throws {
    try withTemporaryStore { store in
      _ = try store.editor("visit", from: form)
      let other = try Store(store.path)
      let theirs = Mutex(["Bob", "Eve"])
      // The time is asked for between reading and writing.
      let ada = SessionEnvironment(
        author: "Ada",
        now: {
          if let name = theirs.withLock({ $0.popLast() }) {
            #expect(throws: Never.self) { try other.set(.name, to: name, in: "visit") }
          }
          return 0
        })
      #expect(try store.set(.name, to: "Ada", in: "visit", as: ada)?.number == 4)
      #expect(try other.answer(.name, in: "visit") == "Ada")
      try other.close()
    }
  }

  @Test func `reads and writes while the caller goes on, in the order of the calls`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: form)
      let entry = try await store.write { try $0.set(.name, to: "Ada", in: "visit") }
      #expect(entry?.number == 2)
      #expect(try await store.read { try $0.answer(.name, in: "visit") } == "Ada")
      await #expect(throws: SessionError.self) {
        try await store.write { try $0.set([("age", "no")], in: "visit", as: SessionEnvironment()) }
      }
      // More calls than there are threads: each waits for its turn without one.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask { _ = try await store.write { try $0.set(.age, to: number, in: "visit") } }
        }
        try await group.waitForAll()
      }
      #expect(try store.document("visit").count == 202)
      try store.close()
      await #expect(throws: StoreError.closed(path: store.path)) {
        try await store.read { try $0.documents() }
      }
    }
  }

  @Test func `does nothing for a call that was cancelled before its turn`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: form)
      let gate = DispatchSemaphore(value: 0)
      let begun = AsyncStream.makeStream(of: Void.self)
      let first = Task {
        try await store.write { store in
          begun.continuation.finish()
          gate.wait()
          return try store.set(.name, to: "Ada", in: "visit")?.number
        }
      }
      for await _ in begun.stream {}
      let second = Task { try await store.write { try $0.set(.age, to: 1, in: "visit") } }
      second.cancel()
      // What has begun says what came of it.
      first.cancel()
      gate.signal()
      #expect(try await first.value == 2)
      await #expect(throws: CancellationError.self) { try await second.value }
      #expect(try store.document("visit").count == 2)
    }
  }
}
