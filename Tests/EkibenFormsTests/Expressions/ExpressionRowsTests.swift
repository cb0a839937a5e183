import EkibenDocuments
import EkibenExpressions
import Testing

@testable import EkibenForms

// Rules E11 and E12.
@Suite(.timeLimit(.minutes(20))) struct `The rows that an expression reads` {
  private let structure: DocumentStructure
  private let rows: ExpressionRows

  /// A group with a question, one under it, and a section; and a section that repeats, with two instances.
  init() throws {
    func row(_ id: RowID, of template: Value? = nil, under question: Value? = nil) -> Document.Row {
      let fields: Fields = [.component: "TextInput"]
      return Document.Row(
        id: id, fields: fields.setting(.template, template).setting(.parentRow, question))
    }
    let words = Document.Row(id: "words", fields: Description("words", "Words").record)
    let kids = ["kids/1", "kids/2"].map { kid in
      Document.Section(
        id: SectionID(unchecked: kid), fields: [.parent: "kids", .template: "kids"],
        rows: [
          row(RowID(unchecked: "\(kid)/name"), of: "name"),
          row(RowID(unchecked: "\(kid)/call"), of: "call", under: .text("\(kid)/name")),
        ])
    }
    let document = try Document(
      sections: [
        Document.Section(id: "g", rows: [row("q"), row("u", under: "q"), words]),
        Document.Section(id: "sub", fields: [.parent: "g"], rows: [row("deep")]),
        Document.Section(
          id: "kids", fields: [.repeats: true], rows: [row("name"), row("call", under: "name")]),
      ] + kids)
    structure = DocumentStructure(document, Document.Index(document))
    rows = ExpressionRows(structure, .standard)
  }

  private func reads(_ text: String, at context: String? = nil) throws -> ExpressionReads {
    let compiled = try CompiledExpression(fhirPath: text, variables: ["resource", "context"])
    return VariableScope(linkIDs: rows.linkIDs).reads(of: compiled, at: context)
  }

  private func asked(
    _ text: String, of record: RecordID = .document
  ) throws -> DocumentExpression {
    try DocumentExpression(
      text, of: record, in: structure, .standard, given: .none)
  }

  private static func answer(_ linkID: String) -> String {
    "%resource.descendants().where(linkId = '\(linkID)').answer.value"
  }

  @Test func `are known by the link ids of the form`() {
    #expect(rows.linkIDs == ["g", "q", "u", "words", "sub", "deep", "kids", "name", "call"])
    #expect(rows.record(of: "kids") == .section("kids") && rows.record(of: "q") == .row("q"))
    #expect(rows.record(of: "nobody") == nil)
    func linkID(of record: RecordID) -> String? { record.linkID(in: rows.structure) }
    #expect(linkID(of: .row("kids/2/name")) == "name")
    #expect(linkID(of: .section("kids/2")) == "kids" && linkID(of: .document) == nil)
  }

  @Test(
    arguments: [
      (answer("q"), ["q"]), (answer("u"), ["q", "u"]), (answer("deep"), ["deep"]),
      (answer("name"), ["kids/1/name", "kids/2/name"]),
      (answer("call"), ["kids/1/name", "kids/1/call", "kids/2/name", "kids/2/call"]),
      (answer("words"), []), ("item.where(linkId = 'g').exists()", ["q", "u", "deep"]),
      ("item.where(linkId = 'q').exists()", ["q", "u"]), ("1", []),
      (
        "%resource",
        ["q", "u", "deep", "kids/1/name", "kids/1/call", "kids/2/name", "kids/2/call"]
      ),
    ] as [(String, [RowID])])
  func `are those of all instances, with the questions that they are under`(
    text: String, expected: [RowID]
  ) throws {
    #expect(try asked(text).reads == expected)
  }

  @Test func `are those of one instance where the expression goes down from its item`() throws {
    #expect(try asked("answer.value", of: .row("kids/2/name")).reads == ["kids/2/name"])
    // The question that an item is under is read with it, and no other instance.
    #expect(
      try asked("answer.value", of: .row("kids/2/call")).reads == ["kids/2/name", "kids/2/call"])
    #expect(throws: ExpressionError.self) { try asked("%nobody") }
  }

  @Test func `are those of the form, for whoever follows them`() throws {
    func definitions(_ text: String, at context: String? = nil) throws -> [ReadRow] {
      try rows.definitions(readBy: reads(text, at: context))
    }
    #expect(try definitions(Self.answer("name")) == [ReadRow("name")])
    #expect(try definitions(Self.answer("call")) == [ReadRow("call"), ReadRow("name")])
    #expect(try definitions(Self.answer("u")) == [ReadRow("u"), ReadRow("q")])
    #expect(
      try definitions("item.where(linkId = 'name').answer.value", at: "kids") == [
        ReadRow("name", inside: .section("kids"))
      ])
    // What is read anyway is read in all instances.
    let both = "item.where(linkId = 'name').answer.value | \(Self.answer("name"))"
    #expect(try definitions(both, at: "kids") == [ReadRow("name")])
    #expect(
      try definitions("item.where(linkId = 'g').exists()").map(\.row) == [
        "q", "u", "words", "deep",
      ])
  }

  // Rule D2.
  @Test func `are told apart where two link ids differ in their spelling alone`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed, "Swift takes them for the same")
    let ids = [composed, decomposed].map { RowID(unchecked: $0) }
    let document = try Document(sections: [
      Document.Section(
        id: "g",
        rows: zip(ids, [Value.integer(1), .integer(2)]).map { id, answer in
          Document.Row(
            id: id, fields: TextInput(Field<Int>(id)).record.setting(.value, answer))
        })
    ])
    let structure = DocumentStructure(document, Document.Index(document))
    #expect(ExpressionRows(structure, .standard).linkIDs.count == 3)
    for (linkID, id, answer) in [(composed, ids[0], 1), (decomposed, ids[1], 2)] {
      for list in ["linkId = '\(linkID)'", "linkId in ('\(linkID)' | 'none')"] {
        let asked = try DocumentExpression(
          "%resource.repeat(item).where(\(list)).answer.value * 10", of: .document, in: structure,
          .standard, given: .none)
        #expect(asked.reads == [id] && asked.unknownLinkIDs.allSatisfy { $0 == "none" })
        #expect(try asked.value() == .one(.integer(Int64(answer) * 10)))
      }
    }
    let both = try DocumentExpression(
      "%resource.repeat(item).where(linkId in ('\(composed)' | '\(decomposed)')).answer.value.sum()",
      of: .document, in: structure, .standard, given: .none)
    #expect(both.reads == ids)
    #expect(try both.value() == .one(.integer(3)))
  }

  @Test func `have an order`() {
    let index = rows.structure.index
    #expect(index.precedes("q", "u") && !index.precedes("u", "q") && !index.precedes("q", "q"))
    #expect(index.precedes("name", "kids/1/name"))
  }
}

