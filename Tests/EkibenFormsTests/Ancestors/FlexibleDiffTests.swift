import EkibenDocuments
import EkibenForms
import Testing

/// A row of a list with something to say.
private struct Item: Identifiable, Equatable {
  let id: String
  var content = 0

  /// Reads a row such as `a` or, where it says something else, `a*`.
  init(_ text: Substring) {
    id = String(text.prefix { $0 != "*" })
    content = text.count { $0 == "*" }
  }
}

private func items(_ text: String) -> [Item] { text.split(separator: " ").map { Item($0) } }

/// What FlexibleDiff, the difference under Bento, did wrong; Ekiben has to do each right.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `The difference of FlexibleDiff` {
  private typealias Way = ([Item], [Item]) -> [String]

  /// The rows that move, by our difference.
  private let ours: Way = { old, new in
    ListDifference(from: old, to: new).moves.map { new[$0.target].id }
  }

  /// The rows of both lists whose number among those of both is another one: each of them moves.
  private let theirs: Way = { old, new in
    let (before, after) = (old.map(\.id), new.map(\.id))
    let (kept, wanted) = (before.filter(after.contains), after.filter(before.contains))
    return zip(wanted, kept).filter { $0 != $1 }.map(\.0)
  }

  // T-FD28, T-FD29, T-FD34, T-X11: one row went, and all that it passed went as well.
  @Test(arguments: [
    ("0 1 2 3 4", "1 2 3 0 4"), ("0 1 2 3 4", "3 0 1 2 4"), ("0 1 2 3 4", "2 3 0 4"),
    ("E A B D F G H I J", "A B C D E F G H I J"),
  ])
  func `moves one row where one row has moved`(old: String, new: String) throws {
    try expectKept(ours: ours, theirs: theirs) { $0(items(old), items(new)).count == 1 }
  }

  // T-X5: what was never equal was not let off its move, so all rows moved below one that came.
  @Test func `moves nothing below a row that comes`() throws {
    let theirs: Way = { old, new in
      new.enumerated().filter { number, row in
        old.firstIndex { $0.id == row.id }.map { $0 != number } ?? false
      }.map(\.element.id)
    }
    try expectKept(ours: ours, theirs: theirs) { moved in
      moved(items("1 2 3 4 5 6 7 8 9 10"), items("0 1 2 3 4 5 6 7 8 9 10")).isEmpty
    }
  }

  // T-X6: below a section that came, all others went and came again, and lost what they held.
  @Test func `lets sections stay below one that comes`() throws {
    typealias Way = (Document, Document) throws -> Set<RowID>
    let ours: Way = rowsWithTheirCells
    let theirs: Way = { old, new in
      let staying = zip(old.sections, new.sections).filter { $0.id == $1.id }
      return Set(staying.flatMap { $1.rows.map(\.id) })
    }
    try expectKept(ours: ours, theirs: theirs) { kept in
      try kept(table("A: a | B: b | C: c"), table("N: n | A: a | B: b | C: c")) == ["a", "b", "c"]
    }
  }

  // T-X9: which of several rows of one name was meant was a matter of what came out of a set first.
  @Test func `is the same each time where ids repeat`() throws {
    typealias Way = (_ run: Int, [Item], [Item]) -> [Int]
    let ours: Way = { _, old, new in ListDifference(from: old, to: new).deletions }
    let theirs: Way = { run, old, new in
      // Two are equally near; the run decides.
      let free = old.indices.filter { number in new.contains { $0.id == old[number].id } }
      let taken = run.isMultiple(of: 2) ? free.first : free.last
      return old.indices.filter { $0 != taken }
    }
    try expectKept(ours: ours, theirs: theirs) { deletions in
      let (old, new) = (items("A x A"), items("q A r"))
      return (1...9).allSatisfy { deletions($0, old, new) == deletions(0, old, new) }
    }
  }

  // T-X12, T-FS11: what was changed in a section was named by the section's old number.
  @Test func `names a section that changes where it stands now`() throws {
    typealias Way = (Document, Document) -> [Int]
    let ours: Way = { operations(from: $0, to: $1).flatMap(\.insertRows).map(\.section) }
    let theirs: Way = { old, new in
      old.sections.enumerated().filter { _, section in
        new.section(section.id).map { $0.rows.count > section.rows.count } ?? false
      }.map(\.offset)
    }
    try expectKept(ours: ours, theirs: theirs) { changed in
      let (old, new) = (try table("A: a | B: b"), try table("B: b c"))
      let sections = new.sectionIDs
      return changed(old, new).map { sections.indices.contains($0) ? sections[$0] : nil } == ["B"]
    }
  }
}
