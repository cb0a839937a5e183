import EkibenDocuments
import EkibenTesting
import Testing

struct OrderKeyTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a key between two others is strictly between them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let pair = [key(&random), key(&random)].sorted()
      if pair[0] == pair[1] { continue }
      let middle = try #require(OrderKey.between(pair[0], pair[1]), "\(pair)")
      #expect(pair[0] < middle && middle < pair[1], "\(pair) \(middle)")
      #expect(middle.bytes.last != 0)
      let before = try #require(OrderKey.between(nil, pair[0]))
      let after = try #require(OrderKey.between(pair[1], nil))
      #expect(before < pair[0] && pair[1] < after)
    }
  }

  private func key(_ random: inout SeededGenerator) -> OrderKey {
    let bytes: [UInt8] = [0, 1, 2, 127, 128, 254, 255]
    let head = (0..<random.number(in: 0...3)).map { _ in random.pick(bytes) }
    return OrderKey(bytes: head + [random.pick(Array(bytes.dropFirst()))])
  }

  @Test(
    arguments: [
      ([1], [1]), ([2], [1]), ([], []), ([1], [1, 0]), ([1], [1, 0, 0]), ([1, 5], [1]),
    ] as [([UInt8], [UInt8])])
  func `where there is no room there is no key`(lower: [UInt8], upper: [UInt8]) {
    #expect(OrderKey.between(OrderKey(bytes: lower), OrderKey(bytes: upper)) == nil)
    #expect(
      OrderKey.evenly(1, between: OrderKey(bytes: lower), and: OrderKey(bytes: upper)) == nil)
  }

  @Test func `nothing comes before the empty key`() {
    #expect(OrderKey.between(nil, OrderKey(bytes: [])) == nil)
    #expect(OrderKey.between(nil, OrderKey(bytes: [0])) == nil)
    #expect(OrderKey.evenly(0, between: OrderKey(bytes: [2]), and: OrderKey(bytes: [1])) == [])
  }

  @Test(arguments: [
    (0, 0), (1, 1), (2, 1), (255, 1), (256, 2), (1_000, 2), (65_535, 2), (65_536, 3),
  ])
  func `keys made in bulk ascend and are short`(count: Int, longest: Int) throws {
    let keys = try #require(OrderKey.evenly(count))
    #expect(keys.count == count)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect((keys.map(\.bytes.count).max() ?? 0) == longest)
  }

  @Test func `keys made in bulk stay between their neighbours`() throws {
    let lower = OrderKey(bytes: [7])
    let upper = OrderKey(bytes: [7, 1])
    let keys = try #require(OrderKey.evenly(1_000, between: lower, and: upper))
    let all = [lower] + keys + [upper]
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    #expect((keys.map(\.bytes.count).max() ?? 0) == 4)
  }

  /// Where each of many single insertions goes.
  enum Habit: CaseIterable { case append, prepend, sameGap, middle }

  // What was measured for 10,000 single insertions without any rebalancing, in bytes: a key grows by
  // a byte with every eight insertions at one place. Bulk insertions do not grow like this.
  private static let longest: [Habit: Int] = [
    .append: 1_251, .prepend: 1_251, .sameGap: 1_251, .middle: 1_251,
  ]

  @Test(arguments: Habit.allCases)
  func `single insertions at one place make keys of a known length`(habit: Habit) throws {
    var keys = try #require(OrderKey.evenly(2))
    var longest = 0
    for _ in 0..<10_000 {
      let place: Int
      switch habit {
      case .append: place = keys.count
      case .prepend: place = 0
      case .sameGap: place = 1
      case .middle: place = keys.count / 2
      }
      let lower = place > 0 ? keys[place - 1] : nil
      let upper = place < keys.count ? keys[place] : nil
      let key = try #require(OrderKey.between(lower, upper))
      keys.insert(key, at: place)
      longest = max(longest, key.bytes.count)
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect(longest == Self.longest[habit])
  }
}
