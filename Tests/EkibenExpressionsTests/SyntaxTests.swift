import EkibenExpressions
import Testing

// Rule E5.
@Suite(.timeLimit(.minutes(20)))
struct `The text of an expression` {
  @Test(
    arguments: [
      ("1 /* a */ + /**/ 1", ["2"]), ("1 // x\r+ 1", ["2"]), ("1\t+\r\n1", ["2"]),
      ("//a\n1", ["1"]),
      ("1 /* // */ + 1", ["2"]), (#"'a\'b'"#, ["'a'b'"]), (#"'\\'"#, [#"'\'"#]),
      (#"'\/\"\`'"#, [#"'/"`'"#]), (#"'\n\r\t\f'.length()"#, ["4"]),
      (#"'\n' = '\u000a'"#, ["true"]),
      (#"'\r' = '\u000D' and '\t' = '\u0009' and '\f' = '\u000C'"#, ["true"]),
      (#"'\u0041'"#, ["'A'"]), (#"'\ud83d\ude00'"#, ["'😀'"]), ("`div`.empty()", ["true"]),
      ("as.empty() and in.empty() and is.empty()", ["true"]), ("1.is(Integer)", ["true"]),
      ("$this", []), ("$index", ["0"]), ("$total", []), ("{}", []), ("((1))", ["1"]),
      ("%ucum", ["'http://unitsofmeasure.org'"]), ("%sct", ["'http://snomed.info/sct'"]),
      ("%loinc", ["'http://loinc.org'"]),
      ("%`vs-gender`", ["'http://hl7.org/fhir/ValueSet/gender'"]),
      ("%'ext-birth-time'", ["'http://hl7.org/fhir/StructureDefinition/birth-time'"]),
      ("@2024-01-01T10:00:00.123Z", ["@2024-01-01T10:00:00.123Z"]),
      ("@2024-01-01T10:00-05:00", ["@2024-01-01T10:00-05:00"]), ("@2015-02-04T", ["@2015-02-04"]),
      ("@2024-05 - 1 month", ["@2024-04"]), ("1.5.toString()", ["'1.5'"]),
      ("1.toString()", ["'1'"]),
      ("4 days = 4 'd'", ["true"]), ("2 years", ["2 years"]), ("1 month", ["1 month"]),
      ("12 months = 1 year", ["true"]), ("1 days", ["1 day"]),
      ("1 millisecond", ["1 millisecond"]), ("3 'minutes'", ["3 minutes"]), ("0.50", ["0.50"]),
      ("a.b[0].c", []), ("1.combine(2)[1]", ["2"]), ("'a'.`length`()", ["1"]),
      ("iif ( true , 1 , 2 )", ["1"]), ("true.not()", ["false"]), ("false", ["false"]),
    ] as [(String, [String])])
  func `is read as the language says`(text: String, expected: [String]) throws {
    #expect(try value(text) == expected)
  }

  @Test func `names variables with or without quotes`() throws {
    let names: [String: ExpressionItems] = [
      "a b": .one(.integer(1)), "c": .one(.integer(2)), "d-1": .one(.integer(3)),
    ]
    #expect(try value("%`a b` + %'a b' + %c", variables: names) == ["4"])
    #expect(try value("%d-1 + 1", variables: names) == ["4"])
    #expect(try value("%`c`", variables: names) == ["2"])
  }

  @Test(
    arguments: [
      ("%b + %a + %b", ["b", "a"], false), ("1", [], false), ("now()", [], true),
      ("1.select(today())", [], true), ("%a.where(timeOfDay() > @T10)", ["a"], true),
      ("%ucum", [], false), ("a.now", [], false),
    ] as [(String, [String], Bool)])
  func `says which variables it reads, and whether it asks for the time`(
    text: String, variables: [String], asksForTime: Bool
  ) throws {
    let compiled = try CompiledExpression(fhirPath: text, variables: ["a", "b"])
    #expect(compiled.text == text)
    #expect(compiled.variables == variables)
    #expect(compiled.asksForTime == asksForTime)
  }

  @Test func `needs what nobody has handed over`() throws {
    let compiled = try CompiledExpression(fhirPath: "1 + %a", variables: ["a"])
    let error = #expect(throws: ExpressionError.self) {
      try compiled.value(of: .none, in: ExpressionEnvironment(milliseconds: 0))
    }
    #expect(error?.problem == .missing("a"))
  }

  // Rule E8.
  @Test func `takes the steps that an edit has left`() throws {
    let compiled = try CompiledExpression(fhirPath: "1 + 1")
    let environment = ExpressionEnvironment(milliseconds: 0)
    var steps = 0
    _ = try compiled.value(of: .none, in: environment, spending: &steps)
    let once = steps
    #expect(once > 0)
    _ = try compiled.value(of: .none, in: environment, spending: &steps)
    #expect(steps == 2 * once)
    steps = 9_999_999
    _ = try compiled.value(of: .none, in: environment, spending: &steps)
    let error = #expect(throws: ExpressionError.self) {
      try compiled.value(of: .none, in: environment, spending: &steps)
    }
    #expect(error?.problem == .limit(.edit))
    #expect(steps == 9_999_999 + once)
  }

  // As a condition asks: one item that is neither true nor false is true.
  @Test(
    arguments: [
      ("true", true), ("false", false), ("{}", nil), ("'a'", true), ("0", true),
    ] as [(String, Bool?)])
  func `holds as a condition`(text: String, expected: Bool?) throws {
    let compiled = try CompiledExpression(fhirPath: text)
    let items = try compiled.value(of: .none, in: ExpressionEnvironment(milliseconds: 0))
    #expect(try compiled.truth(of: items) == expected)
  }

  @Test func `of several items is no condition`() throws {
    let compiled = try CompiledExpression(fhirPath: "true | false")
    let items = try compiled.value(of: .none, in: ExpressionEnvironment(milliseconds: 0))
    let error = #expect(throws: ExpressionError.self) { try compiled.truth(of: items) }
    #expect(error?.problem == .several("a condition"))
  }
}
