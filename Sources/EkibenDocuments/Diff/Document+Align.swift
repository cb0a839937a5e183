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
      Section(
        id: section.id, order: keys.section(index), fields: section.fields,
        rows: section.rows.enumerated().map { row, record in
          let place = Place(section: index, row: row)
          let key = keys.row(place) ?? difference.oldRow(at: place)?.order ?? record.order
          return Row(id: record.id, order: key, fields: record.fields)
        })
    }
    return Document(keeping: fields, sections: aligned)
  }
}

extension DocumentDifference {
  /// The old row that stands at the same pair as a new one; nil for rows that came to the section.
  func oldRow(at place: Document.Place) -> Document.Row? {
    guard let section = sections.oldOfNew[place.section] else { return nil }
    let (pair, pairing) = (kernel.pairs[place.section], kernel.pairings[place.section])
    let row = pairing.old(of: place.row, newCount: pair.newCount, oldCount: pair.oldCount)
    return row < 0 ? nil : old.sections[section].rows[row]
  }
}
