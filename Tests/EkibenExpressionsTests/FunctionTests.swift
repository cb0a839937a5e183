import EkibenExpressions
import Testing

// Rules E6 and E7: what functions and operators do at their edges.
@Suite(.timeLimit(.minutes(20)))
struct `Functions of expressions` {
  @Test(
    arguments: [
      ("{}.allTrue()", "true"), ("{}.anyTrue()", "false"), ("{}.allFalse()", "true"),
      ("{}.anyFalse()", "false"), ("(true | false).anyFalse()", "true"),
      ("true.allFalse()", "false"),
      ("false.anyTrue()", "false"), ("true.anyFalse()", "false"), ("true.allTrue()", "true"),
      ("{}.exists()", "false"), ("1.exists($this > 2)", "false"),
      ("(1 | 2).exists($this = 2)", "true"), ("{}.all(false)", "true"),
      ("(1 | 2).all($this < 2)", "false"), ("{}.count()", "0"), ("{}.empty()", "true"),
      ("{}.first()", ""), ("{}.last()", ""), ("{}.tail()", ""), ("1.tail()", ""),
      ("{}.single()", ""), ("(1 | 2 | 3).skip(0)", "1, 2, 3"), ("(1 | 2 | 3).skip(-1)", "1, 2, 3"),
      ("(1 | 2).skip(5)", ""), ("(1 | 2).take(0)", ""), ("(1 | 2).take(-1)", ""),
      ("(1 | 2).take(9)", "1, 2"), ("(1 | 2).skip({})", ""), ("(1 | 2).take({})", ""),
      ("(1 | 2)[0]", "1"), ("(1 | 2)[2]", ""), ("(1 | 2)[-1]", ""), ("(1 | 2)[{}]", ""),
      ("1[0]", "1"), ("{}[0]", ""),
      ("1.combine(1).exclude(2)", "1, 1"), ("1.combine(1).intersect(1)", "1"),
      ("(1 | 2).intersect({})", ""), ("(1 | 2).subsetOf(1)", "false"), ("{}.subsetOf(1)", "true"),
      ("1.subsetOf({})", "false"), ("(1 | 2).supersetOf(3)", "false"), ("1.supersetOf({})", "true"),
      ("1.combine(1).isDistinct()", "false"), ("{}.isDistinct()", "true"), ("1.union(1)", "1"),
      ("1.combine(1)", "1, 1"), ("1 | {}", "1"), ("{} | {}", ""), ("'a' | 'a'", "'a'"),
      ("@2024 | @2024 | @2024-05", "@2024, @2024-05"), ("true | false | true", "true, false"),
      ("(1 | 2).select({})", ""), ("(1 | 2).select($this | 3)", "1, 3, 2, 3"),
      ("(1 | 2).where($index = 1)", "2"), ("(1 | 2).where({})", ""),
      ("(3 | 4).select($index)", "0, 1"),
      ("(1 | 2).aggregate($this + $total, 10)", "13"), ("(1 | 2).aggregate($total)", ""),
      ("(2 | 3).aggregate(iif($total.empty(), $this, $total * $this))", "6"),
      ("{}.aggregate($this, 5)", "5"), ("(5 | 7).aggregate($index, 0)", "1"),
      ("iif({}, 1, 2)", "2"), ("iif(false, 1)", ""), ("iif(true, 1, 'a' + 1)", "1"),
      ("iif(false, 'a' + 1, 2)", "2"), ("5.iif($this > 3, 'big', 'small')", "'big'"),
      ("(1 | 2).trace('x')", "1, 2"), ("1.trace('x', 'a' + 1)", "1"),
      ("5.hasValue()", "true"), ("{}.hasValue()", "false"), ("(1 | 2).hasValue()", "false"),
      ("5.children()", ""), ("5.descendants()", ""), ("1.weight()", ""), ("1.extension('x')", ""),
      ("5.foo", ""), ("(5 'mg').value", "5"), ("(5 'mg').unit", "'mg'"), ("(5 'mg').code", "'mg'"),
      ("(5 'mg').other", ""), ("(4 days).unit", "'day'"), ("1.not()", "false"), ("{}.not()", ""),
      ("1 is Integer", "true"), ("1 is FHIR.integer", "false"), ("1 is String", "false"),
      ("'a' as String", "'a'"), ("'a' as Integer", ""), ("{} is Integer", ""),
      ("1.is(Integer)", "true"), ("1.as(Decimal)", ""), ("(1 | 'a').ofType(String)", "'a'"),
    ] as [(String, String)])
  func `of lists have their value`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("1", "Integer"), ("1.0", "Decimal"), ("'a'", "String"), ("true", "Boolean"),
      ("@2024", "Date"), ("@2024T", "DateTime"), ("@T10", "Time"), ("1 'm'", "Quantity"),
    ] as [(String, String)])
  func `say which type of the language a value has`(text: String, name: String) throws {
    #expect(
      try value("(\(text)).type().namespace & '.' & (\(text)).type().name")
        == ["'System.\(name)'"])
    #expect(try value("(\(text)) is \(name)") == ["true"])
  }

  @Test(
    arguments: [
      ("'abc'.substring(1)", "'bc'"), ("'abc'.substring(0, 2)", "'ab'"), ("'abc'.substring(3)", ""),
      ("'abc'.substring(-1)", ""), ("'abc'.substring(1, 0)", "''"),
      ("'abc'.substring(1, -1)", "''"), ("'abc'.substring(1, 9)", "'bc'"),
      ("'abc'.substring(1, {})", "'bc'"), ("'abc'.substring({})", ""), ("{}.substring(0)", ""),
      ("'abc'.indexOf('x')", "-1"), ("'abc'.indexOf('')", "0"), ("'aab'.indexOf('ab')", "1"),
      ("''.length()", "0"), ("{}.length()", ""), ("'abc'.contains('')", "true"),
      ("'abc'.startsWith('')", "true"), ("'abc'.endsWith('')", "true"),
      ("'abc'.startsWith('b')", "false"), ("'abc'.endsWith('b')", "false"),
      ("'a'.startsWith('abc')", "false"), ("'c'.endsWith('abc')", "false"),
      ("'abc'.contains('ac')", "false"), ("'abc'.contains({})", ""), ("{}.contains('a')", ""),
      ("'a,b,,c'.split(',')", "'a', 'b', '', 'c'"), ("'abc'.split('')", "'a', 'b', 'c'"),
      ("'abc'.split('x')", "'abc'"), ("('a' | 'b').join()", "'ab'"),
      ("('a' | 'b').join({})", "'ab'"), ("{}.join(',')", ""),
      ("'abcabc'.replace('b', '')", "'acac'"), ("'abc'.replace('', '-')", "'-a-b-c-'"),
      ("'abc'.replace({}, 'x')", ""), ("'abc'.replace('b', {})", ""),
      ("'aaa'.replace('aa', 'b')", "'ba'"), ("'abc'.replace('x', 'y')", "'abc'"),
      ("'abc'.matches('b')", "true"), ("'abc'.matches('^b')", "false"),
      ("'abc'.matches('b$')", "false"),
      ("'abc'.matches({})", ""), (#"'a\nb'.matches('a.b')"#, "true"), ("''.matches('')", "true"),
      ("'abc'.replaceMatches('', 'x')", "'abc'"), ("'aab'.replaceMatches('a*', 'x')", "'xb'"),
      ("'abc'.replaceMatches('[bc]', '')", "'a'"),
      ("'abcd'.replaceMatches('b|bcd', '-')", "'a-cd'"),
      ("'abcd'.replaceMatches('bcd|b', '-')", "'a-'"),
      ("'aaa'.replaceMatches('a*?', '-')", "'aaa'"),
      ("'<a>x<b>'.replaceMatches('<.*?>', '')", "'x'"),
      ("'<a>x<b>'.replaceMatches('<.*>', '')", "''"),
      ("'foobar'.replaceMatches('(foo|foob)(ar)?', '-')", "'-bar'"),
      ("'aaaa'.replaceMatches('a{1,3}?', '-')", "'----'"),
      ("'aaaa'.replaceMatches('a{1,3}', '-')", "'--'"),
      ("'aab'.replaceMatches('a+?b', '-')", "'-'"),
      ("'aaaaa'.replaceMatches('a{2,}?', '-')", "'--a'"),
      ("'ab'.replaceMatches('ab??', '-')", "'-b'"), ("'ab'.replaceMatches('a??b', '-')", "'-'"),
      ("'aaab'.replaceMatches('(a+?)+b|a', '-')", "'-'"),
      ("'xabab'.replaceMatches('(ab)+', '-')", "'x-'"),
      ("'aXa'.replaceMatches('^a', '-')", "'-Xa'"),
      ("'aXa'.replaceMatches('a$', '-')", "'aX-'"), ("'abc'.replaceMatches({}, 'x')", ""),
      ("'costs 5 EUR'.replaceMatches('EUR', 'US$')", "'costs 5 US$'"),
      ("'a'.replaceMatches('a', '$$x')", "'$$x'"),
      (#"'EUR 5'.replaceMatches('EUR ', '\\$')"#, "'$5'"),
      (#"'a'.replaceMatches('a', '\\$1\\b')"#, #"'$1\b'"#),
      ("'straße'.upper()", "'STRASSE'"), (#"'\t a\u00a0'.trim()"#, "'a'"), ("'   '.trim()", "''"),
      ("''.toChars()", ""), ("'a' & {}", "'a'"), ("{} & 'a'", "'a'"), ("{} & {}", "''"),
    ] as [(String, String)])
  func `of texts have their value`(text: String, expected: String) throws {
    #expect(try value(text).joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("(1 | 2).join(',')", .operand("join()", kind: "a whole number")),
      ("1.length()", .operand("length()", kind: "a whole number")),
      ("'a'.startsWith(1)", .operand("startsWith()", kind: "a whole number")),
      ("'a'.substring('b')", .operand("substring()", kind: "a text")),
      ("'a'.substring(0, 'b')", .operand("substring()", kind: "a text")),
      ("'a'.matches('(')", .pattern("'('")), ("'a'.replaceMatches('(', 'b')", .pattern("'('")),
      ("'a'.replaceMatches('a', 'x$1')", .group("'x$1'")),
      ("'a'.replaceMatches('a', '${b}')", .group("'${b}'")),
      ("true & 'a'", .operand("&", kind: "true or false")),
      ("('a' | 'b').upper()", .several("upper()")),
      ("'a'.replace('a', 1)", .operand("replace()", kind: "a whole number")),
    ] as [(String, ExpressionError.Problem)])
  func `of texts take texts`(text: String, expected: ExpressionError.Problem) {
    #expect(problem(text)?.problem == expected)
  }
}
