extension Document {
  /// Makes a document of records as a store has them: in any order, with their order keys.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n log n).
  public init(fields: Fields, stored sections: [Section]) throws(DuplicateIDs) {
    if let duplicates = DuplicateIDs(in: sections) { throw duplicates }
    var sorted = sections.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    for index in sorted.indices {
      sorted[index].rows.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    }
    self.init(keeping: fields, sections: sorted)
    dropReservedFields()
  }
}
