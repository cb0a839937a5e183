extension Changeset {
  /// Finds what leads from one document to another.
  ///
  /// Records that vanish come first, then what the document and its sections change, then the rows in
  /// the order of the new document. Rows that only keep their place are not mentioned; of the
  /// others as few as possible move (rule D13). Order keys of `new` do not matter: see
  /// ``Document/aligned(to:)``.
  ///
  /// - Complexity: O(n log n) in the number of rows.
  public init(from old: Document, to new: Document) {
    let new = new.aligned(to: old)
    let differ = RecordDiff(old: old, new: new)
    self.init(
      differ.vanishedRows + differ.vanishedSections
        + Self.fieldChanges(of: .document, from: old.fields, to: new.fields)
        + differ.sections + differ.rows)
  }
}

/// The two sides of a diff, as records by id.
private struct RecordDiff {
  let old: Document
  let new: Document
  let oldSections: [SectionID: Document.Section]
  let oldRows: [RowID: (row: Document.Row, section: SectionID)]

  init(old: Document, new: Document) {
    self.old = old
    self.new = new
    oldSections = Dictionary(
      old.sections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    oldRows = Dictionary(
      old.sections.flatMap { section in section.rows.map { ($0.id, ($0, section.id)) } },
      uniquingKeysWith: { first, _ in first })
  }

  var vanishedRows: [Change] {
    let kept = Set(new.sections.flatMap { $0.rows.map(\.id) })
    return old.sections.flatMap { section in
      section.rows.filter { !kept.contains($0.id) }.map { row in
        Change(.row(row.id), nil, before: .record(row.record(in: section.id)), after: nil)
      }
    }
  }

  var vanishedSections: [Change] {
    let kept = Set(new.sections.map(\.id))
    return old.sections.filter { !kept.contains($0.id) }.map { section in
      Change(.section(section.id), nil, before: .record(section.record), after: nil)
    }
  }

  var sections: [Change] {
    new.sections.flatMap { section in
      changes(.section(section.id), from: oldSections[section.id]?.record, to: section.record)
    }
  }

  var rows: [Change] {
    new.sections.flatMap { section in
      section.rows.flatMap { row -> [Change] in
        let before = oldRows[row.id]
        if let before, before.section == section.id, before.row.order == row.order,
          before.row.fields == row.fields
        {
          return []
        }
        return changes(
          .row(row.id), from: before.map { $0.row.record(in: $0.section) },
          to: row.record(in: section.id))
      }
    }
  }

  private func changes(_ record: RecordID, from before: Fields?, to after: Fields) -> [Change] {
    guard let before else { return [Change(record, nil, before: nil, after: .record(after))] }
    return Changeset.fieldChanges(of: record, from: before, to: after)
  }
}
