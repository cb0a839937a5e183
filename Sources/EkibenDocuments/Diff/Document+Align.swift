extension Document {
  /// Returns this document with the order keys of another where nothing moved.
  ///
  /// Records that keep their relative order keep their keys; those that are new or moved get keys
  /// between their neighbours'. So a diff between the two touches the fewest records (rule D13).
  ///
  /// - Complexity: O(n log n).
  public func aligned(to old: Document) -> Document {
    let difference = DocumentDifference(from: old, to: self)
    let keys = OrderAlignment(difference)
    let aligned = sections.enumerated().map { index, section in
      var rest = keys.rows[index][...]
      let rows = section.rows.enumerated().map { row, record in
        var key = difference.oldRow(index, row)?.order ?? record.order
        if let next = rest.first, next.row == row {
          key = next.key
          rest = rest.dropFirst()
        }
        return Row(id: record.id, order: key, fields: record.fields)
      }
      return Section(
        id: section.id, order: keys.sections[index], fields: section.fields, rows: rows)
    }
    return Document(keeping: fields, sections: aligned)
  }
}

extension DocumentDifference {
  /// The old row that is the same as a new one of the same section; nil for rows that came to it.
  fileprivate func oldRow(_ section: Int, _ row: Int) -> Document.Row? {
    guard let before = sections.oldOfNew[section] else { return nil }
    let (pair, pairing) = (kernel.pairs[section], kernel.pairings[section])
    let index = pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount)
    return index < 0 ? nil : old.sections[before].rows[index]
  }
}
