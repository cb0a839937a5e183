import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `A new document` {
  // The form is called visit.
  @Test(
    arguments: [
      ([], "visit"), (["visit"], "visit-2"), (["visit", "visit-2"], "visit-3"),
      (["visit-2"], "visit"), (["visit", "visit-2", "visit-3", "visit-4"], "visit-5"),
      (["visit", "visit-2", "visit-3", "visit-4", "visit-5", "visit-6", "visit-7"], "visit-8"),
      (["other"], "visit"),
    ] as [([DocumentName], DocumentName)])
  func `has the first name that is free`(taken: [DocumentName], name: DocumentName) throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      for (number, name) in taken.enumerated() {
        _ = try store.create(name, from: "visit", uid: uid(UInt8(number + 2)), by: by())
      }
      #expect(try store.create(nil, from: "visit", uid: uid(99), by: by()).name == name)
    }
  }

  @Test func `has no name that would be too long`() throws {
    try withTemporaryStore { store in
      let long = DocumentName(unchecked: String(repeating: "v", count: 255))
      _ = try store.publish(long, try visitForm(), by: by())
      #expect(try store.create(nil, from: long, uid: uid(2), by: by()).name == long)
      #expect(
        try storeError { _ = try store.create(nil, from: long, uid: uid(3), by: by()) }
          == .nameTaken(long))
    }
  }

  // What the form gives is an answer of entry 1; of a template its instances get it.
  @Test func `begins with what its form gives`() throws {
    let rows: [Document.Row] = [
      .init(id: "given", fields: [.component: "textInput", .initial: "x"]),
      .init(id: "fixed", fields: [.component: "textInput", .initial: "x", .value: "y"]),
      .init(id: "plain", fields: [.component: "textInput"]),
    ]
    let form = try Document(sections: [
      .init(id: "s", rows: rows),
      .init(
        id: "many", fields: [.repeats: true, .minOccurs: 2],
        rows: [.init(id: "inner", fields: [.component: "textInput", .initial: "z"])]),
    ])
    try withVisit(form: form) { store, document in
      let entry = try store.entry(1, of: document)
      #expect(entry.kind == .create && entry.parent == nil && entry.head == 1)
      #expect(document.answer("given") == "x" && document.answer("fixed") == "y")
      #expect(document.answer("plain") == nil && document.answer("inner") == nil)
      let inner = document.content.sections.flatMap(\.rows).filter {
        $0.fields.text(.template) == "inner"
      }
      #expect(inner.map { $0.fields[.value] } == ["z", "z"])
      try store.expectStored(document)
    }
  }

  @Test func `is none where its form is a set of options, or is not there`() throws {
    try withTemporaryStore { store in
      let codes = try OptionSetDocument.document(fields: [:], options: [[.code: "x"]])
      _ = try store.publish("codes", codes, by: by())
      let before = try dump(store.path)
      for (form, error) in [
        ("codes", StoreError.otherKind("codes", isOptionSet: true)), ("none", .unknownForm("none")),
      ] as [(DocumentName, StoreError)] {
        let filled = Document()
        #expect(
          try storeError { _ = try store.create("d", from: form, uid: uid(2), by: by()) } == error)
        #expect(
          try storeError {
            _ = try store.create(
              "d", from: form, revision: 1, as: filled, uid: uid(2), by: by())
          } == error)
        #expect(
          try storeError {
            _ = try store.create(["d"], from: form, uid: { uid(2) }, by: by()) { _, _ in .delete }
          } == error)
      }
      #expect(try dump(store.path) == before)
    }
  }

  // Rule P41.
  @Test func `is one of several that begin together, each with its edit`() throws {
    try withVisit { store, _ in
      var key: UInt8 = 10
      func uids() -> [UInt8] {
        key += 1
        return uid(key)
      }
      var seen: [String] = []
      let names = try store.create(["a", nil, "b", nil], from: "visit", uid: uids, by: by(at: 7)) {
        place, document in
        seen.append("\(place) \(document.name) \(document.count)")
        return place == 2 ? .undo(steps: 0) : .answers([("age", .integer(Int64(place)))])
      }
      #expect(names == ["a", "visit-2", "b", "visit-3"])
      #expect(seen == ["0 a 1", "1 visit-2 1", "2 b 1", "3 visit-3 1"])
      let listed = try store.documents().map { "\($0.name) \($0.entries) \($0.created)" }
      #expect(listed == ["a 2 7", "b 1 7", "visit 1 1", "visit-2 2 7", "visit-3 2 7"])
      #expect(try store.document("visit-3").answer("age") == 3)
      let before = try dump(store.path)
      for error in [StoreError.nameTaken("a"), .unknownRow("none", document: "c")] {
        #expect(
          try storeError {
            _ = try store.create(
              error == .nameTaken("a") ? ["c", "a"] : ["c"], from: "visit", uid: uids, by: by()
            ) { place, _ in
              error == .nameTaken("a") ? .answers([("age", 1)]) : .answers([("none", 1)])
            }
          } == error)
      }
      #expect(try store.create([], from: "visit", uid: uids, by: by()) { _, _ in nil } == [])
      #expect(try dump(store.path) == before)
      try store.expectSound()
    }
  }

  @Test func `that duplicates another is a draft on the same revision with what that holds`() throws
  {
    try withVisit { store, document in
      _ = try store.publish("visit", try Document(sketch: "person: name more"), by: by())
      try store.set(&document, ("name", "Ada"))
      let stale = document
      try store.perform(.migrate(), on: &document, by: by())
      try store.set(&document, ("more", "x"))
      // Whatever the caller knew of it.
      let copy = try store.duplicate(stale, as: nil, uid: uid(9), by: by("Eve", at: 8))
      #expect(copy.name == "visit-2" && copy.revision == 2 && copy.uid == uid(9))
      #expect(copy.answer("name") == "Ada" && copy.answer("more") == "x")
      #expect(copy.status == .draft && copy.count == 2)
      let entries = try store.entries(of: copy, 1...2)
      #expect(entries.map(\.kind) == [.create, .import])
      #expect(entries.map(\.author) == ["Eve", "Eve"] && entries.map(\.time) == [8, 8])
      try store.expectStored(copy)
      try store.expectSound()
    }
  }
}
