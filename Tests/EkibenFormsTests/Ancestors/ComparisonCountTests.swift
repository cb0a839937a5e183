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
    let ours: Way = { _ = ListDifference(fromUnique: $0, to: $1) }
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
}
