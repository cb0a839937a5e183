import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct NotationParsingTests {
  /// Values that are easily taken for others.
  static let values: [Value?] =
    ValueTests.different + [
      nil, "–", "→", "null", "true", "1.5", "[", "#", "date(2024)", .verbatim("–"), .verbatim("\n"),
      .verbatim("\u{202E}\\u202e"), .text("\"\\\"\\\\"), .text("\u{0}\u{1F}\u{7F}\u{9B}\u{FEFF}"),
      .text("\u{10FFFF}\u{FFFE}\u{D7FF}\u{E000}"), .text("\r\n"), .integer(.min), .date("10:00"),
      .date("2024-03-09T23:59:60.000-03:30"), .bytes(Array(0...255)), [[], [[]], [.record([:])]],
      .record(["–": "–", "#": .null, "a b": [.record(["→": .verbatim("{}")])]]),
      .record(["caf\u{E9}": 1, "cafe\u{301}": 2, "\u{202E}": .record(["\"": [true]])]),
    ]

  static let decimals = [
    "2", "-0", "1.50", "-0.0", "1e5", "1E+5", "123456789012345678901234567890",
  ]

  @Test func `every value comes back from what is printed`() throws {
    let values = Self.values + Self.decimals.compactMap { DecimalNumber($0) }.map(Value.decimal)
    for value in values {
      let text = Notation.text(of: value)
      #expect(try Notation.parse(value: text) == value, "\(text)")
    }
  }

  static let ids = [
    "a", "a b", "–", "→", "#", "#1", "a#", "\u{FEFF}", "\u{FEFF}#", "document", "section", "null",
    "document:", "section:a", "section:", "[", "]", "a[b]", "{", "}", "(", ")", ",", ":", "\"",
    "\\",
    "caf\u{E9}", "cafe\u{301}", "\u{202E}", "\u{2028}", "\u{A0}", "\u{200B}", "👩‍👩‍👧", "~1", "'", "-",
    "->", "–a", "a–", "\u{301}", "1", "1.5", "true", String(repeating: "x", count: 255),
  ]

  @Test func `every change comes back from its line`() throws {
    let sides: [(Value?, Value?)] = [(nil, "x"), ("–", nil), ([1], .record([:])), (nil, nil)]
    for id in Self.ids {
      var changes: [Change] = []
      for (before, after) in sides {
        changes.append(Change(.row(RowID(stringLiteral: id)), .value, before: before, after: after))
        for record in [RecordID.row(RowID(unchecked: id)), .section(SectionID(unchecked: id))] {
          changes +=
            Self.ids.map {
              Change(record, FieldName(stringLiteral: $0), before: before, after: after)
            } as [Change]
        }
        let field = FieldName(stringLiteral: id)
        changes.append(Change(.document, field, before: before, after: after))
      }
      let record = Value.record([FieldName(stringLiteral: id): 1])
      changes.append(Change(.row(RowID(stringLiteral: id)), nil, before: nil, after: record))
      changes.append(
        Change(.section(SectionID(stringLiteral: id)), nil, before: record, after: nil))
      for change in changes { #expect(try Notation.parse(Notation.text(of: change)) == change) }
      let unique = changes.filter { $0.before == nil && $0.after == "x" }
      let text = unique.map { Notation.text(of: $0) }.joined(separator: "\n")
      #expect(try Notation.parse(lines: text) == Changeset(unique))
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `random values and changes come back`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<300 {
      let value = make.value(depth: 5)
      #expect(try Notation.parse(value: Notation.text(of: value)) == value)
      let change = Change(
        make.random.once(in: 2) ? .row(RowID(unchecked: make.random.pick(Self.ids))) : .document,
        FieldName(unchecked: make.random.pick(Self.ids)),
        before: make.random.once(in: 4) ? nil : value,
        after: make.random.once(in: 4) ? nil : make.value())
      #expect(try Notation.parse(Notation.text(of: change)) == change)
    }
  }

  @Test(arguments: ["a[title]:1→2", "  a[ title ]\t:  1 →\t2  ", "\"a\"[\"title\"] : 1→ 2"])
  func `spaces between the parts do not matter`(line: String) throws {
    #expect(try Notation.parse(line) == Change(.row("a"), .title, before: 1, after: 2))
  }

  @Test(
    arguments: [
      (#""\u0041\ud83d\ude00\/\b\f""#, "A\u{1F600}/\u{8}\u{C}"), (#""\u00E9""#, "\u{E9}"),
      ("bytes(0aFf)", .bytes([10, 255])), ("{b: 1, a: 2}", .record(["a": 2, "b": 1])),
      ("date( 2024 )", .date("2024")), ("[1,2]", [1, 2]),
      ("\"\u{202E}\"", "\u{202E}"),
    ] as [(String, Value)])
  func `more spellings are read than are printed`(text: String, value: Value) throws {
    #expect(try Notation.parse(value: text) == value)
  }

  @Test(arguments: ["mg", "µg", "°C", "Ω", "μg", "φ", "%", "kg/m2"])
  func `a quantity is a number and its unit, which may begin with a sign or in Greek`(
    unit: String
  ) throws {
    let number = try #require(DecimalNumber("5.0"))
    let value: Value = .record([.number: .decimal(number), .unit: .text(unit)])
    #expect(try Notation.parse(value: "5.0 \(unit)") == value)
    #expect(try Notation.parse(value: Notation.text(of: value)) == value)
  }
}
