import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// Large entries are decoded once for all questions about them.
@Suite(.timeLimit(.minutes(20))) struct `Questions about large entries` {
  private static let rows = (0..<60).map { RowID(unchecked: "row-\($0)") }

  /// What was answered to each row by entry 2, to each second one by entry 3, and by a formula to each third one
  /// by entry 4.
  private func withLargeEntries(_ body: (Store, inout StoredDocument) throws -> Void) throws {
    let sketch = "all: \(Self.rows.map(\.rawValue).joined(separator: " "))"
    try withVisit(form: try Document(sketch: sketch)) { store, document in
      try store.perform(Self.answers("first"), on: &document, by: by())
      try store.perform(Self.answers("second", each: 2), on: &document, by: by())
      let third = stride(from: 0, to: 60, by: 3).map { (Self.rows[$0], Value?.some("third")) }
      try store.calculate(&document, third)
      try store.set(&document, ("row-1", "last"))
      try body(store, &document)
    }
  }

  private static func answers(_ value: Value, each step: Int = 1) -> Edit {
    .answers(stride(from: 0, to: 60, by: step).map { (row: rows[$0], value: value) })
  }

  /// What rows hold after an entry, and who wrote that.
  private func held(_ store: Store, _ document: StoredDocument, at number: Int) throws -> [String] {
    let targets = Self.rows.map { Change.Target(.row($0), .value) }
    return try store.fields(targets, of: document, at: number).map { state in
      let mark = state.origin.isCalculated ? " calculated" : ""
      return "\(state.value?.asText ?? "–") \(state.origin.entry)\(mark)"
    }
  }

  private static func expected(at number: Int) -> [String] {
    rows.indices.map { row in
      if number >= 4, row % 3 == 0 { return "third 4 calculated" }
      if number >= 3, row % 2 == 0 { return "second 3" }
      return number >= 2 ? "first 2" : "– 0"
    }
  }

  private func kept(_ store: Store, _ document: StoredDocument) throws -> [Int] {
    try store.withState { state throws(StoreError) in
      let pages = state.journal.pages
      return (1...document.count).filter {
        pages.decoded[EntryKey.of($0, in: document.key)] != nil
      }
    }
  }

  @Test func `have the same answers while others archive, and keep the entries that they decode`()
    throws
  {
    try withLargeEntries { store, document in
      #expect(try kept(store, document) == [])
      for number in [4, 1, 2, 3, 2, 4] {
        #expect(try held(store, document, at: number) == Self.expected(at: number), "\(number)")
      }
      #expect(try kept(store, document) == [2, 3, 4])
      let other = try store.again()
      var theirs = try other.document("visit")
      while try other.archiveOldEntries(of: &theirs, keeping: 0) {}
      try other.set(&theirs, ("row-2", "later"))
      for (asked, known) in [(store, document), (store, theirs), (other, theirs)] {
        for number in 1...4 {
          #expect(try held(asked, known, at: number) == Self.expected(at: number), "\(number)")
        }
      }
      try other.close()
      try store.expectSound()
    }
  }

  @Test func `have the answers of the entry that is there after one that is not`() throws {
    try withLargeEntries { store, document in
      var current = document
      let error = try storeError {
        try store.withState { state throws(StoreError) in
          try state.write { state throws(StoreError) in
            for edit in [Self.answers("taken back"), .answers([(row: "row-1", value: "too")])] {
              try state.perform(EditRequest(edit: edit, metadata: by()), on: &current)
            }
            let key = EntryKey.of(6, in: current.key)
            let target = Change.Target(.row("row-0"), .value)
            let past = try state.past.past(target, of: current, at: 6)
            guard past.value == "taken back", state.journal.pages.decoded[key] != nil else {
              return
            }
            throw .history(.unknownEntry(6))
          }
        }
      }
      #expect(error == .history(.unknownEntry(6)))
      #expect(try kept(store, document) == [])
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.perform(Self.answers("there"), on: &theirs, by: by())
      try other.set(&theirs, ("row-1", "too"))
      try other.close()
      let there = Self.rows.map { _ in "there 6" }
      #expect(try held(store, theirs, at: 6) == there)
      #expect(try kept(store, theirs) == [6])
      _ = try store.purge("visit", by: by(because: "asked for"))
      #expect(try kept(store, theirs) == [])
    }
  }

  @Test func `keep no more of them than is bounded`() throws {
    try withLargeEntries { store, document in
      let long = Value.text(String(repeating: "x", count: DecodedEntries.mostBytes / 70))
      try store.perform(Self.answers(long), on: &document, by: by())
      try store.perform(Self.answers("short"), on: &document, by: by())
      try store.perform(Self.answers(long), on: &document, by: by())
      try store.set(&document, ("row-1", "last"))
      #expect(try held(store, document, at: 4) == Self.expected(at: 4))
      #expect(try kept(store, document) == [2, 3, 4])
      #expect(try held(store, document, at: 6).allSatisfy { $0.hasSuffix(" 6") })
      #expect(try kept(store, document) == [2, 3, 4, 6])
      #expect(try held(store, document, at: 8).allSatisfy { $0.hasSuffix(" 8") })
      #expect(try kept(store, document) == [8])
    }
  }

  @Test func `are archived a few at a time, as many as are kept`() throws {
    try withLargeEntries { store, document in
      func lastOfPass() throws -> Int {
        try store.withState { state throws(StoreError) in
          while true {
            switch try state.archiver.task(for: document, keeping: 0) {
            case .nothing: return 0
            case .indexing: continue
            case .pass(let pass): return pass.last
            }
          }
        }
      }
      #expect(try lastOfPass() == 5)
      for letter in ["x", "y", "z"] {
        let long = Value.text(String(repeating: letter, count: DecodedEntries.mostBytes / 140))
        try store.perform(Self.answers(long), on: &document, by: by())
      }
      // Each of them holds what was there before and what is there since.
      #expect(try lastOfPass() == 6)
      let rows = Self.rows.map { Change.Target(.row($0), .value) }
      let known = try (1...8).map { try store.fields(rows, of: document, at: $0).map(\.value) }
      while try store.archiveOldEntries(of: &document, keeping: 0) {}
      #expect(document.archived == 7)
      for number in 1...8 {
        let values = try store.fields(rows, of: document, at: number).map(\.value)
        #expect(values == known[number - 1], "\(number)")
      }
      try store.expectSound()
    }
  }
}
