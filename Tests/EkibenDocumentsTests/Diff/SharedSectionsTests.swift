import EkibenTesting
import Testing

@testable import EkibenDocuments

extension Document {
  /// The same document, of which nothing is the same in memory.
  fileprivate var copiedWhole: Document {
    Document(
      keeping: fields,
      sections: sections.map { section in
        var copy = section
        copy.rows = ChunkedList(section.rows.map { $0 })
        return copy
      })
  }
}

/// Makes documents of others that share with them what they do not change.
private struct SharingEditor {
  var random: SeededGenerator
  var document: Document
  private var made = 0

  init(seed: UInt64, sections: Int) throws {
    random = SeededGenerator(seed: seed)
    document = try Document(
      sections: (0..<sections).map { section in
        Document.Section(
          id: SectionID(unchecked: "s\(section)"),
          rows: (0..<section % 4).map { Document.Row(id: RowID(unchecked: "r\(section)-\($0)")) })
      })
  }

  private mutating func place() -> Document.Place? {
    let filled = document.sections.indices.filter { !document.sections[$0].rows.isEmpty }
    guard !filled.isEmpty else { return nil }
    let section = filled[random.number(in: 0...filled.count - 1)]
    let rows = document.sections[section].rows.count
    return Document.Place(section: section, row: random.number(in: 0...rows - 1))
  }

  /// What may be done without another list of sections, or anything.
  mutating func edit(keepingSections: Bool) {
    guard let place = place() else { return }
    let other = random.number(in: 0...document.sections.count - 1)
    made += 1
    switch random.number(in: 0...(keepingSections ? 4 : 6)) {
    case 0...1: document.set(.integer(Int64(made)), at: place)
    case 2:
      let row = Document.Row(id: RowID(unchecked: "new-\(made)"))
      document.sections.update(at: other) { $0.rows.append(row) }
    case 3: document.sections.update(at: other) { $0.fields[.title] = .integer(Int64(made)) }
    case 4:
      var rows = document.sections[place.section].rows.map { $0 }
      let row = rows.remove(at: place.row)
      document.sections.update(at: place.section) { $0.rows = ChunkedList(rows) }
      document.sections.update(at: other) { $0.rows.append(row) }
    case 5:
      var sections = document.sections.map { $0 }
      sections.swapAt(place.section, other)
      document = Document(keeping: document.fields, sections: sections)
    default:
      var sections = document.sections.map { $0 }
      sections.remove(at: other)
      document = Document(keeping: document.fields, sections: sections)
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Documents that share sections in memory` {
  @Test(arguments: [1, 5, 16, 17, 60], [true, false])
  func `differ as those do that share nothing`(sections: Int, keepsSections: Bool) throws {
    var editor = try SharingEditor(seed: UInt64(sections), sections: sections + 1)
    for _ in 0..<200 {
      let before = editor.document
      for _ in 0..<editor.random.number(in: 0...3) { editor.edit(keepingSections: keepsSections) }
      let after = editor.document
      let shared = Changeset.difference(from: before, to: after)
      let copied = Changeset.difference(from: before.copiedWhole, to: after.copiedWhole)
      #expect(shared.changes == copied.changes)
      #expect(shared.madeRoom == copied.madeRoom)
      #expect(try before.applying(shared.changes) == after)
      if keepsSections {
        // No more is looked at than was touched.
        #expect(before.narrowed(beside: after).0.sections.count <= 6)
      }
      // With keys in order again, as a store has them.
      editor.document = try before.applying(shared.changes)
    }
  }
}
