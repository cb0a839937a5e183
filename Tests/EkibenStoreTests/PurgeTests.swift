import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

/// A text that says whose it is wherever it stands.
private func text(_ document: Int, _ number: Int, _ length: Int = 20) -> Value {
  .text(
    "Whose\(document)Text\(number)" + String(repeating: "\(number % 10)x\(document)", count: length)
  )
}

/// How often a document's texts stand in the files of a store.
private func traces(of document: Int, _ path: String) throws -> Int {
  let needle = Array("Whose\(document)Text".utf8)
  return try files(of: path).values.reduce(0) { count, bytes in
    count + bytes.indices.count { bytes[$0] == needle[0] && bytes[$0...].starts(with: needle) }
  }
}

/// Something that documents hold besides plain answers.
private struct Content: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable (Store, inout StoredDocument, Int) throws -> Void

  init(
    _ sentence: String,
    _ make: @escaping @Sendable (Store, inout StoredDocument, Int) throws -> Void
  ) {
    testDescription = sentence
    self.make = make
  }

  static let all = [
    Content("answers that were written over") { store, document, which in
      for number in 1...5 { try store.set(&document, ("name", text(which, number))) }
    },
    Content("a text of some pages that was typed on, archived") { store, document, which in
      for number in 1...40 {
        try store.set(&document, ("note", text(which, number % 3, 900 + 10 * number)))
      }
      while try store.archiveOldEntries(of: &document) {}
    },
    Content("branches, a mark, a reason, archived lines and new ones") { store, document, which in
      for number in 1...150 {
        try store.set(&document, ("name", text(which, number)), ("age", .integer(Int64(number))))
        if number % 10 == 0 { try store.perform(.undo(steps: 3), on: &document, by: by()) }
        if number == 120 { while try store.archiveOldEntries(of: &document) {} }
      }
      try store.perform(
        .mark(try MarkName("Whose\(which)Text"), moving: false), on: &document,
        by: by("Ada", because: text(which, 1).asText))
    },
    Content("a title and rows of its own, and a list") { store, document, which in
      var sections = Array(document.content.sections)
      let row = Document.Row(
        id: RowID(unchecked: "Whose\(which)Text"),
        fields: [.component: "TextInput", .title: text(which, 2)])
      sections[0] = Document.Section(
        id: sections[0].id, fields: sections[0].fields, rows: Array(sections[0].rows) + [row])
      let description = try Document(fields: [.title: text(which, 1)], sections: sections)
      try store.perform(.apply(description), on: &document, by: by())
      try store.set(
        &document, ("phone", .list([text(which, 3), .record(["extra": text(which, 4)])])))
    },
  ]
}

