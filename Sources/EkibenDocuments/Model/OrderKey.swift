/// Where a record stands among its siblings: bytes compared as memcmp does, id as tie-break (rule D8).
///
/// A key is a path of whole numbers, each written so that bytes sort as numbers do (see
/// `OrderNumber`). Going on at an end counts up or down, and so does inserting again and again in one
/// gap: a million such keys need at most five bytes. Between two numbers the middle is taken, and only
/// where they are neighbours does a new level begin. No key that is made is longer than
/// ``maximumLength``; where there is no room the crowded run gets new keys
/// (``OrderKey/makingRoom(_:before:after:)``).
package struct OrderKey: Hashable, Comparable, Sendable {
  /// The greatest number of bytes of a key that is made here.
  package static let maximumLength = 24

  /// The first seven bytes, the first of them the highest, and behind them how many there are: nearly all
  /// keys are no longer and need no memory of their own.
  private let head: UInt64
  /// The bytes behind the first seven; nil where there are none.
  private let rest: [UInt8]?

  private static let most = 7

  /// Takes bytes read from a store.
  package init(bytes: [UInt8]) {
    var head = UInt64(min(bytes.count, Self.most))
    for place in 0..<min(bytes.count, Self.most) {
      head |= UInt64(bytes[place]) << (56 - 8 * UInt64(place))
    }
    self.head = head
    rest = bytes.count > Self.most ? Array(bytes[Self.most...]) : nil
  }

  /// The key with a number behind it.
  fileprivate func appending(_ number: Int) -> OrderKey {
    let (bits, count) = OrderNumber.code(of: number)
    let length = length + count
    guard length <= Self.most else {
      var bytes = bytes
      OrderNumber.append(number, to: &bytes)
      return OrderKey(bytes: bytes)
    }
    return OrderKey(head: head & ~0xFF | bits << (8 * (8 - length)) | UInt64(length))
  }

  private init(head: UInt64) { (self.head, rest) = (head, nil) }

  var length: Int { Int(head & 0xFF) + (rest?.count ?? 0) }

  /// The key as it is stored.
  package var bytes: [UInt8] {
    func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: head >> (56 - 8 * place)) }
    // Most keys are as short, and an array that is written out is made at once.
    switch length {
    case 1: return [byte(0)]
    case 2: return [byte(0), byte(1)]
    case 3: return [byte(0), byte(1), byte(2)]
    default: return (0..<(head & 0xFF)).map(byte) + (rest ?? [])
    }
  }

  /// The numbers of the key; nil where its bytes are none of ours.
  var path: [Int]? { OrderNumber.decode(bytes) }

  /// Order as memcmp.
  package static func < (left: OrderKey, right: OrderKey) -> Bool {
    if left.head != right.head { return left.head < right.head }
    guard let rest = right.rest else { return false }
    return (left.rest ?? []).lexicographicallyPrecedes(rest)
  }

  /// Makes `count` keys, evenly spread between two others, in ascending order; nil stands for the open end.
  ///
  /// Where no number is free, the longer of two neighbours is taken to be the younger one, and a key
  /// beside it is the next of a run.
  ///
  /// - Returns: nil when there is no room: the keys are equal, in the wrong order or too long.
  /// - Complexity: O(count · k).
  package static func evenly(
    _ count: Int, between lower: OrderKey? = nil, and upper: OrderKey? = nil
  ) -> [OrderKey]? {
    if count == 0 { return [] }
    if let lower, let upper, !(lower < upper) { return nil }
    guard let gap = OrderGap(lower, upper), let keys = gap.keys(count) else { return nil }
    return keys.allSatisfy { $0.length <= maximumLength } ? keys : nil
  }

  /// The keys for a gap, and the new ones of its nearest neighbours on both sides that had to be
  /// given some for it; all in order.
  package typealias Room = (before: [OrderKey], keys: [OrderKey], after: [OrderKey])

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
    if let keys = evenly(count, between: before(0), and: after(0)) { return ([], keys, []) }
    var reach = 4
    var length = maximumLength - 8
    while true {
      let left = (0..<reach).prefix { before($0) != nil }.count
      let right = (0..<reach).prefix { after($0) != nil }.count
      let isAll = left < reach && right < reach
      let keys = evenly(left + count + right, between: before(left), and: after(right))
      if let keys, isAll || keys.allSatisfy({ $0.length <= length }) {
        let end = left + count
        return (
          before: Array(keys[..<left]), keys: Array(keys[left..<end]), after: Array(keys[end...])
        )
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

/// The space between two keys, and how keys are placed in it.
private struct OrderGap {
  private let lower: [Int]?
  private let upper: [Int]?
  /// How many numbers both paths share at their start.
  private let shared: Int

  /// How far apart the keys of a run are.
  private static let step = 16

  init?(_ lower: OrderKey?, _ upper: OrderKey?) {
    self.lower = lower?.path
    self.upper = upper?.path
    if lower != nil && self.lower == nil || upper != nil && self.upper == nil { return nil }
    shared = zip(self.lower ?? [], self.upper ?? []).prefix { $0 == $1 }.count
  }

  func keys(_ count: Int) -> [OrderKey]? {
    switch (lower, upper) {
    case (nil, nil): return spread(count, [])
    case (let lower?, nil): return run(count, from: [], after: lower[0])
    case (nil, let upper?): return run(count, from: [], before: upper[0])
    case (let lower?, let upper?):
      // Where the lower path is the beginning of the upper one, everything behind it goes on so.
      return shared == lower.count
        ? run(count, from: lower[...], before: upper[shared])
        : keys(count, lower, upper)
    }
  }

  // The paths part at `shared`, so everything that begins with either of them lies on its side.
  private func keys(_ count: Int, _ lower: [Int], _ upper: [Int]) -> [OrderKey]? {
    let free = upper[shared] - lower[shared] - 1
    if free >= count {
      let step = (free + 1) / (count + 1)
      return numbers(count, lower.prefix(shared), from: lower[shared] + step, by: step)
    }
    if upper.count > lower.count, upper.count > shared + 1 {
      return run(count, from: upper.dropLast(), before: upper[upper.count - 1])
    }
    return lower.count > shared + 1
      ? run(count, from: lower.dropLast(), after: lower[lower.count - 1])
      : spread(count, lower[...])
  }

  // The steps of a run leave numbers free for what is put in between later: without them a level
  // would be full after one key, and keys in random places twice as long.
  private func run(_ count: Int, from prefix: ArraySlice<Int>, after last: Int) -> [OrderKey]? {
    guard last < OrderNumber.limit - count * Self.step else { return nil }
    return numbers(count, prefix, from: last + Self.step, by: Self.step)
  }

  private func run(_ count: Int, from prefix: ArraySlice<Int>, before first: Int) -> [OrderKey]? {
    guard first >= count * Self.step - OrderNumber.limit else { return nil }
    return numbers(count, prefix, from: first - count * Self.step, by: Self.step)
  }

  // As far apart as numbers of few bytes allow: four or more, but for lists of thousands of millions.
  private func spread(_ count: Int, _ prefix: ArraySlice<Int>) -> [OrderKey]? {
    let roomy = OrderNumber.capacities.first { $0 / 4 >= count } ?? OrderNumber.capacities.last
    guard let room = roomy, room >= count else { return nil }
    let step = room / count
    let first = -(room / 2) + (room - step * (count - 1)) / 2
    return numbers(count, prefix, from: first, by: step)
  }

  private func numbers(
    _ count: Int, _ prefix: ArraySlice<Int>, from first: Int, by step: Int
  ) -> [OrderKey] {
    let shared = prefix.reduce(OrderKey(bytes: [])) { $0.appending($1) }
    return (0..<count).map { shared.appending(first + $0 * step) }
  }
}
