/// The order keys that a new document takes over from an old one, and those that it needs anew.
///
/// Records that keep their relative order keep their keys; those that are new or moved get keys
/// between their neighbours' (rule D13). Where there is no room the crowded run gets new keys.
struct OrderAlignment {
  /// The key of each new section.
  let sections: [OrderKey]
  /// By new section: the rows that get a key which is not that of their pair, ascending.
  private(set) var rows: [[Key]] = []
  /// Records that keep their place among those that did not move, and got a new key all the same.
  private(set) var madeRoom: Set<RecordID> = []

  /// A new row and its key.
  struct Key {
    let row: Int
    let key: OrderKey
  }

  init(_ difference: DocumentDifference) {
    let pairing = difference.sections
    let old = difference.old
    let moved = Set(pairing.moved)
    let kept = pairing.oldOfNew.enumerated().map { index, before in
      moved.contains(index) ? nil : before.map { old.sections[$0].order }
    }
    sections = OrderKey.filled(kept)
    for index in sections.indices where kept[index] != nil && sections[index] != kept[index] {
      madeRoom.insert(.section(difference.new.sections[index].id))
    }
    rows.reserveCapacity(sections.count)
    for index in sections.indices {
      let pair = difference.kernel.pairs[index]
      rows.append(keys(pair, difference.kernel.pairings[index]))
    }
  }

  private mutating func keys(_ pair: ChunkedPair, _ pairing: ListPairing) -> [Key] {
    if pairing.middle.isEmpty { return [] }
    var keys: [Key] = []
    for run in Self.openRuns(pairing) {
      let before = run.lowerBound > 0 ? Self.keptKey(run.lowerBound - 1, pair, pairing) : nil
      let after = run.upperBound < pair.newCount ? Self.keptKey(run.upperBound, pair, pairing) : nil
      guard let new = OrderKey.evenly(run.count, between: before, and: after) else {
        return crowdedKeys(pair, pairing)
      }
      for (row, key) in zip(run, new) { keys.append(Key(row: row, key: key)) }
    }
    return keys
  }

  /// Runs of new rows that are new or moved; the rows on both sides of a run keep their keys.
  private static func openRuns(_ pairing: ListPairing) -> [Range<Int>] {
    var moves = pairing.moves()[...]
    var runs: [Range<Int>] = []
    var start: Int?
    for (offset, old) in pairing.middle.enumerated() {
      let row = pairing.prefix + offset
      let isMoved = moves.first == row
      if isMoved { moves = moves.dropFirst() }
      if old < 0 || isMoved {
        if start == nil { start = row }
      } else if let first = start {
        runs.append(first..<row)
        start = nil
      }
    }
    if let start { runs.append(start..<(pairing.prefix + pairing.middle.count)) }
    return runs
  }

  private static func keptKey(_ row: Int, _ pair: ChunkedPair, _ pairing: ListPairing) -> OrderKey {
    pair.oldOrder(pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount))
  }

  // Somewhere there is no room, so rows that stay may get new keys as well.
  private mutating func crowdedKeys(_ pair: ChunkedPair, _ pairing: ListPairing) -> [Key] {
    var kept = [OrderKey?](repeating: nil, count: pair.newCount)
    for row in kept.indices {
      let old = pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount)
      if old >= 0 { kept[row] = pair.oldOrder(old) }
    }
    let before = kept
    for moved in pairing.moves() { kept[moved] = nil }
    let filled = OrderKey.filled(kept)
    for row in kept.indices where kept[row] != nil && filled[row] != kept[row] {
      madeRoom.insert(.row(pair.newID(row)))
    }
    return filled.enumerated().compactMap { row, key in
      key == before[row] ? nil : Key(row: row, key: key)
    }
  }
}

extension Document {
  /// Returns this document with the order keys of another where nothing moved.
  ///
  /// Records that keep their relative order keep their keys; those that are new or moved get keys
  /// between their neighbours'. So a diff between the two touches the fewest records (rule D13).
  ///
  /// - Complexity: O(n log n).
  public func aligned(to old: Document) -> Document {
    let difference = DocumentDifference(from: old, to: self)
    let keys = OrderAlignment(difference)
    let aligned = sections.enumerated().map { index, section in
      var rest = keys.rows[index][...]
      let rows = section.rows.enumerated().map { row, record in
        var key = difference.oldRow(index, row)?.order ?? record.order
        if let next = rest.first, next.row == row {
          key = next.key
          rest = rest.dropFirst()
        }
        return Row(id: record.id, order: key, fields: record.fields)
      }
      return Section(
        id: section.id, order: keys.sections[index], fields: section.fields, rows: rows)
    }
    return Document(keeping: fields, sections: aligned)
  }
}

extension DocumentDifference {
  /// The old row that is the same as a new one of the same section; nil for rows that came to it.
  fileprivate func oldRow(_ section: Int, _ row: Int) -> Document.Row? {
    guard let before = sections.oldOfNew[section] else { return nil }
    let (pair, pairing) = (kernel.pairs[section], kernel.pairings[section])
    let index = pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount)
    return index < 0 ? nil : old.sections[before].rows[index]
  }
}
