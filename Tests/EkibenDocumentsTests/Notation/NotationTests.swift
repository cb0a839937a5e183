import EkibenDocuments
import Testing

@Suite(.timeLimit(.minutes(20))) struct NotationTests {
  @Test(
    arguments: [
      (nil, "–"), (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-5, "-5"),
      (.integer(.min), "-9223372036854775808"), ("", "\"\""), ("Ada", "\"Ada\""), ("5", "\"5\""),
      ("–", "\"–\""), (.date("2024-03"), "date(2024-03)"), (.bytes([]), "bytes()"),
      (.bytes([0, 15, 255]), "bytes(000fff)"), ([], "[]"), ([1, "a", .null], "[1, \"a\", null]"),
      (.record([:]), "{}"), (.record([.title: "a", .value: [2]]), "{title: \"a\", value: [2]}"),
      (.record(["a b": 1]), "{\"a b\": 1}"),
      (.verbatim("{\"a\":1}"), "verbatim(\"{\\\"a\\\":1}\")"),
    ] as [(Value?, String)])
  func `prints each kind of value in its own way`(value: Value?, text: String) {
    #expect(Notation.text(of: value) == text)
  }

  @Test(arguments: [
    ("1.50", "1.50"), ("-0.0", "-0.0"), ("1e5", "1e5"), ("1E+5", "1E+5"), ("2", "decimal(2)"),
    ("-0", "decimal(-0)"),
  ])
  func `a decimal number cannot be taken for a whole one`(digits: String, text: String) throws {
    let decimal = try #require(DecimalNumber(digits))
    #expect(Notation.text(of: .decimal(decimal)) == text)
  }

  @Test(arguments: [
    (Change(.row("name"), .value, before: "Ad", after: "Ada"), #"name: "Ad" → "Ada""#),
    (Change(.row("name"), .title, before: nil, after: "N"), #"name[title]: – → "N""#),
    (
      Change(.section("person"), .header, before: nil, after: .record([.text: "You"])),
      #"section:person[header]: – → {text: "You"}"#
    ),
    (Change(.document, .title, before: "A", after: nil), #"document:[title]: "A" → –"#),
    (Change(.row("name"), nil, before: nil, after: .record([:])), "name[]: – → {}"),
    (Change(.section("s"), nil, before: .record([:]), after: nil), "section:s[]: {} → –"),
    (Change(.row("a b"), .value, before: 1, after: 2), #""a b": 1 → 2"#),
    (Change(.row("document"), .value, before: 1, after: 2), "document: 1 → 2"),
    (Change(.row("section:s"), "x y", before: 1, after: 2), #""section:s"["x y"]: 1 → 2"#),
    (Change(.section("–"), .value, before: 1, after: 2), #"section:"–"[value]: 1 → 2"#),
  ])
  func `prints each kind of change on one line`(change: Change, line: String) {
    #expect(Notation.text(of: change) == line)
  }

  @Test(arguments: [
    "a", "a-b", "a.b", "~1", "household/k7q2m9x4ta/name", "駅弁", "\u{E9}", "a–b", "'", "\\", "null",
  ])
  func `an id that cannot be misread stays bare`(id: String) {
    #expect(Notation.name(id) == id)
  }

  @Test(arguments: [
    ("a b", #""a b""#), ("[", #""[""#), ("]", #""]""#), (":", #"":""#), ("\"", #""\"""#),
    ("a→b", #""a→b""#), ("a…", #""a…""#), ("–", #""–""#), ("{", #""{""#), ("}", #""}""#),
    (",", #"",""#), ("(", #""(""#), (")", #"")""#), ("a\u{202E}b", #""a\u202eb""#),
    ("\u{200F}", #""\u200f""#), (" \u{301}", "\" \u{301}\""),
  ])
  func `an id that could be misread is quoted`(id: String, text: String) {
    #expect(Array(Notation.name(id).utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("\n", #""\n""#), ("\r\n", #""\r\n""#), ("\t", #""\t""#), ("\\", #""\\""#), ("\"", #""\"""#),
    ("\u{0}", #""\u0000""#), ("\u{1B}[2J", #""\u001b[2J""#), ("\u{8}", #""\u0008""#),
    ("\u{7F}", #""\u007f""#), ("\u{85}", #""\u0085""#), ("\u{9B}", #""\u009b""#),
    ("\u{61C}", #""\u061c""#), ("\u{200E}", #""\u200e""#), ("\u{2028}", #""\u2028""#),
    ("\u{2029}", #""\u2029""#), ("\u{202A}", #""\u202a""#), ("\u{202E}", #""\u202e""#),
    ("\u{2066}", #""\u2066""#), ("\u{2069}", #""\u2069""#), ("é", "\"é\""),
    ("e\u{301}", "\"e\u{301}\""), ("👩‍👩‍👧", "\"👩‍👩‍👧\""), ("\u{10FFFF}", "\"\u{10FFFF}\""),
  ])
  func `nothing in a text can drive a terminal`(text: String, quoted: String) {
    #expect(Array(Notation.quoted(text).utf8) == Array(quoted.utf8))
  }

  @Test(arguments: [
    ("Ada", "Ada"), ("a \"b\" \\", "a \"b\" \\"), ("\u{1B}[2J", "\\u001b[2J"), ("a\nb", "a\\nb"),
    ("\u{202E}x", "\\u202ex"), ("a\r\nb", "a\\r\\nb"), ("e\u{301}", "e\u{301}"),
  ])
  func `a text for the eye is as it is but for what drives a terminal`(text: String, shown: String)
  {
    #expect(Array(Notation.shown(text).utf8) == Array(shown.utf8))
  }
}
