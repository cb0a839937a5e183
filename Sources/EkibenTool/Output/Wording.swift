import Ekiben

/// The sentences that changing commands print.
enum Wording {
  /// Some changes in one line: `name "Ad" → "Ada", age – → 36`; of many, the first and how many more.
  static func changes(_ changeset: Changeset) -> String {
    if changeset.isEmpty { return "nothing changed" }
    let changes = withoutParts(changeset)
    let shown = changes.count > 10 ? 8 : changes.count
    let parts = changes.prefix(shown).map { self.change($0) }
    let rest = changes.count - shown
    return parts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The changes, without the parts of an instance that comes or goes as a whole.
  static func withoutParts(_ changeset: Changeset) -> [Change] {
    let whole = Set(changeset.changes.compactMap { $0.field == nil ? id(of: $0.record) : nil })
    if whole.count < 2 { return changeset.changes }
    return changeset.changes.filter { change in
      guard change.field == nil, let id = id(of: change.record) else { return true }
      let levels = id.split(separator: "/", omittingEmptySubsequences: false)
      return !(1..<max(levels.count, 1)).contains { length in
        whole.contains(levels.prefix(length).joined(separator: "/"))
      }
    }
  }

  private static func id(of record: RecordID) -> String? {
    switch record {
    case .document: nil
    case .section(let id): id.rawValue
    case .row(let id): id.rawValue
    }
  }

  /// A record as people name it: a row by its id, a section as `section:ID`.
  static func record(_ record: RecordID) -> String {
    String(Notation.text(of: Change.Target(record, nil)).dropLast(2))  // its `[]`
  }

  // Whole records and order keys say nothing to a person that fits into a line.
  private static func change(_ change: Change) -> String {
    let record = self.record(change.record)
    let (before, after) = (change.before, change.after)
    switch change.field {
    case nil where after == nil: return "\(record) removed"
    case nil where before == nil: return "\(record) added"
    case FieldName.order?: return "\(record) moved"
    case _:
      return "\(Notation.text(of: change.target)) \(Notation.text(of: before)) → "
        + Notation.text(of: after)
    }
  }

  /// How many there are of something: `1 row`, `2 rows`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// Numbers in a row: `12`, `12–20`, or `12, 15` where they do not follow each other.
  static func numbers(_ numbers: [Int]) -> String {
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last, first != last else {
      return sorted.first.map { "\($0)" } ?? "nothing"
    }
    if last - first == sorted.count - 1 { return "\(first)–\(last)" }
    return sorted.map { "\($0)" }.joined(separator: ", ")
  }

  /// The authors of some entries, each once, in the order of the numbers: `Ada and Grace`.
  static func authors(of numbers: [Int], in reading: DocumentReading) throws -> String {
    var names: [String] = []
    for number in numbers.sorted() {
      let name = try reading.entry(number).author
      if !names.contains(name) { names.append(name) }
    }
    return names.map { Notation.shown($0) }.joined(separator: " and ")
  }

  /// A call of this program as one could type it.
  static func command(_ words: [String]) -> String {
    (["ekiben"] + words.map(quoted)).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./~:@%+,".unicodeScalars.contains(scalar)
    }
    if plain && !word.isEmpty && !word.hasPrefix("~") { return word }
    let inside = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(Notation.shown(inside.joined(separator: "'\\''")))'"
  }
}
