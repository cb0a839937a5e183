extension Changeset {
  /// Computes the changeset that leads from one document to another.
  ///
  /// Records that vanish come first, then what the document and its sections change, then the rows in
  /// the order of the new document. Rows that only keep their place are not mentioned; of the
  /// others as few as possible move (rule D13). Order keys of `new` do not matter: see
  /// ``Document/aligned(to:)``.
  ///
  /// - Complexity: O(n log n) in the number of rows that the documents do not share in memory, and, where they have
  ///   the same sections in the same order, O(c) in the number c of sections that they do not share.
  public init(from old: Document, to new: Document) {
    self = Self.difference(from: old, to: new).changes
  }

  /// The changeset from one document to another, and the records whose order keys it changes only
  /// to make room for others (rule H24).
  package static func difference(
    from old: Document, to new: Document
  ) -> (changes: Changeset, madeRoom: Set<RecordID>) {
    let (old, new) = old.narrowed(beside: new)
    let difference = DocumentDifference(from: old, to: new)
    let keys = OrderAlignment(difference)
    var changes: [Change] = []
    difference.addVanishedRows(to: &changes)
    difference.addVanishedSections(to: &changes)
    changes += fieldChanges(of: .document, from: old.fields, to: new.fields)
    difference.addSections(keys, to: &changes)
    // The rows in the order of the new document.
    let rows = RowChanges(difference, keys)
    for index in keys.sections.indices { rows.add(section: index, to: &changes) }
    return (Changeset(changes), keys.madeRoom)
  }

  /// Says record by record what leads from one document to another as it stands, order keys and all.
  ///
  /// Where rows change places, ``init(from:to:)`` may say so of others than those whose keys are others: that makes
  /// the same document for whoever applies it, and misleads whoever looks at the new one.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(from old: DocumentStructure, exactlyTo new: DocumentStructure) {
    let vanishedRows = old.content.sections.lazy.flatMap(\.rows).map { RecordID.row($0.id) }
      .filter { new.fields(of: $0) == nil }
    let vanishedSections = old.content.sections.lazy.map { RecordID.section($0.id) }
      .filter { new.fields(of: $0) == nil }
    let sections = new.content.sections.lazy.map { RecordID.section($0.id) }
    let rows = new.content.sections.lazy.flatMap(\.rows).map { RecordID.row($0.id) }
    let records =
      Array(vanishedRows) + vanishedSections + [.document] + Array(sections) + Array(rows)
    self.init(
      records.flatMap {
        Self.differences(of: $0, from: old.fields(of: $0), to: new.fields(of: $0))
      })
  }
}

extension DocumentDifference {
  fileprivate func addVanishedRows(to changes: inout [Change]) {
    var bySection = [[PairingKernel<ChunkedPair>.Spot]](repeating: [], count: old.sections.count)
    for spot in kernel.deleted {
      if let section = oldSection(ofPair: Int(spot.pair)) { bySection[section].append(spot) }
    }
    // A row that crosses changes its place and its section.
    changes.reserveCapacity(
      kernel.deleted.count + kernel.inserted.count + 2 * kernel.crossings.count)
    for (section, spots) in zip(old.sections, bySection) {
      guard let first = spots.first else { continue }
      let indices = spots.lazy.map { Int($0.index) }
      kernel.pairs[Int(first.pair)].addVanished(indices, of: section.id, to: &changes)
    }
  }

  fileprivate func addVanishedSections(to changes: inout [Change]) {
    for index in sections.deleted.sorted() {
      let section = old.sections[index]
      changes.append(Change(.section(section.id), nil, before: .record(section.record), after: nil))
    }
  }

  fileprivate func addSections(_ keys: OrderAlignment, to changes: inout [Change]) {
    for (index, section) in new.sections.enumerated() {
      let key = keys.sections[index]
      guard let before = sections.oldOfNew[index].map({ old.sections[$0] }) else {
        let record = Value.record(section.record(at: key))
        changes.append(Change(.section(section.id), nil, before: nil, after: record))
        continue
      }
      let id = RecordID.section(section.id)
      if before.fields != section.fields {
        changes += Changeset.fieldChanges(of: id, from: before.record, to: section.record(at: key))
      } else if before.order != key {
        changes.append(.move(id, from: before.order, to: key))
      }
    }
  }
}

