@testable import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct OrderNumberTests {
  private func bytes(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    OrderNumber.append(number, to: &bytes)
    return bytes
  }

  /// Numbers on both sides of every border between lengths, and of 0.
  static let nearBorders: [Int] = {
    let borders = [0] + OrderNumber.capacities.map { $0 / 2 }
    let numbers = borders.flatMap { border in
      (-300...300).flatMap { [border + $0, -border + $0] }
    }
    return Set(numbers).filter { (-OrderNumber.limit..<OrderNumber.limit).contains($0) }.sorted()
  }()

  @Test(arguments: [
    (0, "80"), (63, "bf"), (64, "c0 00"), (8_255, "df ff"), (8_256, "e0 00 00"),
    (-1, "7f"), (-64, "40"), (-65, "3f ff"), (-8_256, "20 00"), (-8_257, "1f ff ff"),
    (1_056_831, "ef ff ff"), (1_056_832, "f0 00 00 00"), (135_274_560, "f8 00 00 00 00"),
    (17_315_143_743, "fb ff ff ff ff"), (-17_315_143_744, "04 00 00 00 00"),
  ])
  func `a number is written in few bytes`(number: Int, hex: String) {
    let expected = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    #expect(bytes(number) == expected)
  }

  @Test func `the limit is where five bytes end`() {
    #expect(OrderNumber.limit == 17_315_143_744)
    #expect(OrderNumber.capacities.map { $0 / 2 }.last == OrderNumber.limit)
    #expect(OrderNumber.capacities.first == 128)
  }

  @Test func `bytes sort as their numbers do, and none begins another`() {
    let codes = Self.nearBorders.map(bytes)
    for (number, (code, next)) in zip(Self.nearBorders, zip(codes, codes.dropFirst())) {
      #expect(code.lexicographicallyPrecedes(next), "\(number)")
      #expect(!next.starts(with: code), "\(number)")
    }
  }

  @Test func `numbers behind each other sort as lists of numbers do`() {
    let few = [
      -OrderNumber.limit, -8_257, -65, -64, -1, 0, 1, 63, 64, 8_256, OrderNumber.limit - 1,
    ]
    let lists = few.map { [$0] } + few.flatMap { first in few.map { [first, $0] } }
    for left in lists {
      for right in lists {
        let (one, other) = (left.flatMap(bytes), right.flatMap(bytes))
        #expect(
          one.lexicographicallyPrecedes(other) == left.lexicographicallyPrecedes(right),
          "\(left) \(right)")
      }
    }
  }

  @Test func `what is written is read back`() {
    for number in Self.nearBorders {
      #expect(OrderNumber.decode(bytes(number)) == [number])
    }
    #expect(OrderNumber.decode(Self.nearBorders.flatMap(bytes)) == Self.nearBorders)
  }

  @Test(arguments: 0...255 as ClosedRange<UInt8>)
  func `bytes that are read are those that would be written`(first: UInt8) {
    var readable = 0
    for length in 0...5 {
      for rest: [UInt8] in [0, 1, 0x7F, 0x80, 0xFF].map({ Array(repeating: $0, count: length) }) {
        guard let numbers = OrderNumber.decode([first] + rest) else { continue }
        readable += 1
        #expect(numbers.flatMap(bytes) == [first] + rest)
      }
    }
    // The two codes at either end that would need more bytes are nobody's.
    #expect((readable > 0) == (0x04...0xFB).contains(first))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no bytes make reading trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let hostile = (0..<random.number(in: 0...30)).map { _ in
        random.once(in: 2)
          ? UInt8.random(in: 0...255, using: &random)
          : random.pick([0, 3, 4, 0x7F, 0x80, 0xC0, 0xF8, 0xFB, 0xFC, 0xFF])
      }
      if let numbers = OrderNumber.decode(hostile) {
        #expect(numbers.flatMap(bytes) == hostile)
      }
    }
    #expect(OrderNumber.decode([]) == nil)
  }
}
