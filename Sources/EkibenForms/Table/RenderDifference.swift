import EkibenDocuments

/// The check that no real table has, whether it shows what a fresh render would show.
///
/// Every field of a row counts, as components may show it; of a section what its supplements show.
enum RenderDifference {
  /// Says where a table differs from a fresh render, first place first; nil where it does not (rule T7).
  ///
  /// - Complexity: O(n), looking into the records that are not the very ones of the document.
  static func text<Rows: Collection<Document.Row>>(
    of count: Int, from fresh: Document, section: (Int) -> (SectionID, Fields, Rows)
  ) -> String? {
    if count != fresh.sections.count {
      return "there are \(count) sections, in a fresh render \(fresh.sections.count)"
    }
    for (at, fresh) in fresh.sections.enumerated() {
      let (id, fields, rows) = section(at)
      if let text = text(of: id, fields, rows: rows, from: fresh, at: at) { return text }
    }
    return nil
  }

  /// The first place where a section differs from that of a fresh render; nil is none.
  ///
  /// - Complexity: O(n), looking into the records that are not the very ones of the document.
  private static func text(
    of id: SectionID, _ fields: Fields, rows: some Collection<Document.Row>,
    from fresh: Document.Section, at: Int
  ) -> String? {
    if id != fresh.id { return "section \(at) is \(id), in a fresh render \(fresh.id)" }
    if fields != fresh.fields {
      let (shown, wanted) = (SectionDisplay.shown(fields), SectionDisplay.shown(fresh.fields))
      if let text = text(.section(id), from: shown, to: wanted) {
        return "section \(at) shows something else than a fresh render: \(text)"
      }
    }
    if rows.count != fresh.rows.count {
      return "section \(at) has \(rows.count) rows, in a fresh render \(fresh.rows.count)"
    }
    for (row, (bound, fresh)) in zip(rows, fresh.rows).enumerated() {
      if let text = text(of: bound, from: fresh, at: "(\(at), \(row))") { return text }
    }
    return nil
  }

  private static func text(
    of bound: Document.Row, from fresh: Document.Row, at place: @autoclosure () -> String
  ) -> String? {
    if bound.id != fresh.id {
      return "row \(place()) is \(bound.id), in a fresh render \(fresh.id)"
    }
    if bound.fields == fresh.fields { return nil }
    return text(.row(fresh.id), from: bound.fields, to: fresh.fields).map {
      "row \(place()) shows something else than a fresh render: \($0)"
    }
  }

  private static func text(_ record: RecordID, from shown: Fields, to fresh: Fields) -> String? {
    (shown.names + fresh.names).first { shown[$0] != fresh[$0] }.map { name in
      Notation.text(of: Change(record, name, before: shown[name], after: fresh[name]))
    }
  }
}

extension TableSlots {
  /// Says where the slots differ from a document, first place first; nil where they do not.
  ///
  /// - Complexity: O(n), looking into the records that are not the very ones reported.
  func difference(from fresh: Document) -> String? {
    RenderDifference.text(of: sections.count, from: fresh) { at in
      (sections[at].id, sections[at].fields, sections[at].rows.lazy.map(\.row))
    }
  }
}
