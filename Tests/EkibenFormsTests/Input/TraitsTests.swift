import EkibenDocuments
import EkibenForms
import Testing

private func number(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

private let options: Value = .list([.record([.code: "m"]), .record([.code: "f"])])

/// What a kind of row says about its answers.
private struct Traits: Sendable, CustomTestStringConvertible {
  var fields: Fields
  var expects: String
  var shape: AnswerShape
  var kind: String?
  var clears = true
  var several = false
  var other = false

  var testDescription: String { "\(fields)" }
}

// Rule F20.
@Suite(.timeLimit(.minutes(20))) struct `What a component says about its answers` {
  private static func text(_ kind: String, _ expects: String = "text") -> Traits {
    Traits(
      fields: [.component: "TextInput", .kind: .text(kind)], expects: expects, shape: .text,
      kind: kind, clears: false)
  }

  private static func date(_ kind: String, _ expects: String) -> Traits {
    Traits(
      fields: [.component: "DateInput", .kind: .text(kind)], expects: expects, shape: .date,
      kind: kind)
  }

  private static let all: [Traits] = [
    text("plain"), text("multiline"), text("email"), text("phone"), text("url"), text("secret"),
    Traits(
      fields: [.component: "TextInput"], expects: "text", shape: .text, kind: "plain",
      clears: false),
    Traits(
      fields: [.component: "TextInput", .kind: "integer"], expects: "a whole number",
      shape: .integer, kind: "integer"),
    Traits(
      fields: [.component: "TextInput", .kind: "decimal"], expects: "a decimal number",
      shape: .decimal, kind: "decimal"),
    date("date", "a date as in 2024-03-05"),
    date("dateTime", "a date and time as in 2024-03-05T10:00"),
    date("time", "a time as in 10:00"), date("month", "a month as in 2024-03"),
    date("year", "a year as in 2024"),
    Traits(
      fields: [.component: "DateInput"], expects: "a date as in 2024-03-05", shape: .date,
      kind: "date"),
    Traits(
      fields: [.component: "Toggle"], expects: "true or false", shape: .bool, clears: false),
    Traits(
      fields: [.component: "Choice", .options: options], expects: "one of its options",
      shape: .coded),
    Traits(
      fields: [.component: "Choice", .options: options, .multiple: true, .other: true],
      expects: "a list of its options", shape: .list(of: .coded), several: true, other: true),
    Traits(
      fields: [.component: "Quantity"], expects: "a number and a unit, as in 5 mg",
      shape: .record([.number: .decimal, .unit: .text, .comparator: .text])),
    Traits(
      fields: [.component: "Quantity", .units: .list([.record([.code: "kg"])])],
      expects: "a number and a unit, as in 5 kg",
      shape: .record([.number: .decimal, .unit: .text, .comparator: .text])),
  ]

  @Test(arguments: all)
  fileprivate func `is what it expects, in which shape`(wanted: Traits) throws {
    let fields = wanted.fields.setting(.control, "own").setting(.columns, 2)
    let traits = try #require(RowInput().traits(of: Document.Row(id: "r", fields: fields)))
    #expect(traits.expects == wanted.expects && traits.shape == wanted.shape)
    #expect(traits.kind == wanted.kind && traits.clearsOnEmptyText == wanted.clears)
    #expect(traits.takesSeveral == wanted.several && traits.takesOther == wanted.other)
    let codes = wanted.fields[.options] == nil ? nil : ["m", "f"]
    #expect(traits.options?.map(\.code) == codes)
    #expect(traits.units.map(\.code) == (wanted.fields[.units] == nil ? [] : ["kg"]))
    let isToggle = traits.shape == .bool
    #expect(
      traits.presentation == (isToggle ? Presentation() : Presentation(control: "own", columns: 2)))
  }

  @Test func `has defaults for a component of an app's own`() {
    let traits = InputTraits(expects: "stars")
    #expect(traits.shape == .any && traits.kind == nil && traits.options == nil)
    #expect(traits.valueSet == nil && traits.clearsOnEmptyText && traits.units.isEmpty)
    #expect(!traits.takesSeveral && !traits.takesOther && traits.presentation == Presentation())
  }

  // Rule F25: what a record says is what the limits are.
  @Test func `has limits that are read from the record`() {
    let limits = Limits([
      .least: 1, .greatest: 9, .minLength: 2, .maxLength: 8, .minCount: 3, .maxCount: 7,
      .step: .decimal(number("0.5")), .decimals: 4, .pattern: "[a-z]",
    ])
    #expect((limits.least, limits.greatest) == (1, 9))
    #expect((limits.minLength, limits.maxLength) == (2, 8))
    #expect((limits.minCount, limits.maxCount) == (3, 7))
    #expect(limits.step == number("0.5") && limits.decimals == 4 && limits.pattern == "[a-z]")
    #expect(Limits([:]) == Limits())
  }

  @Test func `has modifiers that each leave its field`() {
    let input = TextInput(Field<DecimalNumber>("r")).initial(7).unit("kg").least(1).greatest(9)
      .minLength(2).maxLength(8).step(number("0.5")).decimals(4).pattern("[a-z]").count(3...7)
      .message("too few", for: "minCount").message("too small", for: "least")
      .presentation(Presentation(control: "slider", orientation: "vertical", columns: 2))
    let expected: Fields = [
      .component: "TextInput", .kind: "decimal", .initial: 7, .unit: "kg", .least: 1, .greatest: 9,
      .minLength: 2, .maxLength: 8, .step: .decimal(number("0.5")), .decimals: 4,
      .pattern: "[a-z]", .minCount: 3, .maxCount: 7,
      .messages: .record(["minCount": "too few", "least": "too small"]),
      .control: "slider", .orientation: "vertical", .columns: 2,
    ]
    #expect(input.record == expected)
    let presentation = Presentation(control: "slider", orientation: "vertical", columns: 2)
    #expect(Presentation(input.record) == presentation)
    #expect(input.inputTraits.presentation == presentation)
    #expect(Presentation(input.presentation(Presentation()).record) == Presentation())
  }

  @Test(
    arguments: [
      ([:], []), ([.least: "today", .greatest: "today+1y"], []),
      ([.least: "2024-03", .greatest: .date("2024")], []),
      ([.least: "5 mg", .greatest: .record([.number: 5])], []), ([.least: "soon"], [.least]),
      ([.greatest: "today+1"], [.greatest]), ([.least: true, .greatest: []], [.least, .greatest]),
      ([.greatest: "later", .step: 0], [.greatest, .step]),
    ] as [(Fields, [FieldName])])
  func `has limits that can be compared with nothing`(fields: Fields, unusable: [FieldName]) {
    #expect(Limits.unusable(in: fields) == unusable)
  }

  // 2024-03-05 in UTC.
  @Test(
    arguments: [
      ("today", "2024-03-05"), ("today+1d", "2024-03-06"), ("today-5d", "2024-02-29"),
      ("today+2w", "2024-03-19"), ("today-1m", "2024-02-05"), ("today+10y", "2034-03-05"),
      ("today+100000d", "2297-12-19"), ("today+100001d", nil), ("today-100001d", nil),
      ("today+1", nil), ("today+d", nil), ("today1d", nil), ("today+1x", nil), ("todays", nil),
      ("toda", nil), ("tomorrow", nil), ("2024-03", "2024-03"),
    ] as [(String, DateText?)])
  func `has days relative to today`(limit: String, day: DateText?) {
    let context = InputContext(time: 1_709_640_000_000)
    #expect(Limits([.least: .text(limit)]).leastDate(in: context) == day)
    #expect(Limits([.greatest: .text(limit)]).greatestDate(in: context) == day)
  }
}

