extension Changeset {
  /// Finds what leads from one document to another.
  ///
  /// Records that vanish come first, then what the document and its sections change, then the rows in
  /// the order of the new document. Rows that only keep their place are not mentioned; of the
  /// others as few as possible move (rule D13). Order keys of `new` do not matter: see
  /// ``Document/aligned(to:)``.
  ///
  /// - Complexity: O(n log n) in the number of rows that the documents do not share in memory.
  public init(from old: Document, to new: Document) {
    let difference = DocumentDifference(from: old, to: new)
    let keys = OrderAlignment(difference)
    self.init(
      difference.vanishedRows + difference.vanishedSections
        + Self.fieldChanges(of: .document, from: old.fields, to: new.fields)
        + difference.sectionChanges(keys) + difference.rowChanges(keys))
  }
}

extension DocumentDifference {
  fileprivate var vanishedRows: [Change] {
    var bySection = [[Int32]](repeating: [], count: old.sections.count)
    for spot in kernel.deleted {
      guard let section = oldSection(ofPair: Int(spot.pair)) else { continue }
      bySection[section].append(spot.index)
    }
    var changes: [Change] = []
    changes.reserveCapacity(kernel.deleted.count)
    for (section, rows) in zip(old.sections, bySection) where !rows.isEmpty {
      for index in rows {
        let row = section.rows[Int(index)]
        let record = row.record(in: section.id)
        changes.append(Change(.row(row.id), nil, before: .record(record), after: nil))
      }
    }
    return changes
  }

  fileprivate var vanishedSections: [Change] {
    sections.deleted.sorted().map { index in
      let section = old.sections[index]
      return Change(.section(section.id), nil, before: .record(section.record), after: nil)
    }
  }

  fileprivate func sectionChanges(_ keys: OrderAlignment) -> [Change] {
    var changes: [Change] = []
    for (index, section) in new.sections.enumerated() {
      let key = keys.sections[index]
      guard let before = sections.oldOfNew[index].map({ old.sections[$0] }) else {
        let record = Value.record(section.record(at: key))
        changes.append(Change(.section(section.id), nil, before: nil, after: record))
        continue
      }
      let id = RecordID.section(section.id)
      if before.fields != section.fields {
        changes += Changeset.fieldChanges(
          of: id, from: before.record, to: section.record(at: key))
      } else if before.order != key {
        changes.append(Self.move(id, from: before.order, to: key))
      }
    }
    return changes
  }

  /// The changes of rows, in the order of the new document.
  fileprivate func rowChanges(_ keys: OrderAlignment) -> [Change] {
    var rows = RowChanges(self, keys)
    for index in keys.sections.indices { rows.add(section: index) }
    return rows.changes
  }

  fileprivate static func move(
    _ record: RecordID, from old: OrderKey, to new: OrderKey
  ) -> Change {
    Change(record, .order, before: .bytes(old.bytes), after: .bytes(new.bytes))
  }
}

/// Collects what rows change, section by section.
private struct RowChanges {
  private let difference: DocumentDifference
  private let keys: OrderAlignment
  /// Rows that came from other sections, by new section and row.
  private var came: [[Int: (section: SectionID, row: Document.Row)]]
  private(set) var changes: [Change] = []

  init(_ difference: DocumentDifference, _ keys: OrderAlignment) {
    self.difference = difference
    self.keys = keys
    came = Array(repeating: [:], count: keys.sections.count)
    let ids = difference.old.sections.map(\.id)
    for crossing in difference.kernel.crossings {
      let pair = Int(crossing.old.pair)
      guard let section = difference.oldSection(ofPair: pair) else { continue }
      let row = difference.kernel.pairs[pair].oldRow(Int(crossing.old.index))
      came[Int(crossing.new.pair)][Int(crossing.new.index)] = (ids[section], row)
    }
  }

  mutating func add(section index: Int) {
    let pairing = difference.kernel.pairings[index]
    guard keys.rows[index] != nil else {
      return addContent(index, pairing)
    }
    let pair = difference.kernel.pairs[index]
    let section = difference.new.sections[index].id
    var isChanged = [Bool](repeating: false, count: pair.newCount)
    for row in pairing.changed { isChanged[row] = true }
    for new in 0..<pair.newCount {
      let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
      let key = keys.rows[index]?[new]
      if old < 0 {
        add(pair.newRow(new), at: key, in: section, from: came[index][new])
      } else if isChanged[new] {
        add(pair.newRow(new), at: key, was: pair.oldRow(old), in: section)
      } else {
        let before = pair.oldRow(old)
        if let key, before.order != key {
          changes.append(DocumentDifference.move(.row(before.id), from: before.order, to: key))
        }
      }
    }
  }

  // No row came or moved, so only content can differ.
  private mutating func addContent(_ index: Int, _ pairing: ListPairing) {
    let pair = difference.kernel.pairs[index]
    for new in pairing.changed.sorted() {
      let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
      let row = pair.newRow(new)
      changes += Changeset.fieldChanges(
        of: .row(row.id), from: pair.oldRow(old).fields, to: row.fields)
    }
  }

  private mutating func add(
    _ row: Document.Row, at key: OrderKey?, in section: SectionID,
    from before: (section: SectionID, row: Document.Row)?
  ) {
    let record = row.record(in: section, at: key ?? row.order)
    guard let before else {
      return changes.append(Change(.row(row.id), nil, before: nil, after: .record(record)))
    }
    let old = before.row.record(in: before.section)
    changes += Changeset.fieldChanges(of: .row(row.id), from: old, to: record)
  }

  private mutating func add(
    _ row: Document.Row, at key: OrderKey?, was before: Document.Row, in section: SectionID
  ) {
    changes += Changeset.fieldChanges(
      of: .row(row.id), from: before.record(in: section),
      to: row.record(in: section, at: key ?? before.order))
  }
}
