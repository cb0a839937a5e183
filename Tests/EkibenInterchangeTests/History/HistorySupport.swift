import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting

/// The document that the histories of these tests are of.
let visit = HistoryHeader(
  uid: (0..<16).map { $0 * 17 }, document: "visit-17", form: "intake")

/// A journal as the lines of a file.
func historyLines(
  _ journal: Journal, forms: [Document], header: HistoryHeader = visit,
  forms moves: [Int: Int] = [:]
) -> [HistoryLine] {
  [.header(header)] + forms.map { .form(HistoryForm(header.form, content: $0)) }
    + journal.entries.map {
      .entry(HistoryEntry($0, in: journal, form: moves[$0.number]))
    }
}

/// The file of some lines.
func historyFile(_ lines: [HistoryLine]) throws -> [UInt8] {
  try lines.flatMap { try $0.encoded() }
}

/// The file of a journal over a form.
func historyFile(_ journal: Journal, over form: Document) throws -> [UInt8] {
  try historyFile(historyLines(journal, forms: [form]))
}

/// What is said about a file that must be refused; nil where it is accepted.
func historyRefusal(_ bytes: [UInt8]) -> String? {
  do throws(HistoryFileError) {
    try HistoryReader.read(bytes)
    return nil
  } catch {
    return error.description
  }
}

/// A form of two rows, and a journal that begins with it.
struct SmallHistory {
  var journal = Journal()
  var document: Document
  var origins = Origins()
  let form: Document

  init() throws {
    form = try Document(
      fields: [.title: "Intake"],
      sections: [
        Document.Section(
          id: "person", fields: [.header: Section.supplement("About you")],
          rows: [
            Document.Row(id: "name", fields: [.component: "TextInput", .title: "Name"]),
            Document.Row(id: "consent", fields: [.component: "Toggle"]),
          ])
      ])
    document = form
    try node(.create, [])
  }

  /// The journal with a branch, a step of two entries, a mark and a revert.
  static func whole() throws -> SmallHistory {
    var small = try SmallHistory()
    try small.answer("name", "Ad")
    try small.answer("name", "Ada", step: 2)
    try small.travel(small.journal.history.undo(steps: 1))
    try small.answer("consent", true)
    try small.take(
      Entry(
        number: 6, kind: .mark, parent: 5, head: 5, author: "Ada", time: 1_000, mark: "as sent"))
    if let travel = try small.journal.history.checkout(3) { try small.travel(travel) }
    let taken = try small.journal.revert(3, in: small.document, origins: small.origins)
    try small.node(.revert, taken.changes)
    return small
  }

  mutating func answer(_ row: RowID, _ value: Value?, step: Int? = nil) throws {
    let before = document.row(row)?.fields[.value]
    try node(.edit, [Change(.row(row), .value, before: before, after: value)], step: step)
  }

  mutating func node(_ kind: Entry.Kind, _ changes: [Change], step: Int? = nil) throws {
    let number = journal.entries.count + 1
    let changes = Changeset(changes)
    try take(
      Entry(
        number: number, kind: kind, parent: number == 1 ? nil : journal.head, head: number,
        step: step, author: "Ada", time: Int64(number) * 1_001,
        reason: kind == .create ? "new patient" : nil, changes: changes,
        origins: origins.before(changes)))
  }

  mutating func travel(_ travel: Travel) throws {
    try take(
      Entry(
        number: journal.entries.count + 1, kind: travel.kind, parent: journal.head,
        head: travel.head, author: "Grace", time: -1))
  }

  mutating func take(_ made: Entry) throws {
    let entry = made.noting(origins)
    try journal.append(entry)
    try document.apply(journal.changes(of: entry))
    origins.apply(entry, in: journal)
  }
}
