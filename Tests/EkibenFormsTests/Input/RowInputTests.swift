import EkibenDocuments
import EkibenForms
import Testing

private let sexes: Value = .list([
  .record([.code: "m", .label: "Male"]), .record([.code: "f", .label: "Female"]),
  .record([.code: "x", .label: "Other"]), .record([.code: "y", .label: "Other"]),
])

/// One row of each kind, called by what it takes.
private let rows: [String: Fields] = [
  "text": [.component: "TextInput"],
  "multiline": [.component: "TextInput", .kind: "multiline"],
  "email": [.component: "TextInput", .kind: "email"],
  "integer": [.component: "TextInput", .kind: "integer"],
  "decimal": [.component: "TextInput", .kind: "decimal"],
  "toggle": [.component: "Toggle"],
  "choice": [.component: "Choice", .options: sexes],
  "coded": [.component: "Choice", .options: [], .valueSet: "http://example.org/codes"],
  "bare": [.component: "Choice", .options: []],
  "shut": [.component: "TextInput", .readOnly: true],
  "said": [.component: "Description", .text: "Read me."],
  "kept": [.component: "Opaque", .source: .verbatim("{}")],
  "odd": [.component: "Slider"],
  "new": [.component: "TextInput", .kind: "colour"],
  "none": [:],
]

private func row(_ name: String) -> Document.Row {
  Document.Row(id: RowID(unchecked: name), fields: rows[name] ?? [:])
}

