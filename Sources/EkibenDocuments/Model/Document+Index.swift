extension Document {
  /// Where a row stands.
  public struct Place: Hashable, Comparable, Sendable {
    /// The index of its section.
    public var section: Int
    /// Its index in that section.
    public var row: Int

    /// Makes a place.
    public init(section: Int, row: Int) {
      self.section = section
      self.row = row
    }

    /// Sections first, then rows.
    public static func < (left: Place, right: Place) -> Bool {
      (left.section, left.row) < (right.section, right.row)
    }
  }

  /// From id to place.
  ///
  /// It belongs to a document's owner, not to the value, so that values stay small.
  public struct Index: Sendable {
    /// The place of each section.
    public let sections: [SectionID: Int]
    /// The place of each row.
    public let rows: [RowID: Place]

    /// Reads a document once.
    ///
    /// - Complexity: O(n).
    public init(_ document: Document) {
      var sections: [SectionID: Int] = [:]
      var rows: [RowID: Place] = [:]
      rows.reserveCapacity(document.rowCount)
      for (at, section) in document.sections.enumerated() {
        sections[section.id] = at
        for (row, record) in section.rows.enumerated() {
          rows[record.id] = Place(section: at, row: row)
        }
      }
      self.sections = sections
      self.rows = rows
    }
  }

  /// The row at a place.
  public subscript(place: Place) -> Row {
    sections[place.section].rows[place.row]
  }

  /// The row of an id, found by looking through the document.
  ///
  /// - Complexity: O(n); owners of many look-ups keep an ``Index``.
  public func row(_ id: RowID) -> Row? {
    for section in sections {
      if let row = section.rows.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  /// The section of an id, found by looking through the document.
  ///
  /// - Complexity: O(n) in the number of sections.
  public func section(_ id: SectionID) -> Section? {
    sections.first { $0.id == id }
  }
}
