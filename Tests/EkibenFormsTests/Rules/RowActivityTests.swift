import EkibenDocuments
import EkibenForms
import Testing

private func question(_ id: RowID, _ name: FieldName? = nil, _ value: Value? = nil) -> Document.Row
{
  let fields: Fields = [.component: "TextInput"]
  return Document.Row(id: id, fields: name.map { fields.setting($0, value) } ?? fields)
}

// Rule P28.
@Suite(.timeLimit(.minutes(20))) struct `What a change means for rows that depend on others` {
  private func made(of document: Document) -> (RuleState, DocumentStructure) {
    let index = Document.Index(document)
    return (RuleState(document, index), DocumentStructure(document, index))
  }

  private static let plain: [Document.Row] = [question("a"), question("b")]
  private static let ruled: [Document.Row] = [
    question("a"),
    question("b", .visible, .record(["row": "a", "is": "x"])), question("c"),
  ]

  @Test(
    arguments: [
      (plain, [question("a", .value, "x"), question("b")], true),
      (plain, [question("a", .title, "A"), question("b")], true),
      (plain, plain + [question("c")], true),
      (
        plain, [question("a"), question("b", .visible, .record(["row": "a", "is": "x"]))], false
      ),
      (plain, plain + [question("c", .visible, .record(["row": "a", "is": "x"]))], false),
      (ruled, [question("a", .value, "x")] + ruled.dropFirst(), false),
      (ruled, ruled.dropLast() + [question("c", .value, "x")], true),
      (plain, [question("a"), question("b", .calculated, .record(["fhirpath": "1"]))], false),
    ] as [([Document.Row], [Document.Row], Bool)])
  func `is nothing where no rule reads it`(
    old: [Document.Row], new: [Document.Row], ignores: Bool
  ) throws {
    let (before, after) = (
      try Document(sections: [.init(id: "s", rows: old)]),
      try Document(sections: [.init(id: "s", rows: new)])
    )
    let (activity, structure) = made(of: before)
    let changes = Changeset(from: before, to: after)
    #expect(activity.ignores(changes, in: structure) == ignores)
    let calculates = new.contains { $0.fields[.calculated] != nil }
    #expect(activity.index.calculates(after: changes) == calculates)
  }

  @Test func `is that rows become active or not`() throws {
    var document = try Document(sections: [.init(id: "s", rows: Self.ruled)])
    var (activity, structure) = made(of: document)
    #expect(
      !activity.isActive(.row("b"), in: structure) && activity.isActive(.row("c"), in: structure))
    #expect(!activity.index.hidesByLaunchContext)
    #expect(!activity.index.dependsOnEnvironment(.row("b"), in: structure))
    let changes = Changeset([Change(.row("a"), .value, before: nil, after: "x")])
    let index = Document.Index(document)
    try document.apply(changes, at: index)
    #expect(activity.update(by: changes, to: document, at: index) == [.row("b")])
    structure = DocumentStructure(document, index)
    #expect(activity.isActive(.row("b"), in: structure))
  }
}
