import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

private func number(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

private let coded: Value = .list([
  .record([.code: "a", .label: "One", .system: "s"]),
  .record([.code: "a", .label: "Two", .system: "t"]),
  .record([.code: "b", .label: "Three", .system: "t"]),
])

private let several: Value = .list([
  .record([.code: "x", .label: "An x"]), .record([.code: "y"]),
  .record([.code: "n", .label: "None", .exclusive: true]),
])

/// One row of each kind, called by what it takes.
private let rows: [String: Fields] = [
  "date": [.component: "DateInput"], "dateTime": [.component: "DateInput", .kind: "dateTime"],
  "time": [.component: "DateInput", .kind: "time"],
  "month": [.component: "DateInput", .kind: "month"],
  "year": [.component: "DateInput", .kind: "year"],
  "coded": [.component: "Choice", .options: coded],
  "several": [.component: "Choice", .options: several, .multiple: true],
  "other": [.component: "Choice", .options: several, .other: true],
  "others": [.component: "Choice", .options: several, .other: true, .multiple: true],
  "dose": [.component: "Quantity", .units: .list([.record([.code: "mg", .label: "milligrams"])])],
  "size": [
    .component: "Quantity", .units: .list([.record([.code: "m"]), .record([.code: "cm"])]),
  ],
  "any": [.component: "Quantity"], "number": [.component: "TextInput", .kind: "decimal"],
  "text": [.component: "TextInput"], "toggle": [.component: "Toggle"],
  "said": [.component: "Description", .text: "Read."],
  "kept": [.component: "Opaque", .source: .verbatim("{}")],
]

private func row(_ name: String, _ more: Fields = Fields()) -> Document.Row {
  var fields = rows[name] ?? [:]
  for field in more { fields[field.name] = field.value }
  return Document.Row(id: RowID(unchecked: name), fields: fields)
}

private func amount(_ digits: String, _ unit: String?) -> Value {
  Quantity.Amount(number(digits), unit).documentValue
}

@Suite(.timeLimit(.minutes(20))) struct `Every kind of question` {
  // What a person types into a table is what the row reads; text that is emptied may be none.
  private func typed(_ text: String, _ value: Value, _ row: Document.Row) async throws {
    try await MainActor.run {
      let table = HeadlessTable(try Document(sections: [.init(id: "s", rows: [row])]))
      var event: FormEvent?
      table.callbacks.onEvent = { event = $0 }
      try table.type(text, into: row.id)
      #expect(event?.value == (text.isEmpty ? nil : value))
    }
  }

  // Rules F24, F26 and F27, and F7: what is printed is read again.
  @Test(
    arguments: [
      ("date", "2024", .date("2024")), ("date", "2024-03", .date("2024-03")),
      ("date", "2024-02-29", .date("2024-02-29")), ("month", "2024-03", .date("2024-03")),
      ("year", "2024", .date("2024")), ("time", "10:00:00.250", .date("10:00:00.250")),
      ("dateTime", "2024-03-05T10:00+01:00", .date("2024-03-05T10:00+01:00")),
      ("dateTime", "2024-03-05T10:00:00Z", .date("2024-03-05T10:00:00Z")),
      ("dateTime", "2024-03", .date("2024-03")),
      ("coded", "b", .record([.code: "b", .system: "t"])),
      ("coded", "s|a", .record([.code: "a", .system: "s"])),
      ("coded", "Two", .record([.code: "a", .system: "t"])),
      ("several", #"["y", "An x"]"#, ["y", "x"]), ("several", "y", ["y"]), ("several", "[]", []),
      ("other", "An x", "x"), ("other", "a baker", .record([.other: "a baker"])),
      ("other", "", .record([.other: ""])),
      (
        "others", #"["y", "my own", "[mine"]"#,
        ["y", .record([.other: "my own"]), .record([.other: "[mine"])]
      ),
      ("dose", "5.0 mg", amount("5.0", "mg")), ("dose", "5mg", amount("5", "mg")),
      ("dose", "5 milligrams", amount("5", "mg")), ("dose", "5", amount("5", "mg")),
      ("size", "-1.5e3 cm", amount("-1.5e3", "cm")), ("any", "7 µg/l", amount("7", "µg/l")),
      ("any", "7", amount("7", nil)), ("any", "2 eq", amount("2", "eq")),
      ("number", "1e308", .decimal(number("1e308"))),
      ("number", "0e999", .decimal(number("0e999"))),
    ] as [(String, String, Value)])
  func `takes what fits, and reads what it prints`(
    name: String, text: String, value: Value
  ) async throws {
    let row = row(name)
    try await typed(text, value, row)
    #expect(try RowInput().read(text, for: row) == value)
    #expect(try RowInput().check(value, for: row) == value)
    let input = try #require(ComponentRegistry.standard.component(row.id, row.fields).input)
    #expect(try RowInput().read(input.text(ofValue: value), for: row) == value)
    // Printed and read again: what a log says can be set.
    #expect(try Notation.parse(value: Notation.text(of: value)) == value)
  }

  @Test(arguments: [
    ("date", "2024-02-30", "date: there is no date or time 2024-02-30"),
    ("date", "2023-02-29", "date: there is no date or time 2023-02-29"),
    ("date", "2024-13-01", "date: there is no date or time 2024-13-01"),
    ("time", "25:00", "time: there is no date or time 25:00"),
    ("dateTime", "2024-03-05T10:61", "dateTime: there is no date or time 2024-03-05T10:61"),
    ("date", "5.3.2024", #"date takes a date as in 2024-03-05, not "5.3.2024""#),
    ("date", "", #"date takes a date as in 2024-03-05, not """#),
    ("date", "10:00", #"date takes a date as in 2024-03-05, not "10:00""#),
    ("month", "2024", #"month takes a month as in 2024-03, not "2024""#),
    ("year", "2024-03", #"year takes a year as in 2024, not "2024-03""#),
    ("time", "2024", #"time takes a time as in 10:00, not "2024""#),
    ("coded", "a", #"coded: several options are called "a"; name a code: s|a, t|a"#),
    ("coded", "z", #"coded has no option "z"; it has a, a, b"#),
    ("several", #"["x","x"]"#, #"several: the option "x" is named twice"#),
    ("several", #"["x",1]"#, #"several takes a list of its options, not "["x",1]""#),
    ("others", #"["own","own"]"#, #"others: the option "own" is named twice"#),
    ("dose", "5 mgs", #"dose has no unit "mgs"; it has mg"#),
    ("size", "5", "size needs a unit; it has m, cm"),
    ("dose", "much", #"dose takes a number and a unit, as in 5 mg, not "much""#),
    ("dose", "1e400 mg", "dose: 1e400 is outside the range of decimal numbers, 1e-307 to 1e308"),
    ("number", "1e400", "number: 1e400 is outside the range of decimal numbers, 1e-307 to 1e308"),
    (
      "number", "-1e-999999999999999999999",
      "number: -1e-999999999999999999999 is outside the range of decimal numbers, 1e-307 to 1e308"
    ),
  ])
  func `says why it does not take what does not fit`(name: String, text: String, words: String) {
    #expect { try RowInput().read(text, for: row(name)) } throws: {
      ($0 as? InputError)?.description.replacing("\\\"", with: "\"") == words
    }
  }

  @Test(
    arguments: [
      ("date", "2024"), ("date", .date("10:00")), ("coded", .record([.code: "a"])),
      ("coded", .record([.code: "b", .system: "s"])), ("coded", "One"), ("several", "x"),
      ("several", [["x"]]), ("other", "own"), ("coded", .record([.other: "own"])),
      ("dose", 5), ("dose", .record([.number: "5", .unit: "mg"])),
      ("dose", .record([.number: 5, .unit: "mg", "more": 1])),
      ("dose", .record([.number: 5, .unit: "milligrams"])), ("number", .decimal(number("1e400"))),
    ] as [(String, Value)])
  func `refuses a value of another shape`(name: String, value: Value) {
    #expect(throws: InputError.self) { try RowInput().check(value, for: row(name)) }
  }

  @Test func `an answer of an older store is the option that has its code`() throws {
    #expect(try RowInput().check("b", for: row("coded")) == .record([.code: "b", .system: "t"]))
    #expect(RowInput().displayText(of: "b", in: row("coded")) == "Three")
  }

  @Test func `picking of several adds and takes away, and what stands alone clears`() throws {
    var value: Value?
    for (pick, expected) in [
      ("x", ["x"]), ("y", ["x", "y"]), ("x", ["y"]), ("None", ["n"]), ("y", ["y"]), ("y", []),
    ] as [(String, Value)] {
      let row = row("several", value.map { [.value: $0] } ?? [:])
      let input = try #require(ComponentRegistry.standard.component(row.id, row.fields).input)
      value = try input.value(picking: pick)
      #expect(value == expected)
    }
  }

  // Rule F18: no kind leaves a trace for another.
  @MainActor @Test func `none leaves a trace in a view of another`() throws {
    let answers: [String: Value] = [
      "date": .date("2024-03"), "coded": .record([.code: "b", .system: "t"]),
      "several": ["x", "n"],
      "other": .record([.other: "own"]), "dose": amount("5", "mg"), "text": "x", "toggle": true,
    ]
    let components = rows.keys.sorted().flatMap { name -> [any Component] in
      let plain = row(name)
      var full: Fields = [.title: "T", .help: "H", .unit: "u", .least: 1, .greatest: "2020"]
      full[.value] = answers[name]
      let filled = row(name, full)
      return [plain, filled].map { ComponentRegistry.standard.component($0.id, $0.fields) }
    }
    #expect(components.count == 34)
    try expectContract(of: components)
  }

  @Test(arguments: ["2024-03-05", "2024", "10:00:30.5"])
  func `a picker of dates gets the numbers and the range`(text: String) throws {
    let date = try #require(DateText(text))
    let fields: Fields = [
      .component: "DateInput", .kind: "dateTime", .value: .date(date), .least: "2020-01-01",
      .greatest: .date("2030"), .control: "picker",
    ]
    let input = try #require(DateInput(id: "d", record: fields))
    var view = DateInput.View()
    input.render(in: &view)
    #expect(view.parts == date.parts && view.least == "2020-01-01" && view.greatest == "2030")
    #expect(view.presentation.control == "picker")
  }

  @Test func `presentation changes nothing of what an answer is`() throws {
    let input = Choice(Field("c"), options: [Choice.Option("a"), Choice.Option("b")])
      .presentation(Presentation(control: "check-box", orientation: "vertical", columns: 2))
    #expect(input.inputTraits.presentation.columns == 2 && !input.inputTraits.takesSeveral)
    #expect(try input.value(reading: "a") == "a")
  }
}

// Rule F25.
@Suite(.timeLimit(.minutes(20))) struct `A number that is drawn as a slider` {
  private let fields: Fields = [
    .kind: "decimal", .control: "slider", .least: 0, .greatest: 10, .step: 2, .decimals: 1,
  ]

  @Test func `tells a host its control, range and step`() {
    var view = TextInput.View()
    TextInput(id: "r", record: fields)?.render(in: &view)
    #expect(view.presentation.control == "slider" && view.limits == Limits(fields))
    #expect((view.limits.least, view.limits.greatest) == (0, 10) && view.limits.step == number("2"))
  }

  @Test func `and so does a quantity`() {
    var view = Quantity.View()
    let quantity = Quantity(id: "r", record: fields)
    quantity?.render(in: &view)
    #expect(view.presentation.control == "slider" && view.limits == Limits(fields))
    #expect(quantity?.inputTraits.presentation.control == "slider")
  }
}
