import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import EkibenTesting
import Testing

/// Rules F17, F47 and F48.
@Suite(.timeLimit(.minutes(20))) struct `The issues of a document` {
  private struct Counts { var issues = 0, checks = 0, duplicates = 0 }

  @Test func `are what the definitions say, after every edit of any form`() throws {
    var (broken, repeated) = (0, 0)
    for seed in `What holds now`.seeds {
      var work = RandomRules(seed: seed, checks: true)
      var rules = RuleState(work.document, work.index)
      var issues = DocumentIssues(view(work, rules))
      for step in 1...`What holds now`.steps {
        let changes = try work.step()
        let held = rules.update(by: changes, to: work.document, at: work.index)
        issues.update(by: changes, held, view(work, rules))
        let slow = SlowIssues(work.document)
        let duplicates = slow.duplicates().map(SlowIssues.line)
        let wanted = (slow.lines() + duplicates).sorted()
        let found = issues.found(in: work.index).map(\.issue)
        try #require(found.map(SlowIssues.line).sorted() == wanted, "seed \(seed), step \(step)")
        try #require(work.document.issues() == found, "seed \(seed), step \(step)")
        broken += found.count { $0.ruleName != "required" }
        repeated += duplicates.count
      }
    }
    #expect(broken > 1_000, "\(broken)")
    #expect(repeated > 20, "\(repeated)")
  }

  private func view(_ work: RandomRules, _ rules: RuleState) -> IssueView {
    IssueView(DocumentStructure(work.document, work.index), rules, .none, .standard)
  }

  // Rule E14: a formula whose row a condition hides is not asked.
  @Test func `say no more of a formula once its row is hidden`() throws {
    func path(_ id: String) -> String {
      "%resource.descendants().where(linkId = '\(id)').answer.value"
    }
    func row(_ id: RowID, _ fields: Fields = [:]) -> Document.Row {
      Document.Row(
        id: id, fields: fields.setting(.component, "TextInput").setting(.kind, "integer"))
    }
    let fields: Fields = [
      .visible: .record([.fhirPath: .text("\(path("b")).empty()")]),
      .calculated: .record([.fhirPath: .text("iif(\(path("a")).exists(), 'x', {})")]),
    ]
    var document = try Document(
      sections: [Document.Section(id: "s", rows: [row("a"), row("b"), row("c", fields)])])
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    func view() -> IssueView {
      IssueView(DocumentStructure(document, index), rules, .none, .standard)
    }
    var issues = DocumentIssues(view())
    func found(answering row: RowID, from before: Value?, to after: Value?) throws -> [RowID] {
      let changes = Changeset([Change(.row(row), .value, before: before, after: after)])
      try document.apply(changes, at: index)
      issues.update(by: changes, rules.update(by: changes, to: document, at: index), view())
      return issues.found(in: index).map(\.issue.row)
    }
    #expect(try found(answering: "a", from: nil, to: 1) == ["c"])
    #expect(try found(answering: "b", from: nil, to: 1) == [])
    #expect(try found(answering: "b", from: 1, to: nil) == ["c"])
  }

  // Rule E18.
  @Test func `of a check that reads no row go with the row that shows them`() throws {
    func path(_ answer: String) -> Value {
      .record([
        .fhirPath: .text("%resource.descendants().where(linkId = 'a').answer.value = \(answer)")
      ])
    }
    func row(_ id: RowID, _ visible: Value?) -> Document.Row {
      let fields: Fields = [.component: "TextInput", .kind: "integer"]
      return Document.Row(id: id, fields: fields.setting(.visible, visible))
    }
    let check = Check("c", .holds(.fhirPath("1 + 'a'")))
    var document = try Document(
      fields: [.checks: .list([.record(check.record)])],
      sections: [
        Document.Section(id: "t", fields: [.visible: path("2")], rows: [row("d", nil)]),
        Document.Section(
          id: "s", rows: [row("b", path("1")), row("c", nil), row("a", nil)]),
      ])
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    func view() -> IssueView {
      IssueView(DocumentStructure(document, index), rules, .none, .standard)
    }
    var issues = DocumentIssues(view())
    #expect(issues.found(in: index).map(\.issue.row) == ["c"])
    for (before, after, place) in [(nil, 1, "b"), (1, 2, "d"), (2, 3, "c")]
      as [(Value?, Value, RowID)]
    {
      let changes = Changeset([Change(.row("a"), .value, before: before, after: after)])
      try document.apply(changes, at: index)
      issues.update(by: changes, rules.update(by: changes, to: document, at: index), view())
      #expect(issues.found(in: index).map(\.issue.row) == [place])
    }
  }

  // A thousand sections with a check each, and one of all.
  @Test func `ask only the checks that read what an edit touched`() throws {
    let document = try Document(
      sections: (0..<1_000).map { number in
        let row = RowID(unchecked: "r\(number)")
        let check = Check("c", .holds(.compares(.init(row), .greater, .value(5))))
        return Document.Section(
          id: SectionID(unchecked: "s\(number)"),
          fields: [.checks: .list([.record(check.record)])],
          rows: [Document.Row(id: row, fields: [.component: "TextInput", .kind: "integer"])])
      })
    var (after, index) = (document, Document.Index(document))
    var issues = DocumentIssues(
      IssueView(DocumentStructure(document, index), RuleState(document, index), .none, .standard))
    #expect(issues.evaluations == 1_000 && issues.found(in: index).isEmpty)
    let changes = Changeset([Change(.row("r7"), .value, before: nil, after: 3)])
    index = Document.Index(document)
    try after.apply(changes, at: index)
    issues.update(
      by: changes, [],
      IssueView(DocumentStructure(after, index), RuleState(after, index), .none, .standard))
    #expect(issues.evaluations == 1_001)
    #expect(issues.found(in: index).map(\.issue.row) == ["r7"])
  }
}
