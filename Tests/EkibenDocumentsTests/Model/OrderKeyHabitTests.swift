import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

/// A million of each take ten seconds in release, and `EKIBEN_EXHAUSTIVE=1` asks for that.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"
private let operations = isExhaustive ? 1_000_000 : 20_000

/// What someone does to a list again and again.
enum Habit: CaseIterable {
  case random, append, prepend
  case sameGapBehind, sameGapBefore
  case middle
  case lastToSecond, randomMoves, blocks

  /// How many records may be written for each operation, on average.
  ///
  /// Always inserting in the middle is the worst that can be done to keys of bounded length: measured
  /// were 3.4 for 10,000, 5.3 for 100,000 and 10.4 for a million. Blocks of twenty at random places
  /// were at most 1.4.
  var bound: Double {
    switch self {
    case .random, .append, .prepend, .sameGapBehind, .sameGapBefore, .lastToSecond: 1
    case .randomMoves: 1.05
    case .middle: isExhaustive ? 11 : 6
    case .blocks: 2
    }
  }

  /// How many records there are at the start.
  var start: Int {
    switch self {
    case .random, .blocks: 0
    case .append, .prepend, .sameGapBehind, .sameGapBefore, .middle: 2
    case .lastToSecond, .randomMoves: 100
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct OrderKeyHabitTests {
  @Test(arguments: Habit.allCases)
  func `no habit makes long keys, and few records are written`(habit: Habit) {
    var list = SiblingList(count: habit.start)
    list.take(up: habit, times: operations)
    let perOperation = Double(list.writes) / Double(operations)
    #expect(list.longest <= OrderKey.maximumLength)
    #expect(perOperation <= habit.bound)
    #expect(isAscending(list.inOrder))
  }
}

extension SiblingList {
  fileprivate mutating func take(up habit: Habit, times: Int) {
    var random = SeededGenerator(seed: 1)
    var place = first
    for round in 0..<times {
      switch habit {
      case .random: _ = insert(after: random.number(in: -1...(keys.count - 1)))
      case .append: _ = insert(after: last)
      case .prepend: _ = insert(after: -1)
      case .sameGapBehind: _ = insert(after: 0)
      case .sameGapBefore: _ = insert(after: before(1))
      case .middle:
        // The middle goes on by one with every other insertion.
        let new = insert(after: place)
        if round % 2 == 1 { place = new }
      case .lastToSecond: move(last, after: first)
      case .randomMoves:
        let record = random.number(in: 0...99)
        let other = random.number(in: -1...99)
        if other != record { move(record, after: other) }
      case .blocks:
        if round % 20 == 0 { place = random.number(in: -1...(keys.count - 1)) }
        place = insert(after: place)
      }
    }
  }
}
