import EkibenDocuments
import EkibenForms
import Testing

/// A given changeset: positions in a list, and the list that it leads to.
struct GivenBatch: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  var inserted: [Int] = []
  var removed: [Int] = []
  var updated: [Int] = []
  var moved: [(from: Int, to: Int)] = []
  /// Which moves change content, too.
  var changes: Set<Int> = []

  var testDescription: String { "\(name): \(old) → \(new)" }

  /// The changeset as batches: what moves is updated in a second one (U-30).
  func plan() throws -> TablePlan {
    func place(_ row: Int) -> Document.Place { Document.Place(section: 0, row: row) }
    let moves = zip(moved.indices, moved).filter { changes.contains($0.0) }.map(\.1)
    var first = TableOperations()
    first.insertRows = inserted.map(place)
    first.deleteRows = removed.map(place)
    first.moveRows = moved.map { .init(from: place($0.from), to: place($0.to)) }
    first.updateRows = updated.map(place)
    if moves.isEmpty { return TablePlan(stages: [.init(operations: first, table: try table(new))]) }
    var second = TableOperations()
    second.updateRows = moves.map { place($0.to) }
    let wanted = try table(new)
    return TablePlan(stages: [
      .init(operations: first, table: wanted), .init(operations: second, table: wanted),
    ])
  }
}

private let abcd = "s: a b c d"
private let positions = [[0], [4], [2], [0, 1, 2], [4, 5, 6], [2, 3, 4], [1, 3, 4, 7]]
private let longer = [
  "e a b c d", "a b c d e", "a b e c d", "e f g a b c d", "a b c d e f g", "a b e f g c d",
  "a e b f g c d h",
].map { "s: \($0)" }

private let inserts = zip(positions, longer).enumerated().map { at, pair in
  GivenBatch(name: "T-FA\(at + 1)", old: abcd, new: pair.1, inserted: pair.0)
}
private let removals = zip(positions, longer).enumerated().map { at, pair in
  GivenBatch(name: "T-FA\(at + 8)", old: pair.1, new: abcd, removed: pair.0)
}
private let mutations = [[0], [3], [1], [0, 1, 2], [1, 2, 3], [2, 3, 4], [1, 3, 4, 7]]
  .enumerated().map { at, updated in
    let inherited = appliedCases[at + 14]
    return GivenBatch(
      name: inherited.name, old: inherited.old, new: inherited.new, updated: updated)
  }
private let moves: [GivenBatch] = [
  (22, [(0, 1)]), (23, [(0, 3)]), (24, [(3, 2)]), (25, [(3, 0)]), (26, [(0, 1)]), (27, [(0, 3)]),
  (28, [(3, 2)]), (29, [(3, 0)]), (30, [(0, 3), (3, 0)]), (31, [(0, 2), (1, 3)]),
  (32, [(0, 3), (1, 2)]), (33, [(3, 0), (2, 1)]), (34, [(2, 0), (3, 1)]),
  (35, [(0, 3), (3, 0)]), (36, [(0, 2), (1, 3)]), (37, [(0, 3), (1, 2)]),
  (38, [(3, 0), (2, 1)]), (39, [(2, 0), (3, 1)]),
].map { (number: Int, moved: [(Int, Int)]) in
  let inherited = appliedCases[number - 1]
  let changes = (26...29).contains(number) || number > 34
  return GivenBatch(
    name: inherited.name, old: inherited.old, new: inherited.new, moved: moved,
    changes: changes ? Set(moved.indices) : [])
}
private let mixed = [
  GivenBatch(
    name: "T-FA40", old: appliedCases[39].old, new: appliedCases[39].new, inserted: [0, 4],
    removed: [0], updated: [1], moved: [(2, 6), (3, 8), (5, 2)], changes: [0]),
  GivenBatch(
    name: "T-FA41", old: appliedCases[40].old, new: appliedCases[40].new, inserted: [2],
    moved: [(1, 0), (2, 1), (0, 4)]),
]

@Suite(.timeLimit(.minutes(20))) struct GivenBatchesTests {
  @Test(arguments: inserts + removals + mutations + moves + mixed)
  func `a changeset of the inherited cases is a legal plan and leads where they say`(
    batch: GivenBatch
  ) throws {
    let new = try table(batch.new)
    var shown = TableModel(try table(batch.old))
    shown.strictness = .strictest
    try shown.perform(batch.plan(), to: new)
    #expect(shown.displays == new.displays)
  }
}
