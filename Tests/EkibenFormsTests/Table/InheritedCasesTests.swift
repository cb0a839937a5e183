import EkibenDocuments
import EkibenForms
import Foundation
import Testing

private let cases =
  appliedCases + computedCases + sectionedCases + functionalCases + braidCases + differCases
  + brokenCases

@MainActor @Suite(.timeLimit(.minutes(20))) struct InheritedCasesTests {
  @Test(arguments: cases)
  func `a case is valid, legal and minimal, there and back, ten times`(_ inherited: InheritedCase)
    throws
  {
    for strictness in [TableStrictness.standard, .strictest] {
      let (old, new) = (try table(inherited.old), try table(inherited.new))
      let shown = HeadlessTable(old)
      shown.strictness = strictness
      for _ in 1...10 {
        try step(shown, from: old, to: new, expecting: inherited.operations)
        try step(shown, from: new, to: old, expecting: inherited.mirrored)
      }
    }
  }

  // V: the table moves real cells. L: it refuses what breaks a rule. M: by sort and number.
  private func step(
    _ shown: HeadlessTable, from old: Document, to new: Document, expecting operations: String
  ) throws {
    let plan = TablePlan(from: old, to: new, under: shown.strictness)
    #expect(sorts(of: plan) == operations)
    let before = shown.tokens
    try shown.perform(plan, to: new)
    #expect(shown.displays == new.displays)
    // What stays and what moves keeps its cell, what is replaced or comes has a new one.
    #expect(changedCells(before, shown.tokens, from: old, to: new) == [])
    let known = before.values.max() ?? 0
    #expect(shown.tokens.allSatisfy { before[$0.key] != nil || $0.value > known })
    #expect(Set(shown.tokens.values).count == new.rowCount)
  }

  @Test func `T-X10 4000 rows reversed are 3999 moves`() throws {
    let numbers = (1...4000).map { "r\($0)" }
    let old = try table("s: " + numbers.joined(separator: " "))
    let new = try table("s: " + numbers.reversed().joined(separator: " "))
    let plan = TablePlan(from: old, to: new)
    try plan.validate(against: old)
    #expect(sorts(of: plan) == "MR 3999")
  }

  // Of the inherited cases, T-FD9, T-FD10, T-FD19, T-FD27, T-C43 and T-X7.
  @Test(
    arguments: [
      ("s: A A A A A", [], ["A"]), ("s: W A X A Y A Z", [], ["A"]), ("s: k1 k1 k1 k1", [], ["k1"]),
      ("s: row1 row1 row1 row4 row4", [], ["row1", "row4"]),
      ("section1: | section1: | section2:", ["section1"], []),
      ("s: a a", [], ["a"]), ("s: a | t: a", [], ["a"]), ("s: | s: a a", ["s"], ["a"]),
    ] as [(String, [SectionID], [RowID])])
  func `an id that occurs twice never reaches a table`(
    text: String, sections: [SectionID], rows: [RowID]
  ) {
    let error = #expect(throws: DuplicateIDs.self) { try table(text) }
    #expect(error?.sections == sections)
    #expect(error?.rows == rows)
  }

  @Test func `every numbered case is here, or has a home elsewhere`() {
    let tested = cases.map { String($0.name.prefix { $0 != " " }) }.filter { $0.hasPrefix("T-") }
    let elsewhere = casesElsewhere.flatMap(\.names)
    #expect(Set(elsewhere).count == elsewhere.count)
    #expect(Set(tested).intersection(elsewhere).sorted() == [])
    let all = [
      ("FA", 1...41), ("FD", 1...35), ("FS", 1...11), ("B", 1...18), ("S", 1...7), ("C", 1...32),
      ("C", 40...49), ("R", 1...9), ("X", 1...21),
    ].flatMap { letters, numbers in numbers.map { "T-\(letters)\($0)" } }
    #expect(Set(all).subtracting(tested + elsewhere).sorted() == [])
    #expect(Set(tested + elsewhere).subtracting(all).sorted() == [])
  }

  // A case may be cited as one of several: `T-S1`, `T-S1…T-S7`, `T-S1 to T-S7`.
  @Test func `a test that shows a case elsewhere names it`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for (names, home) in casesElsewhere {
      guard case .tested(let path) = home else { continue }
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      for name in names { #expect(text.contains(name), "\(path) does not name \(name)") }
    }
  }
}
