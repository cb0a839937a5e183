extension Document {
  /// Makes a document of records as a store has them: in any order, with their order keys.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n log n).
  public init(fields: Fields, stored sections: [Section]) throws(DuplicateIDs) {
    self.init(fields: fields, stored: sections.map { StoredSection($0) })
    if let duplicates = DuplicateIDs(in: Array(self.sections)) { throw duplicates }
  }

  /// Makes a document of records of a store, which has looked that no id occurs twice.
  ///
  /// - Complexity: O(n) where they are in their order already, else O(n log n).
  package init(fields: Fields, stored sections: [StoredSection]) {
    let sections = sections.map(\.section).sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    self.init(keeping: fields, sections: sections)
  }
}

/// A section whose rows come one at a time.
///
/// What has to be known of each row is looked at while it is at hand: a later look at a hundred thousand of them
/// would wait for the memory of each.
package struct StoredSection {
  private let empty: Document.Section
  private var rows = ChunkedList<Document.Row>.Builder()
  private var last: OrderKey?
  private var isInOrder = true
  package private(set) var hasRepeatingRow = false

  package var id: SectionID { empty.id }

  package var fields: Fields { empty.fields }

  package init(id: SectionID, order: OrderKey, fields: Fields) {
    empty = Document.Section(
      id: id, order: order, fields: fields.setting(.order, nil), rows: EmptyCollection())
  }

  fileprivate init(_ section: Document.Section) {
    self.init(id: section.id, order: section.order, fields: section.fields)
    for row in section.rows { append(row) }
  }

  /// Adds a row at the end.
  ///
  /// - Complexity: O(1).
  package mutating func append(_ row: Document.Row) {
    if let last, !(last < row.order) { isInOrder = false }
    last = row.order
    if !hasRepeatingRow, row.fields.has(.repeats) { hasRepeatingRow = true }
    rows.append(row.clean)
  }

  /// The section with all its rows, in their order.
  fileprivate var section: Document.Section {
    var section = empty
    section.rows = rows.list
    if !isInOrder {
      section.rows = ChunkedList(section.rows.sorted { ($0.order, $0.id) < ($1.order, $1.id) })
    }
    return section
  }
}

extension Document.Section {
  /// The section with a key of its own, and its rows with keys that are spread evenly, all of them without fields
  /// of their own that are called `section` or `order`.
  func spread(by key: OrderKey) -> Document.Section {
    let keys = OrderKey.evenly(rows.count) ?? []
    return Document.Section(
      id: id, order: key, fields: fields.setting(.order, nil),
      rows: zip(rows, keys).map { Document.Row(id: $0.id, order: $1, fields: $0.clean.fields) })
  }
}

extension Document.Row {
  // A place is changed by changes of `section` and `order`, so no record has fields of its own there.
  fileprivate var clean: Document.Row {
    guard fields.has(.order) || fields.has(.section) else { return self }
    return Document.Row(
      id: id, order: order, fields: fields.setting(.order, nil).setting(.section, nil))
  }
}
