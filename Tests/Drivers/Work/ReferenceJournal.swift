package import EkibenDocuments
package import EkibenStore

/// A document and its journal in memory: every edit is a search for differences between two whole
/// documents, and nothing is ever written down.
package struct ReferenceJournal {
  package private(set) var journal = Journal()
  package private(set) var document: Document
  package private(set) var origins = Origins()

  package init(_ form: Document, by metadata: EditMetadata) throws(HistoryError) {
    document = form
    try take(entry(.create, metadata))
  }

  /// Does what a store does; says the entry, or nil where there is nothing to do.
  package mutating func perform(_ edit: Edit, by metadata: EditMetadata) throws -> Entry? {
    let history = journal.history
    switch edit.operation {
    case .answers(let answers):
      var goal = document
      for answer in answers { goal = try goal.answering(answer.row, answer.value) }
      return try node(.edit, Changeset(from: document, to: goal), metadata)
    case .draft(let text, let row):
      let goal = try document.setting(.draft, .text(text), in: row)
      return try node(.edit, Changeset(from: document, to: goal), metadata)
    case .changes(let kind, let changes, _): return try node(kind, changes, metadata)
    case .add, .remove, .move, .migrate, .recalculate: throw HistoryError.unknownEntry(0)
    case .apply(let description):
      // A description says nothing of the status.
      var fields = description.fields
      fields[.documentStatus] = document.fields[.documentStatus]
      var goal = try Document(fields: fields, sections: description.sections)
      for section in description.sections {
        for row in section.rows {
          let (given, kept) = (row.fields[.value], document.row(row.id)?.fields)
          // Nor does one say what is typed, which goes with another answer (rule F59).
          let draft = given == nil || given == kept?[.value] ? kept?[.draft] : nil
          goal = try goal.setting(.value, given ?? kept?[.value], in: row.id)
            .setting(.draft, draft, in: row.id)
        }
      }
      let (changes, madeRoom) = Changeset.difference(from: document, to: goal)
      return try node(.apply, changes, metadata, madeRoom: madeRoom)
    case .undo(let steps): return try go(try history.undo(steps: steps), metadata)
    case .redo(let steps): return try go(try history.redo(steps: steps), metadata)
    case .redoTo(let number): return try go(try history.redo(to: number), metadata)
    case .checkout(let number): return try go(try history.checkout(number), metadata)
    case .revert(let number):
      let changes = try journal.history.revert(
        number, in: document, origins: origins, journal.known
      ).get()
      return try node(
        .revert, changes, metadata, reverted: number,
        madeRoom: [journal.entries[number - 1]].madeRoom)
    case .undoOwnStep:
      let (number, changes) = try journal.history.revertLastStep(
        by: metadata.author, in: document, origins: origins, journal.known
      ).get()
      let step = journal.history.stepNodes(endingAt: number).map { journal.entries[$0 - 1] }
      return try node(.revert, changes, metadata, reverted: number, madeRoom: step.madeRoom)
    case .mark(let name, let moving):
      guard let marking = try history.mark(name, moving: moving) else { return nil }
      return try take(entry(.mark, metadata, head: marking.head, mark: name.rawValue))
    case .delete:
      var fields = document.fields
      fields[.documentStatus] = "deleted"
      let goal = try Document(fields: fields, sections: document.sections)
      return try node(.edit, Changeset(from: document, to: goal), metadata)
    case .submit, .reopen: throw HistoryError.unknownEntry(0)
    // It begins with its document, and takes in nothing from elsewhere.
    case .create, .adopt: return nil
    }
  }

  private mutating func node(
    _ kind: Entry.Kind, _ changes: Changeset, _ metadata: EditMetadata, reverted: Int? = nil,
    madeRoom: Set<RecordID> = []
  ) throws(HistoryError) -> Entry? {
    if changes.isEmpty { return nil }
    let flags = changes.flags(madeRoom: madeRoom)
    return try take(entry(kind, metadata, changes, flags: flags, reverted: reverted))
  }

  private mutating func go(_ travel: Travel?, _ metadata: EditMetadata) throws(HistoryError)
    -> Entry?
  {
    guard let travel else { return nil }
    return try take(entry(travel.kind, metadata, head: travel.head))
  }

  private func entry(
    _ kind: Entry.Kind, _ metadata: EditMetadata, _ changes: Changeset = Changeset(),
    head: Int? = nil,
    flags: [ChangeFlags] = [], mark: String? = nil, reverted: Int? = nil
  ) -> Entry {
    let number = journal.entries.count + 1
    return Entry(
      number: number, kind: kind, parent: number == 1 ? nil : journal.head, head: head ?? number,
      author: metadata.author, time: metadata.time, reason: metadata.reason, changes: changes,
      origins: origins.before(changes), flags: flags, mark: mark, reverted: reverted)
  }

  @discardableResult
  private mutating func take(_ made: Entry) throws(HistoryError) -> Entry {
    let entry = made.noting(origins)
    try journal.append(entry)
    do { try document.apply(journal.history.changes(of: entry, journal.known)) } catch {
      throw .broken(entry: entry.number)
    }
    origins.apply(origins.changes(by: entry, in: journal.history, journal.known))
    return entry
  }
}

extension Document {
  package func answering(_ id: RowID, _ value: Value?) throws -> Document {
    try setting(.value, value, in: id).setting(.draft, nil, in: id)
  }

  fileprivate func setting(
    _ field: FieldName, _ value: Value?, in id: RowID
  ) throws -> Document {
    var sections = Array(sections)
    for at in sections.indices {
      var rows = Array(sections[at].rows)
      guard let place = rows.firstIndex(where: { $0.id == id }) else { continue }
      rows[place].fields[field] = value
      sections[at].rows = .init(rows)
    }
    return try Document(fields: fields, sections: sections)
  }
}
