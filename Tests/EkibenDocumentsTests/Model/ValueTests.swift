import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ValueTests {
  /// Values of every kind, no two of them equal.
  static let different: [Value] = [
    .null, false, true, 0, 1, -1, .integer(.max), decimal("1.5"), decimal("1.50"), decimal("1"),
    "", "1", "a", "A", "\u{E9}", "e\u{301}", .date("2024"), .date("2024-03"), "2024",
    .bytes([]), .bytes([0]), [], [.null], [1, 2], [2, 1], .record([:]), .record([.title: .null]),
    .record([.title: "a"]), .record([.text: "a"]), .verbatim(""), .verbatim("1"),
    .verbatim("\u{E9}"), .verbatim("e\u{301}"),
  ]

  private static func decimal(_ text: String) -> Value {
    DecimalNumber(text).map(Value.decimal) ?? .null
  }

  @Test func `values are equal only when kind and content are exactly the same`() {
    for (at, left) in Self.different.enumerated() {
      for (other, right) in Self.different.enumerated() {
        #expect((left == right) == (at == other), "\(left) and \(right)")
      }
    }
    #expect(Set(Self.different).count == Self.different.count)
  }

  @Test func `absent is not null`() {
    let fields: Fields = [.value: .null]
    #expect(fields[.value] == .null)
    #expect(fields[.title] == nil)
    #expect(fields != [:])
    #expect(fields.setting(.value, nil) == [:])
  }

  @Test(arguments: [
    "0", "-0", "7", "10", "1.5", "1.50", "0.0", "-12.75", "1e5", "1E5", "1e+5", "1e-05", "1.0e0",
    "123456789012345678901234567890.000000000000000000001",
  ])
  func `decimal numbers keep their digits`(text: String) {
    #expect(DecimalNumber(text)?.digits == text)
    #expect(DecimalNumber(text)?.description == text)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "00", "1.", ".5", "1..5", "1.5.", "1e", "1e+", "1e1.5", "1,5", " 1",
    "1 ", "0x10", "NaN", "Infinity", "-Infinity", "1_000", "--1", "١", "1\u{301}", "1e5\u{0}",
  ])
  func `what is no number is refused`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `reads a value as its own kind only`() {
    for value in Self.different {
      let readings = [
        value.asText != nil, value.asBool != nil, value.asInteger != nil, value.asRecord != nil,
        value.asList != nil,
      ]
      #expect(readings.count { $0 } <= 1, "\(value)")
    }
    #expect(Value.text("a").asText == "a")
    #expect(Value.bool(false).asBool == false)
    #expect(Value.integer(.min).asInteger == .min)
    #expect(Value.record([.title: 1]).asRecord == [.title: 1])
    #expect(Value.list([1]).asList == [1])
  }
}

@Suite(.timeLimit(.minutes(20))) struct FieldsTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `fields are sorted whatever the order they come in`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = ["b", "a", "\u{E9}", "e\u{301}", "aa", "Z", "→"].map { FieldName(unchecked: $0) }
    var fields: Fields = [:]
    for (number, name) in names.shuffled(using: &random).enumerated() {
      fields[name] = .integer(Int64(number))
    }
    #expect(fields.names == names.sorted())
    #expect(fields.count == names.count)
    for name in names.shuffled(using: &random) {
      let value = fields[name]
      fields[name] = nil
      #expect(fields[name] == nil)
      #expect(fields.names == names.sorted().filter { fields[$0] != nil })
      #expect(value != nil)
    }
    #expect(fields.isEmpty)
  }

  @Test func `a name given twice keeps its last value`() {
    let fields: Fields = [.title: "a", .value: 1, .title: "b"]
    #expect(fields.map(\.value) == ["b", 1])
    #expect(fields.text(.title) == "b")
  }

  @Test func `equal records do not care in which order they were made`() {
    let left: Fields = [.title: "a", .value: 1]
    let right: Fields = [.value: 1, .title: "a"]
    #expect(left == right)
    #expect(Set([left, right]).count == 1)
    #expect(left.isTrue(.required) == false)
    #expect(left.setting(.required, true).isTrue(.required))
  }
}
