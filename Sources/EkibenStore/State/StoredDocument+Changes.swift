public import EkibenDocuments

extension StoredDocument {
  /// The changes that an edit makes, in the document's order, as a diff would have them.
  func changes(for answers: [(row: RowID, value: Value?)]) throws(StoreError) -> Changeset {
    if answers.count == 1, let place = index[answers[0].row] {
      let row = content[place]
      try checkIsFilledIn(row)
      let before = row.fields[.value]
      if before == answers[0].value { return Changeset() }
      return Changeset([Change(.row(row.id), .value, before: before, after: answers[0].value)])
    }
    var wanted: [Document.Place: Value?] = [:]
    for answer in answers {
      guard let place = index[answer.row] else {
        throw .unknownRow(answer.row, document: name)
      }
      try checkIsFilledIn(content[place])
      wanted.updateValue(answer.value, forKey: place)
    }
    return Changeset(
      wanted.sorted { $0.key < $1.key }.compactMap { place, value -> Change? in
        let row = content[place]
        let before = row.fields[.value]
        return before == value ? nil : Change(.row(row.id), .value, before: before, after: value)
      })
  }

  private func checkIsFilledIn(_ row: Document.Row) throws(StoreError) {
    guard index.mayRepeat, let template = structure.template(around: row) else { return }
    throw .structure(.template(.row(row.id), of: template))
  }

  /// What makes the document equal to a description, as ``Edit/apply(_:)`` does it: answers change only
  /// where the description gives a value.
  ///
  /// - Complexity: O(n log n) in the number of rows.
  public func changes(toMatch description: Document) -> Changeset {
    difference(toMatch: description).changes
  }

  /// The same, with the records whose order keys change only to make room.
  func difference(
    toMatch description: Document
  ) -> (changes: Changeset, madeRoom: Set<RecordID>) {
    var wanted = structure.keepingInstances(in: description)
    wanted.setField(.documentStatus, to: content.fields[.documentStatus])
    for (at, section) in wanted.sections.enumerated() {
      for (row, record) in section.rows.enumerated() where record.fields[.value] == nil {
        guard let answer = index[record.id].flatMap({ content[$0].fields[.value] }) else {
          continue
        }
        wanted.set(answer, at: Document.Place(section: at, row: row))
      }
    }
    return Changeset.difference(from: content, to: wanted)
  }

  /// What gives it another status; none where it has that already.
  func becoming(_ status: DocumentStatus) -> Changeset {
    if self.status == status { return Changeset() }
    let before = content.fields[.documentStatus]
    let after = status == .draft ? nil : Value.text(status.rawValue)
    return Changeset([Change(.document, .documentStatus, before: before, after: after)])
  }
}
