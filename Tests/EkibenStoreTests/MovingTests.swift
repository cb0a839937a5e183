import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// Does random things to a document, structure and long texts among them.
struct RandomWork {
  var random: SeededGenerator
  static let rows: [RowID] = ["name", "age", "note", "phone"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// An edit that may be refused by the history.
  mutating func edit(_ document: StoredDocument) throws -> Edit {
    let row = random.pick(Self.rows.filter { document.row($0) != nil } + ["extra"])
    guard document.row(row) != nil else { return .undo(steps: 1) }
    switch random.number(in: 0...13) {
    case 0: return .undo(steps: random.number(in: 1...4))
    case 1: return .redo(steps: random.number(in: 1...4))
    case 2: return .checkout(random.number(in: 1...document.count))
    case 3: return .answers([(row, nil)])
    case 4: return .revert(random.number(in: 1...document.count))
    case 5: return .mark(try MarkName("m\(random.number(in: 0...3))"), moving: true)
    case 6, 7: return .apply(try description(of: document))
    case 8, 9:
      return document.row("note") == nil
        ? .redo(steps: 1) : .answers([("note", .text(longText(document)))])
    default: return .answers([(row, .integer(Int64(random.number(in: 0...9))))])
    }
  }

  // A long text that changes in one place.
  private mutating func longText(_ document: StoredDocument) -> String {
    guard case .text(let text)? = document.row("note")?.fields[.value], text.count > 80 else {
      return String(repeating: "words and ", count: 12)
    }
    var letters = Array(text)
    letters[random.number(in: 0...letters.count - 1)] = random.pick(["x", "y", "ü"])
    return String(letters)
  }

  // The document as it is, with a row more, a row less, or a row elsewhere.
  private mutating func description(of document: StoredDocument) throws -> Document {
    var sections = Array(document.content.sections)
    let at = random.number(in: 0...sections.count - 1)
    switch random.number(in: 0...3) {
    case 0:
      let id = RowID(unchecked: "new-\(random.number(in: 0...3))")
      if document.row(id) == nil {
        sections[at].rows = .init(
          Array(sections[at].rows) + [Document.Row(id: id, fields: [.title: "New", .value: 1])])
      }
    case 1: sections[at].rows = .init(Array(sections[at].rows).dropLast())
    case 2: sections[at].rows = .init(Array(sections[at].rows).reversed())
    default: sections.swapAt(0, sections.count - 1)
    }
    return try Document(fields: document.content.fields, sections: sections)
  }
}

// Rules P16 and P19.
@Suite struct `Moving old lines` {
  /// Everything that can be asked of a journal.
  private func answers(
    _ store: Store, _ document: StoredDocument
  ) throws -> [String] {
    let targets = RandomWork.rows.map { Change.Target(.row($0), .value) }
    return try (1...document.count).map { number in
      let entry = try store.entry(number, of: document)
      let fields = try store.fields(targets, of: document, at: number)
      return "\(entry) \(try store.changes(of: entry, in: document)) \(fields)"
    }
  }

  @Test(arguments: UInt64(0)..<6)
  func `changes no answer to any question`(seed: UInt64) throws {
    var work = RandomWork(seed: seed)
    try withVisit { store, document in
      var states = [document.content]
      var moves = 0
      while states.count < 300 {
        if work.random.once(in: 40) {
          let asked = try answers(store, document)
          // Now and then a pass is left unfinished.
          for _ in 0..<work.random.number(in: 1...6) {
            guard try store.moveOldLines(of: &document, keeping: work.random.number(in: 0...20))
            else { break }
          }
          moves += 1
          try #require(try answers(store, document) == asked)
        }
        let known = Everything(document)
        do throws(StoreError) {
          if try store.perform(try! work.edit(document), on: &document, by: by()) != nil {
            states.append(document.content)
          }
        } catch {
          guard case .history = error else { throw error }
          try #require(Everything(document) == known)
        }
      }
      #expect(moves > 0)
      while try store.moveOldLines(of: &document) {}
      #expect(document.moved == document.count - 1)
      let read = try store.again().document("visit")
      #expect(Everything(read) == Everything(document))
      for (at, state) in states.enumerated() {
        try #require(try store.content(of: document, at: at + 1) == state, "entry \(at + 1)")
        // The slow way and the fast one.
        let looked = try store.asking(document) { (state, document) throws(StoreError) in
          try state.content(of: document, lookedUpAt: at + 1)
        }
        let gone = try store.content(of: document, at: at + 1)
        let isSame = looked.isIdentical(to: gone)
        try #require(
          isSame,
          "entry \(at + 1): \(Changeset(from: gone, to: looked).changes.map { Notation.text(of: $0) })"
        )
      }
      try store.expectSound()
    }
  }
}
