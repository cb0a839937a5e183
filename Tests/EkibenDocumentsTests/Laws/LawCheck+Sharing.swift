import EkibenDocuments

/// What two documents share in memory saves work and changes nothing.
extension LawCheck {
  func sharing() throws(LawViolation) {
    try sameDifference(from: old.unshared, to: new.unshared)
    try sameDifference(from: old, to: new.sharing(with: old))
  }

  private func sameDifference(from same: Document, to other: Document) throws(LawViolation) {
    let law = "the difference of documents that share storage is that of copies that share none"
    let again = Changeset(from: same, to: other)
    try require(again == changes, law, "\(lines(again)), not \(lines(changes))")
    let operations = TablePlan(from: same, to: other).stages.map(\.operations)
    let expected = plan.stages.map(\.operations)
    try require(operations == expected, law, "\(operations), not \(expected)")
  }
}

extension Document {
  /// The same document with chunks of its own.
  fileprivate var unshared: Document {
    Document(
      keeping: fields,
      sections: sections.map { section in
        Section(
          id: section.id, order: section.order, fields: section.fields, rows: Array(section.rows))
      })
  }

  /// The same document with every chunk of rows of another one that it can share.
  ///
  /// Rows that it takes over bring their order keys along, which no difference looks at.
  fileprivate func sharing(with other: Document) -> Document {
    let shared = sections.map { section in
      guard var rows = other.section(section.id)?.rows, rows.count <= section.rows.count else {
        return section
      }
      for (at, row) in section.rows.enumerated() {
        if at == rows.count { rows.append(row) } else if rows[at] != row { rows[at] = row }
      }
      var section = section
      section.rows = rows
      return section
    }
    return Document(keeping: fields, sections: shared)
  }
}
