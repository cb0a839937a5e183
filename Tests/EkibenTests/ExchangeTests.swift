import Ekiben
import EkibenDocuments
import EkibenTesting
import Foundation
import TestSupport
import Testing

// Rule I12.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A history that leaves a store` {
  private func export(_ document: StoredDocument, from store: Store) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.exportHistory(of: document) { bytes += try $0.encoded() }
    return bytes
  }

  /// Random edits of answers and structure, undo, branches, marks and reverts.
  private func work(_ session: Session, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let count = session.document.count
      do throws(SessionError) {
        switch random.number(in: 0...8) {
        case 0: try session.undo(steps: random.number(in: 1...3))
        case 1: try session.redo()
        case 2: try session.perform(.checkout(random.number(in: 1...count)))
        case 3: try session.perform(.revert(random.number(in: 1...count)), reason: "random")
        case 4:
          let name = MarkName.named("mark \(random.number(in: 0...2))")
          try session.perform(.mark(name, moving: true))
        case 5: try session.perform(.apply(shuffled(session.document.content, &random)))
        case 6: try session.set([("name", .text(String(repeating: "long \(round) ", count: 20)))])
        default: try session.set([("name", .text("N\(round)"))])
        }
      } catch {
        guard case .store(.history) = error else { throw error }
      }
    }
  }

  private func shuffled(_ content: Document, _ random: inout SeededGenerator) -> Document {
    var sections = Array(content.sections)
    let at = random.number(in: 0...sections.count - 1)
    sections[at].rows = .init(Array(sections[at].rows).shuffled(using: &random))
    do { return try Document(fields: content.fields, sections: sections) } catch { return content }
  }

  @Test(arguments: UInt64(0)..<4, [false, true])
  func `comes into another one with every entry, and leaves it with the same bytes`(
    seed: UInt64, isCompacted: Bool
  ) throws {
    try withSession { session, _ in
      try work(session, seed: seed)
      if isCompacted { _ = try session.store.compact() }
      let document = try session.store.document(session.document.name)
      let bytes = try export(document, from: session.store)
      try withTemporaryStore { other in
        let copy = try other.importHistory(bytes)
        #expect(copy.content == document.content)
        #expect(copy.history == document.history)
        #expect(copy.origins == document.origins)
        #expect(copy.uid == document.uid)
        #expect(try export(copy, from: other) == bytes)
        #expect(try other.verify().findings == [])
        #expect(throws: StoreError.nameTaken(document.name)) { try other.importHistory(bytes) }
        #expect(throws: StoreError.nameTaken(document.name)) {
          try other.importHistory(bytes, as: "again")
        }
        try expectReplay(of: copy, in: other)
      }
    }
  }

  // Rules H25 and H30.
  @Test func `brings the newest revision that its form had, which is then the current one`() throws
  {
    func form(_ rows: RowID...) -> Form {
      Form("growing") {
        Section("s") { for row in rows { TextInput(Field<String>(row), title: row.rawValue) } }
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form("a"), in: .fixed())
      try editor.set([("a", "x")])
      var document = editor.document
      let metadata = editor.environment.metadata()
      _ = try store.publish("growing", form("a", "b").document(), by: metadata)
      try store.perform(.migrate(), on: &document, by: metadata)
      let bytes = try export(document, from: store)
      try withTemporaryStore { other in
        #expect(try other.importHistory(bytes).revision == 2)
        let (revision, content) = try other.form("growing")
        #expect(revision == 2 && content.row("b") != nil)
        #expect(try other.verify().findings == [])
      }
      // Where the form was, what is current there stays so.
      try withTemporaryStore { other in
        _ = try other.publish("growing", form("a").document(), by: metadata)
        _ = try other.importHistory(bytes)
        #expect(try other.form("growing").revision == 1)
      }
    }
  }

  @Test func `says of each answer whether a formula gave it, and is the same elsewhere`() throws {
    try withSession { session, _ in
      let store = session.store
      var document = try store.document(session.document.name)
      for (number, flags) in [(1, []), (2, .calculated), (3, .calculated), (4, [])]
        as [(Int64, ChangeFlags)]
      {
        try give(.integer(number), flags, to: &document, in: store)
      }
      let metadata = EditMetadata(author: "Ada", time: 9)
      try store.perform(.undo(steps: 1), on: &document, by: metadata)
      #expect(document.origins[Change.Target(.row("name"), .value)].isCalculated)
      let bytes = try export(document, from: store)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.ranges(of: #""calculated":true"#).count == 2)
      try withTemporaryStore { other in
        var copy = try other.importHistory(bytes)
        #expect(copy.origins == document.origins)
        #expect(try other.entryIDs(of: copy) == store.entryIDs(of: document))
        #expect(try export(copy, from: other) == bytes)
        for each in [.undo(steps: 2), .redo(steps: 1), .redo(steps: 2)] as [Edit] {
          try store.perform(each, on: &document, by: metadata)
          try other.perform(each, on: &copy, by: metadata)
          #expect(copy.origins == document.origins)
        }
        #expect(try other.verify().findings == [])
      }
    }
  }

  // Rules D19 and I12. Here the document used the revisions 2 and 3, there 1 and 2; older histories have the number
  // that the revision had here.
  @Test(arguments: [1, 2])
  func `says which of its revisions a retired record is from, whatever number that has elsewhere`(
    number: Int
  ) throws {
    let (full, less) = (
      try Document(sketch: "person: name | meds: drug"), try Document(sketch: "person: name")
    )
    let metadata = EditMetadata(author: "Ada", time: 1)
    try withTemporaryStore { store in
      _ = try store.publish("f", try Document(sketch: "person: first"), by: metadata)
      _ = try store.publish("f", full, by: metadata)
      var document = try store.create("d", from: "f", uid: Array(1...16), by: metadata)
      try store.perform(.answers([("drug", "aspirin")]), on: &document, by: metadata)
      _ = try store.publish("f", less, by: metadata)
      try store.perform(.migrate(), on: &document, by: metadata)
      #expect(throws: StoreError.retired("drug", revision: 2, lacking: 3, document: "d")) {
        try store.perform(.answers([("drug", "x")]), on: &document, by: metadata)
      }
      try store.perform(.apply(full), on: &document, by: metadata)
      let text = String(decoding: try export(document, from: store), as: UTF8.self)
      let mark = #""field":"ekiben:retired","before":"#
      #expect(text.ranges(of: mark + "1}").count == 2)
      let bytes = Array(text.replacing(mark + "1}", with: mark + "\(number)}").utf8)
      _ = try Replay(ofHistory: bytes).run(checking: .whole)
      try withTemporaryStore { other in
        var copy = try other.importHistory(bytes)
        #expect(copy.content == document.content && copy.revision == 2)
        #expect(try export(copy, from: other) == bytes)
        for each in [.undo(steps: 1), .redo(steps: 1), .undo(steps: 1)] as [Edit] {
          try store.perform(each, on: &document, by: metadata)
          try other.perform(each, on: &copy, by: metadata)
          #expect(copy.content == document.content)
        }
        #expect(throws: StoreError.retired("drug", revision: 1, lacking: 2, document: "d")) {
          try other.perform(.answers([("drug", "x")]), on: &copy, by: metadata)
        }
        #expect(try other.verify().findings == [])
      }
    }
  }

  private func give(
    _ value: Value, _ flags: ChangeFlags, to document: inout StoredDocument, in store: Store
  ) throws {
    let changes = Changeset([
      Change(
        .row("name"), .value, before: document.row("name")?.fields[.value], after: value)
    ])
    let number = document.count + 1
    let entry = Entry(
      number: number, kind: .edit, parent: document.head, head: number, author: "Ada", time: 1,
      changes: changes, origins: document.origins.before(changes), flags: [flags])
    try store.perform(Edit(.adopt(entry)), on: &document, by: EditMetadata(author: "Ada", time: 1))
  }
}

extension MarkName {
  fileprivate static func named(_ text: String) -> MarkName {
    do { return try MarkName(text) } catch { preconditionFailure("\(error)") }
  }
}
