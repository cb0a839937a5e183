import EkibenDocuments
import EkibenTesting
import Testing

/// An id of a caller's own that hashes badly.
private struct OwnID: Hashable {
  var number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
}

@Suite(.timeLimit(.minutes(20))) struct ListDifferenceTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the difference of any two lists is lawful`(seed: UInt64) throws {
    var make = ListGenerator(seed: seed)
    for round in 0..<100 {
      let old = make.list(of: make.random.number(in: 0...14))
      let new = make.random.once(in: 4) ? make.list(of: 10) : make.edited(old, times: 0...6)
      do { _ = try lawfulDifference(from: old, to: new) } catch let error as BrokenLaw {
        Issue.record("\(error) \(seed)/\(round): \(old.map(\.id)) \(new.map(\.id))")
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the difference of long lists that are mostly alike is lawful`(seed: UInt64) throws {
    var make = ListGenerator(seed: seed)
    let old = make.list(of: make.random.number(in: 100...400))
    for times in [0...3, 5...20, 40...120] {
      _ = try lawfulDifference(from: old, to: make.edited(old, times: times))
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `ids of any type and lists of any kind have one difference`(seed: UInt64) throws {
    var make = ListGenerator(seed: seed)
    let old = make.list(of: make.random.number(in: 0...60))
    let new = make.edited(old, times: 0...12)
    let expected = ListDifference(from: old, to: new)
    func own(_ list: [TestRow<Int>]) -> [TestRow<OwnID>] {
      list.map { $0.with(.init(number: $0.id)) }
    }
    func bytes(_ list: [TestRow<Int>]) -> [TestRow<RowID>] {
      list.map { $0.with(RowID(unchecked: "row \($0.id)")) }
    }
    func text(_ list: [TestRow<Int>]) -> [TestRow<String>] { list.map { $0.with("row \($0.id)") } }
    #expect(ListDifference(from: own(old), to: own(new)) == expected)
    #expect(ListDifference(from: bytes(old), to: bytes(new)) == expected)
    #expect(ListDifference(from: text(old), to: text(new)) == expected)
    let slice = ([TestRow(id: -1), TestRow(id: -2)] + old + [TestRow(id: -1)])[2...].dropLast()
    #expect(ListDifference(from: slice, to: ContiguousArray(new)) == expected)
    #expect(ListDifference(from: slice, to: ContiguousArray(new)) == expected)
    #expect(ListDifference(from: ChunkedList(old), to: new[...]) == expected)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `two spellings of a text are one id of a caller's, as they are to Swift`(
    seed: UInt64
  ) throws {
    var make = ListGenerator(seed: seed)
    let old = make.list(of: make.random.number(in: 0...40))
    let new = make.edited(old, times: 0...12)
    let expected = ListDifference(from: old, to: new)
    let spellings = [
      ["\u{E9}", "e\u{301}"], ["K", "\u{212A}"], [";", "\u{37E}"], ["`", "\u{1FEF}"],
      ["\u{AC00}", "\u{1100}\u{1161}"], ["\u{C5}", "\u{212B}", "A\u{30A}"], ["plain"],
    ]
    func spelled(_ list: [TestRow<Int>]) -> [TestRow<String>] {
      list.map { $0.with("\(make.random.pick(spellings[abs($0.id) % spellings.count]))\($0.id)") }
    }
    #expect(ListDifference(from: spelled(old), to: spelled(new)) == expected)
    func bytes(_ list: [TestRow<String>]) -> [TestRow<RowID>] {
      list.map { $0.with(RowID(unchecked: $0.id)) }
    }
    // To Ekiben they are two ids.
    _ = try lawfulDifference(from: bytes(spelled(old)), to: bytes(spelled(new)))
  }

  @Test func `no other character is one of ASCII to Swift`() {
    let plain = Set((0..<0x80).map { String(Unicode.Scalar($0 as UInt8)) })
    let lookalikes = (0x80..<0x3_0000).compactMap { Unicode.Scalar($0 as UInt32) }
      .filter { plain.contains(String($0)) }
    #expect(lookalikes == ["\u{37E}", "\u{1FEF}", "\u{212A}"])
  }

  @Test(arguments: [
    ("a b a", "a b", ["a"]), ("a b", "c c d c d", ["c", "d"]),
    ("a a b b", "b b c c", ["a", "b", "c"]),
    ("a a a", "a a a", ["a"]), ("a", "a a", ["a"]), ("a b", "b a", []),
  ])
  func `ids that repeat are one error that names them all (rule D4)`(
    old: String, new: String, ids: [String]
  ) throws {
    do {
      _ = try ListDifference(validating: rows(old), to: rows(new))
      #expect(ids == [])
    } catch { #expect(error.ids == ids) }
  }

  @Test(arguments: [
    ("A A A", "A A A A A", [], [3, 4]), ("A A A A A", "A A A", [3, 4], []),
    ("1 1 1 1", "1 1* 1 1*", [], []), ("A x A", "q A r", [1, 2], [0, 2]),
    ("a a", "a", [1], []), ("a", "a a", [], [1]),
  ])
  func `lists with ids that repeat have one difference all the same`(
    old: String, new: String, deletions: [Int], insertions: [Int]
  ) throws {
    let difference = ListDifference(from: rows(old), to: rows(new))
    #expect(difference.deletions == deletions)
    #expect(difference.insertions == insertions)
    #expect(difference.moves.isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a difference of ids that repeat ends, is always the same and applies (rule D13)`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    func list() -> [TestRow<String>] {
      let kinds = random.number(in: 1...6)
      return (0..<random.number(in: 0...40)).map { _ in
        TestRow(id: "\(random.number(in: 1...kinds))", content: random.number(in: 0...1))
      }
    }
    let (old, new) = (list(), list())
    let difference = ListDifference(from: old, to: new)
    #expect(difference == ListDifference(from: old, to: new))
    try ListLaws(old: old, new: new, difference: difference, isRepeating: true).check()
  }
}
