public import Ekiben

extension DocumentGenerator {
  /// Makes a value of any kind, lists and records nested up to a depth.
  public mutating func value(depth: Int = 3) -> Value {
    switch random.number(in: 0...(depth > 0 ? 9 : 7)) {
    case 0: .null
    case 1: .bool(random.once(in: 2))
    case 2: .integer(random.pick([0, 1, -1, 63, 64, -65, .max, .min]))
    case 3: DecimalNumber(random.pick(Self.decimals)).map(Value.decimal) ?? .null
    case 4: .text(text())
    case 5: .date(random.pick(Self.dates))
    case 6:
      .bytes((0..<random.number(in: 0...5)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 7: .verbatim(text())
    case 8: .list((0..<random.number(in: 0...3)).map { _ in value(depth: depth - 1) })
    default: .record(fields(depth: depth - 1))
    }
  }

  /// Makes a record with up to four fields, some of them with odd names.
  public mutating func fields(depth: Int = 2) -> Fields {
    var fields: Fields = [:]
    for _ in 0..<random.number(in: 0...4) {
      fields[FieldName(unchecked: random.pick(Self.fieldNames))] = value(depth: depth)
    }
    return fields
  }

  /// Makes a text of up to four pieces that have caused trouble somewhere.
  public mutating func text() -> String {
    (0..<random.number(in: 0...4)).map { _ in random.pick(Self.pieces) }.joined()
  }

  private static let decimals = [
    "0", "-0", "1.5", "1.50", "1.500", "-12.75", "1e5", "1E+5", "0.10e-30",
    "123456789012345678901234567890.123456789",
  ]

  private static let dates: [DateText] = [
    "2024", "2024-03", "2024-02-29", "2024-03-09T10:00", "2024-03-09T10:00:00.250Z",
    "2024-03-09T23:59:60-03:30", "10:00", "10:00:00.000000000001",
  ]

  private static let fieldNames = [
    "title", "text", "note", "x", "\u{E9}", "e\u{301}", "a b", "[ ]", "→", "\"",
  ]

  private static let pieces = [
    "a", "b", "Ada", " ", "", "\u{E9}", "e\u{301}", "\u{AC00}", "\u{1100}\u{1161}", "ß", "駅弁",
    "👩‍👩‍👧", "\"", "\\", "→", "–", "\n", "\t", "\r\n", "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}",
    "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}", "\u{10FFFF}",
  ]
}