// Rule E19.
@Suite(.timeLimit(.minutes(20))) struct `The definition that expressions read` {
  private func texts(_ items: ExpressionItems?) -> [String]? {
    items?.list.map { item in
      guard case .element(let element) = item else { return "" }
      return element.elements.compactMap { $0.value?.written }.joined(separator: " ")
    }
  }

  @Test func `is the form as a Questionnaire, and the item of the row that asks`() {
    var tree = ElementTreeBuilder(type: "Questionnaire")
    let item = tree.add("item", to: 0)
    tree.add("linkId", to: item, .text("g"))
    let inner = tree.add("item", to: item)
    tree.add("linkId", to: inner, .text("q"))
    tree.add("text", to: inner, .text("Q"))
    let root = tree.tree.root
    let form = FormDefinition(root)
    let found = form.variables(at: "q")
    #expect(Set(found.keys) == ["questionnaire", "qitem", "qItem"])
    #expect(found["questionnaire"] == .one(root))
    #expect(texts(found["qitem"]) == ["q Q"] && texts(found["qItem"]) == ["q Q"])
    #expect(texts(form.variables(at: "g")["qitem"]) == ["g"])
    #expect(texts(form.variables(at: "nobody")["qitem"]) == [])
    #expect(texts(form.variables(at: nil)["qItem"]) == [])
  }

  @Test func `is not there where nobody writes it`() {
    #expect(FormDefinition(nil).variables(at: "q") == [:])
    #expect(FormDefinition.names == ["questionnaire", "qitem", "qItem"])
  }
}
