import EkibenDocuments
import EkibenForms
import Synchronization
import Testing

/// How often two ids were compared.
private final class Comparisons: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }

  func note() { number.withLock { $0 += 1 } }
}

/// An id that counts with whom it is compared.
private struct CountedID: Hashable, Sendable {
  let number: Int
  let comparisons: Comparisons

  static func == (left: CountedID, right: CountedID) -> Bool {
    left.comparisons.note()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct CountedRow: Identifiable, Equatable, Sendable {
  let id: CountedID
}

/// How much work a difference is (T-X10), in comparisons instead of seconds.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Rows that are reversed` {
  // FunctionalTableData looked for each row from the top of what was left.
  @Test(arguments: [100, 400]) func `are not compared each with every other`(count: Int) throws {
    typealias Way = ([CountedRow], [CountedRow]) -> Void
    let ours: Way = { _ = ListDifference(from: $0, to: $1) }
    let theirs: Way = { old, new in
      var left = old
      for row in new {
        if let place = left.firstIndex(where: { $0.id == row.id }) { left.remove(at: place) }
      }
    }
    try expectKept(ours: ours, theirs: theirs) { compare in
      let comparisons = Comparisons()
      let rows = (0..<count).map { CountedRow(id: CountedID(number: $0, comparisons: comparisons)) }
      compare(rows, rows.reversed())
      return comparisons.count <= 20 * count
    }
  }

  // Nothing keeps an app from giving a thousand rows one id.
  @Test(arguments: [99, 999]) func `are not either where they share few ids`(count: Int) {
    let comparisons = Comparisons()
    func rows(_ numbers: [Int]) -> [CountedRow] {
      numbers.map { CountedRow(id: CountedID(number: $0, comparisons: comparisons)) }
    }
    let old = rows((0..<count).map { $0 % 3 })
    let new = rows((0..<count).map { 10 + $0 % 2 }) + rows((0..<count).map { ($0 + 1) % 3 })
    let difference = ListDifference(from: old, to: new.reversed())
    #expect(difference.deletions.isEmpty && difference.insertions.count == count)
    #expect(comparisons.count <= 40 * count)
  }
}
