import Ekiben

/// The group `documents`: what one edit of a document costs, with the old document kept.
enum DocumentBenchmarks {
  static func run() throws -> [Measurement] {
    let small = try EditedDocument(rows: 100)
    return try [1000, 10_000, 100_000].map { rows in
      let large = try EditedDocument(rows: rows)
      return Rounds.compare(
        "documents edit-\(rows)", against: "100 rows", size: EditedDocument.edits, target: 1.3,
        ours: { large.edit() }, theirs: { small.edit() })
    }
  }
}

/// A document in one section, of which the same hot row is edited again and again.
private struct EditedDocument {
  static let edits = 20_000

  private let document: Document
  private let index: Document.Index
  private let changes: [Changeset]

  init(rows: Int) throws {
    let list = (0..<rows).map { ReferenceRow<String>(RowSketch(number: $0)).documentRow }
    document = try Document(sections: [Document.Section(id: "rows", rows: list)])
    index = Document.Index(document)
    let row = list[rows / 2]
    let texts = [row.fields[.value], .text("Field value 00000001 v2")]
    changes = [0, 1].map { turn in
      Changeset([
        Change(.row(row.id), .value, before: texts[turn], after: texts[1 - turn])
      ])
    }
  }

  func edit() {
    var now = document
    for turn in 0..<Self.edits {
      let before = now
      do { try now.apply(changes[turn & 1], at: index) } catch { print("\(error)") }
      keep(before)
    }
  }

  @inline(never)
  private func keep(_ document: Document) {}
}
