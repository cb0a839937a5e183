import EkibenDocuments
import EkibenForms
import Testing

private func number(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

private func bound(_ comparator: String, _ digits: String) -> Value {
  Quantity.Amount(number(digits), comparator: comparator).documentValue
}

// 2024-03-05T23:30Z; an hour ahead of UTC it is the 6th.
private let evening = InputContext(time: 1_709_681_400_000)

@Suite(.timeLimit(.minutes(20))) struct `Limits of answers` {
  // Rules F5 and F25.
  @Test(
    arguments: [
      ([.least: 5], 5, []), ([.least: 5], 4, ["least"]),
      ([.greatest: .decimal(number("5.0"))], 5, []),
      ([.greatest: 5], .decimal(number("5.00000000000000000001")), ["greatest"]),
      ([.least: .decimal(number("-1e3"))], .decimal(number("-1000.0")), []),
      ([.least: .decimal(number("-1e3"))], .decimal(number("-1000.1")), ["least"]),
      ([.step: .decimal(number("0.25"))], .decimal(number("1.75")), []),
      ([.step: .decimal(number("0.25"))], .decimal(number("1.8")), ["step"]),
      ([.least: 1, .step: 2], 4, ["step"]), ([.least: 1, .step: 2], 5, []),
      ([.least: .decimal(number("0.5")), .step: 1], 1, ["step"]),
      ([.least: .decimal(number("0.5")), .step: 1], .decimal(number("1.5")), []),
      ([.decimals: 2], .decimal(number("1.50")), []),
      ([.decimals: 2], .decimal(number("1.505")), ["decimals"]),
      ([.decimals: 0], .decimal(number("1.5e1")), []), ([.minLength: 3], "ab", ["minLength"]),
      ([.minLength: 3], "", []), ([.maxLength: 2], "e\u{301}a", []),
      ([.maxLength: 2], "abc", ["maxLength"]), ([.pattern: "[a-z]+"], "abc", []),
      ([.pattern: "[a-z]+"], "abc1", ["pattern"]), ([.pattern: "(a)\\1"], "never run", []),
      ([.minCount: 2], ["a"], ["minCount"]), ([.maxCount: 1], ["a", "b"], ["maxCount"]),
      ([.least: "2024-03"], .date("2024-02-29"), ["least"]),
      ([.least: "2024-03"], .date("2024"), []), ([.greatest: "2024"], .date("2024-12-31"), []),
      ([.greatest: "2024"], .date("2025-01"), ["greatest"]),
      ([.greatest: "today"], .date("2024-03-05"), []),
      ([.greatest: "today"], .date("2024-03-06"), ["greatest"]),
      ([.greatest: "today-18y"], .date("2006-03-06"), ["greatest"]),
      ([.least: "today+1m"], .date("2024-04-04"), ["least"]),
      ([.least: "today-2w"], .date("2024-02-20"), []),
      ([.least: "2024-03-05T10:00Z"], .date("2024-03-05T11:30+02:00"), ["least"]),
      ([.least: "10:00"], .date("09:59:59"), ["least"]),
      ([.greatest: "100 mg"], Quantity.Amount(number("500"), "mg").documentValue, ["greatest"]),
      ([.greatest: "100 mg"], Quantity.Amount(number("500"), "g").documentValue, []),
      ([.greatest: 100], Quantity.Amount(number("500"), "g").documentValue, ["greatest"]),
      (
        [.greatest: .record([.number: 100, .unit: "mg"])],
        Quantity.Amount(number("500"), "mg").documentValue, ["greatest"]
      ),
      (
        [.greatest: .record([.number: 100, .unit: "mg"])],
        Quantity.Amount(number("500")).documentValue, []
      ),
      (
        [.least: "5 mg", .greatest: "5 g"], Quantity.Amount(number("4"), "mg").documentValue,
        ["least"]
      ),
      (
        [.step: 2, .decimals: 0], Quantity.Amount(number("3.5"), "mg").documentValue,
        ["step", "decimals"]
      ),
      ([.least: 5, .greatest: 1], bound("<", "3"), ["least"]),
      ([.least: 5, .greatest: 1], bound(">=", "3"), ["greatest"]),
      ([.least: 2, .greatest: 1, .step: 2, .decimals: 0], bound("<", "3.5"), []),
      ([.minLength: 3], "abc", []), ([.maxLength: 0], "", []), ([.minCount: 1], ["a"], []),
      ([.maxCount: 1], ["a"], []), ([.minCount: 1], [], ["minCount"]),
      ([.least: "2024-03-05"], .date("2024-03-05"), []),
      ([.greatest: "2024-03-05"], .date("2024-03-05"), []),
      ([.least: 1, .greatest: 0], true, []),
      ([.least: 5, .greatest: 1], 3, ["least", "greatest"]),
      ([.least: "2025", .greatest: "2023"], .date("2024"), ["least", "greatest"]),
      ([.minLength: 2, .maxLength: 0, .pattern: "b"], "a", ["minLength", "maxLength", "pattern"]),
      ([.minCount: 2, .maxCount: 0], ["a"], ["minCount", "maxCount"]),
      ([.pattern: "[a-z]+"], "", []),
      ([.least: "no date", .greatest: "today-xy"], .date("2024"), []),
      ([.least: "today-9223372036854775808d"], .date("2024"), []),
      ([.step: 0, .decimals: -1, .pattern: "("], 5, ["decimals"]),
    ] as [(Fields, Value, [String])])
  func `a value breaks these rules`(fields: Fields, value: Value, rules: [String]) {
    #expect(Limits(fields).rules(brokenBy: value, in: evening).map(\.name) == rules)
  }

  @Test func `today is the day where the person is, and unknown without a clock`() {
    var abroad = evening
    abroad.offset = 60
    #expect(Limits([.least: "today"]).leastDate(in: abroad) == "2024-03-06")
    #expect(Limits([.least: "today"]).leastDate(in: evening) == "2024-03-05")
    #expect(Limits([.least: "today"]).leastDate() == nil)
    for (time, offset) in [(Int64.max, 60), (.min, -60), (0, .max), (0, .min)] {
      let nowhere = InputContext(time: time, offset: offset)
      #expect(Limits([.least: "today"]).leastDate(in: nowhere) == nil)
    }
    let leap = InputContext(time: 1_709_200_000_000)
    #expect(Limits([.least: "today+1y"]).leastDate(in: leap) == "2025-02-28")
    let early = InputContext(time: -1)
    #expect(Limits([.least: "today"]).leastDate(in: early) == "1969-12-31")
    #expect(Limits([.least: "today"]).leastDate(in: InputContext(time: 0)) == "1970-01-01")
  }

  @Test(
    arguments: [
      (1, []), (0, [.step]), (-1, [.step]), ("much", [.step]),
    ] as [(Value, [FieldName])])
  func `a step that leads nowhere cannot be used`(step: Value, unusable: [FieldName]) {
    #expect(Limits.unusable(in: [.least: 0, .step: step]) == unusable)
  }

  @Test func `a rule has the form's own words, and the value is kept`() throws {
    let fields: Fields = [
      .component: "TextInput", .kind: "integer", .least: 18, .value: 17,
      .messages: .record(["least": "come back in a year"]),
    ]
    let issues = RowInput().issues(of: Document.Row(id: "age", fields: fields))
    #expect(issues.map(\.message) == ["come back in a year"])
    #expect(issues.map(\.ruleName) == ["least"])
    let row = Document.Row(id: "age", fields: fields)
    #expect(try RowInput().read("17", for: row) == 17)
  }

  @Test(
    arguments: [
      ("2024", "2025", true), ("2024", "2024-06", false), ("2024-06", "2024", false),
      ("2024-02-28", "2024-02-29", true), ("10:00", "10:01", true), ("10:00", "10:00:30", false),
      ("2024-03-05T10:00+02:00", "2024-03-05T08:30Z", true),
      ("2024-03-05T10:00+02:00", "2024-03-05T08:30", false), ("10:00", "2024", false),
      ("0001-01-01", "9999-12-31", true), ("2024-12-31T23:59:60Z", "2025-01-01T00:00:01Z", true),
    ] as [(DateText, DateText, Bool)])
  func `a date is before another`(first: DateText, second: DateText, isBefore: Bool) {
    #expect(first.isBefore(second) == isBefore)
    if isBefore { #expect(!second.isBefore(first)) }
  }

  // Rule F28: what is shown is plain, and only markup goes.
  @Test(arguments: [
    ("A <b>tired</b> child", "A tired child"), ("a < b and c > d", "a < b and c > d"),
    ("<p>One</p><p>Two &amp; more</p>", "One\nTwo & more"), ("&amp; alone", "&amp; alone"),
    ("<note> of mine", "<note> of mine"), ("x<br/>y", "x\ny"), ("<b", "<b"), ("<<b>i", "<i"),
    (
      "Pop &#8211; Up &#x2013; &#0; &#xD800; &#155; &#+65;",
      "Pop – Up – &#0; &#xD800; &#155; &#+65;"
    ),
    ("<h2>Head</h2>text", "Head\ntext"),
    ("<i>caf&eacute;</i> &yuml; &Agrave; &none;", "café ÿ À &none;"),
    ("a<!-- not <b>this</b> -->b<script>x < 1</script>", "ab"), ("a<!-- <b>b</b>", "a<!-- b"),
  ])
  func `markup is reduced to text`(text: String, plain: String) {
    #expect(PlainText.reduced(text) == plain)
  }

  // A square of steps would take hours, however fast or busy the machine is.
  @Test(arguments: ["<!--", "<script>", "<b", "<b>", "&", "&#", "<!-- -->"])
  func `markup of a megabyte takes no square of steps`(part: String) {
    let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
    #expect(PlainText.reduced(text).utf8.count <= text.utf8.count)
  }

  // Rule F31.
  @Test(arguments: [
    (["de"], "Geboren"), (["de-AT"], "Geboren"), (["fr", "de_CH"], "Geboren"), (["fr"], "Born"),
    ([], "Born"), (["EN", "de"], "Born (UK)"), (["pt-BR"], "Nascido"),
  ])
  func `a text is shown in the language that is preferred`(languages: [String], title: String) {
    let fields: Fields = [
      .title: "Born",
      .translations: .record([
        "de": .record([.title: "Geboren"]), "en-GB": .record([.title: "Born (UK)"]),
        "pt-PT": .record([.title: "Nascido"]),
      ]),
    ]
    #expect(fields.shown { InputContext(languages: languages) }.text(.title) == title)
  }

  // Rule F31.
  @Test func `each text falls back by itself, and those that do are counted`() {
    let row: Fields = [
      .title: "Born", .help: "When?", .sublabel: "Day",
      .translations: .record([
        "de": .record([.title: "Geboren"]), "fr": .record([.title: "Né", .help: "Quand ?"]),
      ]),
    ]
    let shown = row.shown { InputContext(languages: ["de", "fr"]) }
    #expect(
      [shown.text(.title), shown.text(.help), shown.text(.sublabel)] == [
        "Geboren", "Quand ?", "Day",
      ])
    let option: Value = .record([.code: "a", .label: "A"])
    let document = Document(
      keeping: [.language: "en"],
      sections: [
        Document.Section(
          id: "s", fields: [.header: .record([.text: "Head"])],
          rows: [
            Document.Row(id: "r", fields: row),
            Document.Row(id: "c", fields: [.options: .list([option])]),
          ])
      ])
    #expect(document.untranslatedTexts(in: ["de", "fr"]) == 3)
    #expect(document.untranslatedTexts(in: ["de"]) == 4)
    #expect(document.untranslatedTexts(in: ["en-GB", "de"]) == 0)
  }
}
