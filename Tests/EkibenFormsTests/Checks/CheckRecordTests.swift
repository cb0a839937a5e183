import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rule F47.
@Suite(.timeLimit(.minutes(20))) struct `A check as data` {
  private static let isAnswered = Formula.exists(.init("a"), true)

  private static let records: [(record: Fields, check: Check)] = [
    (["id": "c", "unique": "bed"] as Fields, Check("c", .unique("bed"))),
    (["id": "c", "formula": .record(isAnswered.record)] as Fields, Check("c", .holds(isAnswered))),
    (
      [
        "id": "c", "formula": .record(isAnswered.record), "severity": "warning",
        "message": "say more", "at": "b",
      ] as Fields, Check("c", .holds(isAnswered), message: "say more", severity: .warning, at: "b")
    ),
  ]

  @Test(arguments: records)
  func `is read from a record and written as one`(record: Fields, check: Check) {
    #expect(Check(record: record) == check)
    #expect(check.record == record)
  }

  @Test func `is an error unless it says otherwise`() {
    #expect(Check(record: ["id": "c", "unique": "a", "severity": "error"])?.severity == .error)
    #expect(Check(record: ["id": "c", "unique": "a"])?.severity == .error)
    #expect(Check("c", .unique("a")).severity == .error)
  }

  @Test(
    arguments: [
      ["unique": "a"], ["id": "c"], ["id": 1, "unique": "a"], ["id": "c", "unique": 1],
      ["id": "c", "formula": .record(["x": 1])], ["id": "c", "formula": "x", "unique": "a"],
      ["id": "c", "unique": "a", "severity": "grave"],
    ] as [Fields])
  func `is none where the record says something else`(record: Fields) {
    #expect(Check(record: record) == nil)
    // It is kept and not asked.
    let fields: Fields = [.checks: .list([.record(record), .null])]
    #expect(fields.checks == [])
  }

  @Test func `says its message in a language that it has, and keeps all of them`() throws {
    let record: Fields = [
      "id": "c", "unique": "a", "message": "twice",
      .translations: .record(["de": .record([.message: "doppelt"]), "fr": .record([:])]),
    ]
    let check = try #require(Check(record: record))
    #expect(check.record == record)
    #expect(check.message(in: ["de-AT"]) == "doppelt")
    #expect(check.message(in: ["fr"]) == "twice" && check.message(in: []) == "twice")
    #expect(Check("c", .unique("a")).message(in: ["de"]) == nil)
  }

  @Test func `says what it reads`() {
    let nested = Formula.all([Self.isAnswered, .fhirPath("1 = 1")])
    #expect(Check("c", .holds(nested), at: "b").references == [.init("a")])
    #expect(Check("c", .holds(nested)).expressions == ["1 = 1"])
    #expect(Check("c", .unique("a")).references == [.init("a", .any)])
    #expect(Check("c", .unique("a")).expressions == [])
  }

  @Test func `stands on a form, a section or what repeats, behind those that it has`() {
    let (first, second) = (Check("one", .unique("a")), Check("two", .holds(Self.isAnswered)))
    let section = Section("s").checked(first)
      .check("two", Self.isAnswered, message: "m", severity: .warning, at: "b")
    #expect(
      section.record.checks == [
        first, Check("two", .holds(Self.isAnswered), message: "m", severity: .warning, at: "b"),
      ])
    let form = Form("f") { Section("s") }.checked(first).checked(second)
    #expect(form.fields.checks == [first, second])
    let repeating = Repeat("r") {
      TextInput(Field<String>("a"))
      Section("inner")
    }.check("one", unique: Field<String>("a"), message: "m", severity: .warning, at: "b")
    #expect(
      repeating.sections.map(\.record.checks) == [
        [Check("one", .unique("a"), message: "m", severity: .warning, at: "b")], [],
      ])
  }
}

