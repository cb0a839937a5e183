extension Document {
  /// Returns this document with the order keys of another where nothing moved.
  ///
  /// Records that keep their relative order keep their keys; those that are new or moved get keys
  /// between their neighbours'. So a diff between the two touches the fewest records (rule D13).
  ///
  /// - Complexity: O(n log n).
  public func aligned(to old: Document) -> Document {
    var copy = self
    let sectionKeys = Self.keys(
      of: sections.map(\.id), like: old.sections.map { ($0.id, $0.order) })
    var oldRows: [SectionID: [Row]] = [:]
    for section in old.sections { oldRows[section.id] = section.rows }
    for (at, section) in sections.enumerated() {
      copy.sections[at].order = sectionKeys[at]
      let rowKeys = Self.keys(
        of: section.rows.map(\.id), like: (oldRows[section.id] ?? []).map { ($0.id, $0.order) })
      for (row, key) in rowKeys.enumerated() { copy.sections[at].rows[row].order = key }
    }
    return copy
  }

  private static func keys<ID: Hashable>(
    of ids: [ID], like old: [(id: ID, order: OrderKey)]
  ) -> [OrderKey] {
    let places = Dictionary(
      old.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let common = ids.indices.compactMap { at in places[ids[at]].map { (at: at, old: $0) } }
    var keys = [OrderKey?](repeating: nil, count: ids.count)
    for kept in longestIncreasingSubsequence(common.map(\.old)) {
      keys[common[kept].at] = old[common[kept].old].order
    }
    return filled(keys) ?? OrderKey.evenly(ids.count) ?? []
  }

  // Nil when two kept neighbours leave no room; then all siblings get new keys.
  private static func filled(_ keys: [OrderKey?]) -> [OrderKey]? {
    var result: [OrderKey] = []
    result.reserveCapacity(keys.count)
    var position = 0
    while position < keys.count {
      if let key = keys[position] {
        result.append(key)
        position += 1
        continue
      }
      let end = keys[position...].firstIndex { $0 != nil } ?? keys.count
      let upper = end < keys.count ? keys[end] : nil
      guard let new = OrderKey.evenly(end - position, between: result.last, and: upper) else {
        return nil
      }
      result.append(contentsOf: new)
      position = end
    }
    return result
  }
}
