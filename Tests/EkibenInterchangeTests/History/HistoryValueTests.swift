import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Every value comes back from a history as it was, and what is no value is refused.
@Suite(.timeLimit(.minutes(20))) struct HistoryValueTests {
  static let cases: [(Value, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (0, "0"),
    (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
    ("", #""""#), ("e\u{301} é \"\\ \n", #""é é \"\\ \n""#),
    ("\u{7F}\u{85}\u{202E}\u{0}", #""\u007F\u0085\u202E\u0000""#),
    (decimal("1.50"), "1.50"), (decimal("1e5"), "1e5"), (decimal("-0"), "-0"),
    (decimal("9223372036854775808"), "9223372036854775808"),
    (decimal("5"), #"{"ekiben:decimal":5}"#), (decimal("-12"), #"{"ekiben:decimal":-12}"#),
    (.date("2024-03"), #"{"ekiben:date":"2024-03"}"#),
    (.date("10:00:00.250"), #"{"ekiben:date":"10:00:00.250"}"#),
    (.bytes([]), #"{"ekiben:bytes":""}"#), (.bytes([0, 255]), #"{"ekiben:bytes":"00ff"}"#),
    (.verbatim(""), #"{"ekiben:verbatim":""}"#),
    (.verbatim("{\n\"a\": 1.0}"), #"{"ekiben:verbatim":"{\n\"a\": 1.0}"}"#),
    ([], #"{"ekiben:list":[]}"#),
    (
      [1, [.null], .date("2024")],
      #"{"ekiben:list":[1,{"ekiben:list":[null]},{"ekiben:date":"2024"}]}"#
    ),
    (.record([:]), #"{"ekiben:record":{}}"#),
    (
      .record(["b": .record(["a b": .null]), "a": "x"]),
      #"{"ekiben:record":{"a":"x","b":{"ekiben:record":{"a b":null}}}}"#
    ),
  ]

  private static func decimal(_ digits: String) -> Value {
    DecimalNumber(digits).map(Value.decimal) ?? .null
  }

  // Rules D6 and D7.
  @Test(arguments: cases)
  func `a value is written in one way, and comes back`(value: Value, text: String) throws {
    let (file, journal) = try history(of: value)
    let reader = try HistoryReader.read(file)
    #expect(reader.journal.entries == journal.entries)
    let line = try #require(file.split(separator: 10).last)
    #expect(
      String(decoding: line, as: UTF8.self).contains(
        #""changes":[{"record":"name","field":"value","after":\#(text)}]"#))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `so does any value at all`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let (file, journal) = try history(of: make.value(depth: 5))
    #expect(try HistoryReader.read(file).journal.entries == journal.entries)
  }

  @Test func `a value is nested up to the limit and no further`() throws {
    func nested(_ levels: Int) -> Value {
      (0..<levels).reduce(Value.null) { value, level in
        level.isMultiple(of: 2) ? .list([value]) : .record(["a": value])
      }
    }
    let deepest = ValueCoding.maximumDepth - 1
    let (file, journal) = try history(of: nested(deepest))
    #expect(try HistoryReader.read(file).journal.entries == journal.entries)
    for levels in [deepest + 1, 1_000] {
      #expect(throws: HistoryFileError.self) { try history(of: nested(levels)) }
    }
    let tooDeep = String(repeating: #"{"ekiben:list":["#, count: deepest + 1)
    let text = tooDeep + "1" + String(repeating: "]}", count: deepest + 1)
    let refusal = historyRefusal(try history(with: text))
    #expect(refusal?.hasSuffix("nested more than \(ValueCoding.maximumDepth) deep") == true)
  }

  @Test(arguments: [
    "[]", "[1]", "{}", #"{"a":1}"#, #"{"ekiben:date":"2024-13"}"#, #"{"ekiben:date":2024}"#,
    #"{"ekiben:bytes":"0"}"#, #"{"ekiben:bytes":"0G"}"#, #"{"ekiben:new":1}"#,
    #"{"ekiben:list":1}"#, #"{"ekiben:list":[[]]}"#, #"{"ekiben:list":[],"more":1}"#,
    #"{"ekiben:record":{"":1}}"#, #"{"ekiben:record":{"a":1,"a":2}}"#, #"{"ekiben:record":[]}"#,
    #"{"ekiben:decimal":"5"}"#, #"{"ekiben:verbatim":1}"#, #"{"ekiben:null":1}"#, "01", "nul",
  ])
  func `what is no value is refused with its place`(text: String) throws {
    let refusal = try #require(historyRefusal(try history(with: text)))
    #expect(refusal.hasPrefix("line 4, column "))
    #expect(refusal.contains("at changes[0].after"))
  }

  @Test func `a decimal has as many digits as it likes`() throws {
    let digits = String(repeating: "7", count: 10_000) + ".50"
    let (file, journal) = try history(of: Self.decimal(digits))
    #expect(try HistoryReader.read(file).journal.entries == journal.entries)
  }

  // Ten seconds in debug.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"))
  func `a line that is too long, or has too many values, is not written`() throws {
    let long = Value.text(String(repeating: "x", count: 64 << 20))
    let many = Value.list(Array(repeating: 1, count: 4_000_001))
    for value in [long, many] {
      let error = try #require(throws: HistoryFileError.self) { try history(of: value) }
      guard case .unwritable = error.kind else { throw error }
    }
  }

  @Test func `a record has only so many fields`() throws {
    func record(_ count: Int) -> Value {
      var fields = Fields()
      for number in 0..<count { fields[FieldName(unchecked: "f\(number)")] = .null }
      return .record(fields)
    }
    let (file, journal) = try history(of: record(1_000))
    #expect(try HistoryReader.read(file).journal.entries == journal.entries)
    #expect(throws: HistoryFileError.self) { try history(of: record(1_001)) }
    let members = (0..<1_001).map { #""f\#($0)":1"# }.joined(separator: ",")
    let refusal = historyRefusal(try history(with: #"{"ekiben:record":{\#(members)}}"#))
    #expect(refusal?.hasSuffix("a record has at most 1000 fields") == true)
  }

  private func history(of value: Value) throws -> (file: [UInt8], journal: Journal) {
    var small = try SmallHistory()
    try small.answer("name", value)
    return (try historyFile(small.journal, over: small.form), small.journal)
  }

  private func history(with text: String) throws -> [UInt8] {
    let file = try history(of: "PLACE").file
    let whole = String(decoding: file, as: UTF8.self)
    return Array(whole.replacing(#""PLACE""#, with: text).utf8)
  }
}