// Rule F48.
@Suite(.timeLimit(.minutes(20))) struct `All that is wrong with a document` {
  private static let (age, name) = (Field<Int>("age"), Field<String>("name"))
  private static let numbers: [RowID] = ["n1", "n2", "n3", "n4", "n5", "n6"]

  private func check(_ id: String, _ formula: Formula, at row: RowID? = nil) -> Check {
    Check(id, .holds(formula), message: id, at: row)
  }

  @Test func `is told by rows, and of a row limits first, then checks in their order`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Self.age).greatest(120)
        TextInput(Self.name).required()
        TextInput(Field<String>("pets")).repeated(least: 1)
      }
      .checked(check("third", Self.age < 90)).checked(check("fourth", Self.age < 80))
    }
    .checked(check("first", Self.age < 110)).checked(check("second", .any([]), at: "name"))
    .check(
      CustomCheck("own", reading: ["age"]) { _ in
        [ValidationIssue(row: "age", rule: .custom(name: "own", message: "own"))]
      })
    var document = try form.document()
    document.set(130, at: try #require(Document.Index(document)["age"]))
    let later = ValidationIssue(row: "age", rule: .pending(check: "late"))
    let issues = document.issues(form.components, in: .standard, and: [later])
    #expect(
      issues.map { "\($0.row) \($0.ruleName)" } == [
        "age greatest", "age first", "age third", "age fourth", "age own", "age pending",
        "name required", "name second", "pets minCount",
      ])
  }

  // Of FHIR: a required group contains at least one child element.
  @Test func `is that nothing in a section is answered in which something has to be`() throws {
    let (asked, inner) = (Field<String>("asked"), Field<String>("inner"))
    func issues(_ sections: [Document.Section], _ answered: RowID? = nil) throws -> [String] {
      var document = try Document(sections: sections)
      if let answered {
        document.set("x", at: try #require(Document.Index(document)[answered]))
      }
      return document.issues().map { "\($0.row) \($0.ruleName)" }
    }
    func section(_ id: SectionID, _ fields: Fields, _ rows: [Document.Row]) -> Document.Section {
      Document.Section(id: id, fields: fields, rows: rows)
    }
    let row = Document.Row(id: asked.row, fields: [.component: "TextInput"])
    let below = Document.Row(id: inner.row, fields: [.component: "TextInput"])
    let outer = section("s", [.required: true], [row])
    let under = section("t", [.parent: "s"], [below])
    #expect(try issues([outer, under]) == ["s required"])
    #expect(try issues([outer, under], "asked") == [])
    #expect(try issues([outer, under], "inner") == [])
    // Where nothing can be answered, or only a form says what is there.
    let hidden = Document.Row(id: "asked", fields: row.fields.setting(.hidden, true))
    let said = Document.Row(id: "said", fields: [.component: "Description", .text: "Well"])
    #expect(try issues([section("s", [.required: true], [hidden, said])]) == [])
    let closed = section("s", [.required: true, .readOnly: true], [row])
    #expect(try issues([closed]) == [])
    #expect(try issues([section("s", [.required: true, .hidden: true], [row])]) == [])
  }

  @Test(
    arguments: [
      (2, "“n1” has no answer and “n2” has no answer"),
      (
        4, "“n1” has no answer and “n2” has no answer and “n3” has no answer and “n4” has no answer"
      ),
      (
        6,
        "“n1” has no answer and “n2” has no answer and “n3” has no answer and “n4” has no answer "
          + "and 2 more"
      ),
    ] as [(Int, String)])
  func `is told with the answers that it rests on, up to four`(count: Int, facts: String) throws {
    let rows = Self.numbers.prefix(count)
    let form = Form("f") {
      Section("s") { for row in rows { TextInput(Field<String>(row)) } }
    }.check("all", .all(rows.map { .exists(.init($0), true) }))
    let wanted = rows.map { "“\($0)” is answered" }.joined(separator: " and ")
    #expect(
      try form.document().issues().map(\.message) == [
        "it is wanted that \(wanted), but \(facts)"
      ])
  }

  @Test func `is told with titles and options, in the language that is preferred`() throws {
    let colour = Choice(
      Field<String>("colour"), title: "Colour",
      options: [.init("r", label: "Red"), .init("g", label: "Green")]
    )
    .setting(.translations, to: .record(["de": .record([.title: "Farbe"])]))
    let form = Form("f") { Section("s") { colour } }
      .check("c", .compares(.init("colour"), .unequal, .value("r")))
    var document = try form.document()
    document.set("r", at: try #require(Document.Index(document)["colour"]))
    #expect(
      document.issues().map(\.message) == [
        "it is wanted that “Colour” is not Red, but “Colour” is Red"
      ])
    #expect(
      document.issues(in: InputContext(languages: ["de"])).map(\.message) == [
        "it is wanted that “Farbe” is not Red, but “Farbe” is Red"
      ])
  }

  // Rules E14 and E18.
  @Test func `is also what cannot be evaluated, where somebody can see it`() throws {
    func broken(_ row: RowID) -> TextInput { TextInput(Field<String>(row)) }
    let form = Form("f") {
      Section("s") {
        broken("visible").visible(when: .fhirPath("1 + 'a'"))
        broken("required").required(when: .fhirPath("1 + 'a'"))
        broken("readOnly").readOnly(when: .fhirPath("1 + 'a'"))
        broken("calculated").calculated("1 + 'a'")
        broken("odd").setting(.visible, to: .record(["x": 1]))
        broken("gone").setting(.hidden, to: true).visible(when: .fhirPath("1 + 'a'"))
      }
      .check("c", .fhirPath("1 + 'a'"), at: "odd")
      Section("t") { broken("inner") }.visible(when: .fhirPath("1 + 'a'"))
    }
    let why = "1:3: + cannot be done with a text"
    let issues = try form.document().issues()
    #expect(
      issues.map { "\($0.row) \($0.severity.rawValue): \($0.message)" } == [
        "visible error: whether it is shown could not be worked out: \(why)",
        "required error: whether it is needed could not be worked out: \(why)",
        "calculated warning: nothing is calculated: \(why)",
        "odd error: whether it is shown could not be worked out: its condition is not understood",
        "odd error: the check “c” could not be evaluated: \(why)",
        "inner error: whether it is shown could not be worked out: \(why)",
      ])
  }

  // Rules E18 and F47.
  @Test func `of an expression that reads no row shows at the first question shown`() throws {
    let never = Formula.fhirPath("false")
    let form = Form("f") {
      Section("repeats") { TextInput(Field<String>("part")) }.setting(.repeats, to: true)
      Section("hidden") { TextInput(Field<String>("a")) }.visible(when: never)
        .check("nowhere", never)
      Section("heading") { Description("read", "Beside it no issue shows") }
      Section("s") {
        Description("also read", "This")
        TextInput(Field<String>("b")).visible(when: never)
        TextInput(Field<String>("c"))
      }
      .check("wrong", never).check("failing", .fhirPath("1 + 'a'"))
      Section("empty") {}.check("unread", .fhirPath("1 +"))
    }
    .check("given", .fhirPath("%patient.exists()")).check("never", .any([]))
    #expect(
      try form.document().issues().map { "\($0.row): \($0.message)" } == [
        "c: the check “given” could not be evaluated: 1:1: nothing defines %patient",
        "c: it is wanted that false is true",
        "c: the check “failing” could not be evaluated: 1:3: + cannot be done with a text",
        "empty: the check “unread” could not be evaluated: 1:4: the expression ends too early",
      ])
  }

  @Test func `names what is there already`() throws {
    func bed(_ id: RowID, _ value: Value?, of template: Value?) -> Document.Row {
      let fields: Fields = [.component: "TextInput", .kind: "integer", .title: "Bed"]
      return Document.Row(
        id: id, fields: fields.setting(.value, value).setting(.template, template))
    }
    let check = Check("twice", .unique("bed"))
    let stays = (1...3).map { number in
      Document.Section(
        id: SectionID(unchecked: "stay/\(number)"),
        fields: [.parent: "stay", .template: "stay"],
        rows: [bed(RowID(unchecked: "stay/\(number)/bed"), number == 2 ? 2 : 1, of: "bed")])
    }
    let template = Document.Section(
      id: "stay", fields: [.repeats: true, .checks: .list([.record(check.record)])],
      rows: [bed("bed", nil, of: nil)])
    let issues = try Document(sections: [template] + stays).issues()
    #expect(issues.map(\.row) == ["stay/3/bed"])
    #expect(issues.map(\.message) == ["each “Bed” has to be another, and 1 is there already"])
  }
}
