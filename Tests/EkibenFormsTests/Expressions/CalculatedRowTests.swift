import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rule E14.
@Suite(.timeLimit(.minutes(20))) struct `What an expression gives a row` {
  private static let (whole, decimal) = (
    TextInput(Field<Int>("r")).record, TextInput(Field<DecimalNumber>("r")).record
  )
  private static let (text, toggle) = (
    TextInput(Field<String>("r")).record, Toggle(Field<Bool>("r")).record
  )
  private static let date = DateInput(Field<DateText>("r")).record
  private static let options = [
    Choice.Option("a"), .init("1"), .init("2.5"), .init("c", system: "s"), .init("d", system: "s"),
    .init("d", system: "t"), .init("2024"),
  ]
  private static let choice = Choice(Field<String>("r"), options: options).record
  private static let open = Choice(withOther: Field<Choice.Picked>("r"), options: options).record
  private static let several = Choice(several: Field<[String]>("r"), options: options).record

  private static func quantity(_ units: String...) -> Fields {
    Quantity(Field<Quantity.Amount>("r"), units: units.map { Choice.Option($0) }).record
  }

  private static func shown(_ value: Value) -> String {
    switch value {
    case .bool(let bool): "bool \(bool)"
    case .integer(let number): "integer \(number)"
    case .decimal(let number): "decimal \(number.digits)"
    case .text(let text): "text \(text)"
    case .date(let date): "date \(date.text)"
    case .list(let values): "[\(values.map(shown).joined(separator: ", "))]"
    case .record(let fields):
      "{\(fields.map { "\($0.name) \(shown($0.value))" }.joined(separator: ", "))}"
    default: "another"
    }
  }

  private func given(_ fields: Fields, by text: String) throws -> String {
    let items = try CompiledExpression(fhirPath: text).value(
      of: .none, in: ExpressionEnvironment(milliseconds: 0))
    do throws(RuleFailure) {
      return try CalculatedRow("r", fields, .standard).answer(from: items).map(Self.shown) ?? "none"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      (whole, "3", "integer 3"), (whole, "3.0", "integer 3"), (whole, "-2.00", "integer -2"),
      (whole, "{}", "none"), (decimal, "3", "decimal 3"), (decimal, "1.50", "decimal 1.50"),
      (text, "'a'", "text a"), (toggle, "true", "bool true"), (toggle, "false", "bool false"),
      (date, "@2024-01-02", "date 2024-01-02"),
      (quantity(), "3", "{number decimal 3}"), (quantity(), "1.5", "{number decimal 1.5}"),
      (quantity(), "3 'mg'", "{number decimal 3, unit text mg}"),
      (quantity(), "3 '1'", "{number decimal 3}"),
      (quantity("mg"), "3", "{number decimal 3, unit text mg}"),
      (quantity("mg"), "0.003 'g'", "{number decimal 3, unit text mg}"),
      (quantity("g", "mg"), "5 'mg'", "{number decimal 5, unit text mg}"),
      (quantity("g", "mg"), "3 'kg'", "{number decimal 3000, unit text g}"),
      (quantity("m", "mg"), "3 'g'", "{number decimal 3000, unit text mg}"),
      (choice, "'a'", "text a"), (choice, "1", "text 1"), (choice, "2.5", "text 2.5"),
      (choice, "@2024", "text 2024"), (choice, "'c'", "{code text c, system text s}"),
      (open, "'a'", "text a"), (open, "'z'", "{other text z}"), (open, "7", "{other text 7}"),
      (several, "'a'", "[text a]"), (several, "'a' | 1", "[text a, text 1]"),
      (several, "{}", "none"),
    ] as [(Fields, String, String)])
  func `is an answer of its kind`(fields: Fields, expression: String, expected: String) throws {
    #expect(try given(fields, by: expression) == expected)
  }

  @Test(
    arguments: [
      (whole, "1 | 2", "it gives 2 answers, and one is taken"),
      (choice, "'a' | 'c' | 1", "it gives 3 answers, and one is taken"),
      (whole, "3.5", "it gives a number, and a whole number is taken"),
      (whole, "9223372036854775808", "it gives a number, and a whole number is taken"),
      (whole, "'3'", "it gives a text, and a whole number is taken"),
      (whole, "true", "it gives true or false, and a whole number is taken"),
      (decimal, "1 'kg'", "it gives a quantity, and a decimal number is taken"),
      (text, "1", "it gives a whole number, and text is taken"),
      (text, "@2024", "it gives a date, and text is taken"),
      (toggle, "1", "it gives a whole number, and true or false is taken"),
      (date, "'x'", "it gives a text, and a date as in 2024-03-05 is taken"),
      (
        quantity("g", "mg"), "3",
        "it gives a whole number, and a number and a unit, as in 5 g is taken"
      ),
      (quantity(), "'a'", "it gives a text, and a number and a unit, as in 5 mg is taken"),
      (
        quantity("g"), "3 'm'",
        "it gives a quantity in m, which none of the units is converted from"
      ),
      (choice, "'z'", "it gives a text, and one of its options is taken"),
      (choice, "'d'", "it gives a text, and one of its options is taken"),
      (choice, "true", "it gives true or false, and one of its options is taken"),
      (several, "'a' | 'z'", "it gives a text, and a list of its options is taken"),
    ] as [(Fields, String, String)])
  func `is none of another kind`(fields: Fields, expression: String, why: String) throws {
    #expect(try given(fields, by: expression) == why)
  }

  // A coding is what it says, whether it is an option or not.
  @Test func `may be a coding`() throws {
    var tree = ElementTreeBuilder(type: nil)
    let coding = tree.add("valueCoding", to: 0)
    tree.add("system", to: coding, .text("s"))
    tree.add("code", to: coding, .text("c"))
    let items = try CompiledExpression(fhirPath: "value").value(
      of: .one(tree.tree.root), in: ExpressionEnvironment(milliseconds: 0))
    let value = try CalculatedRow("r", Self.choice, .standard).answer(from: items)
    #expect(value.map(Self.shown) == "{code text c, system text s}")
  }

  @Test func `is nothing where the row takes no answer`() throws {
    #expect(try given(Description("r", "words").record, by: "'a'") == "none")
  }

  // Rule E10.
  @Test(
    arguments: [
      (whole, "integer"), (decimal, "decimal"), (text, "string"), (toggle, "boolean"),
      (date, "date"), (DateInput(Field<DateText>("r"), kind: .dateTime).record, "dateTime"),
      (DateInput(Field<DateText>("r"), kind: .time).record, "time"),
      (DateInput(Field<DateText>("r"), kind: .month).record, "date"), (quantity("g"), "quantity"),
      (choice, "choice"), (open, "open-choice"), (several, "choice"),
      (TextInput(Field<String>("r"), kind: .multiline).record, "text"),
      (TextInput(Field<String>("r"), kind: .url).record, "url"),
      (TextInput(Field<String>("r"), kind: .email).record, "string"),
      (Description("r", "words").record, "display"),
    ] as [(Fields, String)])
  func `is of the type that comes nearest in FHIR`(fields: Fields, type: String) {
    let row = AnsweredRow(fields, .standard)
    #expect(row.type == type)
    #expect(row.isChoice == type.hasSuffix("choice"))
    #expect(row.isQuantity == (type == "quantity"))
    #expect(row.isDateTime == (type == "dateTime"))
    #expect(AnsweredRow().type == "display" && !AnsweredRow().isChoice)
  }
}
