public import Ekiben

/// What a host visibly shows: sections and rows in their order, and the content of what is on the screen.
public struct ShownTable: Hashable, Sendable {
  /// A row, and what it looks like.
  public struct Row: Hashable, Sendable {
    /// The row's identity.
    public var id: RowID
    /// What its view shows; nil while it has none, since it is not on the screen.
    public var look: RowLook?

    /// Describes a row.
    public init(_ id: RowID, _ look: RowLook?) { (self.id, self.look) = (id, look) }
  }

  /// A section with its rows and supplements.
  public struct Section: Hashable, Sendable {
    /// The section's identity.
    public var id: SectionID
    /// The rows, in order.
    public var rows: [Row]
    /// What the views of its header, footer and named supplements show, nil for one that is not on the screen; as a
    /// whole nil where that is not known, and then not compared.
    public var supplements: [FieldName: RowLook?]?

    /// Describes a section.
    public init(_ id: SectionID, rows: [Row], supplements: [FieldName: RowLook?]? = nil) {
      (self.id, self.rows, self.supplements) = (id, rows, supplements)
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Describes a table.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// The fresh render of a content: every row and supplement drawn in a view that has shown nothing before.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ content: TableContent) {
    sections = content.document.sections.map { section in
      var supplements: [FieldName: RowLook?] = [:]
      for field in section.fields
      where TableOperations.Supplement.name(showing: field.name, field.value) == field.name {
        let component = content.components.component(
          of: field.name, in: section.id, section.fields)
        if let component { supplements[field.name] = component.drawn(over: nil).look }
      }
      let rows = section.rows.map {
        Row($0.id, content.components.component(of: $0).drawn(over: nil).look)
      }
      return Section(section.id, rows: rows, supplements: supplements)
    }
  }

  /// Says where it differs from a fresh render, first place first; nil where it does not.
  ///
  /// A row or supplement without a view differs from none.
  public func difference(from fresh: ShownTable) -> String? {
    guard sections.map(\.id) == fresh.sections.map(\.id) else {
      return "it has the sections \(sections.map(\.id)), a fresh render \(fresh.sections.map(\.id))"
    }
    for (section, other) in zip(sections, fresh.sections) {
      guard section.rows.map(\.id) == other.rows.map(\.id) else {
        return "section \(section.id) has the rows \(section.rows.map(\.id)), "
          + "in a fresh render \(other.rows.map(\.id))"
      }
      for (row, other) in zip(section.rows, other.rows) {
        if let look = row.look, look != other.look {
          return "row \(row.id) shows \(look), in a fresh render \(words(other.look))"
        }
      }
      if let difference = section.supplementDifference(from: other) { return difference }
    }
    return nil
  }
}

extension ShownTable.Section {
  fileprivate func supplementDifference(from fresh: Self) -> String? {
    guard let supplements, let others = fresh.supplements else { return nil }
    for name in (supplements.keys + others.keys.filter { supplements[$0] == nil }).sorted() {
      let (shown, other) = (supplements[name], others[name])
      if shown == .some(nil) || shown == other { continue }
      return "the \(name) of section \(id) shows \(words(shown ?? nil)), "
        + "in a fresh render \(words(other ?? nil))"
    }
    return nil
  }
}

private func words(_ look: RowLook?) -> String { look.map { "\($0)" } ?? "–" }
