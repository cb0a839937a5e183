import Testing

@testable import EkibenExpressions

// Rules E5 and E8.
@Suite(.timeLimit(.minutes(20)))
struct `An error in an expression` {
  @Test(
    arguments: [
      (.unexpected("x"), "x cannot stand here"),
      (.unexpected(nil), "the expression ends too early"),
      (.unfinished("a text"), "a text does not end"),
      (.escape("q"), "a backslash with q behind it means nothing"),
      (.date("@2026-02-30"), "there is no @2026-02-30"), (.function("f"), "there is no function f"),
      (.variable("v"), "nothing defines %v"),
      (.missing("v"), "needs %v, which nobody has handed over"), (.type("t"), "there is no type t"),
      (.arguments("f", 1...1), "f() takes 1 argument, not another number of them"),
      (.arguments("f", 0...0), "f() takes 0 arguments, not another number of them"),
      (.arguments("f", 2...2), "f() takes 2 arguments, not another number of them"),
      (.arguments("f", 2...3), "f() takes 2 to 3 arguments, not another number of them"),
      (.several("+"), "+ takes one item, and is given several"),
      (.operand("+", kind: "a text"), "+ cannot be done with a text"),
      (.pattern("'('"), "'(' is no pattern, or none that can be matched in linear time"),
      (.group("'$1'"), "'$1' names a group, which is not kept; \\\\$ is the sign itself"),
      (.limit(.source), "an expression has at most 64 KiB"),
      (.limit(.nesting), "an expression is nested at most 128 levels deep"),
      (.limit(.steps), "gave up after 100,000 steps"),
      (.limit(.edit), "the edit had 10,000,000 steps, and no more are taken for it"),
      (.limit(.items), "gave up at a collection of more than 10,000 items"),
      (.limit(.text), "gave up after 1 MiB of text"),
      (.limit(.digits), "gave up at a number of more than 4,096 digits"),
    ] as [(ExpressionError.Problem, String)])
  func `is a sentence behind line and column`(problem: ExpressionError.Problem, words: String) {
    #expect(ExpressionError(problem, at: 3, in: "é\na").description == "2:1: \(words)")
  }

  @Test(
    arguments: [
      ("1 + 'a'", 2, ["1 + 'a'", "  ^"]), ("a\nbc\nd", 3, ["bc", " ^"]), ("", 0, ["", "^"]),
      ("\ta", 1, [" a", " ^"]), ("éa", 2, ["éa", " ^"]), ("a\n", 2, ["", "^"]),
      (
        String(repeating: "x", count: 49) + "y" + String(repeating: "z", count: 50), 49,
        [
          String(repeating: "x", count: 36) + "y" + String(repeating: "z", count: 35),
          String(repeating: " ", count: 36) + "^",
        ]
      ),
      (
        String(repeating: "x", count: 37), 37,
        [String(repeating: "x", count: 36), String(repeating: " ", count: 36) + "^"]
      ),
    ] as [(String, Int, [String])])
  func `shows its line with a caret at its place`(text: String, offset: Int, lines: [String]) {
    #expect(ExpressionError(.unexpected("x"), at: offset, in: text).excerpt(of: text) == lines)
  }

  @Test func `shows nothing of a text that has no such line`() {
    #expect(ExpressionError(.unexpected("x"), at: 2, in: "a\nb").excerpt(of: "a") == [])
  }

  @Test(
    arguments: [
      ("1 +\n  'a'.nosuch()", "2:7: there is no function nosuch"),
      ("'a'.upper(1)", "1:5: upper() takes 0 arguments, not another number of them"),
      ("'a'.replace('b')", "1:5: replace() takes 2 arguments, not another number of them"),
      ("iif(true)", "1:1: iif() takes 2 to 3 arguments, not another number of them"),
      ("1.exists(1, 2)", "1:3: exists() takes 0 to 1 arguments, not another number of them"),
      ("1.trace()", "1:3: trace() takes 1 to 2 arguments, not another number of them"),
      ("1.round(1, 2)", "1:3: round() takes 0 to 1 arguments, not another number of them"),
      ("1.log()", "1:3: log() takes 1 argument, not another number of them"),
      ("1.is(Other.Integer)", "1:6: there is no type Other.Integer"),
      ("1 is System.integer", "1:6: there is no type System.integer"),
      ("1 as integer2", "1:6: there is no type integer2"),
      ("1.ofType(x)", "1:10: there is no type x"),
      ("1 is FHIR.System.Integer", "1:17: . cannot stand here"),
      ("iif(1, 2)", "1:1: iif() cannot be done with a whole number"),
      ("$index.$this", "1:8: $this cannot stand here"), ("a.div", "1:3: div cannot stand here"),
      ("{1}", "1:2: 1 cannot stand here"), ("a[1", "1:4: the expression ends too early"),
      ("a.'b'", "1:3: 'b' cannot stand here"), ("a.@2024", "1:3: @2024 cannot stand here"),
      ("a.`b` `c`", "1:7: `c` cannot stand here"), ("a %ucum", "1:3: %ucum cannot stand here"),
      ("f(1 2)", "1:1: there is no function f"), ("1.take(1 2)", "1:10: 2 cannot stand here"),
      (#"'\u12'"#, "1:2: a backslash with u behind it means nothing"),
      (#"'\u12g4'"#, "1:2: a backslash with u behind it means nothing"),
      (#"'\ud83dx'"#, "1:2: a backslash with u behind it means nothing"),
      (#"'\ud83d\u0041'"#, "1:2: a backslash with u behind it means nothing"),
      (#"'\ude00'"#, "1:2: a backslash with u behind it means nothing"),
      (#"'a\"#, "1:1: a text does not end"), ("/* a", "1:1: a comment does not end"),
      ("%`a", "1:2: a name does not end"), ("%1", "1:1: % cannot stand here"),
      ("@T25:00", "1:1: there is no @T25:00"),
      ("@2024-02-30T10:00", "1:1: there is no @2024-02-30T10:00"),
      ("@T10:00+01:00", "1:1: there is no @T10:00+01:00"),
    ] as [(String, String)])
  func `is told at the place of what is wrong`(text: String, message: String) {
    #expect(problem(text)?.description == message)
  }
}
