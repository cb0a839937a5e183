import EkibenDocuments
import EkibenForms
import Testing

struct TableRulesTests {
  @Test(arguments: legalBatches)
  func `a legal batch leads to the table after it`(rule: RuleCase) throws {
    let shown = HeadlessTable(try table(rule.old))
    let new = try table(rule.new)
    try shown.perform(try rule.plan(), to: new)
    #expect(shown.displays == new.displays)
  }

  @Test(arguments: refusedBatches)
  func `a refused batch says why and leaves the table as it was`(rule: RuleCase) throws {
    let old = try table(rule.old)
    let new = try table(rule.new)
    let shown = HeadlessTable(old)
    let (tokens, log) = (shown.tokens, shown.log)
    let plan = try rule.plan()
    #expect {
      try shown.perform(plan, to: new)
    } throws: { error in
      let expected = TableViolation(
        rule: rule.rule, stage: 1, text: rule.text, oldCounts: old.rowCounts,
        newCounts: rule.rule == "content" ? old.rowCounts : new.rowCounts,
        operations: rule.operations)
      return error as? TableViolation == expected
    }
    #expect(shown.displays == old.displays)
    #expect(shown.tokens == tokens)
    #expect(shown.log == log)
    // It still takes what is legal, and gives the next cell the next token.
    let proper = TablePlan(from: old, to: new)
    try shown.perform(proper, to: new)
    #expect(shown.displays == new.displays)
    #expect(shown.tokens.values.allSatisfy { $0 <= tokens.count + new.rowCount })
  }

  @Test func `a violation in a later batch takes back the earlier ones`() throws {
    let (old, new) = (try table("s: a b"), try table("s: b c"))
    var good = TableOperations()
    good.deleteRows = [Document.Place(section: 0, row: 0)]
    var bad = TableOperations()
    bad.insertRows = [Document.Place(section: 0, row: 2)]
    let plan = TablePlan(stages: [
      TablePlan.Stage(operations: good, table: try table("s: b")),
      TablePlan.Stage(operations: bad, table: new),
    ])
    let shown = HeadlessTable(old)
    let tokens = shown.tokens
    #expect {
      try shown.perform(plan, to: new)
    } throws: { error in
      let violation = error as? TableViolation
      return violation?.stage == 2 && violation?.rule == "U-13"
        && violation?.description.hasPrefix("U-13, batch 2: attempt to insert row 2") == true
    }
    #expect(shown.displays == old.displays)
    #expect(shown.tokens == tokens)
  }
}
