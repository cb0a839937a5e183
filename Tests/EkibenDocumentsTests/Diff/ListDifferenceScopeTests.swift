import EkibenDocuments
import Foundation
import Testing

/// Seven rows take some seconds in release, and `EKIBEN_EXHAUSTIVE=1` asks for them.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

/// Every pair of short lists, up to the names of what is only in the new one.
private enum ListScope {
  /// Every list of up to so many rows: any of the old ones in any order, and new ones anywhere.
  static func lists(old: [TestRow<Int>], new: [Int], upTo count: Int) -> [[TestRow<Int>]] {
    if count == 0 { return [[]] }
    let kept = old.indices.flatMap { index -> [[TestRow<Int>]] in
      var rest = old
      let row = rest.remove(at: index)
      return lists(old: rest, new: new, upTo: count - 1).map { [row] + $0 }
    }
    guard let name = new.first else { return [[]] + kept }
    let rest = lists(old: old, new: Array(new.dropFirst()), upTo: count - 1)
    return [[]] + kept + rest.map { [TestRow(id: name)] + $0 }
  }

  /// The list with any of its rows saying something else.
  static func withContents(_ list: [TestRow<Int>]) -> [[TestRow<Int>]] {
    list.reduce([[]]) { lists, row in
      lists.flatMap { [$0 + [row], $0 + [TestRow(id: row.id, content: 1)]] }
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct ListDifferenceScopeTests {
  @Test(arguments: 0...(isExhaustive ? 7 : 5))
  func `every pair of lists with up to five rows is lawful`(count: Int) throws {
    let old = (0..<count).map { TestRow(id: $0) }
    let candidates = ListScope.lists(
      old: old, new: [10, 11, 12, 13, 14, 15, 16], upTo: max(count, 5))
    #expect(Set(candidates.map { $0.map(\.id) }).count == candidates.count)
    if count == 5 { #expect(candidates.count == 1 + 6 + 31 + 136 + 501 + 1_546) }
    for new in candidates { try expectLaws(from: old, to: new) }
  }

  @Test(arguments: 0...4)
  func `every pair of lists with up to four rows and their content is lawful`(count: Int) throws {
    let old = (0..<count).map { TestRow(id: $0) }
    for new in ListScope.lists(old: old, new: [10, 11, 12, 13], upTo: 4) {
      for new in ListScope.withContents(new) { try expectLaws(from: old, to: new) }
    }
  }

  private func expectLaws(from old: [TestRow<Int>], to new: [TestRow<Int>]) throws {
    do { _ = try lawfulDifference(from: old, to: new) } catch let error as BrokenLaw {
      Issue.record("\(error): \(old.map(\.id)) \(new.map { "\($0.id)/\($0.content)" })")
    }
  }
}
