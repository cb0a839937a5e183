import EkibenDocuments
import EkibenTesting

/// A document and its journal, for tests that read like a session.
struct TestSession {
  var journal = Journal()
  var document = Document()
  var origins = Origins()

  init(_ sketch: String = "a") throws {
    try append(.create, to: Document(sketch: sketch))
  }

  mutating func append(
    _ kind: Entry.Kind = .edit, to target: Document, step: Int? = nil, by author: String = "ada"
  ) throws {
    try append(kind, Changeset(from: document, to: target), step: step, by: author)
  }

  mutating func append(
    _ kind: Entry.Kind, _ changes: Changeset, step: Int? = nil, by author: String = "ada",
    reverted: Int? = nil, flags: [ChangeFlags] = []
  ) throws {
    let number = journal.entries.count + 1
    try take(
      Entry(
        number: number, kind: kind, parent: number == 1 ? nil : journal.head, head: number,
        step: step, author: author, time: Int64(number), changes: changes,
        origins: origins.before(changes), flags: flags, reverted: reverted))
  }

  mutating func edit(_ sketch: String, step: Int? = nil, by author: String = "ada") throws {
    try append(to: Document(sketch: sketch), step: step, by: author)
  }

  mutating func go(_ travel: Travel) throws {
    let number = journal.entries.count + 1
    try take(
      Entry(
        number: number, kind: travel.kind, parent: journal.head, head: travel.head, author: "ada",
        time: Int64(number)))
  }

  private mutating func take(_ made: Entry) throws {
    let entry = made.noting(origins)
    try journal.append(entry)
    try document.apply(journal.changes(of: entry))
    origins.apply(entry, in: journal)
  }

  mutating func undo(_ steps: Int = 1) throws { try go(journal.history.undo(steps: steps)) }
  mutating func redo(_ steps: Int = 1) throws { try go(journal.history.redo(steps: steps)) }
  mutating func redo(to number: Int) throws { try go(journal.history.redo(to: number)) }
  mutating func checkout(_ number: Int) throws {
    if let travel = try journal.history.checkout(number) { try go(travel) }
  }

  /// Marks the head; nothing is recorded where it has the name already.
  mutating func mark(_ text: String, moving: Bool = false) throws {
    guard let marking = try journal.history.mark(MarkName(text), moving: moving) else { return }
    let number = journal.entries.count + 1
    try take(
      Entry(
        number: number, kind: .mark, parent: journal.head, head: marking.head, author: "ada",
        time: Int64(number), mark: marking.name.rawValue))
  }

  mutating func revert(_ number: Int) throws {
    try append(
      .revert, journal.revert(number, in: document, origins: origins), reverted: number)
  }

  /// Takes back the last step of `ada`; returns its newest entry.
  mutating func undoOwnStep() throws -> Int {
    let (entry, changes) = try journal.revertLastStep(by: "ada", in: document, origins: origins)
    try append(.revert, changes, reverted: entry)
    return entry
  }

  func shows(_ sketch: String) throws -> Bool { try document == Document(sketch: sketch) }
}
