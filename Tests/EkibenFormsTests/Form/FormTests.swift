import EkibenDocuments
import EkibenExpressions
import EkibenForms
import Testing

extension Field<String> {
  fileprivate static let name = Field("name")
  fileprivate static let phone = Field("phone")
}
extension Field<Bool> { fileprivate static let consent = Field("consent") }
extension Field<Int> { fileprivate static let age = Field("age") }
extension Field<DecimalNumber> { fileprivate static let weight = Field("weight") }

/// The form of the README, word for word.
private let intake = Form("intake", title: "Clinic intake") {
  Section("person", header: "About you") {
    TextInput(.name, title: "Name").required()
    Toggle(.consent, title: "I agree to take part")
  }
  Section("study", footer: "You can stop at any time.") {
    Description("privacy", "Your answers stay on this device until you send them.")
    TextInput(.phone, title: "Phone", kind: .phone)
  }
  .visible(when: .consent == true)
}

@Suite(.timeLimit(.minutes(20))) struct FormTests {
  @Test func `the README's form leaves these records`() throws {
    let document = try intake.document()
    let study: Fields = [
      .footer: .record([.component: "Description", .text: "You can stop at any time."]),
      .visible: .record(["row": "consent", "is": true]),
    ]
    let expected = try Document(
      fields: [.title: "Clinic intake"],
      sections: [
        Document.Section(
          id: "person",
          fields: [.header: .record([.component: "Description", .text: "About you"])],
          rows: [
            Document.Row(
              id: "name", fields: [.component: "TextInput", .title: "Name", .required: true]),
            Document.Row(
              id: "consent", fields: [.component: "Toggle", .title: "I agree to take part"]),
          ]),
        Document.Section(
          id: "study", fields: study,
          rows: [
            Document.Row(
              id: "privacy",
              fields: [
                .component: "Description",
                .text: "Your answers stay on this device until you send them.",
              ]),
            Document.Row(
              id: "phone", fields: [.component: "TextInput", .title: "Phone", .kind: "phone"]),
          ]),
      ])
    #expect(document == expected)
    #expect(intake.name == "intake")
    #expect(intake.title == "Clinic intake")
  }

  @Test func `a field decides the kind of its input`() {
    #expect(TextInput(.age, title: "Age").record.text(.kind) == "integer")
    #expect(TextInput(.weight, title: "Weight").record.text(.kind) == "decimal")
    #expect(TextInput(.name, title: "Name").record[.kind] == nil)
    #expect(TextInput(.name, title: "Name", kind: .multiline).record.text(.kind) == "multiline")
  }

  @Test(
    arguments: [
      (Field<Int>("age") == 7, ["row": "age", "is": 7]),
      (Field<Int>("age") != 7, ["row": "age", "isNot": 7]),
      (Field<Int>("age") < 7, ["row": "age", "lessThan": 7]),
      (Field<Int>("age") <= 7, ["row": "age", "atMost": 7]),
      (Field<Int>("age") > 7, ["row": "age", "greaterThan": 7]),
      (Field<Int>("age") >= 7, ["row": "age", "atLeast": 7]),
      (!(Field<Bool>("on") == true), ["not": .record(["row": "on", "is": true])]),
    ] as [(Formula, Fields)])
  func `a comparison leaves a record`(formula: Formula, record: Fields) {
    #expect(formula.record == record)
  }

  @Test func `other formulas leave records, too`() {
    func expect(_ formula: Formula, _ record: Fields) { #expect(formula.record == record) }
    let (age, to) = (Field<Int>("age"), Field<[String]>("to"))
    expect(age.isAnswered, ["row": "age", "exists": true])
    expect(age.isOne(of: [1, 2]), ["row": "age", "anyOf": [1, 2]])
    expect(to.contains("x"), ["row": "to", "contains": "x"])
    expect(age.compares(.atLeast, to: Field("least")), ["row": "age", "atLeastRow": "least"])
    let several = to.count(.atLeast, 2).of(.every)
    expect(several, ["row": "to", "count": .record(["atLeast": 2]), "reach": "every"])
    expect((!several).of(.any), ["not": .record(several.of(.any).record)])
  }

  @Test func `conditions joined in a row are one list`() {
    let adult = Field<Int>("age") > 17
    let joined = Toggle(.consent).visible(when: .consent == true && .age > 17 && .age < 66)
    let parts: [Value] = [
      .record(["row": "consent", "is": true]), .record(adult.record),
      .record(["row": "age", "lessThan": 66]),
    ]
    #expect(joined.record[.visible] == .record(["all": .list(parts)]))
    let either = adult || .consent == true || !adult
    #expect(either.record["any"]?.asList?.count == 3)
    let mixed = adult && (.consent == true || .age == 3)
    #expect(mixed.record["all"]?.asList?.count == 2)
  }

  @Test(arguments: [false, true])
  func `a builder takes conditions and loops`(more: Bool) throws {
    let form = Form("loops") {
      if more { Section("more") { Description("text", "More.") } }
      for number in 1...2 {
        Section(SectionID(unchecked: "s\(number)")) {
          if more { Description(RowID(unchecked: "d\(number)"), "d") } else { noRows() }
        }
      }
    }
    let document = try form.document()
    #expect(document.sections.map(\.id) == (more ? ["more"] : []) + ["s1", "s2"])
    #expect(document.rowCount == (more ? 3 : 0))
  }

  @Test func `ids that occur twice are all named`() {
    let form = Form("twice") {
      Section("a") {
        Description("x", "1")
        Description("y", "2")
      }
      Section("a") {
        Description("x", "3")
        Description("y", "4")
      }
    }
    #expect {
      try form.document()
    } throws: { error in
      let duplicates = error as? DuplicateIDs
      return duplicates?.sections == ["a"] && duplicates?.rows == ["x", "y"]
    }
  }

  @Test func `every modifier leaves its field, and takes it back`() {
    let input = TextInput(.name, title: "Name").required().readOnly().prefix("1.").maxLength(3)
      .placeholder("as in your passport").visible(when: .age == 7)
    let expected: Fields = [
      .component: "TextInput", .title: "Name", .required: true, .readOnly: true, .prefix: "1.",
      .maxLength: 3, .placeholder: "as in your passport",
      .visible: .record(["row": "age", "is": 7]),
    ]
    #expect(input.record == expected)
    let bare = TextInput(.name, title: "Name")
    #expect(bare.required().required(false).record == bare.record)
    #expect(bare.readOnly().readOnly(false).record == bare.record)
  }

  private func noRows() -> [any Component] { [] }
}
