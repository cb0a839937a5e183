import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct TablePlanTests {
  private typealias Place = Document.Place

  @Test func `equal documents need no batch`() throws {
    let document = try Document(sketch: "a b | c")
    #expect(TablePlan(from: document, to: document).isEmpty)
  }

  /// How many operations of each kind a plan has, batch by batch.
  @Test(arguments: [
    ("a b", "a b+", ["update 1"]), ("a b", "a b!", ["replace 1"]),
    ("a", "s1+: a", ["supplement 1"]), ("a b", "a", ["delete 1"]), ("a", "a b", ["insert 1"]),
    ("a b c", "c a b", ["move 1"]), ("a b | c", "b | c a", ["move 1"]),
    ("a", "a | b", ["insert section 1"]), ("a | b", "a", ["delete section 1"]),
    ("a | b", "s2: b | s1: a", ["move section 1"]),
    ("a | b", "a b", ["move 1", "delete section 1"]),
    // Both ends must be there, and what moves says something else later.
    ("a | b", "t: b+ | s1: a", ["insert section 1", "move 1", "delete section 1, update 1"]),
    ("a | b", "t: b n | s1: a", ["insert section 1", "move 1", "delete section 1"]),
    ("a", "a | b c", ["insert section 1"]),
    ("a | b", "a c | t: d", ["delete section 1, insert section 1, insert 1"]),
    ("a b c", "b! a+ n", ["delete 1, insert 1, move 1", "update 1, replace 1"]),
  ])
  func `a plan does what is needed and no more`(old: String, new: String, expected: [String]) throws
  {
    let (old, new) = (try Document(sketch: old), try Document(sketch: new))
    let plan = TablePlan(from: old, to: new)
    #expect(plan.stages.map { names(of: $0.operations) } == expected)
    try plan.validate(against: old)
  }

  // Rules T12, T13, T14 and T15: what must not share a batch is split, and nothing else.
  @Test(arguments: [
    // All but those rules in one.
    (
      "a b c | d | e", "u: x y | s1: n a+ c! b | s3+: e",
      ["delete section 1, insert section 1, insert 1, move 1, update 1, replace 1, supplement 1"]
    ),
    // New rows come with their section, those of others afterwards.
    ("a b", "a | t: n b m", ["insert section 1", "move 1"]),
    ("a | n b m", "a b", ["move 1", "delete section 1"]),
    // The section moves in which nothing else happens, whichever comes first.
    ("a | b", "s2: b | s1: a n", ["move section 1, insert 1"]),
    ("a | b", "s2: b n | s1: a", ["move section 1, insert 1"]),
    ("a | b", "s2: b n | s1: a n2", ["move section 1", "insert 2"]),
    ("a | b", "s2: b | s1: a+", ["move section 1, update 1"]),
    ("a | b", "s2+: b | s1: a", ["move section 1, supplement 1"]),
    ("a | b", "s2+: b | s1: a+", ["move section 1", "update 1, supplement 1"]),
    // The same with rows.
    ("a b", "b a+", ["move 1, update 1"]), ("a b", "b+ a", ["move 1, update 1"]),
    ("a b", "b+ a+", ["move 1", "update 2"]), ("a b c", "b c a+", ["move 1", "update 1"]),
    ("a | b", "s1: | s2: b a+", ["move 1", "update 1"]),
    // Content must wait, but the section with the rows stays.
    ("d | a b c", "s2: b c a+ | s1: d+", ["move section 1, move 1", "update 2"]),
    // What moved is updated together with what goes last.
    ("a | b | c", "s1: a b+ | s3: c", ["move 1", "delete section 1, update 1"]),
    (
      "a | b | c", "s3: c b+ | u: x | s1: a",
      ["insert section 1, move section 1, move 1", "delete section 1, update 1"]
    ),
  ])
  func `a batch takes all that it may`(old: String, new: String, expected: [String]) throws {
    let (old, new) = (try Document(sketch: old), try Document(sketch: new))
    let plan = TablePlan(from: old, to: new)
    #expect(plan.stages.map { names(of: $0.operations) } == expected)
    try expectPlan(from: old, to: new, tryingAllBatches: true)
  }

  @Test(
    arguments: [
      (
        "a | b | c", "s3: c | t: x | s1: a", .strictest,
        ["move section 1", "delete section 1, insert section 1"]
      ),
      ("a | b", "t: b+ | s1: a", [], ["delete section 1, insert section 1, move 1", "update 1"]),
      (
        "a | b", "s2+: b n | s1: a+ m", [],
        ["move section 1, insert 2, update 1, supplement 1"]
      ),
      (
        "a | b", "s2+: b n | s1: a+ m", .rowOpsInMovedSection,
        ["move section 1", "insert 2, update 1, supplement 1"]
      ),
      ("a b", "a | t: b", .moveOutOfDeleted, ["insert section 1, move 1"]),
      ("a | b", "a b", .moveIntoInserted, ["delete section 1, move 1"]),
    ] as [(String, String, TableStrictness, [String])])
  func `a plan is for a table as strict as it is`(
    old: String, new: String, strictness: TableStrictness, expected: [String]
  ) throws {
    let (old, new) = (try Document(sketch: old), try Document(sketch: new))
    let plan = TablePlan(from: old, to: new, under: strictness)
    #expect(plan.stages.map { names(of: $0.operations) } == expected)
    try plan.validate(against: old, strictness: strictness)
  }

  // T-X14. Which rows stay is the diff's to say, for a plan and a changeset alike.
  @Test func `of equally short plans one keeps the rows that keep their index`() throws {
    let (old, new) = (try Document(sketch: "1 2 3 4 5"), try Document(sketch: "3 2 1 4 5"))
    let moves = TablePlan(from: old, to: new).stages.flatMap(\.operations.moveRows)
    #expect(moves.map { [$0.source.row, $0.target.row] } == [[2, 0], [0, 2]])
  }

  // Rules T8 and T14.
  @Test func `a table between batches shows what it showed`() throws {
    let old = try Document(sketch: "s1+: a b | s2: c d")
    let new = try Document(sketch: "s1: b! c | t: a+ n")
    let expected = [
      try Document(sketch: "s1+: a b | s2: c d | t: n"),
      try Document(sketch: "s1+: b c | s2: d | t: a n"), new,
    ]
    #expect(TablePlan(from: old, to: new).stages.map(\.table) == expected)
  }

  private func names(of operations: TableOperations) -> String {
    let counts: [(String, Int)] = [
      ("delete section", operations.deleteSections.count),
      ("insert section", operations.insertSections.count),
      ("move section", operations.moveSections.count), ("delete", operations.deleteRows.count),
      ("insert", operations.insertRows.count), ("move", operations.moveRows.count),
      ("update", operations.updateRows.count), ("replace", operations.replaceViews.count),
      ("supplement", operations.supplements.count),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  @Test func `a change that no table shows reaches the last table`() throws {
    let old = try Document(sections: [.init(id: "s", rows: [.init(id: "a")])])
    let new = try Document(sections: [
      .init(id: "s", fields: [.level: 1], rows: [.init(id: "b"), .init(id: "a")])
    ])
    #expect(TablePlan(from: old, to: new).stages.last?.table == new)
    try expectLaws(from: old, to: new)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a plan from a changeset is the plan from the documents`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed, sections: 1...3, rows: 1...3)
    let old = try make.document()
    var new = try make.edited(old)
    while !Changeset(from: old, to: new).isContentOnly { new = try make.edited(old) }
    let changes = Changeset(from: old, to: new)
    let index = Document.Index(old)
    let short = TablePlan(contentOnly: changes, to: new, at: index).stages.map(\.operations)
    let long = TablePlan(from: old, to: new).stages.map(\.operations)
    #expect(short.map { Set($0.updateRows) } == long.map { Set($0.updateRows) })
    #expect(short.map { Set($0.replaceViews) } == long.map { Set($0.replaceViews) })
    #expect(short.map { Set($0.supplements) } == long.map { Set($0.supplements) })
    #expect(short.map(\.count) == long.map(\.count))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a plan from a changeset by which sections come and go is the plan from the documents`(
    seed: UInt64
  ) throws {
    var make = DocumentGenerator(seed: seed, sections: 3...5, rows: 0...3)
    let old = try make.document()
    var new = try make.edited(old)
    while !Changeset(from: old, to: new).isContentOnly { new = try make.edited(old) }
    var sections = Array(new.sections)
    for at in [Int(seed % 3), 1].prefix(Int(seed % 4)) { sections.remove(at: at) }
    for number in 0..<Int(seed / 4 % 3) {
      let row = Document.Row(id: RowID(unchecked: "comes-\(number)"))
      sections.insert(
        .init(id: SectionID(unchecked: "comes-\(number)"), rows: [row]),
        at: (Int(seed) + number) % (sections.count + 1))
    }
    new = try Document(fields: new.fields, sections: sections)
    let changes = Changeset(from: old, to: new)
    let (after, update) = try old.restructured(by: changes, at: Document.Index(old))
    let short = TablePlan(changes, update, to: after, at: Document.Index(after))
    let long = TablePlan(from: old, to: after)
    #expect(
      short?.stages.map(\.operations.deleteSections) == long.stages.map(\.operations.deleteSections)
    )
    #expect(
      short?.stages.map(\.operations.insertSections) == long.stages.map(\.operations.insertSections)
    )
    #expect(
      short?.stages.map { Set($0.operations.updateRows) }
        == long.stages.map { Set($0.operations.updateRows) })
    #expect(short?.stages.map(\.operations.count) == long.stages.map(\.operations.count))
    try short?.validate(against: old, strictness: .strictest)
  }

  @Test func `a changeset by which a row comes, goes or moves says nothing of a plan`() throws {
    let old = try Document(sections: [
      .init(id: "s", rows: [.init(id: "a"), .init(id: "b")]), .init(id: "t"),
    ])
    for (s, t) in [(["a"], []), (["a", "b", "c"], []), (["b", "a"], []), (["a"], ["b"])] {
      let new = try Document(
        sections: [("s", s), ("t", t)].map { id, rows in
          .init(id: SectionID(unchecked: id), rows: rows.map { .init(id: RowID(unchecked: $0)) })
        })
      let changes = Changeset(from: old, to: new)
      let (after, update) = try old.restructured(by: changes, at: Document.Index(old))
      #expect(TablePlan(changes, update, to: after, at: Document.Index(after)) == nil)
    }
  }

  /// A batch that breaks a rule, for a table `a b | c` that stays as it is.
  struct WrongBatch: Sendable {
    let rule: String
    let operations: TableOperations

    init(_ rule: String, _ edit: (inout TableOperations) -> Void) {
      var operations = TableOperations()
      edit(&operations)
      self.rule = rule
      self.operations = operations
    }
  }

  private static let first = Place(section: 0, row: 0)

  nonisolated static let wrong: [WrongBatch] = [
    .init("U-12") { $0.deleteSections = [2] }, .init("U-12") { $0.deleteSections = [-1] },
    .init("U-12") { $0.moveSections = [.init(from: 2, to: 0)] },
    .init("U-12") { $0.deleteRows = [Place(section: 0, row: 2)] },
    .init("U-12") { $0.deleteRows = [Place(section: 9, row: 0)] },
    .init("U-13") { $0.insertSections = [2] },
    .init("U-13") { $0.moveSections = [.init(from: 0, to: 5)] },
    .init("U-13") { $0.insertRows = [Place(section: 1, row: 1)] },
    .init("U-13") { $0.updateRows = [Place(section: 0, row: 2)] },
    .init("U-14") { $0.moveRows = [.init(from: Place(section: 1, row: 1), to: first)] },
    .init("U-15") { $0.deleteSections = [0, 0] }, .init("U-16") { $0.insertSections = [1, 1] },
    .init("U-15") {
      $0.deleteRows = [first]
      $0.moveRows = [.init(from: first, to: Place(section: 0, row: 1))]
    },
    .init("U-16") { $0.insertRows = [first, first] },
    .init("U-18") {
      $0.updateRows = [first]
      $0.replaceViews = [first]
    },
    .init("U-10") { $0.deleteSections = [0] }, .init("U-10") { $0.insertSections = [1] },
    .init("U-11") { $0.deleteRows = [first] },
    .init("U-11") { $0.insertRows = [Place(section: 1, row: 0)] },
    .init("U-11") { $0.moveRows = [.init(from: first, to: Place(section: 1, row: 0))] },
  ]

  @Test(arguments: wrong)
  func `a batch that a table would not survive is named`(batch: WrongBatch) throws {
    let table = try Document(sketch: "a b | c")
    let plan = TablePlan(stages: [.init(operations: batch.operations, table: table)])
    let violation = #expect(throws: TableViolation.self) { try plan.validate(against: table) }
    #expect(violation?.rule == batch.rule)
    #expect(violation?.stage == 1)
    #expect(violation?.oldCounts == [2, 1])
    #expect(violation?.operations == batch.operations)
    #expect(violation?.description.hasPrefix("\(batch.rule), batch 1: ") == true)
  }
}
