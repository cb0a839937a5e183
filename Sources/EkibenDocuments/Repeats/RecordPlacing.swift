extension Sequence where Element: Identifiable {
  /// The records with groups of others, each behind the record that has it and what stands under that, or as the
  /// first that stands under it.
  ///
  /// - Complexity: O(n · depth).
  func placing(
    _ group: (Element) -> [Element]?, inside: (Element) -> [Element]? = { _ in nil },
    parent: (Element) -> Element.ID?
  ) -> [Element] {
    var result: [Element] = []
    // Records that what comes next may stand under, the innermost last.
    var waiting: [(above: Set<Element.ID>, group: [Element])] = []
    for record in self {
      let parent = parent(record)
      while let last = waiting.last, !(parent.map { last.above.contains($0) } ?? false) {
        result += last.group
        waiting.removeLast()
      }
      for at in waiting.indices { waiting[at].above.insert(record.id) }
      result.append(record)
      result += inside(record) ?? []
      if let group = group(record) { waiting.append(([record.id], group)) }
    }
    return waiting.reversed().reduce(into: result) { $0 += $1.group }
  }

  /// The records by the anchor below which they stand, however deep: each before those that stand under it, also where
  /// it comes behind them.
  ///
  /// - Complexity: O(n).
  func grouped(
    parent: (Element) -> Element.ID?, below isAnchor: (Element.ID) -> Bool
  ) -> [Element.ID: [Element]] {
    var (parts, groups) = ([Element.ID: [Element]](), [Element.ID: [Element]]())
    for record in self {
      if let parent = parent(record) { parts[parent, default: []].append(record) }
    }
    for (anchor, records) in parts where isAnchor(anchor) {
      var waiting = Array(records.reversed())
      while let record = waiting.popLast() {
        groups[anchor, default: []].append(record)
        waiting += (parts[record.id] ?? []).reversed()
      }
    }
    return groups
  }
}

/// Records that come to a list of others.
struct Additions<Record: Identifiable> {
  private var first: [Record] = []
  private var inside: [Record.ID: [Record]] = [:]
  private var behind: [Record.ID: [Record]] = [:]

  /// Adds a record behind a record of the list, with nil before all, and behind those that were added there.
  ///
  /// If it is inside, it goes there as the first of what stands under that, and not behind all of it.
  mutating func add(_ record: Record, behind last: Record.ID?, isInside: Bool) {
    guard let last else { return first.append(record) }
    if isInside {
      inside[last, default: []].append(record)
    } else {
      behind[last, default: []].append(record)
    }
  }

  func merged(with records: [Record], parent: (Record) -> Record.ID?) -> [Record] {
    first + records.placing({ behind[$0.id] }, inside: { inside[$0.id] }, parent: parent)
  }
}
