import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct SectionedDifferenceTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the difference of any two lists of sections is lawful`(seed: UInt64) throws {
    var make = SectionGenerator(seed: seed)
    for round in 0..<100 {
      let old = make.list()
      let new = make.edited(old, times: 0...8)
      do { _ = try lawfulDifference(from: old, to: new) } catch let error as BrokenLaw {
        Issue.record("\(error) \(seed)/\(round): \(old) \(new)")
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the difference of long sections is lawful, and the same for texts`(seed: UInt64) throws {
    var make = SectionGenerator(seed: seed)
    let old = make.list(sections: 2...6, rows: 10...60)
    let new = make.edited(old, times: 5...40)
    let difference = try lawfulDifference(from: old, to: new)
    func text(_ list: [TestSection<Int>]) -> [TestSection<String>] {
      list.map { section in
        TestSection(
          id: "section \(section.id)",
          rows: section.rows.map { row in
            row.with("row \(make.random.pick(["\u{E9}", "e\u{301}"])) \(row.id)")
          })
      }
    }
    #expect(SectionedDifference(from: text(old), to: text(new)) == difference)
  }

  @Test(arguments: [
    ("A: a|B: a", "A: b", [], ["a"]), ("A:|A:", "B:|B:|B:", ["A", "B"], []),
    ("A: a|B: b", "A: a a|B: b|B: c c", ["B"], ["a", "c"]), ("A: A", "B: B|A: A", [], []),
    ("A: a b|B: b a", "A: b|B: b", [], ["b", "a"]),
  ])
  func `ids that repeat are one error that names them all (rules D3 and D4)`(
    old: String, new: String, sectionIDs: [String], rowIDs: [String]
  ) throws {
    do {
      _ = try SectionedDifference(validating: sections(old), to: sections(new))
      #expect(sectionIDs + rowIDs == [])
    } catch {
      #expect(error.sections == sectionIDs)
      #expect(error.rows == rowIDs)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a difference of ids that repeat ends, is always the same and applies (rule D13)`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    func list() -> [TestSection<Int>] {
      (0..<random.number(in: 0...5)).map { _ in
        TestSection(
          id: random.number(in: 0...3),
          rows: (0..<random.number(in: 0...8)).map { _ in
            TestRow(id: random.number(in: 0...8), content: random.number(in: 0...1))
          })
      }
    }
    let (old, new) = (list(), list())
    let difference = SectionedDifference(from: old, to: new)
    #expect(difference == SectionedDifference(from: old, to: new))
    try SectionedLaws(old: old, new: new, difference: difference, isRepeating: true).check()
  }
}

/// Makes lists of sections and edits of them, in which rows go from section to section.
private struct SectionGenerator {
  var random: SeededGenerator
  private var nextID = 100

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func row() -> TestRow<Int> {
    nextID += 1
    return TestRow(id: nextID)
  }

  private mutating func section(rows: ClosedRange<Int>) -> TestSection<Int> {
    nextID += 1
    return TestSection(id: nextID, rows: (0..<random.number(in: rows)).map { _ in row() })
  }

  mutating func list(
    sections: ClosedRange<Int> = 0...4, rows: ClosedRange<Int> = 0...5
  ) -> [TestSection<Int>] {
    (0..<random.number(in: sections)).map { _ in section(rows: rows) }
  }

  mutating func edited(
    _ list: [TestSection<Int>], times: ClosedRange<Int>
  ) -> [TestSection<Int>] {
    var list = list
    for _ in 0..<random.number(in: times) {
      if list.isEmpty || random.once(in: 4) { editSections(&list) } else { editRows(&list) }
    }
    return list
  }

  private mutating func editSections(_ list: inout [TestSection<Int>]) {
    let place = random.number(in: 0...list.count)
    if list.isEmpty || random.once(in: 3) { return list.insert(section(rows: 0...3), at: place) }
    let taken = list.remove(at: random.number(in: 0...(list.count - 1)))
    if random.once(in: 2) {
      list.insert(taken, at: random.number(in: 0...list.count))
    } else if random.once(in: 2), !list.isEmpty {
      let heir = random.number(in: 0...(list.count - 1))
      list[heir].rows += taken.rows
    }
  }

  private mutating func editRows(_ list: inout [TestSection<Int>]) {
    let section = random.number(in: 0...(list.count - 1))
    let place = random.number(in: 0...list[section].rows.count)
    let end = min(list[section].rows.count, place + (random.once(in: 4) ? 6 : 1))
    switch random.number(in: 0...6) {
    case 0, 1: list[section].rows.insert(row(), at: place)
    case 2: list[section].rows.removeSubrange(place..<end)
    case 3: for index in place..<end { list[section].rows[index].content += 1 }
    case 4: list[section].rows[place..<end].reverse()
    default:
      let block = list[section].rows[place..<end]
      list[section].rows.removeSubrange(place..<end)
      let other = random.number(in: 0...(list.count - 1))
      list[other].rows.insert(
        contentsOf: block, at: random.number(in: 0...list[other].rows.count))
    }
  }
}
