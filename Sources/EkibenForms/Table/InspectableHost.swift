public import EkibenDocuments

/// A host that can be asked what it was bound to, so that it can be compared with a fresh render.
@MainActor
public protocol InspectableHost: TableHost {
  /// The sections that there are, in order.
  ///
  /// - Complexity: O(n) in the number of sections.
  var sectionIDs: [SectionID] { get }

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
    RenderDifference.text(of: sectionIDs.count, from: document) { at in
      let bound = boundSection(at: at)
      return (bound.id, bound.fields, bound.rows)
    }
  }
}

extension HeadlessTable: InspectableHost {
  /// The sections that there are, in order.
  public var sectionIDs: [SectionID] { model.sectionIDs }

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
