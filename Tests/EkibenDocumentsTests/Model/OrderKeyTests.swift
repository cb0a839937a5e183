@testable import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct OrderKeyTests {
  /// A list of keys as many small edits leave it.
  private func keys(_ random: inout SeededGenerator, edits: Int) throws -> [OrderKey] {
    var keys = try #require(OrderKey.evenly(random.number(in: 0...40)))
    for _ in 0..<edits {
      let place = random.once(in: 2) ? keys.count / 2 : random.number(in: 0...keys.count)
      let count = random.once(in: 4) ? random.number(in: 1...50) : 1
      let (lower, upper) = neighbours(of: place, in: keys)
      guard let new = OrderKey.evenly(count, between: lower, and: upper) else { break }
      keys.insert(contentsOf: new, at: place)
    }
    return keys
  }

  private func neighbours(of place: Int, in keys: [OrderKey]) -> (OrderKey?, OrderKey?) {
    (place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil)
  }

  // Rule D8; a key of more than seven bytes is kept otherwise than a short one.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `keys are their bytes, and stand as memcmp has them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let all = (0..<60).map { _ in
      (0..<random.number(in: 0...10)).map { _ in random.pick([0, 1, 0x7F, 0x80, 0xFF] as [UInt8]) }
    }
    for bytes in all {
      let key = OrderKey(bytes: bytes)
      #expect(key.bytes == bytes && key.length == bytes.count)
      for other in all {
        let second = OrderKey(bytes: other)
        #expect((key < second) == bytes.lexicographicallyPrecedes(other), "\(bytes) \(other)")
        #expect((key == second) == (bytes == other))
      }
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `keys between any two others are strictly between them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = try keys(&random, edits: 60)
    #expect(isAscending(keys))
    for _ in 0..<100 {
      let pair = [random.pick(keys), random.pick(keys)].sorted()
      if pair[0] == pair[1] { continue }
      let count = random.pick([1, 1, 2, 3, 20])
      if let new = OrderKey.evenly(count, between: pair[0], and: pair[1]) {
        #expect(new.count == count)
        #expect(isAscending([pair[0]] + new + [pair[1]]), "\(pair) \(new)")
        #expect(new.allSatisfy { $0.bytes.count <= OrderKey.maximumLength })
      } else {
        #expect(pair.map(\.bytes.count).max() ?? 0 > OrderKey.maximumLength - 6, "\(pair)")
      }
      let ends = [between(nil, pair[0]), pair[0], pair[1], between(pair[1], nil)]
      #expect(isAscending(ends.compactMap(\.self)) && !ends.contains(nil), "\(pair)")
    }
  }

  @Test(arguments: [
    ("80", "80"), ("81", "80"), ("80 80", "80"), ("", ""), ("", "80"), ("00", "80"), ("fc", "fd"),
    ("80", "80 00"), ("80", "e0"), ("e0 00", "f0"),
  ])
  func `keys that are equal, in the wrong order or not ours have nothing between them`(
    lower: String, upper: String
  ) {
    #expect(between(key(lower), key(upper)) == nil)
    #expect(OrderKey.evenly(7, between: key(lower), and: key(upper)) == nil)
    #expect(OrderKey.evenly(0, between: key(lower), and: key(upper)) == [])
  }

  @Test(arguments: ["", "00", "03", "fc", "ff ff", "c0", "80 04"])
  func `nothing is put beside a key that is not ours`(hex: String) {
    #expect(between(nil, key(hex)) == nil)
    #expect(between(key(hex), nil) == nil)
    #expect(key(hex).path == nil)
  }

  @Test(
    arguments: [
      (nil, nil, "80"), ("80", nil, "90"), (nil, "80", "70"), ("80", "82", "81"),
      ("80", "a0", "90"), ("80", "81", "80 80"), ("80 80", "81", "80 90"), ("80", "80 80", "80 70"),
      ("80 80", "81 80", "80 90"), ("80 80", "82 80", "81"), ("80", "81 80", "81 70"),
      ("80", "90 80", "88"), ("bf", nil, "c0 0f"), (nil, "40", "3f f0"),
    ] as [(String?, String?, String)])
  func `one key goes to a known place`(lower: String?, upper: String?, expected: String) {
    #expect(between(lower.map(key), upper.map(key)) == key(expected))
  }

  @Test(arguments: [
    (0, 0), (1, 1), (32, 1), (33, 2), (1_000, 2), (4_128, 2), (4_129, 3), (100_000, 3),
  ])
  func `keys made in bulk ascend, and are short with room between them`(
    count: Int, longest: Int
  ) throws {
    let keys = try #require(OrderKey.evenly(count))
    #expect(keys.count == count)
    #expect(isAscending(keys))
    #expect((keys.map(\.bytes.count).max() ?? 0) == longest)
    for (left, right) in zip(keys, keys.dropFirst()).prefix(1_000) {
      let between = try #require(OrderKey.evenly(3, between: left, and: right))
      #expect(between.allSatisfy { $0.bytes.count <= longest })
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `order is that of the bytes (rule D8)`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func bytes() -> [UInt8] {
      (0..<random.number(in: 0...4)).map { _ in random.pick([0, 1, 0x7F, 0x80, 0xFF]) }
    }
    for _ in 0..<300 {
      let (left, right) = (bytes(), bytes())
      let (one, other) = (OrderKey(bytes: left), OrderKey(bytes: right))
      #expect((one < other) == left.lexicographicallyPrecedes(right))
      #expect((one == other) == (left == right))
    }
  }
}

/// A key of bytes written as hexadecimal digits.
func key(_ hex: String) -> OrderKey {
  OrderKey(bytes: hex.split(separator: " ").compactMap { UInt8($0, radix: 16) })
}

/// Whether every key is less than the next one.
func isAscending(_ keys: [OrderKey]) -> Bool {
  zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
}

private func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
  OrderKey.evenly(1, between: lower, and: upper)?.first
}
