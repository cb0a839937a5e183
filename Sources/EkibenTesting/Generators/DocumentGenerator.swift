import Ekiben
public import EkibenDocuments

/// Makes random documents and random edits of them, the same ones for the same seed.
///
/// The documents are nastier than real ones: ids with quotes, arrows and two spellings of `é`,
/// every kind of value, empty sections, headers, footers and named supplements that come and go.
public struct DocumentGenerator: Sendable {
  /// Where the randomness comes from.
  public var random: SeededGenerator
  /// How many sections a new document has.
  public var sections: ClosedRange<Int>
  /// How many rows each section of a new document has.
  public var rows: ClosedRange<Int>

  /// Makes a generator for documents of a certain size.
  public init(seed: UInt64, sections: ClosedRange<Int> = 0...4, rows: ClosedRange<Int> = 0...6) {
    random = SeededGenerator(seed: seed)
    (self.sections, self.rows) = (sections, rows)
  }

  /// Makes a document.
  ///
  /// - Throws: Nothing in practice: the ids that it makes are all different.
  public mutating func document() throws(DuplicateIDs) -> Document {
    var taken = TakenNames()
    let list = (0..<random.number(in: sections)).map { _ in section(&taken) }
    return try Document(fields: random.once(in: 2) ? fields() : [:], sections: list)
  }

  mutating func section(_ taken: inout TakenNames) -> Document.Section {
    let name = taken.new("s", &random)
    let count = random.number(in: rows)
    return Document.Section(
      id: SectionID(unchecked: name), fields: supplements(),
      rows: (0..<count).map { _ in row(&taken) })
  }

  mutating func row(_ taken: inout TakenNames) -> Document.Row {
    let id = RowID(unchecked: taken.new("r", &random))
    var fields: Fields = [.component: .text(random.pick(Self.components))]
    if random.once(in: 2) { fields[.title] = .text(text()) }
    if random.once(in: 2) { fields[.value] = value() }
    return Document.Row(id: id, fields: fields)
  }

  private mutating func supplements() -> Fields {
    var fields: Fields = [:]
    for name in [FieldName.header, .footer, "sidebar"] where random.once(in: 2) {
      fields[name] = .record([.component: "description", .text: .text(text())])
    }
    return fields
  }

  static let components = ["textInput", "toggle", "choice", "description", "opaque"]

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

/// The ids that a document has used up, so that every new one is new.
struct TakenNames {
  private var names: Set<RowID> = []

  init() {}

  init(of document: Document) {
    for section in document.sections {
      names.insert(RowID(unchecked: section.id.rawValue))
      names.formUnion(section.rows.map(\.id))
    }
  }

  // Numbers are small, so that an id that went comes back and spellings of one id meet.
  mutating func new(_ prefix: String, _ random: inout SeededGenerator) -> String {
    var limit = 9
    while true {
      let odd = random.once(in: 3) ? random.pick(Self.oddities) : ""
      let name = "\(prefix)\(odd)\(random.number(in: 1...limit))"
      if names.insert(RowID(unchecked: name)).inserted { return name }
      limit += 1
    }
  }

  private static let oddities = [
    "\u{E9}", "e\u{301}", " ", "\"", "[x]", ":", "→", "–", "~1", "/", "\\", "{", "}", "(", ")", ",",
    "\u{202E}", "\u{200F}", "駅弁", "👩‍👩‍👧", "'", String(repeating: "x", count: 240),
  ]
}
