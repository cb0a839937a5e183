/// The order keys that a new document takes over from an old one, and those that it needs anew.
///
/// Records that keep their relative order keep their keys; those that are new or moved get keys
/// between their neighbours' (rule D13). Where there is no room the crowded run gets new keys.
struct OrderAlignment {
  /// The key of each new section.
  let sections: [OrderKey]
  /// By new section: the keys of all its rows, or nil where every row keeps the key of its pair.
  private(set) var rows: [[OrderKey]?] = []

  init(_ difference: DocumentDifference) {
    let pairing = difference.sections
    let old = difference.old
    let moved = Set(pairing.moved)
    sections = OrderKey.filled(
      pairing.oldOfNew.enumerated().map { index, before in
        moved.contains(index) ? nil : before.map { old.sections[$0].order }
      })
    rows.reserveCapacity(sections.count)
    for index in sections.indices { rows.append(Self.rowKeys(index, difference)) }
  }

  private static func rowKeys(_ index: Int, _ difference: DocumentDifference) -> [OrderKey]? {
    let pairing = difference.kernel.pairings[index]
    let pair = difference.kernel.pairs[index]
    guard difference.sections.oldOfNew[index] != nil else {
      return OrderKey.evenly(pair.newCount)
        ?? OrderKey.filled(Array(repeating: nil, count: pair.newCount))
    }
    // Rows that only went leave the keys of the others as they are.
    if pairing.middle.isEmpty { return nil }
    var kept = [OrderKey?](repeating: nil, count: pair.newCount)
    for new in kept.indices {
      let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
      if old >= 0 { kept[new] = pair.oldRow(old).order }
    }
    for moved in pairing.moves() { kept[moved] = nil }
    return OrderKey.filled(kept)
  }
}
