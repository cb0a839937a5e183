extension DocumentStructure {
  /// The fields that put instances behind the questions and sections below which they stand, where these
  /// have gone elsewhere in their form (rule D20).
  ///
  /// - Returns: What has to be written, and nothing where all stand there.
  /// - Complexity: O(n) in the number of rows; O(1) where nothing repeats.
  package var placingOfInstances: [(target: Change.Target, value: Value)] {
    let groups = InstanceGroups(of: self)
    return sectionsToMove(groups) + rowsToMove(groups)
  }

  private func sectionsToMove(
    _ groups: InstanceGroups
  ) -> [(target: Change.Target, value: Value)] {
    let instances = Set(groups.sections.values.lazy.joined().map(\.id))
    let wanted = groups.placed(in: content.sections.lazy.filter { !instances.contains($0.id) })
    let keys = wanted.keys(\.order, besides: instances, in: content.sections.map(\.id))
    return zip(wanted, keys).compactMap { section, key in
      key == section.order
        ? nil : (Change.Target(.section(section.id), .order), .bytes(key.bytes))
    }
  }

  private func rowsToMove(_ groups: InstanceGroups) -> [(target: Change.Target, value: Value)] {
    if groups.rows.isEmpty { return [] }
    let instances = Set(groups.rows.values.lazy.joined().map(\.id))
    var found: [(target: Change.Target, value: Value)] = []
    for (at, section) in content.sections.enumerated() {
      let wanted = groups.placed(in: section.rows.lazy.filter { !instances.contains($0.id) })
      let keys = wanted.keys(\.order, besides: instances, in: section.rows.map(\.id))
      for (row, key) in zip(wanted, keys) {
        let isHere = index[row.id]?.section == at
        if isHere, key == row.order { continue }
        if !isHere {
          found.append((Change.Target(.row(row.id), .section), .text(section.id.rawValue)))
        }
        found.append((Change.Target(.row(row.id), .order), .bytes(key.bytes)))
      }
    }
    return found
  }
}

extension Array where Element: Identifiable {
  /// Keys in the order of the records: those that they have, but for instances that stand elsewhere now.
  ///
  /// - Parameters:
  ///   - order: The key that a record has.
  ///   - instances: The records that may be put elsewhere.
  ///   - now: The records in the order that they have now.
  /// - Returns: A key a record, in ascending order.
  fileprivate func keys(
    _ order: (Element) -> OrderKey, besides instances: Set<Element.ID>, in now: [Element.ID]
  ) -> [OrderKey] {
    let ids = map(\.id)
    if instances.isEmpty || ids == now { return map(order) }
    var before = [Element.ID: Element.ID?]()
    for (at, id) in now.enumerated() { before[id] = .some(at > 0 ? now[at - 1] : nil) }
    var (keys, moves) = ([OrderKey?](), false)
    for (at, record) in enumerated() {
      let isInstance = instances.contains(record.id)
      let follows = before[record.id].map { $0 == (at > 0 ? ids[at - 1] : nil) } ?? false
      // All that stands behind one that moves goes along.
      moves = isInstance && (moves || !follows)
      keys.append(moves ? nil : order(record))
    }
    return OrderKey.filled(keys)
  }
}
