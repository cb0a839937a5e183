import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// Runs a body beside processes that each open a store, set a row of its own, and close it, which moves
/// the `-wal` into the file, again and again.
private func withWriters(
  _ count: Int, _ body: (String) throws -> Void
) throws {
  let tool = try builtProduct(named: "ekiben")
  try withStorePath { path in
    let store = try Store(path, now: 0)
    let rows = (1...count).map { "row-\($0)" }
    let form = rows.map {
      Document.Row(id: RowID(unchecked: $0), fields: [.component: "TextInput"])
    }
    _ = try store.publish(
      "visit", Document(sections: [Document.Section(id: "s", rows: form)]), by: by())
    _ = try store.create(nil, from: "visit", uid: uid(2), by: by())
    try store.close()
    let script = """
      n=0
      while :; do n=$((n + 1)); "$0" set "$1" visit "$2" $n || echo failed; done
      """
    let output = path + "-said"
    let writers = try rows.map { row in
      try ChildProcess(
        "/bin/sh", ["-c", script, tool.path, path, row],
        environment: ProcessInfo.processInfo.environment, output: output)
    }
    defer {
      for writer in writers {
        writer.kill()
        _ = writer.waitForEnd()
      }
    }
    // Until each has written.
    let start = ContinuousClock.now
    var isReady = false
    while !isReady, ContinuousClock.now - start < .seconds(60) {
      let said = String(decoding: try fileBytes(at: URL(filePath: output)), as: UTF8.self)
      isReady = rows.allSatisfy { said.contains(" \($0) ") }
      usleep(1000)
    }
    try #require(isReady)
    try body(path)
    let said = String(decoding: try fileBytes(at: URL(filePath: output)), as: UTF8.self)
    #expect(!said.contains("failed"))
  }
}

@Suite(.serialized, .timeLimit(.minutes(20))) struct `A store that others write without a pause` {
  // Rule P6.
  @Test func `is read 250 times without a failure, each time one state`() throws {
    try withWriters(2) { path in
      var failures: [String] = []
      var last = 0
      let keeping = try Store(path, access: .readOnly, now: 0)
      for round in 0..<250 {
        do {
          // Now by somebody who has had it open for long, now by somebody who comes.
          let isKept = round.isMultiple(of: 5)
          let store = isKept ? keeping : try Store(path, access: .readOnly, now: 0)
          let visit = try store.document("visit")
          #expect(visit.count >= last)
          last = visit.count
          #expect(try store.content(of: visit, at: visit.count) == visit.content)
          if round.isMultiple(of: 10) { #expect(try store.verify().findings == []) }
          if !isKept { try store.close() }
        } catch { failures.append("\(error)") }
      }
      try keeping.close()
      #expect(failures == [])
      print("250 readings, the last of \(last) entries")
    }
  }

  @Test func `is copied at once, whatever they do`() throws {
    try withWriters(3) { path in
      var failures: [String] = []
      var longest = Duration.zero
      var last = 0
      for round in 0..<30 {
        do {
          let start = ContinuousClock.now
          let store = try Store(path, access: .readOnly, now: 0)
          try store.backUp(to: "\(path)-\(round)")
          longest = max(longest, ContinuousClock.now - start)
          try store.close()
          let copy = try Store("\(path)-\(round)", access: .readOnly, now: 0)
          #expect(try copy.verify().findings == [])
          let count = try copy.document("visit").count
          #expect(count >= last)
          last = count
          try copy.close()
        } catch { failures.append("\(error)") }
      }
      #expect(failures == [])
      #expect(longest < .seconds(4))
      print("30 copies, the last of \(last) entries; the longest took \(longest)")
    }
  }
}
