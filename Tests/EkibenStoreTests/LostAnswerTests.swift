import EkibenDocuments
import EkibenStore
import Foundation
import TestSupport
import Testing

// Rule P26: a flipped bit is an error, also where it takes a row out of sight.
@Suite(.timeLimit(.minutes(20))) struct `An answer whose key has changed on disk` {
  private static let rows = (0..<60).map { RowID(unchecked: "row-\($0)") }
  private static let documents: [DocumentName] = ["one", "two", "three"]

  /// The text that a document answers to a row, found in the file by it.
  private func text(_ document: DocumentName, _ row: RowID) -> String {
    "answer of \(document) to \(row)."
  }

  /// Makes a closed store of three documents that answer all rows but one.
  private func makeStore(_ path: String) throws {
    let store = try Store(path, now: 0)
    let form = try Document(
      sections: [.init(id: "s", rows: Self.rows.map { .init(id: $0, fields: [:]) })])
    _ = try store.publish("form", form, by: by())
    for (number, name) in Self.documents.enumerated() {
      var document = try store.create(
        name, from: "form", uid: uid(UInt8(number + 1)), by: by())
      let answers = Self.rows.dropLast().map { row in
        (row: row, value: Value?.some(.text(text(name, row))))
      }
      _ = try store.perform(.answers(answers), on: &document, by: by())
    }
    try store.close()
  }

  /// What documents answer: nil where that is refused.
  private func answers(_ path: String, of name: DocumentName) -> [Value?]? {
    do throws(StoreError) {
      let store = try Store(path, access: .readOnly, now: 0)
      defer { do { try store.close() } catch {} }
      let document = try store.document(name)
      return Self.rows.map { document.answer($0) }
    } catch { return nil }
  }

  @Test(arguments: [0, 1, 29, 57, 58]) func `is an error, and no answer that is not there`(
    _ row: Int
  ) throws {
    try withStorePath { path in
      try makeStore(path)
      let whole = try fileBytes(at: URL(filePath: path))
      let expected = try #require(answers(path, of: "two"))
      let ends = places(of: text("two", Self.rows[row]), in: whole)
      #expect(!ends.isEmpty)
      for at in ends.flatMap({ $0 - 12..<$0 }) {
        for bit in 0..<8 {
          var bytes = whole
          bytes[at] ^= 1 << UInt8(bit)
          try Data(bytes).write(to: URL(filePath: path))
          let found = answers(path, of: "two")
          #expect(found == nil || found == expected, "byte \(at), bit \(bit)")
        }
      }
    }
  }

  @Test func `leaves other documents readable where it is a value`() throws {
    try withStorePath { path in
      try makeStore(path)
      var bytes = try fileBytes(at: URL(filePath: path))
      for row in [Self.rows[0], Self.rows[58]] {
        for at in places(of: text("two", row), in: bytes) { bytes[at + 3] ^= 1 }
      }
      let expected = try #require(answers(path, of: "one"))
      try Data(bytes).write(to: URL(filePath: path))
      #expect(answers(path, of: "one") == expected)
      #expect(answers(path, of: "two") == nil)
      #expect(answers(path, of: "three") != nil)
    }
  }
}
