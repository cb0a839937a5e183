import EkibenTesting

/// Makes lists of rows and edits of them as they happen: a few at random places, whole blocks,
/// reversals.
struct ListGenerator {
  var random: SeededGenerator
  private var nextID = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A list of new rows in any order.
  mutating func list(of count: Int) -> [TestRow<Int>] {
    let rows = (0..<count).map { TestRow(id: $0, content: random.number(in: 0...1)) }
    nextID = max(nextID, count)
    return random.once(in: 2) ? rows : rows.shuffled(using: &random)
  }

  /// The list after so many edits.
  mutating func edited(_ list: [TestRow<Int>], times: ClosedRange<Int>) -> [TestRow<Int>] {
    var list = list
    for _ in 0..<random.number(in: times) { edit(&list) }
    return list
  }

  private mutating func edit(_ list: inout [TestRow<Int>]) {
    let kind = random.number(in: 0...20)
    let size = random.once(in: 4) ? random.number(in: 1...20) : 1
    let start = random.number(in: 0...list.count)
    let range = start..<min(list.count, start + size)
    switch kind {
    case 0...4: list.insert(contentsOf: (0..<size).map { _ in newRow() }, at: start)
    case 5...9: list.removeSubrange(range)
    case 10...13: for index in range { list[index].content += 1 }
    case 14...18:
      let block = list[range]
      list.removeSubrange(range)
      list.insert(contentsOf: block, at: random.number(in: 0...list.count))
    case 19: list[range].reverse()
    default: list = random.once(in: 5) ? list.shuffled(using: &random) : list.reversed()
    }
  }

  private mutating func newRow() -> TestRow<Int> {
    nextID += 1
    return TestRow(id: nextID)
  }
}
