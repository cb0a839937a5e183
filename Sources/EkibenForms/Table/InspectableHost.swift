public import EkibenDocuments

/// A host that can be asked what it was bound to, so that it can be compared with a fresh render.
public protocol InspectableHost: TableHost {
  /// How many sections there are.
  var sectionCount: Int { get }

  /// The section that stands at an index.
  ///
  /// - Complexity: O(1).
  func sectionID(at index: Int) -> SectionID

  /// The section at an index, with the records that it and its rows were last bound to.
  ///
  /// - Complexity: O(n) in the number of its rows.
  func boundSection(at index: Int) -> Document.Section

  /// The row at a place, with the record that it was last bound to; nil where there is none.
  ///
  /// - Complexity: O(1).
  func boundRow(at place: Document.Place) -> Document.Row?
}

extension InspectableHost {
  /// Says where the host differs from a fresh render of a document, first place first; nil where it
  /// does not (rule T7).
  ///
  /// Only what can be seen counts.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func difference(from document: Document) -> String? {
    guard sectionCount == document.sections.count else {
      return "there are \(sectionCount) sections, in a fresh render \(document.sections.count)"
    }
    for (at, fresh) in document.sections.enumerated() {
      if let text = difference(of: boundSection(at: at), from: fresh, at: at) { return text }
    }
    return nil
  }

  private func difference(
    of bound: Document.Section, from fresh: Document.Section, at: Int
  ) -> String? {
    if bound.id != fresh.id { return "section \(at) is \(bound.id), in a fresh render \(fresh.id)" }
    let (shown, wanted) = (SectionDisplay.shown(bound.fields), SectionDisplay.shown(fresh.fields))
    if let text = difference(.section(fresh.id), from: shown, to: wanted) {
      return "section \(at) shows something else than a fresh render: \(text)"
    }
    if bound.rows.count != fresh.rows.count {
      return "section \(at) has \(bound.rows.count) rows, in a fresh render \(fresh.rows.count)"
    }
    for (row, (bound, fresh)) in zip(bound.rows, fresh.rows).enumerated() {
      if bound.id != fresh.id {
        return "row (\(at), \(row)) is \(bound.id), in a fresh render \(fresh.id)"
      }
      if bound.fields == fresh.fields { continue }
      let (shown, wanted) = (RowDisplay.shown(bound.fields), RowDisplay.shown(fresh.fields))
      if let text = difference(.row(fresh.id), from: shown, to: wanted) {
        return "row (\(at), \(row)) shows something else than a fresh render: \(text)"
      }
    }
    return nil
  }

  private func difference(_ record: RecordID, from shown: Fields, to fresh: Fields) -> String? {
    (shown.names + fresh.names).first { shown[$0] != fresh[$0] }.map { name in
      Notation.text(of: Change(record, name, before: shown[name], after: fresh[name]))
    }
  }
}

extension HeadlessTable: InspectableHost {
  /// How many sections there are.
  public var sectionCount: Int { slots.sections.count }

  /// The section that stands at an index.
  public func sectionID(at index: Int) -> SectionID { slots.sections[index].id }

  /// The section at an index: what is on the screen as its views are bound, the rest as the plans so
  /// far say that it looks.
  public func boundSection(at index: Int) -> Document.Section {
    let section = slots.sections[index]
    return Document.Section(
      id: section.id, fields: section.fields, rows: section.rows.map { bound($0) })
  }

  /// The row at a place, as its view is bound, or as the plans so far say that it looks.
  public func boundRow(at place: Document.Place) -> Document.Row? {
    guard slots.sections.indices.contains(place.section),
      slots.sections[place.section].rows.indices.contains(place.row)
    else { return nil }
    return bound(slots.sections[place.section].rows[place.row])
  }

  private func bound(_ slot: RowSlot) -> Document.Row {
    let component = screen.cells[.row(slot.number)]?.binding.component
    return Document.Row(id: slot.id, fields: component?.record ?? slot.fields)
  }
}
