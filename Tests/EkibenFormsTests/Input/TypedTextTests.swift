import EkibenDocuments
import EkibenForms
import Testing

private func number(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

/// The input of a row that has these fields.
private func input(_ fields: Fields) throws -> any InputComponent {
  try #require(ComponentRegistry.standard.component("r", fields).input)
}

private let units: Value = .list([
  .record([.code: "mg", .label: "milligrams"]), .record([.code: "g"]),
])

private let options: Value = .list([
  .record([.code: "m", .label: "Male"]), .record([.code: "f", .label: "Female"]),
])

// Rule F59.
@Suite(.timeLimit(.minutes(20))) struct `A text that is typed into a row` {
  @Test(
    arguments: [
      ([.component: "TextInput"], "", .answer("")),
      ([.component: "TextInput", .kind: "integer"], "", .answer(nil)),
      ([.component: "TextInput", .kind: "decimal"], "", .answer(nil)),
      ([.component: "TextInput", .kind: "email"], "", .answer("")),
      ([.component: "TextInput", .kind: "integer"], "42", .answer(42)),
      ([.component: "TextInput", .kind: "integer"], "4x", .draft("4x")),
      (
        [.component: "TextInput", .kind: "integer"], "99999999999999999999",
        .draft("99999999999999999999")
      ),
      ([.component: "TextInput", .kind: "decimal"], "1e999", .draft("1e999")),
      ([.component: "DateInput"], "", .answer(nil)),
      ([.component: "DateInput"], "2024-", .draft("2024-")),
      ([.component: "DateInput"], "2024-02-30", .draft("2024-02-30")),
      ([.component: "Quantity", .units: units], "5 kg", .draft("5 kg")),
      ([.component: "Quantity", .units: units], "5", .draft("5")),
      ([.component: "Toggle"], "maybe", .draft("maybe")),
      ([.component: "Choice", .options: options], "", .answer(nil)),
    ] as [(Fields, String, TypedText)])
  func `is an answer, none, or a draft`(fields: Fields, text: String, typed: TypedText) throws {
    #expect(try input(fields).typed(text) == typed)
  }

  // Half an option is nothing that could be kept.
  @Test(
    arguments: [
      [.component: "Choice", .options: options],
      [.component: "Choice", .options: options, .multiple: true],
      [.component: "Choice", .options: [], .valueSet: "codes"],
    ] as [Fields])
  func `is no draft where it is picked`(fields: Fields) throws {
    let context = InputContext(options: { _, _ in [Choice.Option("x")] })
    #expect(throws: InputError.self) { try input(fields).typed("half", in: context) }
  }

  @Test func `is refused where its set cannot be read`() throws {
    let problem = InputProblem.unavailable(set: "codes", reason: "it is locked")
    let context = InputContext(options: { _, _ throws(InputProblem) in throw problem })
    let fields: Fields = [.component: "Choice", .title: "Code", .valueSet: "codes"]
    let error = InputError(row: "r", title: "Code", problem)
    #expect(throws: error) { try input(fields).typed("x", in: context) }
    #expect(throws: error) {
      try RowInput(context: context).uncheckedSet(of: Document.Row(id: "r", fields: fields))
    }
    // A code says as much as it did.
    #expect(try input(fields).displayText(ofValue: "x", in: context) == "x")
    // Nor is one that could not be looked up, beside another that was, a wrong answer where it is drawn.
    let failing = InputContext(options: { _, text throws(InputProblem) in
      if text == "x" { throw problem }
      return [Choice.Option("y")]
    })
    let both = fields.setting(.multiple, true).setting(.value, ["x", "y"]).shown { failing }
    #expect(both[.chosen] == nil)
    #expect(RowInput().issues(of: Document.Row(id: "r", fields: both)) == [])
  }

  @Test(
    arguments: [
      ([.component: "TextInput"], nil), ([.component: "Choice", .options: options], nil),
      ([.component: "Choice", .valueSet: "known"], nil),
      ([.component: "Choice", .valueSet: "other"], "other"), ([.component: "Choice"], ""),
      ([.component: "Description"], nil),
    ] as [(Fields, String?)])
  func `is not checked where nobody knows its set`(fields: Fields, set: String?) throws {
    let context = InputContext(options: { set, _ in set == "known" ? [] : nil })
    let row = Document.Row(id: "r", fields: fields)
    #expect(try RowInput(context: context).uncheckedSet(of: row) == set)
  }

  // What was typed and is no answer says why; where it has become one, only that it is not taken yet.
  @Test(
    arguments: [
      (
        [.component: "TextInput", .kind: "integer", .title: "Age", .draft: "4x", .required: true],
        [.draft(text: "4x", message: "“Age” takes a whole number, not “4x”")]
      ),
      (
        [.component: "TextInput", .kind: "integer", .draft: "42"],
        [.draft(text: "42", message: "“42” is no answer yet")]
      ),
      (
        [.component: "TextInput", .kind: "integer", .draft: "4x", .value: 3, .least: 5],
        [
          .draft(text: "4x", message: "r takes a whole number, not “4x”"), .least(5),
        ]
      ),
    ] as [(Fields, [ValidationIssue.Rule])])
  func `that is a draft is an issue beside those of the answer`(
    fields: Fields, rules: [ValidationIssue.Rule]
  ) throws {
    #expect(try input(fields).issues().map(\.rule) == rules)
    #expect(try input(fields).shownAnswer() == fields.text(.draft))
  }
}

