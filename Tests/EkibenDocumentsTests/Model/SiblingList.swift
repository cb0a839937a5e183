import EkibenDocuments

/// Siblings as a list linked both ways, so that a million insertions take a second: what is before
/// and after is found without counting.
struct SiblingList {
  /// The key of each record ever made.
  private(set) var keys: [OrderKey]
  private var next: [Int]
  private var previous: [Int]
  /// The first record, or -1.
  private(set) var first: Int
  /// The last record, or -1.
  private(set) var last: Int
  /// How many records were written so far.
  private(set) var writes = 0
  /// The greatest number of bytes of a key that was ever written.
  private(set) var longest = 0

  init(count: Int) {
    keys = OrderKey.evenly(count) ?? []
    next = (0..<count).map { $0 + 1 < count ? $0 + 1 : -1 }
    previous = (0..<count).map { $0 - 1 }
    first = count > 0 ? 0 : -1
    last = count - 1
  }

  /// The record before another one, or -1.
  func before(_ record: Int) -> Int { previous[record] }

  /// Adds a record behind another one; -1 stands for the start.
  mutating func insert(after record: Int) -> Int {
    keys.append(OrderKey(bytes: []))
    next.append(-1)
    previous.append(-1)
    place(keys.count - 1, after: record)
    return keys.count - 1
  }

  /// Moves a record behind another one.
  mutating func move(_ record: Int, after other: Int) {
    let (left, right) = (previous[record], next[record])
    if left >= 0 { next[left] = right } else { first = right }
    if right >= 0 { previous[right] = left } else { last = left }
    place(record, after: other)
  }

  private mutating func place(_ record: Int, after left: Int) {
    let right = left < 0 ? first : next[left]
    makeRoom(for: record, left, right)
    (previous[record], next[record]) = (left, right)
    if left >= 0 { next[left] = record } else { first = record }
    if right >= 0 { previous[right] = record } else { last = record }
  }

  private mutating func makeRoom(for record: Int, _ left: Int, _ right: Int) {
    var (leftRun, rightRun) = (Run(next: left), Run(next: right))
    let room = OrderKey.makingRoom(
      1, before: { leftRun.record($0, along: previous).map { keys[$0] } },
      after: { rightRun.record($0, along: next).map { keys[$0] } })
    for (record, key) in zip(leftRun.records, room.before.reversed()) { write(key, of: record) }
    for (record, key) in zip(rightRun.records, room.after) { write(key, of: record) }
    write(room.keys[0], of: record)
  }

  private mutating func write(_ key: OrderKey, of record: Int) {
    if keys[record] == key { return }
    keys[record] = key
    writes += 1
    longest = max(longest, key.bytes.count)
  }

  /// The keys in the order of the records.
  var inOrder: [OrderKey] {
    var list: [OrderKey] = []
    var record = first
    while record >= 0 {
      list.append(keys[record])
      record = next[record]
    }
    return list
  }

  /// Records to one side of a gap, walked as far as they were asked for.
  private struct Run {
    var records: [Int] = []
    var next: Int

    mutating func record(_ number: Int, along links: [Int]) -> Int? {
      while records.count <= number, next >= 0 {
        records.append(next)
        next = links[next]
      }
      return number < records.count ? records[number] : nil
    }
  }
}
