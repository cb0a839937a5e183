extension OrderKey {
  /// New keys for a gap, and those of its neighbours that had to be given new ones for it.
  package struct Room: Hashable, Sendable {
    /// The new keys of the nearest neighbours before the gap, in order.
    package let before: [OrderKey]
    /// The keys for the gap, in order.
    package let keys: [OrderKey]
    /// The new keys of the nearest neighbours after the gap, in order.
    package let after: [OrderKey]
  }

  /// Makes keys for a gap, and where it is crowded gives its neighbours new ones, too.
  ///
  /// The run that is rewritten grows fourfold to both sides until its keys come out short enough:
  /// the longer the run, the shorter they have to be, so that the next long run is far off. Without
  /// crowding nothing is rewritten. Of both sides the key of the n-th neighbour is asked for, the nearest being 0; nil
  /// is the end.
  ///
  /// - Complexity: O(k) without crowding, else O(neighbours rewritten · k).
  package static func makingRoom(
    _ count: Int, before: (Int) -> OrderKey?, after: (Int) -> OrderKey?
  ) -> Room {
    if let keys = evenly(count, between: before(0), and: after(0)) {
      return Room(before: [], keys: keys, after: [])
    }
    var reach = 4
    var length = maximumLength - 8
    while true {
      let left = (0..<reach).prefix { before($0) != nil }.count
      let right = (0..<reach).prefix { after($0) != nil }.count
      let isAll = left < reach && right < reach
      let keys = evenly(left + count + right, between: before(left), and: after(right))
      if let keys, isAll || keys.allSatisfy({ $0.length <= length }) {
        return Room(
          before: Array(keys[..<left]), keys: Array(keys[left..<(left + count)]),
          after: Array(keys[(left + count)...]))
      }
      precondition(!isAll, "more siblings than there are order keys")
      reach *= 4
      length = max(length - 2, maximumLength / 3)
    }
  }

  /// Fills the gaps (nil) of a list of keys in ascending order, changing others only where it is crowded.
  ///
  /// - Complexity: O(n), and what is rewritten.
  static func filled(_ keys: [OrderKey?]) -> [OrderKey] {
    var result = keys
    // Where the keys behind the gap are: there may be further gaps, which are filled later.
    var behind = keys.indices.filter { keys[$0] != nil }[...]
    var position = 0
    while let start = result[position...].firstIndex(of: nil) {
      behind = behind.drop { $0 < start }
      let end = behind.first ?? result.count
      let room = makingRoom(
        end - start, before: { $0 < start ? result[start - 1 - $0] : nil },
        after: { $0 < behind.count ? result[behind[behind.startIndex + $0]] : nil })
      for (index, key) in zip((start - room.before.count)..., room.before + room.keys) {
        result[index] = key
      }
      for (index, key) in zip(behind, room.after) { result[index] = key }
      position = end
    }
    return result.compactMap(\.self)
  }
}
