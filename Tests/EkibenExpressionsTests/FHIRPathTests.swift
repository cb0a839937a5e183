import EkibenExpressions
import Testing

@Suite(.timeLimit(.minutes(20)))
struct `An expression in FHIRPath` {
  // Rule E5.
  @Test(arguments: [
    ("", "1:1: the expression ends too early"),
    ("1 +", "1:4: the expression ends too early"),
    ("1 2", "1:3: 2 cannot stand here"),
    ("a = = b", "1:5: = cannot stand here"),
    ("a && b", "1:4: & cannot stand here"),
    ("(1", "1:3: the expression ends too early"),
    ("1)", "1:2: ) cannot stand here"),
    ("'open", "1:1: a text does not end"),
    ("`open", "1:1: a name does not end"),
    ("1 + /* open", "1:5: a comment does not end"),
    (#"'a\qb'"#, "1:3: a backslash with q behind it means nothing"),
    (#"'\ud800'"#, "1:2: a backslash with u behind it means nothing"),
    ("1 +\n  where()", "2:3: where() takes 1 argument, not another number of them"),
    ("true and\n\n  nosuch(1)", "3:3: there is no function nosuch"),
    ("'é' = %nobody", "1:7: nothing defines %nobody"),
    ("1 is string1", "1:6: there is no type string1"),
    ("@2026-02-30", "1:1: there is no @2026-02-30"),
    ("@T10:00Z", "1:1: there is no @T10:00Z"),
    ("1 # 2", "1:3: # cannot stand here"), ("1 ! 2", "1:3: ! cannot stand here"),
    ("1 +\u{301} 2", "1:3: +\u{301} cannot stand here"),
    ("1 <é", "1:4: é cannot stand here"), ("1 <=\u{301}", "1:5: \u{301} cannot stand here"),
    ("substring(1, 2, 3)", "1:1: substring() takes 1 to 2 arguments, not another number of them"),
    ("iif('a', 1)", "1:1: iif() cannot be done with a text"),
    ("%", "1:1: % cannot stand here"),
    ("$that", "1:1: $that cannot stand here"),
  ])
  func `is refused with line and column`(text: String, message: String) throws {
    #expect(try #require(problem(text)).description == message)
  }

  @Test func `says where the function stands whose criterion is none`() {
    #expect(
      problem("1.iif(1 | 2, 3)")?.description
        == "1:3: iif() takes one item, and is given several")
  }

  // Rule E5.
  @Test func `reads names with hyphens as the longest that is defined`() throws {
    let names: [String: ExpressionItems] = [
      "a": .one(.integer(5)), "a-b": .one(.integer(7)), "b": .one(.integer(3)),
    ]
    #expect(try value("%a-b", variables: names) == ["7"])
    #expect(try value("%a - %b", variables: names) == ["2"])
    #expect(try value("%a-%b", variables: names) == ["2"])
    #expect(try value("%a-b-1", variables: names) == ["6"])
    #expect(try value("%`a-b` + 1", variables: names) == ["8"])
    #expect(problem("%c-d")?.problem == .variable("c"))
  }

  @Test(arguments: [
    ("now()", ["@2024-03-01T00:30:00.000+01:00"]), ("today()", ["@2024-03-01"]),
    ("timeOfDay()", ["@00:30:00.000"]), ("today() - 1 day", ["@2024-02-29"]),
    ("@2024-02-29 + 1 'year'", ["@2025-02-28"]), ("@2014 + 25 months", ["@2016"]),
    ("@2014-03 + 70 days", ["@2014-05"]), ("@T23:30 + 45 minutes", ["@00:15"]),
    ("@2026-02-28 + 36 hours", ["@2026-03-01"]), ("@9999-12-31 + 1 day", []),
    ("@2024-02-29T23:59:59.999 + 1 millisecond", ["@2024-03-01T00:00:00.000"]),
    ("@2015T", ["@2015"]), ("@T14", ["@14"]), ("@2015-02-04T14+01:00", ["@2015-02-04T14+01:00"]),
    ("9223372036854775807 + 1", []), ("-9223372036854775807 - 2", []),
    ("9223372036854775808", ["9223372036854775808"]),
    ("9223372036854775808 is Integer", ["false"]),
    ("-9223372036854775808 is Integer", ["true"]), ("-9223372036854775808 - 1", []),
    ("007", ["7"]), ("00.50", ["0.50"]),
    ("1.50 + 1.5", ["3.00"]), ("1 / 3", ["0.3333333333333333333333333333333333"]),
    ("2.power(-1)", ["0.5"]), ("2.power(0.5)", ["1.4142135623731"]), ("2.power(64)", []),
    (
      "2.0.power(64)",
      ["18446744073709551616.0000000000000000000000000000000000000000000000000000000000000000"]
    ),
    ("10.ln()", ["2.30258509299405"]), ("1.exp()", ["2.71828182845905"]), ("0.ln()", []),
    ("(1.5).ceiling() | (-1.5).floor() | (-1.5).truncate()", ["2", "-2", "-1"]),
    ("(1 | 2 | 3).avg()", ["2"]), ("(3 | 1 | 2).min()", ["1"]), ("('b' | 'a').max()", ["'b'"]),
    ("(@2024 | @2024-05).min()", []), ("(@2024-05 | @2024).max()", []),
    ("(@2024 | @2023-05).min()", ["@2023-05"]),
    ("(1 | 2).combine(1) ~ (1 | 2).combine(2)", ["false"]),
    ("(1 | 2).combine(1) ~ (2 | 1).combine(1)", ["true"]),
    ("'4days'.convertsToQuantity()", ["false"]), ("'4 days'.convertsToQuantity()", ["true"]),
    ("{}.sum()", []), ("(1 | 2.5).sum()", ["3.5"]), ("(1 'm' | 20 'cm').sum()", ["1.2 'm'"]),
    ("4 'weeks' = 28 days", ["true"]), ("1 'kg' + 500 'g'", ["1.5 'kg'"]),
    ("37 'Cel' > 98 '[degF]'", ["true"]), ("1 'Cel' + 1 'K'", []), ("3 'kg' * 2", ["6 'kg'"]),
    ("10 'g' / 4 'm2' = 2.5 'g/m2'", ["true"]), ("5 '{beats}/min' = 5 '/min'", []),
    ("50 '%' = 0.5", ["true"]), ("-3 'kg' < 1 'g'", ["true"]), ("1 'm' * 1 's'", ["1 'm.s'"]),
    ("'a\\u00e9\\uD83D\\uDE00'.length()", ["3"]), ("'ÄB'.lower()", ["'äb'"]),
    ("'abab'.replaceMatches('a|ab', 'x')", ["'xbxb'"]),
    ("'aXbX'.split('X')", ["'a'", "'b'", "''"]),
    ("'  a b '.trim()", ["'a b'"]), ("'abc'.matches('^a.c$')", ["true"]),
    ("'x12y345'.replaceMatches('[0-9]+', '#')", ["'x#y#'"]), ("'abc'.indexOf('c')", ["2"]),
    ("'e\\u0301a'.indexOf('a')", ["2"]), ("'+5'.toInteger()", ["5"]),
    ("(@2024-05 | 1) = (@2024 | 2)", ["false"]), ("(@2024-05 | 1) = (@2024 | 1)", []),
    ("(1 | 2).repeat(iif($this < 4, $this + 1, {}))", ["2", "3", "4"]),
    ("(1 | 2 | 3).aggregate($this + $total, 0)", ["6"]),
    ("(2 | 1).select($this * $index)", ["0", "1"]),
    ("- - 1", ["1"]), ("+1", ["1"]), ("1 is Integer and 1.0 is System.Decimal", ["true"]),
    ("'true'.toBoolean() and 'N'.toBoolean().not()", ["true"]), ("'+1.50'.toDecimal()", ["1.50"]),
    ("'1 day'.toQuantity()", ["1 day"]), ("2000 'g'.toQuantity('kg')", ["2 'kg'"]),
    ("2 | 2 '1' | 200 '%' | 2 'kg'", ["2", "2 'kg'"]), ("(2 '1').exclude(2).empty()", ["true"]),
    ("1 | 1.0 | 'a' | 'A'", ["1", "'a'", "'A'"]), ("(1 | 2) != (1 | 3)", ["true"]),
    ("true xor {}", []), ("1 in {} or {} contains 1", ["false"]),
    ("'a' = 'a' and 'e\\u0301' != '\\u00e9'", ["true"]), ("'a' < 'B'", ["false"]),
    ("1 // one\n + /* two */ 2", ["3"]), ("`is`.empty() and contains.empty()", ["true"]),
  ])
  func `has its value`(text: String, expected: [String]) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    arguments: [
      ("(1 | 2) + 1", .several("+")), ("{} + (1 | 2)", .several("+")),
      ("{} < (1 | 2)", .several("<")),
      ("(1 | 'a').sum()", .operand("sum()", kind: "a text")),
      ("('a' | true).max()", .operand("max()", kind: "true or false")),
      ("(true | false) and true", .several("and")),
      ("'a' + 1", .operand("+", kind: "a text")), ("1 < 'a'", .operand("<", kind: "a text")),
      ("@2026-01-01 < 'x'", .operand("<", kind: "a text")),
      ("@2026-01-01 + 1 'mo'", .operand("+", kind: "a quantity")),
      ("@T12:00 + 1 week", .operand("+", kind: "a quantity")),
      ("@T12:00 - 1 day", .operand("-", kind: "a quantity")),
      ("true > false", .operand(">", kind: "true or false")),
      ("(1 | 2).single()", .several("single()")), ("'a'.matches('(?=a)')", .pattern("'(?=a)'")),
      ("'a'.replaceMatches('a', '$1')", .group("'$1'")),
      ("1.round(-1)", .operand("round()", kind: "a whole number")),
      ("(1 | 'a').allTrue()", .operand("allTrue()", kind: "a whole number")),
      ("'a' & (1 | 2)", .several("&")), ("(1 | 2).iif(true, 1)", .several("iif()")),
    ] as [(String, ExpressionError.Problem)])
  func `has no value, and says why`(text: String, problem expected: ExpressionError.Problem) {
    #expect(problem(text)?.problem == expected)
  }
}

