import Ekiben
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

// Rule P24.
@Suite(.timeLimit(.minutes(20)))
struct `A watcher` {
  @Test(arguments: [nil, Duration.milliseconds(1)])
  func `ends when its store closes, when it is cancelled and when nobody holds it`(
    polling interval: Duration?
  ) async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: clinicForm())
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      let cancelled = try store.watch(polling: interval) { Issue.record($0) }
      cancelled.cancel()
      #expect(!cancelled.isWatching)
      var held: StoreWatcher? = try store.watch(polling: interval) { Issue.record($0) }
      weak let forgotten = held
      held = nil
      try await wait { forgotten == nil }
      try runTool("set", store.path, "visit", "name", "Bea")
      try await Task.sleep(for: .milliseconds(200))
      #expect(recorder.lines == [])
      #expect(try store.refresh() == 1)

      let last = try store.watch(polling: interval) { Issue.record($0) }
      #expect(last.isWatching)
      observation.cancel()
      try store.close()
      #expect(!last.isWatching)
      #expect(throws: StoreError.closed(path: store.path)) { try store.watch() }
    }
  }

  @Test func `waits for a suspended store, and looks as soon as that is resumed`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: clinicForm())
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      let seldom = try store.watch(polling: .seconds(86_400)) { Issue.record($0) }
      let often = try store.watch(polling: .milliseconds(1)) { Issue.record($0) }
      try store.suspend()
      #expect(throws: StoreError.suspended(path: store.path)) { try store.watch() }
      try runTool("set", store.path, "visit", "name", "Bea")
      #expect(often.isWatching)
      often.cancel()
      try store.resume()
      try await wait { recorder.lines == ["2 name: – → \"Bea\""] }
      #expect(seldom.isWatching)
      observation.cancel()
    }
  }

  @Test(arguments: ["rm A", "mv A B", "cp A B; mv B A"], [Store.Access.readWrite, .readOnly])
  func `says that the file is no longer at its path`(
    line: String, access: Store.Access
  ) async throws {
    try await withTemporaryStore { maker in
      _ = try maker.editor("visit", from: clinicForm())
      try maker.close()
      let store = try Store(maker.path, access: access)
      let recorder = EventRecorder<StoreError>()
      let watcher = try store.watch { recorder.note($0) }
      try await Task.sleep(for: .milliseconds(100))
      let (path, other) = (store.path, store.path + "-other")
      let script = line.replacing("A", with: "\"$0\"").replacing("B", with: "\"$1\"")
      _ = try runProcess(URL(filePath: "/bin/sh"), ["-c", script, path, other])
      try await wait(seconds: 30) { !recorder.lines.isEmpty }
      let error = recorder.lines.first
      #expect(
        error == .replaced(path: path) || access == .readOnly && error == .noSuchFile(path: path))
      #expect(watcher.isWatching)
      try store.close()
    }
  }

  @Test func `can be cancelled, and its store closed, by whom it calls`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: clinicForm())
      let watcher = try store.watch { Issue.record($0) }
      let recorder = EventRecorder<String>()
      let observation = try store.observe(.document("visit")) { change in
        recorder.note(change)
        watcher.cancel()
        do { try store.close() } catch { Issue.record(error) }
      }
      try runTool("set", store.path, "visit", "name", "Bea")
      try await wait { recorder.lines.count == 1 && !watcher.isWatching }
      observation.cancel()
    }
  }

  @MainActor @Test
  func `reports a failure once, goes on trying, and brings everything when it works again`()
    async throws
  {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let observation = try store.observe(.document("visit")) { _ in }
      let failures = EventRecorder<StoreError>()
      let watcher = try store.watch { failures.note($0) }
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 5000)
      try connection.execute("PRAGMA user_version = 99")
      try await wait { failures.lines.count == 1 }
      try await Task.sleep(for: .milliseconds(200))
      #expect(failures.lines.count == 1)
      try connection.execute("PRAGMA user_version = \(StoreSchema.current.format)")
      try runTool("set", store.path, "visit", "name", "Bea")
      try await wait { session[.name] == "Bea" }
      #expect(watcher.isWatching)
      try connection.close()
      observation.cancel()
    }
  }

  @Test func `reports a failure again that comes back after all went well`() async throws {
    try await withTemporaryStore { store in
      _ = try store.editor("visit", from: clinicForm())
      let (recorder, failures) = (EventRecorder<String>(), EventRecorder<StoreError>())
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      let watcher = try store.watch(polling: .milliseconds(1)) { failures.note($0) }
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 5000)
      for (count, name) in [(1, "Bea"), (2, "Cid")] {
        try connection.execute("PRAGMA user_version = 99")
        try await wait { failures.lines.count == count }
        try connection.execute("PRAGMA user_version = \(StoreSchema.current.format)")
        try runTool("set", store.path, "visit", "name", name)
        try await wait { recorder.lines.count == count }
      }
      #expect(watcher.isWatching)
      try connection.close()
      observation.cancel()
    }
  }
}
