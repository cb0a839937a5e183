import Ekiben
package import EkibenDocuments
package import EkibenTesting

/// Makes a random journal over a random form: edits, undo, redo, branches, steps, marks, checkouts
/// and reverts, the same ones for the same seed.
///
/// Each call of ``operate()`` appends one entry, or none where what it tried is not possible, such as
/// a redo at a leaf. How often each kind came up is for the caller to count.
package struct JournalGenerator: Sendable {
  /// What the journal begins with.
  package let base: Document
  /// The entries so far.
  package private(set) var journal = Journal()
  /// The document after the last entry.
  package private(set) var document: Document
  /// Who wrote what the document holds.
  package private(set) var origins = Origins()
  /// Where documents and randomness come from.
  package var make: DocumentGenerator
  private let calculates: Bool

  /// Makes a form and an empty document of it: one entry.
  ///
  /// - Parameters:
  ///   - seed: The same one gives the same journal.
  ///   - calculates: Whether some answers are marked as given by formulas.
  /// - Throws: Nothing in practice: the ids that it makes are all different.
  package init(seed: UInt64, calculates: Bool = false) throws {
    self.calculates = calculates
    make = DocumentGenerator(seed: seed, sections: 1...3, rows: 1...4)
    base = try make.document()
    document = base
    try node(.create, Changeset())
  }

  /// Tries to append one entry.
  ///
  /// - Throws: What a journal throws when it refuses an entry that it should take.
  /// - Complexity: O(n log n) in the size of the document.
  package mutating func operate() throws {
    let history = journal.history
    let (steps, number) = (make.random.pick([1, 1, 1, 2, 3]), anyNumber())
    switch make.random.number(in: 0...19) {
    case 0...8: try edit()
    case 9, 10: try go { () throws(HistoryError) in try history.undo(steps: steps) }
    case 11, 12: try go { () throws(HistoryError) in try history.redo(steps: steps) }
    case 13: try go { () throws(HistoryError) in try history.redo(to: number) }
    case 14, 15: try go { () throws(HistoryError) in try history.checkout(number) }
    case 16: try mark()
    default: try revert()
    }
  }

  private mutating func edit() throws {
    // Small documents stay small.
    let goal = document.rowCount > 8 ? try make.document() : try make.edited(document)
    // Seldom: nothing travels past those that make a document final or a draft.
    let kind: Entry.Kind =
      switch make.random.number(in: 0...39) {
      case 0, 1: .submit
      case 2, 3: .reopen
      default: make.random.pick([.edit, .edit, .apply, .migrate, .import])
      }
    try node(kind, Changeset(from: document, to: goal))
  }

  private mutating func node(_ kind: Entry.Kind, _ changes: Changeset) throws {
    let number = journal.entries.count + 1
    try take(
      Entry(
        number: number, kind: kind, parent: number == 1 ? nil : journal.head, head: number,
        step: step(), author: make.text(), time: time(), reason: reason(), changes: changes,
        origins: origins.before(changes), flags: flags(of: changes, number)))
  }

  // Nothing is drawn for them, so that they change no journal otherwise.
  private func flags(of changes: Changeset, _ number: Int) -> [ChangeFlags] {
    guard calculates else { return [] }
    return changes.changes.enumerated().map { at, change in
      change.target.isAnswer && (number + at) % 3 == 0 ? .calculated : []
    }
  }

  private mutating func go(_ decide: () throws(HistoryError) -> Travel?) throws {
    let travel: Travel?
    do throws(HistoryError) { travel = try decide() } catch { return }
    guard let travel else { return }
    try take(
      Entry(
        number: journal.entries.count + 1, kind: travel.kind, parent: journal.head,
        head: travel.head, author: make.text(), time: time(), reason: reason()))
  }

  private mutating func mark() throws {
    let name = make.random.pick([
      "a", "sent to Ada", "\u{E9}", "e\u{301}", "[1] → \"2\"", "\u{202E}",
    ])
    guard let marking = try journal.history.mark(MarkName(name), moving: true) else { return }
    try take(
      Entry(
        number: journal.entries.count + 1, kind: .mark, parent: journal.head, head: marking.head,
        author: make.text(), time: time(), mark: name))
  }

  private mutating func revert() throws {
    let changes: Changeset
    let number = max(1, journal.entries.count - make.random.number(in: 0...5))
    do throws(HistoryError) {
      changes = try journal.revert(number, in: document, origins: origins)
    } catch {
      return
    }
    try node(.revert, changes)
  }

  private mutating func take(_ made: Entry) throws {
    let entry = made.noting(origins)
    try journal.append(entry)
    try document.apply(journal.changes(of: entry))
    origins.apply(entry, in: journal)
  }

  private mutating func anyNumber() -> Int {
    make.random.number(in: 1...max(1, journal.entries.count))
  }

  // The step of the head goes on only where nothing forks, and nothing joins the root.
  private mutating func step() -> Int? {
    let head = journal.head
    guard head > 1, journal.history.visitedChild(of: head) == nil, make.random.once(in: 3) else {
      return nil
    }
    return journal.history.step(of: head)
  }

  private mutating func reason() -> String? { make.random.once(in: 4) ? make.text() : nil }

  // Clocks go back, and some were never set.
  private mutating func time() -> Int64 {
    make.random.pick([
      1_790_000_000_000 + Int64(journal.entries.count), 1_789_999_999_999, 0, -1, 951_782_400_001,
      -62_167_219_200_000, 253_402_300_799_999,
    ])
  }
}