@Suite(.timeLimit(.minutes(20)))
struct `An expression that asks for too much` {
  private static func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
  }

  private static let nine = "(1|2|3|4|5|6|7|8|9)"

  @Test(
    arguments: [
      (nested(129), .nesting), (nested(30_000), .nesting),
      (String(repeating: "-", count: 129) + "1", .nesting),
      (String(repeating: "iif(true,", count: 129), .nesting),
      (nested(40_000), .source), (String(repeating: "true and ", count: 100_000) + "true", .source),
      ("1.repeat($this + 1)", .items), ("'a'.repeat($this + 'a')", .text),
      ("2.0.power(1000000000)", .digits), ("1.1.power(1000000000)", .digits),
      (nine + (0..<6).map { _ in ".select(\(nine))" }.joined(), .items),
      (
        "\(nine).all(\(nine).all(\(nine).all(\(nine).all(\(nine).all(true)))))",
        .steps
      ),
      ("(0 | 1).repeat($this + 1).count()", .items),
      ("\(nine).repeat(iif($this < 9000, $this + 9, {})).aggregate($total | $this)", .steps),
      (
        "'" + String(repeating: "a", count: 60_000) + "'.replace('', 'aaaaaaaaaaaaaaaaaaaa')", .text
      ),
      (
        "'" + String(repeating: "1", count: 4_097) + "'.length() + "
          + String(repeating: "1", count: 4_097), .digits
      ),
    ] as [(String, ExpressionError.Limit)])
  // Rule E8.
  func `is stopped`(text: String, limit: ExpressionError.Limit) {
    #expect(problem(text)?.problem == .limit(limit), "\(text.prefix(60))")
  }

  @Test func `has as many items as the limit`() throws {
    let text = String(repeating: "a", count: 10_000)
    #expect(try value("'\(text)'.toChars().count()") == ["10000"])
    #expect(problem("'\(text)a'.toChars().count()")?.problem == .limit(.items))
  }

  @Test func `has depths up to the limit, on the stack of any thread`() async throws {
    let deep = Self.nested(128)
    let signs = String(repeating: "- ", count: 128) + "1"
    let calls =
      String(repeating: "iif(true, ", count: 128) + "1" + String(repeating: ")", count: 128)
    let mixed =
      String(repeating: "true and (1 + 1 = 2 and true xor ", count: 128) + "false"
      + String(repeating: ")", count: 128)
    // A task has the smallest stack that there is.
    let values = try await Task.detached {
      [try value(deep), try value(signs), try value(calls), try value(mixed)]
    }.value
    #expect(values == [["1"], ["1"], ["1"], ["false"]])
  }

  @Test func `has as many operators and steps in a row as its text holds`() throws {
    let sum = Array(repeating: "1", count: 30_000).joined(separator: "+")
    #expect(try value(sum) == ["30000"])
    let path = "1" + String(repeating: ".first()", count: 8_000)
    #expect(try value(path) == ["1"])
  }

  @Test func `matches patterns in linear time`() throws {
    let text = "'" + String(repeating: "a", count: 10_000) + "!'"
    #expect(try value("\(text).matches('^(a+)+$')") == ["false"])
    #expect(try value("\(text).replaceMatches('(a|aa)+', '')") == ["'!'"])
  }

  @Test func `reads a pattern in linear time, once for many items, and counts that`() throws {
    func matching(_ texts: String, _ pattern: String) -> String {
      "'\(texts)'.toChars().where($this.matches(\(pattern))).count()"
    }
    let same = String(repeating: "x", count: 1_500)
    let others = String(repeating: "xy", count: 750)
    #expect(try value(matching(same, "'^a{1600}'")) == ["0"])
    #expect(problem(matching(others, "'^a{1600}' & $this"))?.problem == .limit(.steps))
    let many = Array(repeating: "ab", count: 1_200).joined(separator: "|")
    let time = ContinuousClock().measure {
      #expect(problem(matching(others, "'\(many)' & $this"))?.problem == .limit(.steps))
    }
    #expect(time < .seconds(10))
    // A class of many ranges, and steps that lead nowhere.
    let wide = String(repeating: "ab", count: 4_000)
    #expect(problem("'\(wide)'.matches('[\(wide)]c')")?.problem == .limit(.steps))
    let begins = Array(repeating: "^", count: 1_600).joined(separator: "|")
    #expect(problem("'\(wide)'.matches('(\(begins))c')")?.problem == .limit(.steps))
  }
}
