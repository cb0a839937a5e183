import Testing

@testable import EkibenDocuments

/// A small source of numbers that are always the same.
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}

private func document(_ counts: [Int]) throws -> Document {
  try Document(
    sections: counts.enumerated().map { section, rows in
      Document.Section(
        id: SectionID(unchecked: "s\(section)"),
        rows: (0..<rows).map { Document.Row(id: RowID(unchecked: "r\(section)-\($0)")) })
    })
}

// Rules T2, T3, T4 and T5: the short way says yes only where the long way does.
@Suite(.timeLimit(.minutes(20))) struct PlainlyLegalTests {
  @Test(arguments: [0, 1, 15, 16, 17, 40, 300])
  func `counts are compared as if nothing were shared`(sections: Int) throws {
    var dice = Dice(state: UInt64(sections))
    let counts = (0..<sections).map { _ in dice.roll(4) }
    let start = try document(counts)
    var now = start
    for _ in 0..<50 {
      #expect(now.hasRowCounts(of: start) && start.hasRowCounts(of: now))
      let section = dice.roll(max(1, sections))
      guard section < sections, counts[section] > 0 else { continue }
      now.sections[section].rows[dice.roll(counts[section])].fields[.value] = .integer(1)
      // Whatever chunk was written to last on either side, one more row is seen.
      var other = now
      other.sections[dice.roll(sections)].rows.append(Document.Row(id: "more"))
      #expect(!other.hasRowCounts(of: now) && !now.hasRowCounts(of: other))
      #expect(!other.hasRowCounts(of: start) && !start.hasRowCounts(of: other))
    }
    let longer = try document(counts + [1])
    #expect(!longer.hasRowCounts(of: start) && !start.hasRowCounts(of: longer))
  }

  @Test func `a batch that is plainly legal passes every rule`() throws {
    var dice = Dice(state: 7)
    var (plain, legal, tries) = (0, 0, 0)
    while tries < 3000 {
      tries += 1
      let counts = (0..<1 + dice.roll(3)).map { _ in dice.roll(3) }
      let before = try document(counts)
      var after = before
      if dice.roll(4) == 0 { after.sections[0].rows.append(Document.Row(id: "more")) }
      var operations = TableOperations()
      for _ in 0..<dice.roll(3) {
        operations.updateRows.append(.init(section: dice.roll(3), row: dice.roll(3)))
      }
      for _ in 0..<dice.roll(2) {
        operations.replaceViews.append(.init(section: dice.roll(3) - 1, row: dice.roll(3)))
      }
      for _ in 0..<dice.roll(3) {
        operations.supplements.append(
          .init(section: dice.roll(4), name: dice.roll(2) == 0 ? .header : .footer))
      }
      if dice.roll(8) == 0 { operations.deleteRows.append(.init(section: 0, row: 0)) }
      let stage = TablePlan.Stage(operations: operations, table: after)
      var passes = true
      do { try stage.validate(as: 1, after: before, .strictest) } catch { passes = false }
      if stage.isPlainlyLegal(after: before) {
        plain += 1
        #expect(passes, "\(operations) on \(counts)")
      }
      if passes { legal += 1 }
      // And it says yes wherever there is nothing but content.
      if passes, operations.isContentOnly { #expect(stage.isPlainlyLegal(after: before)) }
    }
    #expect(plain > 100 && legal >= plain, "\(plain) plain, \(legal) legal of \(tries)")
    #expect(legal < tries / 2, "\(legal) legal of \(tries)")
  }
}
