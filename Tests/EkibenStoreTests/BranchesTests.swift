import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import Testing

@Suite struct `A tree of many branches` {
  static let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

  // Rules H6 and H17.
  @Test func `is reachable in all its nodes, before and after compacting`() throws {
    let branches = Self.isExhaustive ? 10_000 : 500
    var random = SeededGenerator(seed: 5)
    try withVisit { store, document in
      var states: [Int: [RowID: Value]] = [1: [:]]
      // Most edits start another branch from a node that has one, some go on from any.
      var (nodes, forks) = ([1], [1])
      var inner: Set<Int> = [1]
      while states.count - inner.count < branches {
        for _ in 0..<100 {
          let node = random.pick(random.once(in: 8) ? nodes : forks)
          let row = random.pick(["name", "age", "note", "phone"] as [RowID])
          let value = Value.integer(Int64(document.count))
          let edits = [Edit.checkout(node), .answers([(row, value)])]
          let entry = try #require(try store.perform(edits, on: &document, by: by())[1])
          states[entry.number] = (states[node] ?? [:]).merging([row: value]) { $1 }
          nodes.append(entry.number)
          if inner.insert(node).inserted { forks.append(node) }
        }
      }
      let before = try opening(store, document, nodes: states.count)
      _ = try store.compact()
      let after = try opening(store, document, nodes: states.count)
      var read = try store.document("visit")
      for node in states.keys.sorted().shuffled(using: &random) where node != read.head {
        try store.perform(.checkout(node), on: &read, by: by())
        for row in ["name", "age", "note", "phone"] as [RowID] {
          try #require(read.answer(row) == states[node]?[row], "node \(node)")
        }
      }
      try store.expectSound()
      print(
        "branches: \(branches), \(states.count) nodes, \(read.count) entries; opens in \(before), then \(after)"
      )
      if Self.isExhaustive { #expect(before < .milliseconds(50) && after < .milliseconds(50)) }
    }
  }

  /// How long it takes to open the file and to read the document, at best of some times.
  private func opening(
    _ store: Store, _ document: StoredDocument, nodes: Int
  ) throws -> Duration {
    var best = Duration.seconds(1000)
    for _ in 0..<5 {
      let clock = ContinuousClock()
      let start = clock.now
      let other = try store.again()
      let read = try other.document("visit")
      best = min(best, clock.now - start)
      #expect((1...read.count).count { read.history.isNode($0) } == nodes)
      try other.close()
    }
    return best
  }
}
