import Ekiben
import EkibenStore
import EkibenTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Counts how often a store looked for what others wrote to any of its documents.
private final class RefreshCount: StoreCompanion {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  func didCommit(to document: DocumentName?, count: Int) {
    if document == nil { number.withLock { $0 += 1 } }
  }
}

// Rule P24.
@Suite(.timeLimit(.minutes(20)))
struct `A store that is watched` {
  @MainActor @Test(arguments: [nil, Duration.milliseconds(20)])
  func `shows sessions and observers what another process wrote, without any call`(
    polling interval: Duration?
  ) async throws {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      let watcher = try store.watch(polling: interval) { Issue.record($0) }
      #expect(watcher.isPolling == (interval != nil))
      try runTool("set", store.path, "visit", "name", "Bea")
      try await wait { session[.name] == "Bea" && recorder.lines.count == 1 }
      expectFresh(table, session)
      try session.set(.name, to: "Ada")
      try runTool("undo", store.path, "visit")
      try await wait { session[.name] == "Bea" && recorder.lines.count == 3 }
      expectFresh(table, session)
      #expect(
        recorder.lines == [
          "2 name: – → \"Bea\"", "3 name: \"Bea\" → \"Ada\"", "4 name: \"Ada\" → \"Bea\"",
        ])
      observation.cancel()
      watcher.cancel()
    }
  }

  @MainActor @Test(arguments: [nil, Duration.milliseconds(1)])
  func `delivers a burst of another process's edits whole and in order`(
    polling interval: Duration?
  ) async throws {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.row("age", of: "visit")) { recorder.note($0) }
      let watcher = try store.watch(polling: interval) { Issue.record($0) }
      let tool = try builtProduct(named: "ekiben").path
      let script = """
        n=0
        while [ $n -lt 50 ]; do
          n=$((n + 1))
          "$0" set "$1" visit age $n >/dev/null || exit 1
        done
        """
      let path = store.path
      let burst = Task.detached {
        try runProcess(URL(filePath: "/bin/sh"), ["-c", script, tool, path], timeout: 500)
      }
      // What is written here in between is part of the same order.
      for number in 1...10 {
        try session.set(.name, to: "name \(number)")
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try await burst.value.status == 0)
      try await wait { session.document.count == 61 && recorder.lines.count == 50 }
      let ages = recorder.lines.map { $0.split(separator: " ").last.map(String.init) }
      #expect(ages == (1...50).map(String.init))
      let numbers = recorder.lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      #expect(numbers == numbers.sorted())
      #expect(session[.age] == 50)
      #expect(watcher.isWatching)
      observation.cancel()
    }
  }

  @Test func `follows the system's file events, whatever processes come and go`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: clinicForm())
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      let watcher = try store.watch { Issue.record($0) }
      // Looks that no event brings about come at gaps that double, so for one of these edits too late.
      for number in 1...14 {
        try runTool("set", store.path, "visit", "age", "\(number)")
        try await wait(seconds: 30) { recorder.lines.count == number }
      }
      watcher.cancel()
      observation.cancel()
    }
  }

  @MainActor @Test
  func `goes on when the last writer has removed the -wal and another one makes it anew`()
    async throws
  {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let watcher = try store.watch { Issue.record($0) }
      #expect(!watcher.isPolling)
      for round in 1...3 {
        // A store that is suspended has no file open, so the command is the last that closes it.
        try store.suspend()
        try runTool("set", store.path, "visit", "name", "while suspended \(round)")
        #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
        try store.resume()
        try await wait { session[.name] == "while suspended \(round)" }
        try runTool("set", store.path, "visit", "name", "afterwards \(round)")
        #expect(FileManager.default.fileExists(atPath: store.path + "-wal"))
        try await wait { session[.name] == "afterwards \(round)" }
      }
      #expect(watcher.isWatching)
    }
  }

  @MainActor @Test(arguments: [nil, Duration.milliseconds(20)])
  func `follows through a link, and where it is opened for reading only`(
    polling interval: Duration?
  ) async throws {
    try await withTemporaryStore { first in
      _ = try first.open("visit", from: clinicForm(), in: .fixed())
      try first.close()
      let link = first.path + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first.path)
      let store = try Store(link, access: .readOnly)
      let session = try store.open("visit", in: .fixed())
      // Readers may meet a writer who is just about to go; the next look finds what he wrote.
      let watcher = try store.watch(polling: interval)
      for number in 1...5 {
        try runTool("set", first.path, "visit", "age", "\(number)")
        try await wait { session[.age] == number }
      }
      watcher.cancel()
      try store.close()
    }
  }

  @Test func `looks again after its own edits, but reads nothing for them`() async throws {
    try await withTemporaryStore { store in
      let count = store.companion(RefreshCount.init)
      let editor = try store.editor("visit", from: clinicForm())
      let watcher = try store.watch { Issue.record($0) }
      try await wait { count.value == 1 }
      for number in 1...20 {
        try editor.set(.age, to: number)
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(200))
      #expect(count.value == 1)
      let other = try Store(store.path)
      try other.set(.name, to: "Bea", in: "visit")
      try await wait { count.value == 2 }
      try other.close()
      #expect(watcher.isWatching)
    }
  }
}
