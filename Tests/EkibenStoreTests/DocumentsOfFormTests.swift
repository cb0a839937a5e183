import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `The documents of a form` {
  /// Two forms with documents that began and changed at different times.
  private func withDocuments(
    isArchived: Bool = false, _ body: (Store) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      for form in ["visit", "other"] as [DocumentName] {
        _ = try store.publish(form, try visitForm(), by: by())
      }
      func make(_ name: DocumentName, _ form: DocumentName, _ times: ClosedRange<Int64>) throws {
        let own = uid(UInt8(times.lowerBound))
        var document = try store.create(name, from: form, uid: own, by: by(at: times.lowerBound))
        for time in [times.lowerBound + 5, times.upperBound] {
          try store.set(&document, ("age", .integer(time)), by: by(at: time))
        }
        if name == "gone" { try store.perform(.delete, on: &document, by: by(at: 60)) }
      }
      try make("b", "visit", 10...20)
      try make("a", "visit", 30...40)
      try make("gone", "visit", 41...50)
      try make("z", "other", 11...21)
      if isArchived { _ = try store.compact() }
      try body(store)
    }
  }

  // Rule I29: as they all stood at one moment, the present or a former one.
  @Test(
    arguments: [
      (nil, ["a 30–40 40", "b 10–20 20", "gone 41–60 50 deleted"]), (9, []), (10, ["b 10–10 –"]),
      (14, ["b 10–10 –"]), (15, ["b 10–15 15"]), (29, ["b 10–20 20"]),
      (30, ["a 30–30 –", "b 10–20 20"]), (39, ["a 30–35 35", "b 10–20 20"]),
      (59, ["a 30–40 40", "b 10–20 20", "gone 41–50 50"]),
      (60, ["a 30–40 40", "b 10–20 20", "gone 41–60 50 deleted"]),
    ] as [(Int64?, [String])], [false, true])
  func `come as they stood at a time, by name`(
    moment: (time: Int64?, lines: [String]), isArchived: Bool
  ) throws {
    try withDocuments(isArchived: isArchived) { store in
      var found: [String] = []
      let isOneState = try store.eachDocument(of: "visit", at: moment.time) {
        document, created, modified in
        let age = document.answer("age").map { Notation.text(of: $0) } ?? "–"
        found.append(
          "\(document.name) \(created)–\(modified) \(age)"
            + (document.status == .draft ? "" : " \(document.status)"))
        return true
      }
      #expect(found == moment.lines && isOneState)
    }
  }

  @Test func `of the past have all of their history, and know who wrote what they held`() throws {
    try withDocuments { store in
      _ = try store.eachDocument(of: "visit", at: 15) { document, _, _ in
        #expect(document.name == "b" && document.count == 3)
        #expect(document.origin("age") == Origins.Origin(entry: 2))
        return true
      }
    }
  }

  @Test func `come form by form, as long as more are wanted`() throws {
    try withDocuments { store in
      func names(_ forms: [DocumentName], until last: DocumentName? = nil) throws -> [DocumentName]
      {
        var found: [DocumentName] = []
        _ = try store.eachDocument(of: forms) { document, _, _ in
          found.append(document.name)
          return document.name != last
        }
        return found
      }
      let all = try names(["visit", "other"])
      #expect(all == ["a", "b", "gone", "z"])
      #expect(try names(["other", "visit"]) == ["z", "a", "b", "gone"])
      #expect(try names(["visit", "other"], until: "b") == ["a", "b"])
      #expect(try names([]) == [])
      #expect(try storeError { _ = try names(["visit", "none"]) } == .unknownForm("none"))
    }
  }

  @Test func `answer to one row by name, but for those that are deleted`() throws {
    try withDocuments { store in
      func answers(_ row: RowID, until last: DocumentName? = nil) throws -> [String] {
        var found: [String] = []
        _ = try store.eachFieldAnswer(to: row, in: "visit") { name, answer in
          switch answer {
          case .answer(let value): found.append("\(name) \(Notation.text(of: value))")
          case .document(let document): found.append("\(name) of \(document.count)")
          }
          return name != last
        }
        return found
      }
      #expect(try answers("age") == ["a 40", "b 20"])
      #expect(try answers("name") == ["a –", "b –"])
      #expect(try answers("age", until: "a") == ["a 40"])
      let unknown = StoreError.unknownRow("none", document: "visit")
      #expect(try storeError { _ = try answers("none") } == unknown)
      // A document with fields of its own is asked as a whole.
      var document = try store.document("b")
      let title = Change(.row("note"), .title, before: "note", after: "Notes")
      try store.perform(.changes(Changeset([title])), on: &document, by: by(at: 70))
      #expect(try answers("age") == ["a 40", "b of 4"])
    }
  }

  @Test func `are listed with all that a list says`() throws {
    try withDocuments { store in
      func lines(deleted: Bool) throws -> [String] {
        try store.documents(deleted: deleted).map { line in
          "\(line.name) \(line.form) \(line.title ?? "–") \(line.status) \(line.head)/\(line.entries) "
            + "\(line.created)–\(line.modified)"
        }
      }
      let all = try lines(deleted: false)
      #expect(
        all == [
          "a visit – draft 3/3 30–40", "b visit – draft 3/3 10–20", "z other – draft 3/3 11–21",
        ])
      #expect(try lines(deleted: true) == ["gone visit – deleted 4/4 41–60"])
      // Forms count the deleted ones, too.
      #expect(try store.forms().map { "\($0.name) \($0.documents)" } == ["other 1", "visit 3"])
    }
  }
}
