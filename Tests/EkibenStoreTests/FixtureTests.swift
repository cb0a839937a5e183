import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// The stores that former formats left, opened for ever after.
///
/// A fixture is written once, when its format is new, and never again; what can be asked of it stands
/// in `Golden`. `makeFormatOne` is how the first came to be; `RECORD=1` writes one that is missing.
@Suite(.timeLimit(.minutes(20))) struct `The store of format 1` {
  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures").appending(path: "format-1.ekiben")

  /// Runs a body with a copy of the fixture.
  private func withFixture(_ body: (String) throws -> Void) throws {
    try withStorePath { path in
      try FileManager.default.copyItem(atPath: Self.fixture.path, toPath: path)
      try body(path)
    }
  }

  // Rule P8.
  @Test func `says what it has always said, and no byte of it changes`() throws {
    try withFixture { path in
      let before = try files(of: path)
      let store = try Store(path, access: .readOnly, now: 0)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.expectSound()
      try store.close()
      #expect(try files(of: path) == before)
    }
  }

  // Rule P8.
  @Test func `can be written: edit, undo, redo, mark, delete, archive, compact`() throws {
    try withFixture { path in
      let store = try Store(path, access: .readWrite, now: 0)
      expectGolden(try readable(store), named: "format-1.txt")
      for summary in try store.documents() {
        var document = try store.document(summary.name)
        let known = Everything(document)
        try store.set(&document, ("name", .text("new")), ("note", nil))
        #expect(document.answer("name") == .text("new"))
        try store.perform(.undo(steps: 1), on: &document, by: by("Eve"))
        #expect(document.content == known.content)
        #expect(document.head == known.head)
        try store.perform(.redo(steps: 1), on: &document, by: by("Eve"))
        #expect(document.answer("name") == .text("new"))
        try store.perform(.mark(try MarkName("later"), moving: false), on: &document, by: by())
        let steps = document.history.undoableSteps
        try store.perform(.undo(steps: steps), on: &document, by: by())
        #expect(document.content == document.formContent)
        try store.perform(.redo(steps: steps), on: &document, by: by())
        try store.expectStored(document)
        try store.perform(.delete, on: &document, by: by())
        try store.perform(.undo(steps: 1), on: &document, by: by())
        while try store.archiveOldEntries(of: &document) {}
        try store.expectStored(document)
      }
      var gone = try store.document("gone")
      try store.perform(.undo(steps: 1), on: &gone, by: by())
      #expect(try store.documents().map(\.name).contains("gone"))
      _ = try store.compact()
      try store.expectSound()
      try store.close()
    }
  }

  /// Every state of every document, branches and all.
  @Test func `leads to each of its entries and back`() throws {
    try withFixture { path in
      let store = try Store(path, access: .readWrite, now: 0)
      for summary in try store.documents() + store.documents(deleted: true) {
        var document = try store.document(summary.name)
        try expectReplay(of: document, in: store)
        for number in 1...document.count where document.history.isNode(number) {
          let past = try store.content(of: document, at: number)
          if document.head != number {
            try store.perform(.checkout(number), on: &document, by: by("Eve"))
          }
          #expect(document.content == past, "\(summary.name), entry \(number)")
        }
      }
      try store.expectSound()
      try store.close()
    }
  }

  /// What wrote the fixture writes the same today, as far as anybody can ask.
  @Test func `comes out the same when it is made anew`() throws {
    try withStorePath { path in
      try makeFormatOne(path)
      let store = try Store(path, access: .readOnly, now: 0)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.close()
      if ProcessInfo.processInfo.environment["RECORD"] == "1" { try record(path) }
    }
  }

  // Only where there is none: what programs have read so far has to stay readable.
  private func record(_ path: String) throws {
    let files = FileManager.default
    if files.fileExists(atPath: Self.fixture.path) { return }
    try files.createDirectory(
      at: Self.fixture.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(atPath: path, toPath: Self.fixture.path)
  }

  // Each thing that the format can hold has to be in the fixture, or nothing proves that it is read.
  @Test func `holds some of everything`() throws {
    try withFixture { path in
      let size = try fileBytes(at: URL(filePath: path)).count
      #expect(size < 200_000)
      let tables = try query(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
      #expect(tables.count > 10)
      for table in tables {
        #expect(try query(path, "SELECT count(*) > 0 FROM \"\(table)\"") == ["1"], "\(table)")
      }
      let moved = try query(path, "SELECT moved FROM document WHERE name = 'visit' ORDER BY kind")
      let visit = try plainQuery(
        path, "SELECT max(entries) FROM documents WHERE document = 'visit'")
      #expect(moved != visit && moved[0] != "0", "some lines are archived and some are not")
      let types = try query(path, "SELECT DISTINCT type FROM answer ORDER BY 1")
      #expect(types == (0...10).map { "\($0)" })
    }
  }
}
