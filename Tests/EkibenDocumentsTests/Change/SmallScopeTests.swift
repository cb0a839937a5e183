import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

/// Every pair of small two-level lists, up to the names of what is only in one of them.
///
/// The old side has its rows in the order of their names and no content; the new side has any of
/// those rows and any new ones, in any order, each with a content bit. A law that breaks for some
/// pair with so few rows breaks for one of these.
private struct SmallScope {
  var rows: Int
  var sections: Int
  var hasContent: Bool

  var olds: [String] {
    (0...sections).flatMap { sections in
      (0...rows).flatMap { count -> [String] in
        let names = oldRows.prefix(count).map { $0 }
        return splits(of: names, into: sections).map { lists in
          sketch(zip(oldSections, lists).map { ($0, $1) })
        }
      }
    }
  }

  func candidates(rows count: Int, sections: Int) -> [String] {
    let rowLists = (0...rows).flatMap {
      arrangements(of: $0, old: oldRows.prefix(count).map { $0 }, new: newRows)
    }
    let bitLists = rowLists.flatMap(withBits)
    let sectionLists = (0...self.sections).flatMap { count in
      arrangements(of: count, old: oldSections.prefix(sections).map { $0 }, new: newSections)
    }
    return sectionLists.flatMap { names in
      bitLists.flatMap { rows in
        splits(of: rows, into: names.count).map { sketch(zip(names, $0).map { ($0, $1) }) }
      }
    }
  }

  private let oldRows = ["a", "b", "c"]
  private let newRows = ["x", "y", "z"]
  private let oldSections = ["s", "t"]
  private let newSections = ["u", "v"]

  // New names are used in order: which new record is which makes no difference.
  private func arrangements(of count: Int, old: [String], new: [String]) -> [[String]] {
    if count == 0 { return [[]] }
    let withOld = old.flatMap { name in
      arrangements(of: count - 1, old: old.filter { $0 != name }, new: new).map { [name] + $0 }
    }
    guard let name = new.first else { return withOld }
    let rest = arrangements(of: count - 1, old: old, new: Array(new.dropFirst()))
    return withOld + rest.map { [name] + $0 }
  }

  // New rows are whole anyway, so only rows that were there get a bit.
  private func withBits(_ rows: [String]) -> [[String]] {
    if !hasContent { return [rows] }
    return rows.reduce([[]]) { lists, row in
      let forms = oldRows.contains(row) ? [row, row + "+"] : [row]
      return lists.flatMap { list in forms.map { list + [$0] } }
    }
  }

  private func splits(of rows: [String], into sections: Int) -> [[[String]]] {
    if sections == 0 { return rows.isEmpty ? [[]] : [] }
    if sections == 1 { return [[rows]] }
    return (0...rows.count).flatMap { at in
      splits(of: Array(rows[at...]), into: sections - 1).map { [Array(rows[..<at])] + $0 }
    }
  }

  private func sketch(_ sections: [(name: String, rows: [String])]) -> String {
    sections.map { "\($0.name): \($0.rows.joined(separator: " "))" }.joined(separator: " | ")
  }
}

/// All of it takes a minute of one core in debug: `EKIBEN_EXHAUSTIVE=1` asks for that.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

@Suite(.timeLimit(.minutes(20))) struct SmallScopeTests {
  @Test(arguments: SmallScope(rows: 2, sections: 2, hasContent: true).olds)
  func `every pair with two rows and their content obeys every law`(old: String) throws {
    try expectEachLaw(from: old, in: SmallScope(rows: 2, sections: 2, hasContent: true))
  }

  @Test(arguments: SmallScope(rows: 3, sections: 2, hasContent: isExhaustive).olds)
  func `every pair with three rows obeys every law`(old: String) throws {
    // The way from fewer rows to three is the way back from three: laws look at both.
    guard try isExhaustive || Document(sketch: old).rowCount == 3 else { return }
    try expectEachLaw(from: old, in: SmallScope(rows: 3, sections: 2, hasContent: isExhaustive))
  }

  private func expectEachLaw(from sketch: String, in scope: SmallScope) throws {
    let old = try Document(sketch: sketch)
    let candidates = scope.candidates(rows: old.rowCount, sections: old.sections.count)
    try #require(!candidates.isEmpty)
    for new in candidates { try expectLaws(from: old, to: Document(sketch: new)) }
  }

  @Test func `the scope is what it says`() {
    let scope = SmallScope(rows: 3, sections: 2, hasContent: true)
    #expect(scope.olds.count == 15)
    #expect(Set(scope.olds).count == 15)
    let candidates = scope.candidates(rows: 3, sections: 2)
    #expect(Set(candidates).count == candidates.count)
    // One row: new, or one of three with a bit; two rows: 1 + 2·3·2 + 6·4; three rows: 139.
    #expect(candidates.count == 1 + 3 * (1 + 7 + 37 + 139) + 7 * (1 + 2 * 7 + 3 * 37 + 4 * 139))
  }
}
