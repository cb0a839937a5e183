import EkibenDocuments

/// The laws of a flat difference, checked by doing what it says with real rows.
struct ListLaws<ID: Hashable & Sendable> {
  let old: [TestRow<ID>]
  let new: [TestRow<ID>]
  let difference: ListDifference

  /// Whether ids repeat, so that it is not said which of the rows of one id come, go or move.
  var isRepeating = false

  func check() throws(BrokenLaw) {
    try order()
    try applying()
    try BrokenLaw.unless(difference.isEmpty == (old == new), "it is empty when nothing differs")
    if isRepeating { return try fewestOfEachID() }
    try fewest()
    try moves()
  }

  private func order() throws(BrokenLaw) {
    for list in [
      difference.deletions, difference.insertions, difference.updates,
      difference.moves.map(\.target),
    ] {
      try BrokenLaw.unless(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, "lists ascend")
    }
  }

  // V: taking out, putting in and updating real rows makes the new list.
  private func applying() throws(BrokenLaw) {
    let leaving = difference.deletions + difference.moves.map(\.source)
    try BrokenLaw.unless(
      Set(leaving).count == leaving.count && leaving.allSatisfy(old.indices.contains),
      "every source is a row of its own")
    let gone = Set(leaving)
    var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let coming =
      difference.insertions.map { (target: $0, row: new[$0]) }
      + difference.moves.map { (target: $0.target, row: old[$0.source]) }
    for (target, row) in coming.sorted(by: { $0.target < $1.target }) {
      try BrokenLaw.unless(target <= list.count, "targets are places of the new list")
      list.insert(row, at: target)
    }
    for index in difference.updates {
      try BrokenLaw.unless(
        list.indices.contains(index) && list[index].id == new[index].id
          && list[index] != new[index], "updates are of rows that say something else")
      list[index] = new[index]
    }
    try BrokenLaw.unless(list == new, "applied to the old list it makes the new one")
  }

  // M: only rows that are in one list come or go.
  private func fewest() throws(BrokenLaw) {
    let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(new.map(\.id)))
    try BrokenLaw.unless(
      difference.deletions == old.indices.filter { !newIDs.contains(old[$0].id) },
      "only rows that are not in the new list go")
    try BrokenLaw.unless(
      difference.insertions == new.indices.filter { !oldIDs.contains(new[$0].id) },
      "only rows that are not in the old list come")
  }

  // M: of the rows that share an id only as many come or go as one list has more than the other.
  private func fewestOfEachID() throws(BrokenLaw) {
    let before = Dictionary(grouping: old, by: \.id).mapValues(\.count)
    let after = Dictionary(grouping: new, by: \.id).mapValues(\.count)
    let more = before.map { max(0, $0.value - after[$0.key, default: 0]) }.reduce(0, +)
    let less = after.map { max(0, $0.value - before[$0.key, default: 0]) }.reduce(0, +)
    try BrokenLaw.unless(
      difference.deletions.count == more && difference.insertions.count == less,
      "as few rows of an id come and go as can be")
  }

  // M: of the common rows all but a longest ascending run move, and as many as possible of those that
  // stay keep their index.
  private func moves() throws(BrokenLaw) {
    let places = Dictionary(
      uniqueKeysWithValues: old.enumerated().map { ($0.element.id, $0.offset) })
    let common = new.enumerated().compactMap { index, row in
      places[row.id].map { (value: $0, place: index) }
    }
    let longest = longestRun(common)
    try BrokenLaw.unless(
      difference.moves.count == common.count - longest.length,
      "\(difference.moves.count) rows move, not \(common.count - longest.length)")
    let moved = Set(difference.moves.map(\.target))
    let stable = common.count { $0.value == $0.place && !moved.contains($0.place) }
    try BrokenLaw.unless(
      stable == longest.stable, "\(stable) rows keep their index, not \(longest.stable)")
  }
}

/// Finds the difference of two lists and checks its laws.
func lawfulDifference<ID>(
  from old: [TestRow<ID>], to new: [TestRow<ID>]
) throws -> ListDifference {
  let difference = ListDifference(from: old, to: new)
  try ListLaws(old: old, new: new, difference: difference).check()
  let validated = try ListDifference(validating: old, to: new)
  try BrokenLaw.unless(difference == validated, "checking ids changes nothing")
  return difference
}
