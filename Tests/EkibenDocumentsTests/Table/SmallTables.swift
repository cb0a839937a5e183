import EkibenDocuments

/// Every pair of small two-level lists, up to the names of what is only in one of them.
///
/// The old table has its sections and rows in the order of their names, without content; the new one
/// has any of them and any new ones, in any order, and each row that was there with a content bit.
struct SmallTables: Sendable {
  /// A section by its number and its rows; a row is twice its number, and one more for other
  /// content. What is new has a number from 10 on.
  typealias Sketch = [(section: Int, rows: [Int])]

  let rows: Int
  let sections: Int
  let hasContent: Bool

  /// One old table; its pairs are one test.
  struct Old: Sendable, CustomStringConvertible {
    let counts: [Int]

    var sketch: Sketch {
      var next = 0
      return counts.enumerated().map { section, count in
        defer { next += count }
        return (section, (next..<next + count).map { $0 * 2 })
      }
    }

    var description: String { counts.map(String.init).joined(separator: "+") }
  }

  var olds: [Old] {
    (0...sections).flatMap { sections in
      (0...rows).flatMap { Self.splits(of: $0, into: sections) }.map(Old.init)
    }
  }

  func candidates(for old: Old) -> [Sketch] {
    let rowLists = (0...rows).flatMap {
      Self.arrangements(of: $0, old: Array(0..<old.counts.reduce(0, +)), new: 10)
    }.flatMap(withBits)
    let sectionLists = (0...sections).flatMap {
      Self.arrangements(of: $0, old: Array(old.counts.indices), new: 10)
    }
    return sectionLists.flatMap { names in
      rowLists.flatMap { rows in
        Self.splits(of: rows.count, into: names.count).map { counts in
          var start = 0
          return zip(names, counts).map { name, count in
            defer { start += count }
            return (name, Array(rows[start..<start + count]))
          }
        }
      }
    }
  }

  // New rows are whole anyway, so only rows that were there get a bit.
  private func withBits(_ rows: [Int]) -> [[Int]] {
    rows.reduce([[]]) { lists, row in
      let forms = hasContent && row < 10 ? [row * 2, row * 2 + 1] : [row * 2]
      return lists.flatMap { list in forms.map { list + [$0] } }
    }
  }

  // New names are used in order: which new record is which makes no difference.
  private static func arrangements(of count: Int, old: [Int], new: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    let withOld = old.flatMap { name in
      arrangements(of: count - 1, old: old.filter { $0 != name }, new: new).map { [name] + $0 }
    }
    return withOld + arrangements(of: count - 1, old: old, new: new + 1).map { [new] + $0 }
  }

  private static func splits(of count: Int, into sections: Int) -> [[Int]] {
    if sections == 0 { return count == 0 ? [[]] : [] }
    if sections == 1 { return [[count]] }
    return (0...count).flatMap { first in
      splits(of: count - first, into: sections - 1).map { [first] + $0 }
    }
  }

  static func document(_ sketch: Sketch) throws -> Document {
    try Document(
      sections: sketch.map { section, rows in
        Document.Section(
          id: SectionID(unchecked: "s\(section)"),
          rows: rows.map { row in
            let fields: Fields = row.isMultiple(of: 2) ? [:] : [.value: "+"]
            return Document.Row(id: RowID(unchecked: "r\(row / 2)"), fields: fields)
          })
      })
  }
}