private func decimal(_ digits: String) throws -> Value {
  .decimal(try #require(DecimalNumber(digits)))
}

@Suite(.timeLimit(.minutes(20))) struct RowInputTests {
  @Test(arguments: [
    ("text", "Ada"), ("text", ""), ("text", " two  spaces "), ("text", "e\u{301}"),
    ("text", "a\nb"), ("text", "-5"), ("multiline", "a\nb"), ("email", "not checked"),
    ("choice", "m"), ("coded", "anything at all"),
  ])
  func `takes text as it is`(name: String, text: String) throws {
    #expect(try RowInput().read(text, for: row(name)) == .text(text))
  }

  @Test(
    arguments: [
      ("0", 0), ("-5", -5), ("42", 42), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min),
    ] as [(String, Int64)])
  func `takes whole numbers`(text: String, number: Int64) throws {
    #expect(try RowInput().read(text, for: row("integer")) == .integer(number))
  }

  @Test(arguments: ["1.50", "-5", "0", "1e3", "12345678901234567890.123"])
  func `takes decimal numbers with their digits`(text: String) throws {
    #expect(try RowInput().read(text, for: row("decimal")) == decimal(text))
  }

  @Test(arguments: [
    ("true", true), ("yes", true), ("false", false), ("no", false),
  ])
  func `takes four words for a toggle`(text: String, state: Bool) throws {
    #expect(try RowInput().read(text, for: row("toggle")) == .bool(state))
  }

  @Test func `takes an option by its label where only one has it`() throws {
    #expect(try RowInput().read("Female", for: row("choice")) == "f")
  }

  @Test func `says which value set a code could not be looked up in`() {
    #expect(RowInput().traits(of: row("coded"))?.valueSet == "http://example.org/codes")
    #expect(RowInput().traits(of: row("choice"))?.valueSet == nil)
    #expect(RowInput().traits(of: row("bare"))?.valueSet?.isEmpty == true)
  }

  @Test func `checks a code where the context knows the options of a value set`() throws {
    let context = InputContext(options: { url, _ in
      url == "http://example.org/codes" ? [Choice.Option("c7", label: "Seven")] : nil
    })
    let input = RowInput(context: context)
    #expect(try input.read("Seven", for: row("coded")) == "c7")
    #expect(input.displayText(of: "c7", in: row("coded")) == "Seven")
    #expect(throws: InputError.self) { try input.read("c8", for: row("coded")) }
    #expect(try input.read("anything", for: row("bare")) == "anything")
  }

  // Rule F7.
  @Test(arguments: [
    ("integer", "", #"integer takes a whole number, not """#),
    ("integer", "007", #"integer takes a whole number, not "007""#),
    ("integer", "1.50", #"integer takes a whole number, not "1.50""#),
    ("integer", "1e3", #"integer takes a whole number, not "1e3""#),
    ("integer", "+5", #"integer takes a whole number, not "+5""#),
    ("integer", "٣", #"integer takes a whole number, not "٣""#),
    ("integer", "5\u{301}", "integer takes a whole number, not \"5\u{301}\""),
    ("integer", " 5", #"integer takes a whole number, not " 5""#),
    ("integer", "-", #"integer takes a whole number, not "-""#),
    (
      "integer", "12345678901234567890",
      "integer: 12345678901234567890 is outside the range of 64-bit whole numbers"
    ),
    (
      "integer", "-9223372036854775809",
      "integer: -9223372036854775809 is outside the range of 64-bit whole numbers"
    ),
    ("decimal", "007", #"decimal takes a decimal number, not "007""#),
    ("decimal", "1.", #"decimal takes a decimal number, not "1.""#),
    ("decimal", ".5", #"decimal takes a decimal number, not ".5""#),
    ("decimal", "1,5", #"decimal takes a decimal number, not "1,5""#),
    ("decimal", "٣", #"decimal takes a decimal number, not "٣""#),
    ("decimal", "NaN", #"decimal takes a decimal number, not "NaN""#),
    ("toggle", "Yes", #"toggle takes true or false, not "Yes""#),
    ("toggle", "1", #"toggle takes true or false, not "1""#),
    ("toggle", "", #"toggle takes true or false, not """#),
    ("choice", "M", #"choice has no option "M"; it has m, f, x, y"#),
    ("choice", "", #"choice has no option ""; it has m, f, x, y"#),
    ("choice", "Other", #"choice: several options are called "Other"; name a code: x, y"#),
    ("shut", "Ada", "shut is read-only"),
    ("said", "Ada", "said is a Description: it has no answer"),
    ("kept", "Ada", "kept is kept as it came (Opaque) and not editable here"),
    ("odd", "Ada", "odd is kept as it came (Slider) and not editable here"),
    ("new", "Ada", "new is kept as it came (TextInput) and not editable here"),
    ("none", "Ada", "none is kept as it came (Opaque) and not editable here"),
  ])
  func `refuses, and says what would do`(name: String, text: String, message: String) {
    #expect {
      try RowInput().read(text, for: row(name))
    } throws: { ($0 as? InputError)?.description == message }
  }

  @Test(
    arguments: [
      ("text", "Ada"), ("integer", 5), ("decimal", 5), ("toggle", true), ("choice", "m"),
      ("coded", "c7"), ("multiline", ""),
    ] as [(String, Value)])
  func `takes a value of the row's kind`(name: String, value: Value) throws {
    try RowInput().check(value, for: row(name))
  }

  @Test(arguments: [("year", Value.integer(1990)), ("date", .date("1990"))])
  func `takes a year that is given as a number where it takes a date`(
    kind: String, value: Value
  ) throws {
    let row = Document.Row(id: "born", fields: [.component: "DateInput", .kind: .text(kind)])
    #expect(try RowInput().answer(meantBy: value, in: row) == .date("1990"))
  }

  @Test(
    arguments: [
      ("text", 5), ("text", .null), ("text", .list([])), ("text", .verbatim("x")),
      ("integer", "5"), ("integer", true), ("decimal", "1.5"), ("toggle", "true"), ("toggle", 1),
      ("choice", "z"), ("choice", 1), ("shut", "Ada"), ("said", "Ada"), ("kept", .verbatim("{}")),
    ] as [(String, Value)])
  func `refuses a value of another kind`(name: String, value: Value) {
    #expect(throws: InputError.self) { try RowInput().check(value, for: row(name)) }
  }

  @Test(
    arguments: [
      ("integer", "many", #"integer takes a whole number, not "many""#),
      ("text", .date("2024-03"), #"text takes text, not "2024-03""#),
      ("text", 5, #"text takes text, not "5""#),
      ("toggle", "yes", #"toggle takes true or false, not "yes""#),
      ("choice", .list([5]), #"choice takes one of its options, not "[5]""#),
    ] as [(String, Value, String)])
  func `says the value that it refuses as a person wrote it`(
    name: String, value: Value, message: String
  ) {
    #expect {
      try RowInput().check(value, for: row(name))
    } throws: { ($0 as? InputError)?.description == message }
  }
}