/// Collects the changes of rows, section by section.
private struct RowChanges {
  private let difference: DocumentDifference
  private let keys: OrderAlignment
  private let oldSections: [SectionID]
  /// For new sections to which rows came from others: by new row the index of the crossing, or -1.
  private var came: [ContiguousArray<Int32>]

  init(_ difference: DocumentDifference, _ keys: OrderAlignment) {
    (self.difference, self.keys) = (difference, keys)
    oldSections = difference.old.sections.map(\.id)
    came = Array(repeating: [], count: keys.sections.count)
    for (position, crossing) in difference.kernel.crossings.enumerated() {
      let section = Int(crossing.new.pair)
      if came[section].isEmpty {
        let count = difference.kernel.pairs[section].newCount
        came[section] = ContiguousArray(repeating: -1, count: count)
      }
      came[section][Int(crossing.new.index)] = Int32(truncatingIfNeeded: position)
    }
  }

  // Only rows that got a key or changed are looked at: both lists ascend.
  func add(section index: Int, to changes: inout [Change]) {
    let keyed = keys.rows[index]
    let changed = difference.kernel.pairings[index].changed.sorted()
    if keyed.isEmpty && changed.isEmpty { return }
    let section = Section(
      id: difference.new.sections[index].id, pair: difference.kernel.pairs[index],
      pairing: difference.kernel.pairings[index], came: came[index])
    var (key, change) = (0, 0)
    while key < keyed.count || change < changed.count {
      let next = change < changed.count ? changed[change] : Int.max
      if key < keyed.count, keyed[key].row <= next {
        let isChanged = keyed[key].row == next
        add(keyed[key].row, in: section, at: keyed[key].key, isChanged: isChanged, to: &changes)
        (key, change) = (key + 1, isChanged ? change + 1 : change)
      } else {
        add(next, in: section, at: nil, isChanged: true, to: &changes)
        change += 1
      }
    }
  }

  /// What is known about a new section: looked up once, and not for each of its rows.
  private struct Section {
    let id: SectionID
    let pair: ChunkedPair
    let pairing: ListPairing
    let came: ContiguousArray<Int32>
  }

  private func add(
    _ new: Int, in section: Section, at key: OrderKey?, isChanged: Bool, to changes: inout [Change]
  ) {
    let old = section.pairing.old(
      of: new, newCount: section.pair.newCount, oldCount: section.pair.oldCount)
    if old >= 0 {
      let pair = section.pair
      if isChanged {
        add(pair.oldRow(old), pair.newRow(new), at: key, to: &changes)
      } else if let key, pair.oldOrder(old) != key {
        changes.append(.move(.row(pair.newID(new)), from: pair.oldOrder(old), to: key))
      }
    } else if let key, !section.came.isEmpty, section.came[new] >= 0 {
      add(Int(section.came[new]), new, at: key, in: section, to: &changes)
    } else {
      let record = section.pair.newRecord(new, in: section.id, at: key)
      changes.append(Change(.row(section.pair.newID(new)), nil, before: nil, after: record))
    }
  }

  // A row that says something else, and may have moved.
  private func add(
    _ old: Document.Row, _ new: Document.Row, at key: OrderKey?, to changes: inout [Change]
  ) {
    var own = Changeset.fieldChanges(of: .row(new.id), from: old.fields, to: new.fields)
    if let key, old.order != key {
      own.append(.move(.row(new.id), from: old.order, to: key))
      own.sort { $0.target < $1.target }
    }
    changes += own
  }

  // A row that came from another section: of one that did not change only id and order are looked at, since
  // to copy it is to fetch what it refers to.
  private func add(
    _ crossing: Int, _ new: Int, at key: OrderKey, in section: Section, to changes: inout [Change]
  ) {
    let crossing = difference.kernel.crossings[crossing]
    let pair = Int(crossing.old.pair)
    guard let from = difference.oldSection(ofPair: pair).map({ oldSections[$0] }) else { return }
    let id = RecordID.row(section.pair.newID(new))
    let index = Int(crossing.old.index)
    if crossing.isChanged {
      let row = section.pair.newRow(new)
      changes += Changeset.fieldChanges(
        of: id, from: difference.kernel.pairs[pair].oldRow(index).record(in: from),
        to: row.record(in: section.id, at: key))
      return
    }
    let order = difference.kernel.pairs[pair].oldOrder(index)
    if order != key { changes.append(.move(id, from: order, to: key)) }
    changes.append(
      Change(id, .section, before: .text(from.rawValue), after: .text(section.id.rawValue)))
  }
}
