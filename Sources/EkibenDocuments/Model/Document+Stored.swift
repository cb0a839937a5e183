extension Document {
  /// Makes a document of records as a store has them: in any order, with their order keys.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n log n).
  public init(fields: Fields, stored sections: [Section]) throws(DuplicateIDs) {
    self = try Self.indexed(fields: fields, stored: sections).document
  }

  /// Makes a document of records as a store has them, and its index: that says whether an id occurs twice.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n) where they are in their order already, else O(n log n).
  package static func indexed(
    fields: Fields, stored sections: [Section]
  ) throws(DuplicateIDs) -> (document: Document, index: Index) {
    let sorted = sections.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    let document = Document(
      keeping: fields,
      sections: sorted.map { section in
        var section = section.clean
        if !section.rows.areInOrder {
          section.rows = ChunkedList(section.rows.sorted { ($0.order, $0.id) < ($1.order, $1.id) })
        }
        return section
      })
    let index = Index(document)
    if index.rowCount < document.rowCount || index.numbers.count < sections.count,
      let duplicates = DuplicateIDs(in: sections)
    {
      throw duplicates
    }
    return (document, index)
  }
}

/// A section whose rows come one at a time.
package struct StoredSection {
  package let id: SectionID
  package let fields: Fields
  private let order: OrderKey
  private var rows = ChunkedList<Document.Row>.Builder()

  /// Makes a section without rows.
  package init(id: SectionID, order: OrderKey, fields: Fields) {
    (self.id, self.order, self.fields) = (id, order, fields)
  }

  /// Adds a row at the end.
  ///
  /// - Complexity: O(1).
  package mutating func append(_ row: Document.Row) { rows.append(row) }

  /// The row that was added last.
  package var lastRow: Document.Row? { rows.last }

  /// The section with all its rows.
  package var section: Document.Section {
    var section = Document.Section(id: id, order: order, fields: fields, rows: EmptyCollection())
    section.rows = rows.list
    return section
  }
}

extension ChunkedList<Document.Row> {
  /// Whether each row stands before the next by its key.
  fileprivate var areInOrder: Bool {
    var last: OrderKey?
    for row in self {
      if let last, !(last < row.order) { return false }
      last = row.order
    }
    return true
  }
}

extension Document.Section {
  /// The section without fields of its own that are called `section` or `order`.
  ///
  /// A place is changed by changes of `section` and `order`, so no record has fields of its own there.
  var clean: Document.Section {
    let isClean = fields[.order] == nil && rows.allSatisfy(\.isClean)
    if isClean { return self }
    return Document.Section(
      id: id, order: order, fields: fields.setting(.order, nil),
      rows: rows.map { row in
        let fields = row.fields.setting(.order, nil).setting(.section, nil)
        return Document.Row(id: row.id, order: row.order, fields: fields)
      })
  }

  /// The section with a key of its own, and its rows with keys that are spread evenly.
  func spread(by key: OrderKey) -> Document.Section {
    let keys = OrderKey.evenly(rows.count) ?? []
    return Document.Section(
      id: id, order: key, fields: fields,
      rows: zip(rows, keys).map { Document.Row(id: $0.id, order: $1, fields: $0.fields) })
  }
}

extension Document.Row {
  fileprivate var isClean: Bool { fields[.order] == nil && fields[.section] == nil }
}
