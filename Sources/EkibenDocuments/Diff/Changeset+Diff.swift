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
    kernel.deleted.compactMap { spot -> Document.Place? in
      oldSection(ofPair: Int(spot.pair)).map { .init(section: $0, row: Int(spot.index)) }
    }.sorted().map { place in
      let record = old[place].record(in: old.sections[place.section].id)
      return Change(.row(old[place].id), nil, before: .record(record), after: nil)
    }
  }

  fileprivate var vanishedSections: [Change] {
    sections.deleted.sorted().map { index in
      let section = old.sections[index]
      return Change(.section(section.id), nil, before: .record(section.record), after: nil)
    }
  }

  fileprivate func sectionChanges(_ keys: OrderAlignment) -> [Change] {
    zip(new.sections, sections.oldOfNew).enumerated().flatMap { index, pair -> [Change] in
      let (section, before) = pair
      guard let before else {
        let record = section.fields.setting(.order, .bytes(keys.section(index).bytes))
        return [Change(.section(section.id), nil, before: nil, after: .record(record))]
      }
      let old = old.sections[before]
      return changes(
        .section(section.id), from: old.fields, old.order, to: section.fields, keys.section(index))
    }
  }

  /// The changes of rows, in the order of the new document.
  fileprivate func rowChanges(_ keys: OrderAlignment) -> [Change] {
    var changes: [(place: Document.Place, changes: [Change])] = []
    for spot in kernel.inserted {
      let place = Document.Place(section: Int(spot.pair), row: Int(spot.index))
      let record = record(at: place, keys)
      changes.append(
        (place, [Change(.row(new[place].id), nil, before: nil, after: .record(record))]))
    }
    for crossing in kernel.crossings {
      guard let section = oldSection(ofPair: Int(crossing.old.pair)) else { continue }
      let before = Document.Place(section: section, row: Int(crossing.old.index))
      let place = Document.Place(section: Int(crossing.new.pair), row: Int(crossing.new.index))
      let record = old[before].record(in: old.sections[section].id)
      changes.append(
        (
          place,
          Changeset.fieldChanges(
            of: .row(new[place].id), from: record, to: self.record(at: place, keys))
        ))
    }
    for (index, pairing) in kernel.pairings.enumerated() {
      guard index < sections.oldOfNew.count, let section = sections.oldOfNew[index] else {
        continue
      }
      let rows = Set(pairing.changed).union(keys.changedRows(ofPair: index))
      for row in rows {
        let pair = kernel.pairs[index]
        let before = pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount)
        if before < 0 { continue }
        let place = Document.Place(section: index, row: row)
        let (from, to) = (old[Document.Place(section: section, row: before)], new[place])
        changes.append(
          (
            place,
            self.changes(
              .row(to.id), from: from.fields, from.order, to: to.fields,
              keys.row(place) ?? from.order)
          ))
      }
    }
    return changes.sorted { $0.place < $1.place }.flatMap(\.changes)
  }

  private func record(at place: Document.Place, _ keys: OrderAlignment) -> Fields {
    let row = new[place]
    let key = keys.row(place) ?? row.order
    return Document.Row(id: row.id, order: key, fields: row.fields)
      .record(in: new.sections[place.section].id)
  }

  private func changes(
    _ record: RecordID, from before: Fields, _ oldKey: OrderKey, to after: Fields, _ key: OrderKey
  ) -> [Change] {
    var changes = Changeset.fieldChanges(of: record, from: before, to: after)
    if oldKey != key {
      let move = Change(record, .order, before: .bytes(oldKey.bytes), after: .bytes(key.bytes))
      changes.insert(move, at: changes.firstIndex { move.target < $0.target } ?? changes.endIndex)
    }
    return changes
  }
}
