import Ekiben
import EkibenDocuments
import EkibenTesting
import RandomJournals
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Randomness that repeats` {
  // The first numbers of SplitMix64 from 0, as its authors publish them.
  @Test func `is SplitMix64`() {
    var random = SeededGenerator(seed: 0)
    let found = (0..<3).map { _ in random.next() }
    #expect(found == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  @Test func `stays in its range, and reaches both ends`() {
    var random = SeededGenerator(seed: 1)
    #expect(Set((0..<200).map { _ in random.number(in: 2...4) }) == [2, 3, 4])
    #expect(Set((0..<200).map { _ in random.pick(["a", "b"]) }) == ["a", "b"])
    let times = (0..<4_000).count { _ in random.once(in: 4) }
    #expect((800...1_200).contains(times), "\(times)")
    #expect((0..<50).allSatisfy { _ in random.once(in: 1) && random.once(in: 0) })
  }

  @Test func `makes the same documents, and the same edits, from the same seed`() throws {
    func made(_ seed: UInt64) throws -> [String] {
      var generator = DocumentGenerator(seed: seed)
      var documents = [try generator.document()]
      for _ in 0..<5 { documents.append(try generator.edited(documents[documents.count - 1])) }
      return documents.map(\.reproduction)
    }
    #expect(try made(7) == made(7))
    #expect(try made(7) != made(8))
  }

  @Test func `makes documents of the size that is asked for`() throws {
    var generator = DocumentGenerator(seed: 3, sections: 2...2, rows: 3...3)
    for _ in 0..<5 {
      let document = try generator.document()
      #expect(document.sections.map(\.rows.count) == [3, 3])
    }
    var sizes: Set<Int> = []
    generator = DocumentGenerator(seed: 3)
    for _ in 0..<60 { sizes.insert(try generator.document().sections.count) }
    #expect(sizes == [0, 1, 2, 3, 4])
  }

  // One seed after the other, each kind of edit comes up.
  @Test func `edits all that a document has`() throws {
    var seen: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      var generator = DocumentGenerator(seed: seed, sections: 1...3, rows: 1...4)
      let old = try generator.document()
      let new = try generator.edited(old)
      for change in Changeset(from: old, to: new).changes {
        let kind =
          switch change.record {
          case .document: "document"
          case .section: "section"
          case .row: "row"
          }
        let field = change.field?.rawValue ?? (change.before == nil ? "comes" : "goes")
        seen.insert("\(kind) \(field)")
      }
    }
    let wanted: Set<String> = [
      "document title", "document url", "row comes", "row goes", "row component", "row order",
      "row section", "row title", "row value", "section comes", "section goes", "section header",
      "section footer", "section sidebar", "section order",
    ]
    #expect(wanted.subtracting(seen) == [])
  }

  @Test func `works on a session until its journal is as long as asked for`() throws {
    func kinds(_ seed: UInt64) throws -> [Entry.Kind] {
      try withTemporaryStore { store in
        let editor = try store.editor("visit", from: clinicForm(), in: .fixed())
        var generator = SessionGenerator(seed: seed)
        generator.structureEvery = 6
        try generator.work(on: editor, until: 120)
        #expect(editor.document.count >= 120)
        return try (1...editor.document.count).map { try store.entry($0, of: editor.document).kind }
      }
    }
    let found = try kinds(5)
    #expect(Set(found).isSuperset(of: [.create, .edit, .apply, .undo, .checkout]))
    #expect(try kinds(5) == found)
  }
}
