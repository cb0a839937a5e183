import EkibenExpressions
import Testing

// Rule E6, and §5.5 and §6.1 to §6.3 of the language.
@Suite(.timeLimit(.minutes(20)))
struct `Values of expressions` {
  @Test(
    arguments: [
      ("'T'.toBoolean()", "true"), ("'Y'.toBoolean()", "true"), ("'yes'.toBoolean()", "true"),
      ("'1'.toBoolean()", "true"), ("'1.0'.toBoolean()", "true"), ("'TRUE'.toBoolean()", "true"),
      ("'f'.toBoolean()", "false"), ("'n'.toBoolean()", "false"), ("'no'.toBoolean()", "false"),
      ("'False'.toBoolean()", "false"), ("'0'.toBoolean()", "false"),
      ("'0.0'.toBoolean()", "false"), ("'2'.toBoolean()", ""), ("true.toBoolean()", "true"),
      ("1.toBoolean()", "true"), ("0.0.toBoolean()", "false"), ("2.toBoolean()", ""),
      ("2.convertsToBoolean()", "false"), ("'no'.convertsToBoolean()", "true"),
      ("@2024.toBoolean()", ""), ("{}.toBoolean()", ""), ("{}.convertsToBoolean()", ""),
      ("true.toInteger()", "1"), ("false.toInteger()", "0"), ("'-12'.toInteger()", "-12"),
      ("7.toInteger()", "7"), ("'1.0'.toInteger()", ""), ("1.0.toInteger()", ""),
      ("'+'.toInteger()", ""), ("''.toInteger()", ""), ("'9223372036854775808'.toInteger()", ""),
      ("'1x'.convertsToInteger()", "false"), ("'12'.convertsToInteger()", "true"),
      ("true.toDecimal()", "1"), ("false.toDecimal()", "0"),
      ("1.toDecimal() is System.Decimal", "true"), ("'-0.50'.toDecimal()", "-0.50"),
      ("'1.'.toDecimal()", ""), ("'.5'.toDecimal()", ""), ("'1e3'.toDecimal()", ""),
      ("'1.2.3'.toDecimal()", ""), ("'007.5'.toDecimal()", "7.5"), ("'000'.toDecimal()", "0"),
      ("'--1'.toDecimal()", ""), ("'a'.convertsToDecimal()", "false"), ("@2024.toDecimal()", ""),
      ("true.toString()", "'true'"), ("false.toString()", "'false'"),
      ("1.50.toString()", "'1.50'"), ("@2024-03.toString()", "'2024-03'"),
      ("(4 days).toString()", "'4 days'"), ("(1 day).toString()", "'1 day'"),
      ("(1 'mg').toString()", "'1 'mg''"), ("@T10:00.toString()", "'10:00'"),
      ("(1 'mg').convertsToString()", "true"),
      ("'2024-02-29T10:00'.toDate()", "@2024-02-29"), ("@2024-02-29T10:00.toDate()", "@2024-02-29"),
      ("'10:30'.toDate()", ""), ("'2024-13'.toDate()", ""), ("1.toDate()", ""),
      ("'2024'.convertsToDate()", "true"), ("@T10:00.convertsToDate()", "false"),
      ("@2024-02-29.toDateTime() is DateTime", "true"), ("@2024 is DateTime", "false"),
      ("'2024-02-29'.toDateTime()", "@2024-02-29"), ("'10:30'.convertsToDateTime()", "false"),
      ("'10:30:00.5'.toTime()", "@10:30:00.5"), ("'2024'.toTime()", ""),
      ("'10:30'.convertsToTime()", "true"),
      ("1.toQuantity()", "1 '1'"), ("1.5.toQuantity()", "1.5 '1'"),
      ("true.toQuantity()", "1 '1'"), ("false.toQuantity()", "0 '1'"),
      ("'1.5'.toQuantity()", "1.5 '1'"), (#"'1.5 \'mg\''.toQuantity()"#, "1.5 'mg'"),
      (#"'1.5\'mg\''.toQuantity()"#, "1.5 'mg'"), (#"'4 \'\''.toQuantity()"#, ""),
      (#"'4 \'m\'g\''.toQuantity()"#, ""), ("'mg'.toQuantity()", ""),
      ("'1 fortnight'.toQuantity()", ""), ("@2024.toQuantity()", ""),
      ("(1 'kg').toQuantity('g')", "1000 'g'"), ("(1 'kg').toQuantity('m')", ""),
      ("(14 days).toQuantity('weeks')", "2 weeks"), ("(1 'kg').toQuantity({})", "1 'kg'"),
      ("(1 'kg').convertsToQuantity('m')", "false"), ("(1 'kg').convertsToQuantity('g')", "true"),
    ] as [(String, String)])
  func `are converted where that loses nothing`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("1 = 1.0", "true"), ("1 = '1'", "false"), ("true = 1", "false"), ("'a' = 'A'", "false"),
      ("@2024 = @2024-05", ""), ("@2024 = @2023-05", "false"), ("@T10:00 = @2024", "false"),
      ("1 'm' = 100 'cm'", "true"), ("1 'm' = 1 'kg'", ""), ("1 '1' = 1", "true"),
      ("1.0 = 1 '1'", "true"), ("1 'm' = 1", ""), ("(1 | 2) = (1 | 2)", "true"),
      ("(1 | 2) = (2 | 1)", "false"), ("(1 | 2) = 1", "false"), ("{} = {}", ""), ("{} != 1", ""),
      ("1 != 2", "true"), ("(@2024-05 | 1) != (@2024 | 1)", ""),
      ("{} ~ {}", "true"), ("{} ~ 1", "false"), ("1.2 ~ 1.23", "true"), ("1.2 ~ 1.3", "false"),
      ("1 ~ 1.04", "true"), ("1.10 ~ 1.13", "true"), ("1.11 ~ 1.12", "false"),
      ("'A b' ~ 'a   B'", "true"), ("'ab' ~ 'a b'", "false"), ("'a' !~ 'b'", "true"),
      ("'a' !~ 'A'", "false"), ("@2024 ~ @2024-05", "false"), ("@2024-05 ~ @2024-05", "true"),
      ("1 'm' ~ 102 'cm'", "true"), ("1 'm' ~ 160 'cm'", "false"), ("1 'm' ~ 1 'kg'", "false"),
      ("1 year ~ 1 'a'", "true"), ("1 'mo' ~ 1 month", "true"), ("1 year !~ 12 'mo'", "false"),
      ("2 years ~ 1 'a'", "false"), ("1 year = 1 'a'", ""), ("1 year ~ 12 months", "true"),
      ("1 week ~ 7 days", "true"), ("1 week ~ 7 'd'", "true"), ("1 'wk' = 7 days", "true"),
      ("1 year ~ 365.25 days", "false"), ("1 year ~ 1 'm'", "false"),
      ("(1 | 2) ~ (2 | 1)", "true"), ("(1 | 2) ~ 1", "false"), ("1 ~ 'a'", "false"),
      ("2 <= 2", "true"), ("3 <= 2", "false"), ("2 < 2", "false"), ("2 > 2", "false"),
      ("2 >= 2", "true"), ("1 >= 2", "false"), ("1.5 > 1", "true"), ("'b' > 'a'", "true"),
      ("'a' >= 'a'", "true"), ("'ab' < 'b'", "true"), (#"'\ufffd' < '\ud83d\ude00'"#, "true"),
      ("@2024-01-01 < @2024-01-02", "true"), ("@2024 < @2024-05", ""), ("@T10:00 < @T11", "true"),
      ("1 'm' > 50 'cm'", "true"), ("1 'm' < 1 'kg'", ""), ("2 '1' > 1", "true"),
      ("1 < 2 '1'", "true"), ("{} < 1", ""), ("1 > {}", ""),
      ("1 in (1 | 2)", "true"), ("3 in (1 | 2)", "false"), ("{} in (1 | 2)", ""),
      ("1 in {}", "false"), ("(1 | 2) contains 3", "false"), ("(1 | 2) contains {}", ""),
    ] as [(String, String)])
  func `are compared`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  // After Kleene: by rows for true, false and nothing on the left, by columns for the same on the right.
  @Test(
    arguments: [
      ("and", "TF- FFF -F-"), ("or", "TTT TF- T--"), ("xor", "FT- TF- ---"),
      ("implies", "TF- TTT T--"),
    ] as [(String, String)])
  func `are true, false or neither`(operation: String, table: String) throws {
    let operands = ["true", "false", "{}"]
    let rows = try operands.map { left in
      try operands.map { right in
        switch try value("\(left) \(operation) \(right)") {
        case ["true"]: "T"
        case ["false"]: "F"
        default: "-"
        }
      }.joined()
    }
    #expect(rows.joined(separator: " ") == table)
  }

  @Test(
    arguments: [
      ("@T10:00 < @2024", .operand("<", kind: "a date")),
      ("@2024 < @T10:00", .operand("<", kind: "a time")),
      ("true < 1", .operand("<", kind: "true or false")),
      ("1 <= true", .operand("<=", kind: "true or false")),
      ("1 'm' < 'a'", .operand("<", kind: "a text")),
      ("'a' < 1", .operand("<", kind: "a whole number")),
      ("'a' >= 1.5", .operand(">=", kind: "a number")),
      ("'a' > 1 'm'", .operand(">", kind: "a quantity")),
      ("(1 | 2) in (1 | 2)", .several("in")), ("1 contains (1 | 2)", .several("contains")),
      ("(1 | 2) > 1", .several(">")), ("1 >= (1 | 2)", .several(">=")),
      ("(1 | 2).toInteger()", .several("toInteger()")),
      ("(1 | 2).toQuantity('g')", .several("toQuantity()")),
      ("1.toQuantity(1)", .operand("toQuantity()", kind: "a whole number")),
      ("(true | false).not()", .several("not()")), ("true or (1 | 2)", .several("or")),
      ("(1 | 2) is Integer", .several("is")), ("(1 | 2) as Integer", .several("as")),
      ("(1 | 2)[1 | 2]", .several("[]")), ("(1 | 2)['a']", .operand("[]", kind: "a text")),
      ("(1 | 2).where($this | 3)", .several("where()")),
      ("(1 | 2).all($this | 3)", .several("all()")),
      ("(1 | 2).exists($this | 3)", .several("exists()")),
      ("1.iif($this | 3, 1)", .several("iif()")),
      ("1.skip('a')", .operand("skip()", kind: "a text")),
      ("1.take(1.5)", .operand("take()", kind: "a number")),
      ("1.extension(1)", .operand("extension()", kind: "a whole number")),
      ("'a'.anyTrue()", .operand("anyTrue()", kind: "a text")),
    ] as [(String, ExpressionError.Problem)])
  func `that do not fit an operation are told`(text: String, expected: ExpressionError.Problem) {
    #expect(problem(text)?.problem == expected)
  }
}