// Rule P18.
@Suite(.timeLimit(.minutes(20))) struct PurgeTests {
  @Test(arguments: Content.all)
  fileprivate func `nothing is left of a document that is purged, and the others stay`(
    with content: Content
  ) throws {
    try withVisit { store, visit in
      var documents = [visit]
      for number in 1...3 {
        documents.append(
          try store.create(
            DocumentName("visit-\(number)"), from: "visit", uid: uid(UInt8(10 + number)), by: by()))
      }
      for number in 1...3 { try content.make(store, &documents[number], number) }
      let before = try store.certify()
      #expect(try traces(of: 2, store.path) > 0)
      let last = try #require(try store.entryIDs(of: documents[2]).last)
      let done = try store.purge("visit-2", by: by("Grace", at: 9, because: "asked for"))
      #expect(done.found == 0)
      #expect(try traces(of: 2, store.path) == 0, "while it is open")
      let trace = Certificate.Document(
        uid: uid(12), entries: documents[2].count, last: last,
        destruction: by("Grace", at: 9, because: "asked for"))
      #expect(done.documents == [Purge.Document(name: "visit-2", trace: trace)])
      #expect(
        try store.compare(with: before).findings.map(\.kind) == [
          .destroyed(by("Grace", at: 9, because: "asked for"))
        ])
      try store.expectSound()
      for number in [1, 3] { try store.expectStored(documents[number]) }
      try store.close()
      #expect(try traces(of: 2, store.path) == 0)
      #expect(try traces(of: 1, store.path) > 0 && traces(of: 3, store.path) > 0)
    }
  }

  /// Pages that fill up and are split leave copies of cells, which deleting rows does not find.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `nothing is left of documents whose pages were split and merged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var documents = try (1...12).map {
        try store.create(DocumentName("d\($0)"), from: "visit", uid: uid(UInt8($0)), by: by())
      }
      for number in 1...600 {
        let at = random.number(in: 0...11)
        let row = random.pick(["name", "note", "phone", "extra"] as [RowID])
        try store.set(
          &documents[at], (row, text(100 + at, number, random.pick([1, 5, 20, 80, 700]))))
        if random.once(in: 60) { while try store.archiveOldEntries(of: &documents[at]) {} }
      }
      for at in [2, 5, 11, 7] {
        _ = try store.purge(documents[at].name, by: by())
        #expect(try traces(of: 100 + at, store.path) == 0, "document \(at)")
      }
      try store.expectSound()
      for at in [0, 1, 3, 4, 6, 8] { try store.expectStored(documents[at]) }
    }
  }

  /// Texts in lists are looked for as others are, also where nothing else is left of a document.
  @Test(arguments: [5, 6] as [UInt64])
  func `nothing is left of lists whose pages were split and merged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var documents = try (1...12).map {
        try store.create(DocumentName("d\($0)"), from: "visit", uid: uid(UInt8($0)), by: by())
      }
      for number in 1...600 {
        let at = random.number(in: 0...11)
        let row = random.pick(["name", "note", "phone", "extra"] as [RowID])
        let texts = text(100 + at, number, random.pick([1, 5, 20, 80, 700]))
        try store.set(&documents[at], (row, .list([texts])))
        if random.once(in: 60) { while try store.archiveOldEntries(of: &documents[at]) {} }
      }
      for at in [2, 5, 11, 7] {
        _ = try store.purge(documents[at].name, by: by())
        #expect(try traces(of: 100 + at, store.path) == 0, "document \(at)")
      }
    }
  }

  @Test func `documents go by the time of their last entry, deleted ones too, and all at once`()
    throws
  {
    try withVisit { store, visit in
      for (number, time) in [5, 10, 15].enumerated() {
        var document = try store.create(
          DocumentName("at-\(time)"), from: "visit", uid: uid(UInt8(20 + number)), by: by(at: 1))
        try store.set(&document, ("name", text(number, 1)), by: by(at: Int64(time)))
        if time == 5 { try store.perform(.delete, on: &document, by: by(at: 6)) }
      }
      #expect(try store.purge(before: 1, by: by()).documents.isEmpty)
      #expect(try store.purge(before: 10, by: by()).documents.map(\.name) == ["visit", "at-5"])
      #expect(try store.documents().map(\.name) == ["at-10", "at-15"])
      #expect(try store.documents(deleted: true).isEmpty)
      #expect(try traces(of: 0, store.path) == 0)
    }
  }

  @Test func `what cannot be purged is said, and nothing happens`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let before = try store.certify()
      #expect(throws: StoreError.unknownDocument("other")) { try store.purge("other", by: by()) }
      try store.setNeedsReasons(true)
      for reason in [nil, ""] as [String?] {
        #expect(throws: StoreError.reasonMissing) {
          try store.purge("visit", by: by(because: reason))
        }
      }
      let reader = try store.again(.readOnly)
      #expect(throws: StoreError.openedReadOnly(path: store.path)) {
        try reader.purge("visit", by: by())
      }
      try reader.close()
      #expect(try store.certify() == before)
      _ = try store.purge("visit", by: by(because: "asked for"))
      #expect(throws: StoreError.unknownDocument("visit")) {
        try store.purge("visit", by: by(because: "asked for"))
      }
    }
  }

  @Test func `a purged document that is still open is unknown, and writes nowhere`() throws {
    try withVisit { store, document in
      let other = try store.again()
      var elsewhere = try other.document("visit")
      var before = document
      _ = try store.purge("visit", by: by())
      #expect(throws: StoreError.unknownDocument("visit")) {
        try store.set(&before, ("name", "Ada"))
      }
      // As the first of its name, it would have had the same key.
      var new = try store.create("visit", from: "visit", uid: uid(3), by: by())
      for (store, var document) in [(other, elsewhere), (store, document)] {
        #expect(throws: StoreError.unknownDocument("visit")) {
          try store.set(&document, ("name", "Ada"))
        }
        #expect(throws: StoreError.unknownDocument("visit")) { try store.refresh(&document) }
      }
      #expect(new.count == 1)
      try store.set(&new, ("name", "Lin"))
      elsewhere = try other.document("visit")
      #expect(elsewhere.answer("name") == "Lin")
      try other.close()
      try store.expectStored(new)
    }
  }

  /// Else one that is still open somewhere could be taken for another.
  @Test func `a new document has the key of none that was purged, in whatever order`() throws {
    try withVisit { store, document in
      let last = try store.create("last", from: "visit", uid: uid(3), by: by())
      for name in [last.name, document.name] { _ = try store.purge(name, by: by()) }
      let new = try store.create("new", from: "visit", uid: uid(4), by: by())
      #expect(new.key > last.key && last.key > document.key)
    }
  }

  @Test func `a reader of an older state is waited for, and if it stays nothing is purged`() throws
  {
    try withVisit { store, document in
      try store.set(&document, ("name", text(1, 1)))
      let reader = try Connection(path: store.path, access: .readWrite)
      try reader.begin(.deferred)
      _ = try reader.withStatement("SELECT count(*) FROM entry") { statement throws(SQLiteError) in
        try statement.step()
      }
      try store.set(&document, ("name", text(1, 2)))
      let impatient = try store.again(timeout: 50)
      #expect(isBusyWithReaders(try storeError { _ = try impatient.purge("visit", by: by()) }))
      #expect(try impatient.document("visit").answer("name") == text(1, 2))
      // Compacting has done all that it can, and says what is left.
      let error = try storeError { _ = try impatient.compact() }
      guard case .remains = error else { throw error }
      #expect(error.description.contains("ekiben compact"))
      try reader.rollback()
      try reader.close()
      _ = try impatient.purge("visit", by: by())
      #expect(try traces(of: 1, store.path) == 0)
      try impatient.close()
    }
  }

  private func isBusyWithReaders(_ error: StoreError) -> Bool {
    guard case .busy(_, let detail) = error else { return false }
    return detail.text.contains("read")
  }

  @Test func `a document that comes in again is there, and can be purged again`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", text(1, 1)))
      let entries = try store.entries(of: document, 1...Int.max)
      let before = try store.certify()
      _ = try store.purge("visit", by: by(because: "first"))
      let after = try store.certify()
      #expect(after.documents.map(\.destruction) == [by(because: "first")])
      _ = try store.adopt(
        "again", uid: uid(2), form: "visit", content: try store.form("visit").content,
        entries: entries)
      #expect(try store.certify().documents.map(\.destruction) == [nil])
      #expect(try store.compare(with: before).findings.allSatisfy { $0.kind == .changed })
      #expect(try store.compare(with: after).relation == .changed)
      _ = try store.purge("again", by: by("Grace", because: "second"))
      #expect(try store.certify().documents.map(\.destruction) == [by("Grace", because: "second")])
      #expect(try traces(of: 1, store.path) == 0)
    }
  }

  @Test func `compacting leaves nothing of what was written over`() throws {
    try withVisit { store, document in
      for number in 1...40 { try store.set(&document, ("note", text(number, 1, 300))) }
      try store.perform(.checkout(1), on: &document, by: by())
      let journal = try store.entries(of: document, 1...Int.max)
      _ = try store.compact()
      // What the journal holds, it holds once.
      #expect(try (1...40).allSatisfy { try traces(of: $0, store.path) <= 1 })
      #expect(try store.entries(of: document, 1...Int.max) == journal)
      #expect(try files(of: store.path).count == 2)
      try store.expectSound()
    }
  }
}
