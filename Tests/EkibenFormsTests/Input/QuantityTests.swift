import EkibenDocuments
import EkibenForms
import Testing

private func amount(
  _ digits: String, _ unit: String? = nil, _ comparator: String? = nil
) -> Quantity.Amount {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return Quantity.Amount(number, unit, comparator: comparator)
}

// Rule F27.
@Suite(.timeLimit(.minutes(20))) struct `A number and a unit` {
  @Test(
    arguments: [
      ("5 mg", amount("5", "mg")), ("5mg", amount("5", "mg")), ("5  mg", amount("5", " mg")),
      ("5 ", amount("5")), ("-1.50", amount("-1.50")), ("1e3 g", amount("1e3", "g")),
      ("2 eq", amount("2", "eq")), ("2eq", amount("2", "eq")), ("7 µg/l", amount("7", "µg/l")),
      ("< 5 mg", amount("5", "mg", "<")), ("<5mg", amount("5", "mg", "<")),
      (">= -5", amount("-5", nil, ">=")), ("<=5", amount("5", nil, "<=")),
      ("> 1e3 g", amount("1e3", "g", ">")), ("<  5", nil), ("=5", nil), ("<< 5", nil), ("<", nil),
      ("mg", nil), ("", nil), (" 5", nil), ("+5", nil),
    ] as [(String, Quantity.Amount?)])
  func `is read from a text`(text: String, wanted: Quantity.Amount?) {
    #expect(Quantity.Amount(text) == wanted)
  }

  @Test(
    arguments: [
      (.record([.number: 5]), amount("5")),
      (.record([.number: 5, .unit: "mg"]), amount("5", "mg")),
      (.record([.number: "5"]), nil), (.record([.unit: "mg"]), nil),
      (.record([.number: 5, .unit: "mg", .comparator: "<"]), amount("5", "mg", "<")),
      (.record([.number: 5, .comparator: ">="]), amount("5", nil, ">=")),
      (.record([.number: 5, .comparator: "ad"]), nil),
      (.record([.number: 5, .comparator: 1]), nil),
      (.record([.number: 5, .unit: 7]), nil), (.record([.number: 5, "more": 1]), nil), (5, nil),
    ] as [(Value, Quantity.Amount?)])
  func `is read from a record`(value: Value, wanted: Quantity.Amount?) {
    #expect(Quantity.Amount(documentValue: value) == wanted)
  }

  @Test func `is equal by digits, unit and comparator, and reads back`() {
    let all = [
      amount("5"), amount("5.0"), amount("5", "mg"), amount("5", "g"), amount("50e-1", "g"),
      amount("5", "g", "<"), amount("5", "g", "<="), amount("-5", nil, ">"),
    ]
    #expect(Set(all).count == all.count)
    for one in all {
      #expect(Quantity.Amount(one.text) == one)
      #expect(Quantity.Amount(documentValue: one.documentValue) == one)
    }
    #expect(
      all.map(\.text) == ["5", "5.0", "5 mg", "5 g", "50e-1 g", "< 5 g", "<= 5 g", "> -5"])
  }

  private static let units: [Choice.Option] = [
    .init("mg", label: "g"), .init("g", label: "grams"),
  ]

  // A code beats a label, and a label is for typing only.
  @Test func `has one of the units of its row, by code or, where it is typed, by label`() throws {
    let input = Quantity(Field("r"), title: "Dose", units: Self.units)
    #expect(try input.value(reading: "5 g") == amount("5", "g").documentValue)
    #expect(try input.value(reading: "5 grams") == amount("5", "g").documentValue)
    #expect(try input.accept(amount("5", "mg").documentValue) == amount("5", "mg").documentValue)
    let problem = InputProblem.notAUnit(text: "grams", units: Self.units)
    #expect(throws: InputError(row: "r", title: "Dose", problem)) {
      try input.accept(amount("5", "grams").documentValue)
    }
    #expect(throws: InputError(row: "r", title: "Dose", .notAUnit(text: "", units: Self.units))) {
      try input.value(reading: "5")
    }
    let bare = Quantity(Field("r"))
    #expect(try bare.value(reading: "5 furlongs") == amount("5", "furlongs").documentValue)
    #expect(try bare.value(reading: "5") == amount("5").documentValue)
    #expect(bare.record.names == [.component])
  }

  @Test func `is shown with the label of its unit`() throws {
    let input = Quantity(Field("r"), title: "Dose", units: Self.units)
    let context = InputContext(units: ["g": "Gramm", "t": "Tonnen"])
    #expect(input.displayText(ofValue: amount("5", "g").documentValue) == "5 grams")
    #expect(input.displayText(ofValue: amount("5", "g", "<").documentValue) == "< 5 grams")
    #expect(try input.value(reading: "<5 grams") == amount("5", "g", "<").documentValue)
    #expect(input.displayText(ofValue: amount("5", "g").documentValue, in: context) == "5 Gramm")
    #expect(input.displayText(ofValue: amount("5", "t").documentValue, in: context) == "5 Tonnen")
    let bare = Quantity(Field("r"))
    #expect(bare.displayText(ofValue: amount("5").documentValue, in: context) == "5")
    #expect(input.text(ofValue: amount("5", "g").documentValue, in: context) == "5 g")
    var view = Quantity.View()
    input.setting(.value, to: amount("5", "g").documentValue).least(1).render(in: &view)
    #expect(view.text == "5 grams" && view.amount == amount("5", "g") && view.units == Self.units)
    #expect(view.limits.least == 1 && view.label.title == "Dose" && view.placeholder == nil)
    #expect(view.look.content == .answer("5 grams"))
  }

  @Test(
    arguments: [
      (Quantity(Field("r")), "a number and a unit"),
      (Quantity(Field("r"), units: units), "a number of g / grams"),
      (Quantity(Field("r"), units: units).setting(.placeholder, to: "How much?"), "How much?"),
    ] as [(Quantity, String)])
  func `hints at what is asked for`(input: Quantity, hint: String) {
    var view = Quantity.View()
    input.render(in: &view)
    #expect(view.look.content == .noAnswer(hint: hint))
  }
}
