/// What puts instances behind the questions and sections below which they stand, where these have gone elsewhere
/// in their form (rule D20), and gives them what has come to these (rule F69).
package struct InstanceArrangement {
  private let document: DocumentStructure
  private var groups: InstanceGroups
  private let sections: Set<SectionID>
  private let rows: Set<RowID>

  /// - Throws: ``StructureError`` where a name would be too long, or they have too many new records.
  /// - Complexity: O(n) in the number of rows; O(1) where nothing repeats.
  package init(of document: DocumentStructure) throws(StructureError) {
    self.document = document
    groups = InstanceGroups(of: document)
    try groups.complete(following: document, in: document)
    sections = Set(groups.sections.values.lazy.joined().map(\.id))
    rows = Set(groups.rows.values.lazy.joined().map(\.id))
  }

  /// The fields that have to be written, and whole records that come, which have no field.
  ///
  /// - Complexity: O(n log n) in the number of rows; O(1) where nothing repeats.
  package var changes: [(target: Change.Target, value: Value)] {
    if sections.isEmpty, rows.isEmpty { return [] }
    let content = document.content
    let wanted = groups.placed(in: content.sections.lazy.filter { !sections.contains($0.id) })
    let keys = wanted.keys(\.order, besides: sections, in: content.sections.map(\.id))
    let moves = zip(wanted, keys).compactMap { section, key in
      change(of: .section(section.id), section.order, to: key, section.record(at: key))
    }
    return moves
      + wanted.flatMap { section in
        let own = section.rows.lazy.filter { !rows.contains($0.id) }
        let isOfForm = section.fields.followed == nil
        return changes(of: isOfForm ? groups.placed(in: own) : Array(own), in: section.id)
      }
  }

  private func changes(
    of wanted: [Document.Row], in section: SectionID
  ) -> [(target: Change.Target, value: Value)] {
    let place = document.index[section]
    let now = place.map { document.content.sections[$0].rows.map(\.id) } ?? []
    let keys = wanted.keys(\.order, besides: rows, in: now)
    return zip(wanted, keys).flatMap { row, key in
      let record = row.record(in: section, at: key)
      let home = document.index[row.id].map { $0.section == place } ?? true
      let change = change(of: .row(row.id), home ? row.order : nil, to: key, record)
      let move = (Change.Target(.row(row.id), .section), Value.text(section.rawValue))
      return (home ? [] : [move]) + [change].compactMap(\.self)
    }
  }

  private func change(
    of record: RecordID, _ order: OrderKey?, to key: OrderKey, _ whole: Fields
  ) -> (target: Change.Target, value: Value)? {
    if document.fields(of: record) == nil { return (Change.Target(record, nil), .record(whole)) }
    return key == order ? nil : (Change.Target(record, .order), .bytes(key.bytes))
  }
}

extension Array where Element: Identifiable {
  /// Keys in the order of the records: those that they have, but for new ones, and for instances that stand
  /// elsewhere now.
  ///
  /// - Returns: A key a record, in ascending order.
  fileprivate func keys(
    _ order: (Element) -> OrderKey, besides instances: Set<Element.ID>, in now: [Element.ID]
  ) -> [OrderKey] {
    let ids = map(\.id)
    if ids == now { return map(order) }
    var before = [Element.ID: Element.ID?]()
    for (at, id) in now.enumerated() { before[id] = .some(at > 0 ? now[at - 1] : nil) }
    // Behind a new record stands what stood behind the one before it.
    var (keys, moves, last) = ([OrderKey?](), false, nil as Element.ID?)
    for record in self {
      guard let previous = before[record.id] else {
        keys.append(nil)
        continue
      }
      // All that stands behind one that moves goes along.
      moves = instances.contains(record.id) && (moves || previous != last)
      keys.append(moves ? nil : order(record))
      last = record.id
    }
    return OrderKey.filled(keys)
  }
}
