import BenchmarkResults
import Ekiben

/// The group `documents`: what one edit of a document costs, with the old document kept.
enum DocumentBenchmarks {
  static func run() throws -> [BenchmarkResult] {
    let small = try (EditedDocument(rows: 100), EditedDocument(rows: 100, places: 50))
    return try [1000, 10_000, 100_000].flatMap { rows in
      let large = try (EditedDocument(rows: rows), EditedDocument(rows: rows, places: 50))
      return [
        try Rounds.compare(
          "documents edit-\(rows)", against: "100 rows", size: EditedDocument.edits, target: 1.3,
          ours: { large.0.edit() }, theirs: { small.0.edit() }),
        try Rounds.compare(
          "documents scattered-\(rows)", against: "100 rows", size: EditedDocument.edits,
          ours: { large.1.edit() }, theirs: { small.1.edit() }),
      ]
    }
  }
}

/// A document in one section, of which the same hot rows are edited again and again, in turn.
private struct EditedDocument {
  static let edits = 20_000

  private let document: Document
  private let index: Document.Index
  private let changes: [Changeset]

  init(rows: Int, places: Int = 1) throws {
    let list = (0..<rows).map { ReferenceRow<String>(RowSketch(number: $0)).documentRow }
    document = try Document(sections: [Document.Section(id: "rows", rows: list)])
    index = Document.Index(document)
    changes = [0, 1].flatMap { turn in
      (0..<places).map { place in
        let row = list[(2 * place + 1) * rows / (2 * places)]
        let texts = [row.fields[.value], .text("Field value 00000001 v2")]
        return Changeset([
          Change(.row(row.id), .value, before: texts[turn], after: texts[1 - turn])
        ])
      }
    }
  }

  func edit() {
    var now = document
    for turn in 0..<Self.edits {
      let before = now
      do { try now.apply(changes[turn % changes.count], at: index) } catch { print("\(error)") }
      keep(before)
    }
  }

  @inline(never)
  private func keep(_ document: Document) {}
}
