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
  /// The first place where the host differs from a fresh render of a document; nil is none (rule T7).
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

  /// The section at an index: on the screen as its views are bound, else as the plans so far say.
  public func boundSection(at index: Int) -> Document.Section {
    let section = slots.sections[index]
    return Document.Section(
      id: section.id, fields: section.fields, rows: section.rows.map { bound($0) })
  }

  /// The row at a place, as its view is bound, or as the plans so far say that it looks.
  public func boundRow(at place: Document.Place) -> Document.Row? {
    slots.row(at: place).map { bound($0) }
  }

  private func bound(_ slot: RowSlot) -> Document.Row {
    let component = screen.cells[.row(slot.number)]?.binding.component
    return Document.Row(id: slot.id, fields: component?.record ?? slot.fields)
  }
}
