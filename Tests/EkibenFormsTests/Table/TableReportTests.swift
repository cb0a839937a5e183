import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// What a table without a screen says to batches that it refuses.
private func refusal(
  _ steps: String..., to target: String? = nil, under strictness: TableStrictness = .standard
) throws -> TableViolation {
  let stages = try stride(from: 1, to: steps.count - 1, by: 2).map { at in
    TablePlan.Stage(
      operations: try TableOperations(reading: steps[at]), table: try table(steps[at + 1]))
  }
  var shown = TableModel(try table(steps[0]))
  shown.strictness = strictness
  let target = try table(target ?? steps[steps.count - 1])
  let error = #expect(throws: TableViolation.self) {
    try shown.perform(TablePlan(stages: stages), to: target)
  }
  return try #require(error)
}

@Suite(.timeLimit(.minutes(20))) struct TableReportTests {
  @Test func `a report shows old table, batch and new table side by side`() throws {
    let violation = try refusal(
      "person#Who: name age mail | study: phone | gone: x",
      "delete section 2; delete (0, 1); delete (0, 1); move (0, 0) to (1, 1); "
        + "insert (0, 1); update (1, 0); header of section 0",
      "person#You: mail note | study: phone=1 name")
    let expected = """
      U-15, batch 1: attempt to delete index path (0, 1) twice

        before        batch 1                after
           0 person   delete section 2       ~ 0 person
        >    0 name   delete (0, 1)              0 mail
        --   1 age    delete (0, 1)          +   1 note
             2 mail   insert (0, 1)            1 study
           1 study    move (0, 0) to (1, 1)  ~   0 phone
             0 phone  update (1, 0)          >   1 name
        -  2 gone     header of section 0
             0 x

      try expectBatch("delete section 2; delete (0, 1); delete (0, 1); insert (0, 1); move (0, 0) to (1, 1); update (1, 0); header of section 0", from: [3, 1, 1], to: [2, 2], under: .standard)
      """
    #expect(violation.report == expected)
  }

  @Test func `a report is about the batch that was refused`() throws {
    let violation = try refusal(
      "A: a b | B", "move (0, 0) to (1, 0)", "A: b | B: a", "move section 1 to 0; delete (1, 0)",
      "B: | A: b", under: [.rowOpsInMovedSection, .moveIntoInserted])
    let expected = """
      U-25, batch 2: attempt to delete or move index path (1, 0) from a section that
      moves (1)

        before   batch 2 of 2         after
          0 A    move section 1 to 0  > 0 B
            0 b  delete (1, 0)          1 A
        > 1 B                             0 b
        -   0 a

      try expectBatch("move section 1 to 0; delete (1, 0)", from: [1, 1], to: [0, 1], under: [.moveIntoInserted, .rowOpsInMovedSection])
      """
    #expect(violation.report == expected)
  }

  // It cannot be said which batch is at fault, and the rule asks for more than numbers of rows.
  @Test func `a report of a table that shows something else has all batches`() throws {
    let violation = try refusal(
      "s: a b", "move (0, 1) to (0, 0)", "s: b a", "update (0, 0)", "s: b=1 a", to: "s: b=2 a")
    let lines = violation.report.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = """
      content, batch 2: row (0, 0) shows something else than a fresh render: b: "1" →
      "2"

        before   2 batches                after
          0 s    batch 1:                   0 s
            0 a    move (0, 1) to (0, 0)  ~   0 b
        >   1 b  batch 2:                     1 a
                   update (0, 0)
      """
    #expect(lines.dropLast(2).joined(separator: "\n") == expected)
    let line = try #require(lines.last)
    #expect(
      line.hasPrefix(#"try expectBatches([("move (0, 1) to (0, 0)", Document(reproducing: ""#))
  }

  @Test func `long lists, long names and what drives a terminal are cut short`() throws {
    let rows = (0..<40).map { "r\($0)" }.joined(separator: " ")
    let long = "a-name-that-is-longer-than-the-column"
    let written = "\(long): \(rows) | b\u{202E}: \(long)"
    let more = (1...12).map { " | s\($0)" }.joined()
    let violation = try refusal(
      written + more, "update (0, 20); update (0, 20); insert section 13", written + more)
    let expected = """
      U-18, batch 1: attempt to create two animations for cell (0, 20)

        before                  batch 1            after
          0 a-name-that-is-lo…  insert section 13     0 a-name-that-is-l…
            0 r0                update (0, 20)          0 r0
            ⋮ 38 rows           update (0, 20)          ⋮ 18 rows
            39 r39                                      19 r19
          ⋮ 12 sections                            ~~   20 r20
          13 s12                                        21 r21
                                                        ⋮ 17 rows
                                                        39 r39
                                                      1 "b\\u202e"
                                                        0 a-name-that-is…
                                                      ⋮ 10 sections
                                                      12 s11
                                                   +  13 s12
      """
    let lines = violation.report.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast(2).joined(separator: "\n") == expected)
    #expect(lines.dropLast().allSatisfy { $0.count <= 80 })
  }

  @Test func `of a table that changes everywhere a report has the beginning`() throws {
    let names = (1...100).map { "r\($0)" }
    let rows = names.joined(separator: " ")
    let moves = (0..<100).map { "move (0, \($0)) to (0, \(99 - $0))" }.joined(separator: "; ")
    let violation = try refusal(
      "s: \(rows)", moves + "; delete (0, 100)",
      "s: \(names.reversed().joined(separator: " "))")
    let lines = violation.report.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 65)
    #expect(
      lines[61...62] == [
        "  >   56 r57  move (0, 56) to (0, 43)  >   56 r44",
        "  ⋮ 43 lines  ⋮ 43 lines               ⋮ 43 lines",
      ])
  }

  // A host of one's own need not keep tables.
  @Test func `without the tables a report has the numbers`() throws {
    var operations = TableOperations()
    operations.supplements = [.init(section: 1, name: "a;b")]
    let violation = TableViolation(
      rule: "U-99", stage: 3, text: "no \u{1B}[2J", oldCounts: [2, 0], newCounts: [1],
      operations: operations)
    let expected = #"""
      U-99, batch 3: no \u001b[2J

        rows before: [2, 0]
        rows after:  [1]
        "a;b" of section 1
      """#
    #expect(violation.report == expected)
  }

  /// The reproductions of the reports above, and what they throw.
  @Test func `the line of a report does it again`() throws {
    let batch = #expect(throws: TableViolation.self) {
      try expectBatch(
        "move section 1 to 0; delete (1, 0)", from: [1, 1], to: [0, 1],
        under: [.moveIntoInserted, .rowOpsInMovedSection])
    }
    #expect(
      batch?.text == "attempt to delete or move index path (1, 0) from a section that moves (1)")
    try expectBatch(
      "move section 1 to 0; delete (1, 0)", from: [1, 1], to: [0, 1], under: .moveIntoInserted)

    let violation = try refusal(
      "s: a b", #"header of section 0; "note 2" of section 0"#, "s#h%x: a b", to: "s#h%y: a b")
    let attempt = try #require(violation.attempt)
    #expect(violation.report.hasSuffix(attempt.reproduction))
    let digits = [attempt.plan.stages[0].table, attempt.table, attempt.target].map(\.reproduction)
    let line =
      ##"try expectBatches([(#"header of section 0; "note 2" of section 0"#, "##
      + "Document(reproducing: \"\(digits[0])\"))], from: Document(reproducing: \"\(digits[1])\"), "
      + "to: Document(reproducing: \"\(digits[2])\"), under: .standard)"
    #expect(attempt.reproduction == line)
    let again = #expect(throws: TableViolation.self) {
      try expectBatches(
        [(#"header of section 0; "note 2" of section 0"#, Document(reproducing: digits[0]))],
        from: Document(reproducing: digits[1]), to: Document(reproducing: digits[2]))
    }
    #expect(again == violation)
  }

  // A section that moves beside one that comes is taken by most tables.
  @Test func `batches are as strict as is asked`() throws {
    let old = try Document(sketch: "a: x | b: y")
    let new = try Document(sketch: "b: y | a: x | c: z")
    let batches = [("move section 1 to 0; insert section 2", new)]
    try expectBatches(batches, from: old, to: new)
    try expectBatches(batches, from: old, to: new, under: .standard)
    let refused = #expect(throws: TableViolation.self) {
      try expectBatches(batches, from: old, to: new, under: .strictest)
    }
    #expect(refused?.attempt?.strictness == .strictest)
  }
}
