extension Document {
  /// Makes a document of records as a store has them: in any order, with their order keys.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n log n).
  public init(fields: Fields, stored sections: [Section]) throws(DuplicateIDs) {
    if let duplicates = DuplicateIDs(in: sections) { throw duplicates }
    let sorted = sections.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    self.init(
      keeping: fields,
      sections: sorted.map { section in
        var section = section.clean
        section.rows = ChunkedList(section.rows.sorted { ($0.order, $0.id) < ($1.order, $1.id) })
        return section
      })
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
