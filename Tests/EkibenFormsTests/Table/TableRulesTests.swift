import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

private let ruleCases = indexRules + validityRules + strictRules + contentRules

@MainActor @Suite(.timeLimit(.minutes(20))) struct TableRulesTests {
  // Rules T1, T2, T3, T4, T5 and T16. U-04, U-29: `changedCells` sees to the cells; U-33: no reload.
  @Test(arguments: ruleCases.filter(\.isTakenBySome))
  func `a legal batch leads to the table after it`(rule: RuleCase) throws {
    let shown = try rule.shown(under: rule.strictness.subtracting(rule.switch))
    let (before, log) = (shown.tokens, shown.log)
    let (plan, old, new) = (try rule.plan(), try rule.old(), try rule.new())
    try shown.perform(plan, to: new)
    #expect(shown.displays == new.displays)
    #expect(changedCells(before, shown.tokens, from: old, to: new) == [])
    #expect(shown.log.starts(with: log))
    #expect(!shown.log.dropFirst(log.count).contains { "\($0)".hasPrefix("reload") })
    #expect(throws: Never.self) {
      try plan.validate(against: old, strictness: rule.strictness.subtracting(rule.switch))
    }
  }

  // Rules T6, T12, T14 and T16.
  @Test(arguments: ruleCases.filter { $0.says != nil })
  func `a refused batch says why and leaves the table as it was`(rule: RuleCase) throws {
    let (plan, old, new) = (try rule.plan(), try rule.old(), try rule.new())
    for strictness in rule.switch.isEmpty ? [rule.strictness] : [rule.switch, .strictest] {
      let shown = try rule.shown(under: strictness)
      let (tokens, log, snapshot) = (shown.tokens, shown.log, shown.snapshot())
      let error = #expect(throws: TableViolation.self) { try shown.perform(plan, to: new) }
      let violation = try #require(error)
      #expect(violation.description == rule.says)
      expectFacts(of: violation, plan, from: old, to: new, under: strictness)
      #expect(shown.displays == old.displays)
      #expect(shown.tokens == tokens)
      #expect(shown.log == log)
      #expect(shown.snapshot() == snapshot)
      // It still takes what is legal, and gives the next cell the next token.
      try shown.perform(TablePlan(from: old, to: new, under: strictness), to: new)
      #expect(shown.displays == new.displays)
      let given = (tokens.values.max() ?? 0) + new.rowCount
      #expect(shown.tokens.values.allSatisfy { $0 <= given })
    }
  }

  private func expectFacts(
    of violation: TableViolation, _ plan: TablePlan, from old: Document, to new: Document,
    under strictness: TableStrictness
  ) {
    let tables = [old] + plan.stages.map(\.table)
    let isContent = violation.rule == "content"
    #expect(
      violation.oldCounts == (isContent ? old : tables[violation.stage - 1]).rowCounts)
    #expect(violation.newCounts == tables[violation.stage].rowCounts)
    #expect(violation.operations == plan.stages[violation.stage - 1].operations)
    let target = isContent ? new : tables[tables.count - 1]
    #expect(
      violation.attempt == TableAttempt(plan, from: old, to: target, under: strictness))
  }

  @Test func `every rule of table views has a case that keeps it and one that breaks it`() {
    let all = (1...35).map { $0 < 10 ? "U-0\($0)" : "U-\($0)" }
    let kept = Set(ruleCases.filter { $0.says == nil }.map(\.rule))
    let broken = Set(ruleCases.filter { $0.says != nil }.map(\.rule))
    #expect(all.filter { !kept.contains($0) } == [])
    #expect(all.filter { !broken.contains($0) } == [])
    #expect(kept.union(broken).subtracting(all) == ["content"])
  }

  @Test func `only mixing section moves with insertions and deletions is taken as it stands`() {
    let missing = TableStrictness.strictest.subtracting(.standard)
    #expect(missing == .mixSectionMoveAndInsertDelete)
    #expect(HeadlessTable().strictness == .standard)
    #expect(TableStrictness.strictest.rawValue.nonzeroBitCount == 6)
  }

  @Test(arguments: [
    "", "delete section 1", "insert section 2; move section 0 to 1",
    "delete (0, 3); insert (1, 0); move (0, 1) to (2, 4); update (-1, 0); replace (0, 1)",
    "header of section 0; footer of section 1; sidebar of section 2",
    #""note 2" of section 0; "a;b\"\u202e" of section 1"#,
    #""a b\\" of section 0; header of section 1"#,
  ])
  func `what a batch does is written so that it can be read`(text: String) throws {
    #expect(try TableOperations(reading: text).description == text)
  }

  @Test(arguments: [
    "\u{301};x", "\u{301}x", "x\u{600}", "x\u{200D}", ";", "\"", "\\", " of section 0", " ", "1-2",
    "delete (0, 0)", "delete section 1",
  ])
  func `any name of a supplement is written so that it can be read`(name: String) throws {
    var operations = TableOperations()
    for (section, name) in [FieldName(unchecked: name), .header, FieldName(unchecked: name)]
      .enumerated()
    {
      operations.supplements.append(.init(section: section, name: name))
    }
    #expect(try TableOperations(reading: operations.description) == operations)
  }

  @Test(arguments: [
    "delete", "delete 1", "remove section 1", "move (0, 1)", "move section 1", "insert (0)",
    "insert (0, 1, 2)", "update (0, x)", "header of section", "header of section x",
    "delete (0, 99999999999999999999)", #""a of section 1"#, "delete section 1-2",
  ])
  func `what is no operation is refused`(text: String) {
    let error = #expect(throws: UnreadableOperation.self) { try TableOperations(reading: text) }
    #expect(error?.text == text)
  }
}
