public import Ekiben

/// What a host visibly shows: sections and rows in their order, and the content of those that are
/// on the screen.
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

  /// A section and its rows.
  public struct Section: Hashable, Sendable {
    /// The section's identity.
    public var id: SectionID
    /// The rows, in order.
    public var rows: [Row]

    /// Describes a section.
    public init(_ id: SectionID, rows: [Row]) { (self.id, self.rows) = (id, rows) }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Describes a table.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// The fresh render of a content: every row drawn in a view that has shown nothing before.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ content: TableContent) {
    sections = content.document.sections.map { section in
      Section(
        section.id,
        rows: section.rows.map {
          Row($0.id, content.components.component(of: $0).drawn(over: nil).look)
        })
    }
  }

  /// Says where it differs from a fresh render, first place first; nil where it does not.
  ///
  /// A row without a view differs from none.
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
          return
            "row \(row.id) shows \(look), in a fresh render \(other.look.map { "\($0)" } ?? "–")"
        }
      }
    }
    return nil
  }
}