// Rules F5 and F15.
@Suite(.timeLimit(.minutes(20))) struct `The answer that a row has` {
  @Test(
    arguments: [
      ([.component: "DateInput", .kind: "year", .value: .date("2024-03")], "2024-03"),
      ([.component: "Choice", .options: options, .value: "x"], "x"),
      ([.component: "Choice", .options: options, .value: "m"], "Male"),
      (
        [.component: "Choice", .options: options, .multiple: true, .value: ["f", "m"]],
        "Female, Male"
      ),
      ([.component: "Choice", .options: options, .multiple: true, .value: ["f", 7]], "Female, 7"),
      ([.component: "Toggle", .value: true], "yes"), ([.component: "Toggle", .value: false], "no"),
      ([.component: "Toggle", .value: "on"], "on"),
      (
        [.component: "Quantity", .units: units, .value: .record([.number: 5, .unit: "mg"])],
        "5 milligrams"
      ),
      ([.component: "Quantity", .units: units, .value: .record([.number: 5, .unit: "t"])], "5 t"),
      ([.component: "TextInput", .value: 7], "7"), ([.component: "TextInput", .value: .null], nil),
      ([.component: "TextInput"], nil), ([.component: "TextInput", .value: ""], ""),
      ([.component: "TextInput", .value: "x", .draft: "y"], "y"),
    ] as [(Fields, String?)])
  func `is shown, also where it is none any more`(fields: Fields, text: String?) throws {
    #expect(try input(fields).shownAnswer() == text)
  }

  @Test(
    arguments: [
      ([.component: "Choice", .options: options, .value: "m"], "m"),
      (
        [.component: "Choice", .options: options, .multiple: true, .value: ["f", "m"]],
        #"["f", "m"]"#
      ),
      ([.component: "Toggle", .value: true], "true"), ([.component: "Toggle", .value: "on"], "on"),
      ([.component: "Quantity", .value: .record([.number: 5, .unit: "mg"])], "5 mg"),
      ([.component: "DateInput", .value: .date("2024-03")], "2024-03"),
      ([.component: "TextInput", .value: 7], "7"),
    ] as [(Fields, String)])
  func `is printed as it is read`(fields: Fields, text: String) throws {
    let row = Document.Row(id: "r", fields: fields)
    let value = try #require(fields[.value])
    #expect(RowInput().text(of: value, in: row) == text)
  }

  @Test(
    arguments: [
      ([.component: "TextInput", .required: true], ["required"]),
      ([.component: "TextInput", .required: true, .value: .null], ["required"]),
      ([.component: "TextInput", .required: true, .value: ""], ["required"]),
      ([.component: "Choice", .required: true, .multiple: true, .value: []], ["required"]),
      ([.component: "TextInput", .required: true, .readOnly: true], []),
      ([.component: "TextInput", .maxLength: 1, .readOnly: true, .value: "ab"], []),
      ([.component: "TextInput", .required: true, .draft: "x"], ["draft"]),
    ] as [(Fields, [String])])
  func `is asked for, unless nobody can give one`(fields: Fields, names: [String]) throws {
    #expect(try input(fields).issues().map(\.ruleName) == names)
  }

  // Rule F15: what is missing shows only where it is to.
  @Test(
    arguments: [
      (nil, []), (false, ["maxLength"]), (true, ["maxLength"]),
    ] as [(Value?, [String])])
  func `shows its issues only when they are to show`(shown: Value?, names: [String]) throws {
    var fields: Fields = [.component: "TextInput", .required: true, .maxLength: 1, .value: "ab"]
    fields[.issuesShown] = shown
    #expect(try input(fields).shownIssues().map(\.ruleName) == names)
    fields[.value] = nil
    #expect(try input(fields).shownIssues().map(\.ruleName) == (shown == true ? ["required"] : []))
  }

  // Rule F48: a warning stays one where it is drawn.
  @Test func `shows the checks that were drawn at it behind its own issues`() throws {
    let checks: Value = .list([
      .record([.code: "sum", .message: "too much", .kind: "warning"]),
      .record([.code: "old", .message: "too old", .kind: "error"]),
      .record([.code: "new", .message: "of another kind", .kind: "later"]),
      .record([.code: "no message"]), "no record",
    ])
    let fields: Fields = [.component: "TextInput", .checksShown: checks]
    let drawn = try input(fields).shownIssues()
    #expect(drawn.map(\.ruleName) == ["sum", "old", "new"])
    #expect(drawn.map(\.message) == ["too much", "too old", "of another kind"])
    #expect(drawn.map(\.severity) == [.warning, .error, .error])
    let both = fields.setting(.issuesShown, true).setting(.required, true)
    #expect(try input(both).shownIssues().map(\.ruleName) == ["required", "sum", "old", "new"])
  }

  @Test(
    arguments: [
      ([.component: "Toggle"], true), ([.component: "Toggle", .value: false], true),
      ([.component: "Toggle", .value: true], false), ([.component: "Toggle", .value: "x"], true),
      ([.component: "TextInput"], nil), ([.component: "Choice", .options: options], nil),
    ] as [(Fields, Value?)])
  func `is given by a tap where a tap gives one`(fields: Fields, value: Value?) throws {
    #expect(try input(fields).valueAfterTap() == value)
  }

  // A value of the history is read as the row keeps it, or as what is called so.
  @Test(
    arguments: [
      ([.component: "TextInput", .kind: "decimal"], 5, .decimal(number("5"))),
      ([.component: "TextInput", .kind: "integer"], 5, 5),
      ([.component: "Choice", .options: options], "Male", "m"),
      ([.component: "Choice", .options: options, .multiple: true], ["Male", "f"], ["m", "f"]),
      ([.component: "Choice", .options: .list([.record([.code: "5"])])], 5, "5"),
      ([.component: "DateInput", .kind: "year"], 1990, .date("1990")),
    ] as [(Fields, Value, Value)])
  func `is what a value means in its row`(fields: Fields, value: Value, answer: Value) throws {
    let row = Document.Row(id: "r", fields: fields)
    #expect(try RowInput().answer(meantBy: value, in: row) == answer)
  }

  @Test(
    arguments: [
      ([.component: "Description"], "x", .noAnswer(component: "Description")),
      (
        [.component: "TextInput", .kind: "integer"], "5",
        .unreadable(takes: "a whole number", text: "5")
      ),
      (
        [.component: "DateInput"], "1990",
        .unreadable(takes: "a date as in 2024-03-05", text: "1990")
      ),
      ([.component: "Toggle"], 1, .unreadable(takes: "true or false", text: "1")),
    ] as [(Fields, Value, InputProblem)])
  func `is refused where a value means none`(
    fields: Fields, value: Value, problem: InputProblem
  ) {
    let row = Document.Row(id: "r", fields: fields)
    #expect(throws: InputError(row: "r", problem)) {
      try RowInput().answer(meantBy: value, in: row)
    }
  }
}
