import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

/// A tree as lines: names, types and values, by depth.
private func lines(of element: ExpressionElement, _ depth: Int = 0) -> [String] {
  element.elements.flatMap { child in
    let value = child.value?.written.map { " = \($0)" } ?? ""
    let line = "\(String(repeating: " ", count: depth))\(child.name) \(child.type ?? "-")\(value)"
    return [line] + lines(of: child, depth + 1)
  }
}

// Rule E10.
@Suite(.timeLimit(.minutes(20))) struct `A document as a response` {
  private static func answered(_ component: any Component, _ value: Value?) -> any Component {
    var record = component.record
    record[.value] = value
    return ComponentRegistry.standard.component(component.id, record)
  }

  private func response(
    _ form: Form, where isActive: (RowID) -> Bool = { _ in true }
  ) throws -> [String] {
    let document = try form.document()
    let response = ResponseElements(
      of: document, at: Document.Index(document), .standard,
      where: isActive)
    guard case .element(let root) = response.tree.root else { return [] }
    #expect(root.type == "QuestionnaireResponse")
    return lines(of: root)
  }

  @Test func `has the items of its form that are answered, and what stands in them`() throws {
    let form = Form("f", url: "http://x/f") {
      Section("g", header: "Group") {
        Self.answered(TextInput(Field<String>("a~1b"), title: "A"), "x")
        TextInput(Field<String>("none"), title: "None")
        Self.answered(TextInput(Field<String>("empty")), "")
        Description("words", "Words")
        Self.answered(TextInput(Field<String>("sub")).setting(.parentRow, to: "a~1b"), "y")
        Self.answered(TextInput(Field<String>("hidden")), "z")
      }
      Section("bare") { TextInput(Field<String>("nothing")) }
      Section("root") {
        Self.answered(TextInput(Field<String>("top")).setting(.linkID, to: "1.1"), "t")
        Self.answered(TextInput(Field<String>("unnamed")).setting(.linkID, to: .null), "u")
      }
    }
    #expect(
      try response(form) { $0 != "hidden" } == [
        "questionnaire - = http://x/f", "status - = in-progress", "item -", " linkId string = g",
        " text - = Group", " item -", "  linkId string = a/b", "  text - = A", "  answer -",
        "   valueString string = x", "   item -", "    linkId string = sub", "    answer -",
        "     valueString string = y", "item -", " linkId string = 1.1", " answer -",
        "  valueString string = t", "item -", " answer -", "  valueString string = u",
      ])
  }

  private static let ucum: Fields = ["code": "m", "label": "metre", "system": "ucum"]
  private static let option: Fields = ["code": "a", "label": "A", "system": "s"]

  @Test(
    arguments: [
      (Toggle(Field<Bool>("r")), true, ["valueBoolean boolean = true"]),
      (TextInput(Field<Int>("r")), 3, ["valueInteger integer = 3"]),
      (
        TextInput(Field<DecimalNumber>("r")), .decimal(DecimalNumber("1.50")!),
        ["valueDecimal decimal = 1.50"]
      ),
      (
        TextInput(Field<DecimalNumber>("r")), .decimal(DecimalNumber("2")!),
        ["valueDecimal decimal = 2"]
      ),
      (TextInput(Field<String>("r"), kind: .multiline), "x", ["valueString string = x"]),
      (TextInput(Field<String>("r"), kind: .url), "http://y", ["valueUri uri = http://y"]),
      (DateInput(Field<DateText>("r")), .date("2024-01-02"), ["valueDate date = 2024-01-02"]),
      (
        DateInput(Field<DateText>("r"), kind: .dateTime), .date("2024-01-02"),
        ["valueDateTime dateTime = 2024-01-02"]
      ),
      (
        DateInput(Field<DateText>("r"), kind: .dateTime), .date("2024-01-02T10:00"),
        ["valueDateTime dateTime = 2024-01-02T10:00"]
      ),
      (DateInput(Field<DateText>("r"), kind: .time), .date("10:00"), ["valueTime time = 10:00"]),
      (
        Quantity(Field<Quantity.Amount>("r")), .record([.number: .decimal(DecimalNumber("1.8")!)]),
        ["valueQuantity Quantity", " value decimal = 1.8"]
      ),
      (
        Quantity(Field<Quantity.Amount>("r")), .record([.number: 2, .unit: "m"]),
        ["valueQuantity Quantity", " value integer = 2", " unit string = m"]
      ),
      (
        Quantity(Field<Quantity.Amount>("r")).setting(.units, to: .list([.record(ucum)])),
        .record([.number: 2, .unit: "m"]),
        [
          "valueQuantity Quantity", " value integer = 2", " unit string = metre",
          " system - = ucum",
          " code - = m",
        ]
      ),
      (
        Choice(Field<String>("r"), options: []).setting(.options, to: .list([.record(option)])),
        "a",
        ["valueCoding Coding", " system - = s", " code - = a", " display string = A"]
      ),
      (
        Choice(Field<String>("r"), options: []), .record([.code: "b", .system: "t"]),
        ["valueCoding Coding", " system - = t", " code - = b"]
      ),
      (
        Choice(withOther: Field<Choice.Picked>("r"), options: []), .record([.other: "free"]),
        ["valueString string = free"]
      ),
    ] as [(any Component, Value, [String])])
  func `has each answer as FHIR types it`(
    component: any Component, value: Value, expected: [String]
  ) throws {
    let found = try response(Form("f") { Section("s") { Self.answered(component, value) } })
    #expect(found.drop { $0 != "  answer -" }.dropFirst() == expected.map { "   \($0)" }[...])
  }

  @Test func `has an answer for each of several`() throws {
    let many = Self.answered(Choice(several: Field<[String]>("r"), options: []), ["a", "b"])
    let found = try response(Form("f") { Section("s") { many } })
    #expect(
      found.suffix(6) == [
        "  answer -", "   valueCoding Coding", "    code - = a", "  answer -",
        "   valueCoding Coding", "    code - = b",
      ])
  }

  // An option whose source is a text, a number or a date is answered with that.
  @Test(
    arguments: [
      (#"{"valueString": "x"}"#, "valueString string = x"),
      (#"{"valueInteger": 5}"#, "valueInteger integer = 5"),
      (#"{"valueDate": "2024-01-02"}"#, "valueDate date = 2024-01-02"),
    ] as [(String, String)])
  func `has options as their source says`(source: String, line: String) throws {
    let option: Fields = ["code": "a", .source: .verbatim(source)]
    let choice = Choice(Field<String>("r"), options: [])
      .setting(.options, to: .list([.record(option)]))
    let found = try response(Form("f") { Section("s") { Self.answered(choice, "a") } })
    #expect(found.last == "   " + line)
  }
}

// Rule E11.
@Suite(.timeLimit(.minutes(20))) struct `A link id` {
  @Test(
    arguments: [
      ("a", [:], "a"), ("a~1b", [:], "a/b"), ("a~0b~01", [:], "a~b~1"), ("~2~", [:], "~2~"),
      ("a", [.linkID: "1.1"], "1.1"), ("a", [.linkID: .null], nil), ("a", [.linkID: 1], "a"),
    ] as [(String, Fields, String?)])
  func `is that of a record, or its id`(id: String, fields: Fields, linkID: String?) {
    #expect(fields.linkID(of: .row(RowID(unchecked: id))) == linkID)
    #expect(fields.linkID(of: .section(SectionID(unchecked: id))) == linkID)
  }

  @Test(
    arguments: [
      ("s", [:], true), ("root", [:], false), ("root", [.header: "x"], true),
      ("root", [.fhir: .verbatim("{}")], true), ("root", [.fhir: "{}"], false),
      ("s", [.continues: true], false), ("s", [.continues: false], true),
    ] as [(String, Fields, Bool)])
  func `belongs to a section that is an item of its own`(id: String, fields: Fields, isItem: Bool) {
    #expect(Document.Section(id: SectionID(unchecked: id), fields: fields).isItem == isItem)
  }

  @Test(
    arguments: [
      ([:], false, .text), ([.title: "T"], false, .title), ([.title: "T"], true, .text),
      ([.prefix: "1."], true, .title), ([:], true, .text),
    ] as [(Fields, Bool, FieldName)])
  func `goes with a text in one of two fields`(fields: Fields, isHeader: Bool, name: FieldName) {
    #expect(fields.textName(isHeader: isHeader) == name)
  }

  @Test func `is beside variables, some of which a host hands over`() {
    let fields: Fields = [
      .variables: .list([
        .record(["name": "p"]), .record(["name": "v", "fhirpath": "1"]), .record(["fhirpath": "2"]),
        "x",
      ])
    ]
    #expect(fields.variables.map(\.name) == ["p", "v"])
    #expect(fields.variables.map(\.text) == [nil, "1"])
    #expect(fields.handedOver == ["p"])
    let known: Fields = [.variables: .list([.record(["name": "p"])])]
    #expect(
      known.adding(variable: "v", "1")
        == .list([.record(["name": "p"]), .record(["name": "v", "fhirpath": "1"])]))
    #expect(Fields().adding(variable: "p", nil) == .list([.record(["name": "p"])]))
  }
}
