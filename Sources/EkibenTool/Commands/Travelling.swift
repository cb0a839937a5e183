import Ekiben
import EkibenInterchange

/// What undo, redo and checkout have in common: they move the head and say over which entries.
struct Travelling {
  let entry: Entry
  let changes: Changeset
  private let calculated: Set<Change.Target>
  private let undone: [Int]
  private let redone: [Int]
  private let reading: DocumentReading
  private let words: ChangeWords

  /// Says what an undo or redo did, and how to take it back.
  static func report(
    _ entry: Entry?, _ verb: String, back: String, _ session: DocumentEditor, _ call: Call
  ) throws {
    guard let travel = try Travelling(entry, session, call) else { return }
    let over = travel.undone + travel.redone
    let steps = Set(over.compactMap { session.document.history.step(of: $0) }).count
    let way = try call.back(
      back, session.document.name, [], steps > 1 ? ["-n", "\(steps)"] : [], in: session.store)
    call.console.write(
      line: "\(try travel.part(verb, over)): \(try travel.sentence); \(back) with: \(way)")
  }

  /// Says what a checkout did, and how to go back.
  static func reportCheckout(_ entry: Entry?, _ session: DocumentEditor, _ call: Call) throws {
    guard let travel = try Travelling(entry, session, call) else { return }
    let parts = try [("undid", travel.undone), ("redid", travel.redone)]
      .filter { !$0.1.isEmpty }.map { try travel.part($0.0, $0.1) }
    let start = travel.entry.parent.map { ["\($0)"] } ?? []
    let back = try call.back("checkout", session.document.name, start, in: session.store)
    let what = "checked out \(travel.entry.head): \(parts.joined(separator: ", "))"
    call.console.write(line: "\(what): \(try travel.sentence); back with: \(back)")
  }

  /// Says which step of the author's own a revert took back.
  static func reportRevert(_ entry: Entry?, _ session: DocumentEditor, _ call: Call) throws {
    guard let entry, let last = entry.reverted else {
      return try SetCommand.report(entry, session, call)
    }
    let history = session.document.history
    let step = sequence(first: last) { history.parent(of: $0) }
      .prefix { history.step(of: $0) == history.step(of: last) }
    if call.isJSON {
      return call.console.write(
        json(entry.number, head: entry.head, of: Array(step), entry.changes, entry.calculated))
    }
    try SetCommand.report(entry, of: " of \(Wording.numbers(Array(step)))", session, call)
  }

  // Nil when there is nothing left to say.
  private init?(_ entry: Entry?, _ session: DocumentEditor, _ call: Call) throws {
    guard let entry else {
      if call.isJSON {
        call.console.write(Self.json(nil, head: session.document.head, of: [], Changeset()))
      } else {
        call.console.write("nothing changed")
      }
      return nil
    }
    self.entry = entry
    reading = DocumentReading(store: session.store, document: session.document)
    words = try ChangeWords(reading, call)
    (undone, redone) = session.document.history.travelled(by: entry)
    changes = try reading.changes(of: entry)
    calculated = try reading.calculated(by: [entry])
    SetCommand.noteSecrets(changes, session, call)
    if call.isJSON {
      call.console.write(
        Self.json(entry.number, head: entry.head, of: undone + redone, changes, calculated))
      return nil
    }
  }

  private var sentence: FittedLine {
    get throws { try words.sentence(changes, calculated: calculated) }
  }

  // Which entries, and whose they were.
  private func part(_ verb: String, _ numbers: [Int]) throws -> String {
    "\(verb) \(Wording.numbers(numbers)) by \(try Wording.authors(of: numbers, in: reading))"
  }

  private static func json(
    _ entry: Int?, head: Int, of: [Int], _ changes: Changeset, _ calculated: Set<Change.Target> = []
  ) -> JSON {
    .object([
      "entry": entry, "head": head, "of": of,
      "changes": JSONOutput.changes(changes, calculated: calculated),
    ])
  }
}
