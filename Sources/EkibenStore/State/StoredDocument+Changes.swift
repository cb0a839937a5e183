public import EkibenDocuments

extension StoredDocument {
  /// The changes that an edit makes, in the document's order, as a diff would have them; with an answer,
  /// what was typed and was none goes (rule F59).
  func changes(for answers: [(row: RowID, value: Value?)]) throws(StoreError) -> Changeset {
    if answers.count == 1, let place = index[answers[0].row] {
      let row = content[place]
      try checkIsFilledIn(row)
      return Changeset(row.changes(toAnswer: answers[0].value))
    }
    // Several answers of an edit, and which of them each is.
    var wanted: [(place: Document.Place, number: Int, row: Document.Row, value: Value?)] = []
    wanted.reserveCapacity(answers.count)
    for (number, answer) in answers.enumerated() {
      guard let place = index[answer.row] else { throw .unknownRow(answer.row, document: name) }
      let row = content[place]
      try checkIsFilledIn(row)
      wanted.append((place, number, row, answer.value))
    }
    wanted.sort { ($0.place, $0.number) < ($1.place, $1.number) }
    var changes: [Change] = []
    for (at, answer) in wanted.enumerated() {
      // Of several answers to a row the last counts.
      let isLast = at + 1 == wanted.count || wanted[at + 1].place != answer.place
      if isLast { changes += answer.row.changes(toAnswer: answer.value) }
    }
    return Changeset(changes)
  }

  /// The change that keeps a text beside an answer.
  func drafting(_ text: String, in id: RowID) throws(StoreError) -> Changeset {
    guard let row = row(id) else { throw .unknownRow(id, document: name) }
    try checkIsFilledIn(row)
    return Changeset(row.change(of: .draft, to: .text(text)))
  }

  private func checkIsFilledIn(_ row: Document.Row) throws(StoreError) {
    try RecordID.row(row.id).checkIsInUse(in: self)
    guard index.mayRepeat, let template = structure.template(around: row) else { return }
    throw .structure(StructureError(.row(row.id), row.fields, of: template))
  }

  /// What makes the document equal to a description, as ``Edit/apply(_:)`` does it: answers change only
  /// where the description gives a value.
  ///
  /// - Throws: ``StoreError/structure(_:)`` where instances would become too large.
  /// - Complexity: O(sections), and O(n log n) in the number of rows of those that it does not share in memory
  ///   with the document; of a document that repeats, of all rows.
  public func changes(toMatch description: Document) throws(StoreError) -> Changeset {
    try difference(toMatch: description).changes
  }

  /// The same, with the records whose order keys change only to make room.
  func difference(
    toMatch description: Document
  ) throws(StoreError) -> (changes: Changeset, madeRoom: Set<RecordID>) {
    var wanted: Document
    do { wanted = try structure.keepingInstances(in: description) } catch {
      throw .structure(error)
    }
    if origins.haveMoved { wanted = structure.keepingRetired(in: wanted) }
    wanted = wanted.separated(from: structure)
    for field in [FieldName.documentStatus, .formRevision] {
      wanted.setField(field, to: content.fields[field])
    }
    return Changeset.difference(from: content, to: structure.keepingAnswers(in: wanted))
  }

  /// What gives it another status; none where it has that already.
  func becoming(_ status: DocumentStatus) -> Changeset {
    if self.status == status { return Changeset() }
    let before = content.fields[.documentStatus]
    let after = status == .draft ? nil : Value.text(status.rawValue)
    return Changeset([Change(.document, .documentStatus, before: before, after: after)])
  }
}

extension Document.Row {
  /// What a keystroke does to what the row shows: text that is no answer, before the answer.
  func typed(_ operation: Edit.Operation) -> Change? {
    let before = fields[.draft] ?? fields[.value]
    switch operation {
    case .answers(let answers):
      return answers.last { $0.row == id }.map {
        Change(.row(id), .value, before: before, after: $0.value)
      }
    case .draft(let text, _): return Change(.row(id), .value, before: before, after: .text(text))
    default: return nil
    }
  }

  fileprivate func changes(toAnswer value: Value?) -> [Change] {
    let answer = change(of: .value, to: value)
    return fields[.draft] == nil ? answer : change(of: .draft, to: nil) + answer
  }

  fileprivate func change(of field: FieldName, to value: Value?) -> [Change] {
    let before = fields[field]
    return before == value ? [] : [Change(.row(id), field, before: before, after: value)]
  }
}

extension RecordID {
  /// Refuses edits of what is retired (rule D19).
  func checkIsInUse(in document: StoredDocument) throws(StoreError) {
    guard document.origins.haveMoved, let place = document.structure.retirement(of: self)
    else { return }
    guard case .row(let row) = self else { throw .structure(.unknown(self)) }
    throw .retired(
      row, revision: document.usedRevisions.number(at: place), lacking: document.revision,
      document: document.name)
  }
}
