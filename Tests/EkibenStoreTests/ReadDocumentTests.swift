import EkibenDocuments
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `A document that is read` {
  /// What reading comes to where it does not put answers straight into their form.
  private func expectMadeAnew(_ store: Store, _ document: StoredDocument) throws {
    let read = try store.document(document.name)
    var anew = read
    let held = HeldState(document.structure, document.origins)
    let isWhole = anew.become(document.base, revision: document.revision, holding: held)
    #expect(isWhole)
    #expect(anew.content.reproduction == read.content.reproduction)
    #expect(read.content.reproduction == document.content.reproduction)
    #expect(read.origins == document.origins)
  }

  // Rule P16.
  @Test func `is what its form and what it holds make together, whatever that is`() throws {
    let rows = ["name", "code", "age"].map { name in
      Document.Row(
        id: RowID(unchecked: name),
        fields: [.component: "TextInput", .kind: .text(name == "code" ? "secret" : "plain")])
    }
    try withVisit(form: Document(sections: [.init(id: "person", rows: rows)])) { store, document in
      let edits: [Edit] = [
        .answers([("name", "Ada"), ("code", "Hunter-2")]), .draft("Ad", in: "name"),
        .answers([("age", .integer(3))]), .answers([("name", nil), ("age", nil)]),
        .draft("4 or 5", in: "age"), .answers([("code", nil)]), .answers([("code", "Hunter-3")]),
        .submit { _ in .complete }, .reopen, .delete, .undo(steps: 1),
      ]
      for edit in edits {
        try store.perform(edit, on: &document, by: by(because: "that is so"))
        try expectMadeAnew(store, document)
      }
    }
  }

  // Rules P16 and F32.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `is what its form and what it holds make together, after whatever edits`(seed: UInt64) throws
  {
    try withVisit { store, document in
      var work = RandomWork(seed: seed)
      for _ in 0..<40 {
        let edit = try work.edit(document)
        do throws(StoreError) {
          _ = try store.perform(edit, on: &document, by: by())
        } catch {
          switch error {
          case .history, .deleted, .conflict, .structure: continue
          default: throw error
          }
        }
        try expectMadeAnew(store, document)
      }
    }
  }

  // Rule D19.
  @Test func `knows the rows of revisions that were published after its form was read`() throws {
    try withVisit { store, document in
      let other = try store.again()
      for (number, publisher) in [store, other, store, other].enumerated() {
        let row = RowID(unchecked: "new-\(number)")
        let sketch = (0...number).map { "new-\($0)" }.joined(separator: " ")
        _ = try publisher.publish("visit", try Document(sketch: "person: \(sketch)"), by: by())
        for (at, reader) in [store, other].enumerated() {
          var started = try reader.create(
            nil, from: "visit", uid: uid(UInt8(10 + 2 * number + at)), by: by())
          try reader.set(&started, (row, .text("here")))
          #expect(try store.document(started.name).answer(row) == "here")
          #expect(try other.document(started.name).answer(row) == "here")
        }
      }
      #expect(try store.verify().findings == [])
      try other.close()
    }
  }

  // Rule P1.
  @Test func `is filled in from its own form after a history with another one was refused`() throws
  {
    try withVisit { source, document in
      try source.set(&document, ("age", .integer(3)))
      let entries = try source.entries(of: document, 1...Int.max)
      try withTemporaryStore { store in
        #expect(throws: StoreError.self) {
          try store.adopt(
            "visit", uid: uid(3), form: "visit", content: try visitForm(),
            entries: entries + [entries[1]])
        }
        _ = try store.publish("address", try Document(sketch: "home: street town"), by: by())
        var started = try store.create(nil, from: "address", uid: uid(4), by: by())
        #expect(started.content.sections.map(\.id) == ["home"])
        try store.set(&started, ("street", "High Street"))
        #expect(try store.document("address").answer("street") == "High Street")
        #expect(try store.verify().findings == [])
      }
    }
  }
}