private let moments: [DateText] = [
  "2024", "2024-03", "2024-03-05", "2024-03-05T10:00", "2024-03-05T10:00:00Z", "10:00",
]

// Rule F24.
@Suite(.timeLimit(.minutes(20))) struct `A kind of date` {
  // A date may be as coarse as a year, a date and time as coarse as well, the others are just what they say.
  @Test(
    arguments: [
      ("date", ["2024", "2024-03", "2024-03-05"]),
      (
        "dateTime",
        ["2024", "2024-03", "2024-03-05", "2024-03-05T10:00", "2024-03-05T10:00:00Z"]
      ), ("time", ["10:00"]), ("month", ["2024-03"]), ("year", ["2024"]),
    ] as [(String, [DateText])])
  func `takes what is one, in every way to give it`(kind: String, taken: [DateText]) throws {
    let row = Document.Row(id: "r", fields: [.component: "DateInput", .kind: .text(kind)])
    let input = RowInput()
    for moment in moments {
      if taken.contains(moment) {
        #expect(try input.read(moment.text, for: row) == .date(moment))
        #expect(try input.check(.date(moment), for: row) == .date(moment))
      } else {
        let problem = InputProblem.unreadable(
          takes: input.traits(of: row)?.expects ?? "", text: moment.text)
        #expect(throws: InputError(row: "r", problem)) { try input.read(moment.text, for: row) }
        #expect(throws: InputError(row: "r", problem)) { try input.check(.date(moment), for: row) }
      }
    }
  }

  @Test(arguments: DateInput.Kind.allCases)
  func `is kept in the record unless it is that of a day`(kind: DateInput.Kind) {
    let input = DateInput(Field<DateText>("r"), title: "D", kind: kind)
    let wanted: Fields = [.component: "DateInput", .title: "D"]
    #expect(input.record == (kind == .date ? wanted : wanted.setting(.kind, .text("\(kind)"))))
    var view = DateInput.View()
    input.render(in: &view)
    #expect(view.kind == kind && view.label.title == "D" && view.text == nil && view.parts == nil)
    #expect(view.look.content == .noAnswer(hint: input.inputTraits.expects))
  }

  @Test(arguments: TextInput.TextKind.allCases)
  func `has its like in a kind of text`(kind: TextInput.TextKind) {
    let input = TextInput(Field<String>("r"), kind: kind)
    #expect(input.inputTraits.kind == "\(kind)")
    #expect(input.record.text(.kind) == (kind == .plain ? nil : "\(kind)"))
    var view = TextInput.View()
    input.maxLength(3).render(in: &view)
    #expect("\(view.kind)" == "\(kind)" && view.maxLength == 3)
  }
}
