import Ekiben
import EkibenDocuments
import EkibenInterchange

/// A step or an entry as a list of them says it: `12–20 edit  name: – → "Ada"  (Ada, 2026-11-21 10:00:00)`.
struct ListedEntries {
  let numbers: String
  /// What was done: `edit`, `undo of 3, head 2`.
  let kind: String
  /// What that changed, in the one notation; nothing where it changed nothing.
  let changes: FittedLine
  let newest: Entry
  /// What that is called everywhere, where ids are wanted.
  fileprivate let id: FittedLine
  /// The entry that says who began, when and why.
  let oldest: Entry

  /// The line, its number as wide as others.
  func text(width: Int = 0) -> FittedLine {
    let blanks = String(repeating: " ", count: max(0, width - numbers.count))
    let what: FittedLine = changes.isEmpty ? "" : "  \(changes)"
    let end: FittedLine = "  \(HistoryText.attribution(oldest))"
    return "\(blanks)\(numbers) \(kind)\(what)\(end: end)\(id)"
  }
}

/// A journal as lines, newest first.
struct HistoryList {
  private var reading: DocumentReading
  private let bySteps: Bool
  private let write: (ListedEntries, Int) -> Void
  private let limit: Int
  private let ids: [EntryID]
  private let words: ChangeWords
  private var steps: [[Entry]] = []
  private var width = 0
  private var written = 0

  /// Begins a list with one line a step, or one an entry, and the ids of entries where there are any.
  init(
    _ reading: DocumentReading, _ words: ChangeWords, bySteps: Bool, limit: Int,
    ids: [EntryID] = [], _ write: @escaping (_ line: ListedEntries, _ width: Int) -> Void
  ) {
    (self.reading, self.bySteps, self.limit) = (reading, bySteps, limit)
    (self.ids, self.words, self.write) = (ids, words, write)
  }

  /// Takes the next entry, the newest being the first.
  ///
  /// - Returns: Whether there is room for more.
  mutating func add(_ entry: Entry) throws -> Bool {
    if bySteps, let last = steps.last?.last, last.step == entry.step {
      steps[steps.count - 1].append(entry)
      return true
    }
    if written + steps.count == limit { return false }
    // Long enough to know how wide numbers are, and short enough to begin at once.
    if steps.count == 200 { try flush() }
    steps.append([entry])
    return true
  }

  /// Writes what is left, with how wide the numbers are.
  mutating func flush() throws {
    let lines = try steps.compactMap { try line(of: $0) }
    width = lines.map(\.numbers.count).max().map { max($0, width) } ?? width
    for line in lines { write(line, width) }
    written += steps.count
    steps.removeAll()
  }

  private mutating func line(of step: [Entry]) throws -> ListedEntries? {
    // The newest comes first.
    guard let entry = step.last, let newest = step.first else { return nil }
    let lines = try step.reversed().map { try reading.line(of: $0) }
    let parts = lines.map(\.changes)
    // One entry's changes stay in the order in which they were made, as in the graph.
    let changes = parts.count == 1 ? parts[0] : Changeset.squash(parts)
    let calculated = try reading.calculated(by: step.reversed())
    reading = try reading.naming(changes)
    let words = words.of(reading.document)
    return ListedEntries(
      numbers: Wording.numbers(step.map(\.number)),
      kind: HistoryText.kind(entry) + HistoryText.travel(lines[lines.count - 1]),
      changes: changes.isEmpty ? "" : try HistoryText.changes(changes, calculated, words),
      newest: newest, id: HistoryText.id(newest, ids), oldest: entry)
  }
}

/// The parts that list and graph share.
enum HistoryText {
  /// Changes in the one notation, `; ` between them.
  static func changes(
    _ changeset: Changeset, _ calculated: Set<Change.Target>, _ words: ChangeWords
  ) throws -> FittedLine {
    FittedLine(try words.notation(changeset, calculated: calculated), separator: "; ")
  }

  /// What an entry does, and whether that was done although not all could be checked: `submit unchecked`.
  static func kind(_ entry: Entry) -> String {
    entry.kind.name + (entry.isUnchecked ? " unchecked" : "")
  }

  /// Where an entry that travels went: ` of 3, head 2`.
  static func travel(_ line: HistoryEntry) -> String {
    let entry = line.entry
    if let mark = entry.mark { return "  \(Notation.name(mark)) at \(entry.head)" }
    if entry.kind.isNode { return reverted(entry) }
    if line.of.isEmpty { return "" }
    return " of \(Wording.numbers(line.of)), head \(entry.head)"
  }

  /// What a revert took back: ` of 3`.
  static func reverted(_ entry: Entry) -> String { entry.reverted.map { " of \($0)" } ?? "" }

  /// The id of an entry, where ids are wanted.
  static func id(_ entry: Entry, _ ids: [EntryID]) -> FittedLine {
    ids.isEmpty ? "" : "  \(name: ids[entry.number - 1].description)"
  }

  /// Who and when, and why if it was said.
  static func attribution(_ entry: Entry) -> FittedLine {
    let author = Notation.shown(entry.author)
    let reason: FittedLine = entry.reason.map { ": \(name: Notation.shown($0))" } ?? ""
    return "(\(name: author), \(LocalTime.text(entry.time))\(reason))"
  }
}
