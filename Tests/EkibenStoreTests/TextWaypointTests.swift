import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// Texts that a way back has led past are kept, and say what the entries say.
@Suite(.timeLimit(.minutes(20))) struct `Ways back of long texts` {
  private enum Order: CaseIterable {
    case forwards, backwards, mixed
  }

  // Keystrokes in two long texts, with an undo now and then, and what both held after each entry.
  private func withTexts(
    _ body: (Store, inout StoredDocument, [[Value?]]) throws -> Void
  ) throws {
    try withVisit { store, document in
      var random = SeededGenerator(seed: 7)
      let start = String(repeating: "Twelve words in a row. ", count: 90)
      try store.set(&document, ("name", .text(start)), ("age", .text(start + "?")))
      var held = [[], [nil, nil], texts(of: document)]
      for _ in 0..<400 {
        let row: RowID = random.once(in: 5) ? "age" : "name"
        if random.once(in: 40) {
          try store.perform(.undo(steps: 1), on: &document, by: by())
        } else {
          var text = Array(document.row(row)?.fields.text(.value) ?? "")
          text.insert(random.pick(["a", "é", "🌲"]), at: random.number(in: 0...text.count))
          try store.set(&document, (row, .text(String(text))))
        }
        held.append(texts(of: document))
      }
      try body(store, &document, held)
    }
  }

  private func texts(of document: StoredDocument) -> [Value?] {
    ["name", "age"].map { document.row($0)?.fields[.value] }
  }

  private func kept(_ store: Store, _ document: StoredDocument) throws -> Int {
    try store.withState { state throws(StoreError) in
      let record = try state.names.knownKey(of: .row("name"), in: document) ?? 0
      let key = TargetKey(record: record, field: TargetKey.answer)
      return (1...document.count).count { writer in
        let place = TextWaypoints.Place(document: document.key, key: key, writer: writer)
        return state.journal.pages.texts[place] != nil
      }
    }
  }

  @Test(arguments: Order.allCases)
  private func `give each entry what it changed, whichever is asked for first`(
    order: Order
  ) throws {
    try withTexts { store, document, held in
      let fresh = try store.again()
      let known = try fresh.document("visit")
      #expect(try kept(fresh, known) == 0)
      var random = SeededGenerator(seed: 11)
      var numbers = Array(2...document.count)
      switch order {
      case .forwards: break
      case .backwards: numbers.reverse()
      case .mixed: numbers.shuffle(using: &random)
      }
      for number in numbers {
        let entry = try fresh.entry(number, of: known)
        for change in entry.changes.changes {
          let column = change.record == .row("name") ? 0 : 1
          #expect(change.before == held[number - 1][column], "\(number)")
          #expect(change.after == held[number][column], "\(number)")
        }
      }
      #expect(try kept(fresh, known) > 8)
      try fresh.close()
      try store.expectSound()
    }
  }

  @Test func `are forgotten with a transaction that is taken back`() throws {
    try withTexts { store, document, held in
      for number in 2...document.count { _ = try store.entry(number, of: document) }
      #expect(try kept(store, document) > 0)
      let error = try storeError {
        try store.withState { state throws(StoreError) in
          try state.write { _ throws(StoreError) in throw .history(.unknownEntry(9)) }
        }
      }
      #expect(error == .history(.unknownEntry(9)))
      #expect(try kept(store, document) == 0)
      #expect(try store.content(of: document, at: 300).row("name")?.fields[.value] == held[300][0])
    }
  }
}
