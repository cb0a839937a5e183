import EkibenDocuments

/// The check that no real table has: does it show what a fresh render would show?
extension TableSlots {
  /// Says where the slots differ from a document, first place first; nil where they do not.
  ///
  /// - Complexity: O(n), looking into the records that are not the very ones reported.
  func difference(from document: Document) -> String? {
    if sections.count != document.sections.count {
      return "there are \(sections.count) sections, a fresh render has \(document.sections.count)"
    }
    for (at, (section, record)) in zip(sections, document.sections).enumerated() {
      if let text = difference(of: section, from: record, at: at) { return text }
    }
    return nil
  }

  private func difference(
    of section: SectionSlot, from record: Document.Section, at: Int
  ) -> String? {
    if section.id != record.id {
      return "section \(at) is \(section.id), in a fresh render \(record.id)"
    }
    if section.fields != record.fields {
      let (shown, fresh) = (
        SectionDisplay.shown(section.fields), SectionDisplay.shown(record.fields)
      )
      if let field = (shown.names + fresh.names).first(where: { shown[$0] != fresh[$0] }) {
        return "section \(at) shows another \(Notation.name(field.rawValue)) than a fresh render: "
          + text(.section(section.id), field, shown, fresh)
      }
    }
    if section.rows.count != record.rows.count {
      return "section \(at) has \(section.rows.count) cells, in a fresh render "
        + "\(record.rows.count)"
    }
    for (row, (cell, record)) in zip(section.rows, record.rows).enumerated()
    where !cell.shows(record) {
      return difference(of: cell, from: record, at: "(\(at), \(row))")
    }
    return nil
  }

  private func difference(
    of cell: RowSlot, from record: Document.Row, at place: String
  ) -> String {
    if cell.id != record.id {
      return "cell \(place) stands for \(cell.id), in a fresh render for \(record.id)"
    }
    let (shown, fresh) = (RowDisplay.shown(cell.fields), RowDisplay.shown(record.fields))
    let field = (shown.names + fresh.names).first { shown[$0] != fresh[$0] } ?? .value
    return "cell \(place) shows something else than a fresh render: "
      + text(.row(cell.id), field, shown, fresh)
  }

  private func text(
    _ record: RecordID, _ field: FieldName, _ shown: Fields, _ fresh: Fields
  ) -> String {
    Notation.text(of: Change(record, field, before: shown[field], after: fresh[field]))
  }
}
