import EkibenExpressions
import Testing

// Rule E6.
@Suite(.timeLimit(.minutes(20)))
struct `Arithmetic of expressions` {
  @Test(
    arguments: [
      ("7 div 2", "3"), ("-7 div 2", "-3"), ("7 mod 2", "1"), ("7.5 div 2", "3"),
      ("7.5 div 2 is Integer", "true"), ("7.5 mod 2", "1.5"), ("1 div 0", ""), ("1 mod 0", ""),
      ("1 / 0", ""), ("1.0 div 0", ""), ("1.0 mod 0", ""), ("5 mod -1", "0"), ("2 * 3", "6"),
      ("2 * 1.5", "3.0"), ("5 - 7", "-2"), ("6 / 2", "3"), ("6 / 2 is Decimal", "true"),
      ("1.1 - 0.1", "1.0"), ("'a' + 'b'", "'ab'"), ("{} + 1", ""), ("1 + {}", ""),
      ("9223372036854775807 * 2", ""), ("(-9223372036854775807 - 1) div -1", ""),
      ("(-9223372036854775807 - 1) mod -1", "0"), ("-(-9223372036854775807 - 1)", ""),
      ("-{}", ""), ("-1.50", "-1.50"),
      ("1.abs()", "1"), ("(-1).abs()", "1"), ("(-1.5).abs()", "1.5"), ("1.5.abs()", "1.5"),
      ("(-(3 'kg')).abs()", "3 'kg'"), ("(3 'kg').abs()", "3 'kg'"), ("{}.abs()", ""),
      ("1.ceiling()", "1"), ("1.0.ceiling()", "1"), ("1.1.ceiling()", "2"),
      ("(-1.1).ceiling()", "-1"), ("1.9.floor()", "1"), ("(-1.0).floor()", "-1"),
      ("(-1.1).floor()", "-2"), ("1.9.truncate()", "1"), ("(-1.9).truncate()", "-1"),
      ("{}.floor()", ""), ("99999999999999999999.5.floor()", ""),
      ("1.5.floor() is Integer", "true"),
      ("1.5.round()", "2"), ("1.25.round(1)", "1.3"), ("1.24.round(1)", "1.2"), ("{}.round()", ""),
      ("2.power(3)", "8"), ("2.power(3) is Integer", "true"), ("2.5.power(2)", "6.25"),
      ("2.power(0)", "1"), ("4.power(0.5)", "2"), ("(-1).power(0.5)", ""), ("(-2).power(3)", "-8"),
      ("2.power(63)", ""), ("2.power(62)", "4611686018427387904"), ("4.power(-1)", "0.25"),
      ("{}.power(2)", ""), ("2.power({})", ""), ("0.power(-1)", ""), ("0.power(0.5)", "0"),
      ("9.sqrt()", "3"), ("(-1).sqrt()", ""), ("{}.sqrt()", ""), ("100.log(10)", "2"),
      ("8.log(1)", ""), ("8.log({})", ""), ("0.log(10)", ""), ("1000.exp()", ""),
      ("(1 | 2 | 3).sum()", "6"), ("5.sum()", "5"), ("(1 'm').combine(1 'kg').sum()", ""),
      ("9223372036854775807.combine(1).sum()", ""), ("1.combine(2).avg()", "1.5"), ("{}.avg()", ""),
      ("{}.min()", ""), ("5.max()", "5"), ("(1 'm' | 50 'cm').min()", "50 'cm'"),
      ("('b' | 'a').min()", "'a'"), ("(@2024-01-01 | @2023-01-01).max()", "@2024-01-01"),
      ("(1 | 2 | 3).max()", "3"),
    ] as [(String, String)])
  func `on numbers has its value`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("1 'm' - 20 'cm'", "0.8 'm'"), ("2 'm' * 3 'm'", "6 'm2'"), ("6 'm' / 2 's'", "3 'm/s'"),
      ("6 'm' / 2 'm'", "3 '1'"), ("6 'm' / 2", "3 'm'"), ("2 * 3 'm'", "6 'm'"),
      ("6 / 2 's'", "3 '/s'"), ("6 / (2 'm' * 1 's')", "3 '/m.s'"),
      ("6 'm' / (1 's' * 2 's')", "3 'm/s2'"), ("1 'm' / 0", ""), ("1 'm' / 0 's'", ""),
      ("1 'm' + 1", ""), ("1 'kg' - 1 'm'", ""), ("2 'Cel' * 3 'm'", ""), ("1 'foo' * 1 'm'", ""),
      ("3 'foo' + 1 'foo'", "4 'foo'"), ("1 'km' * 2 'm'", "2000 'm2'"), ("-(3 'kg')", "-3 'kg'"),
      ("1 day + 1 week", "8 days"), ("2 weeks - 7 days", "1 week"), ("1 'g' + 1 'mg'", "1.001 'g'"),
      ("@2024-01-31 + 1 month", "@2024-02-29"), ("@2024-03-31 - 1 month", "@2024-02-29"),
      ("@2024-02-29 - 1 year", "@2023-02-28"), ("@2024-01-01 + 1.9 days", "@2024-01-02"),
      ("@2024-01-01 - 1 'd'", "@2023-12-31"), ("@2024-01-01 + 2 'wk'", "@2024-01-15"),
      ("@2024-01-01T10:00 + 90 'min'", "@2024-01-01T11:30"),
      ("@2024-01-01T10:00:00 + 1 's'", "@2024-01-01T10:00:01"),
      ("@2024-01-01T10:00 + 1 'h'", "@2024-01-01T11:00"),
      ("@T10:00:00.000 + 5 'ms'", "@10:00:00.005"), ("@T10:00 - 1 hour", "@09:00"),
      ("@2024 + {}", ""), ("@0001-01-01 - 1 day", ""),
    ] as [(String, String)])
  func `on quantities and dates has its value`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("-'a'", .operand("-", kind: "a text")), ("-(1 | 2)", .several("-")),
      ("1 'm' div 2 'm'", .operand("div", kind: "a quantity")),
      ("1 'm' mod 2 'm'", .operand("mod", kind: "a quantity")),
      ("1 'm' + 'a'", .operand("+", kind: "a text")),
      ("'a' * 1 'm'", .operand("*", kind: "a text")),
      ("1 + 'a'", .operand("+", kind: "a text")), ("'a' - 'b'", .operand("-", kind: "a text")),
      ("true * 1", .operand("*", kind: "true or false")),
      ("@2024 + 1 'a'", .operand("+", kind: "a quantity")),
      ("@2024 - 1 'kg'", .operand("-", kind: "a quantity")),
      ("@2024 * 2", .operand("*", kind: "a date")), ("@2024 + 1", .operand("+", kind: "a date")),
      ("1 day + @2024", .operand("+", kind: "a date")),
      ("@T12:00 + 1 month", .operand("+", kind: "a quantity")),
      ("@T12:00 - 1 year", .operand("-", kind: "a quantity")),
      ("'a'.abs()", .operand("abs()", kind: "a text")), ("(1 | 2).abs()", .several("abs()")),
      ("'a'.floor()", .operand("floor()", kind: "a text")),
      ("'a'.exp()", .operand("exp()", kind: "a text")),
      ("1.log('a')", .operand("log()", kind: "a text")),
      ("2.power('a')", .operand("power()", kind: "a text")),
      ("true.min()", .operand("min()", kind: "true or false")),
      ("(1 | 'a').max()", .operand("max()", kind: "a whole number")),
      ("'a'.avg()", .operand("avg()", kind: "a text")),
      ("true.sum()", .operand("sum()", kind: "true or false")),
      ("1.5.round('a')", .operand("round()", kind: "a text")),
    ] as [(String, ExpressionError.Problem)])
  func `has no value, and says why`(text: String, expected: ExpressionError.Problem) {
    #expect(problem(text)?.problem == expected)
  }

  // A sum, then a whole quotient: what binds tighter is worked out first, and what binds alike from the left.
  @Test(
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("2 - 1 - 1", "0"), ("8 / 2 / 2", "2"),
      ("2 * 7 mod 4", "2"), ("7 mod 4 * 2", "6"), ("-2.abs()", "-2"), ("1 - -1", "2"),
      ("1 + 1 | 3", "2, 3"), ("1 | 2 = 1", "false"), ("1 < 2 = true", "true"),
      ("1 = 1 in true", "true"), ("false and true or true", "true"),
      ("true or true and false", "true"), ("true or true implies false", "false"),
      ("true xor true or true", "true"), ("false implies true implies false", "false"),
      ("1 + 2 is Integer", "true"), ("1 | 2 is Integer", "1, true"), ("1 in 1 and true", "true"),
      ("1 != 2 = true", "true"), ("'a' & 'b' + 'c'", "'abc'"), ("6 div 2 + 1", "4"),
      ("1 | 1 <= 1", "true"), ("1 ~ 1 = true", "true"), ("true !~ false", "true"),
    ] as [(String, String)])
  func `follows the precedence of operators`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }
}
