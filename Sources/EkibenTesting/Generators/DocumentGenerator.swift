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
    self.sections = sections
    self.rows = rows
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
