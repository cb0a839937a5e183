extension Journal {
  /// Works out what takes one past entry back in the present (rule H18); see
  /// ``HistoryError/conflict(_:)``.
  ///
  /// - Parameters:
  ///   - number: The entry, a node on the way from the root to the head.
  ///   - document: The document as it stands.
  ///   - origins: The origins of the document's fields.
  /// - Returns: The changes, for an entry of kind ``Entry/Kind/revert``; none if it changed nothing.
  /// - Throws: ``HistoryError/conflict(_:)``, ``HistoryError/notInPresent(_:head:)``,
  ///   ``HistoryError/rootStays``, ``HistoryError/barrier(entry:)``, ``HistoryError/notANode(_:head:)`` or
  ///   ``HistoryError/unknownEntry(_:)``.
  /// - Complexity: O(changes + distance to the head); O(records) where records come, go or move.
  public func revert(
    _ number: Int, in document: Document, origins: Origins
  ) throws(HistoryError) -> Changeset {
    try history.revert(number, in: document, origins: origins, known).get()
  }
}

extension History {
  /// Works out what takes one past entry back in the present (rule H18).
  ///
  /// That is the inverse of what it changed, if all of that is untouched since: the entry is still
  /// the origin of each field. Where a whole record came or went, so is the record with all its
  /// fields; a section must be empty before it can go, and there before a row can go back into it. What later
  /// entries made of instances has to stand as it should without it, and in as many as there may be; what
  /// would come back among the parts of another instance comes beside that.
  /// With `isOfCauses` what formulas gave because of the entry is left out, for whoever asks them in
  /// the present (rule H26).
  ///
  /// - Returns: The changes, or why there are none.
  /// - Throws: What reading an entry throws.
  /// - Complexity: as ``Journal/revert(_:in:origins:)``.
  package func revert<Failure>(
    _ number: Int, in document: Document, origins: Origins, ofCauses isOfCauses: Bool = false,
    _ fetching: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Result<Changeset, HistoryError> {
    if let refusal = refusalToRevert(number) { return .failure(refusal) }
    return try revert(
      Reversal(of: try fetching(number), ofCauses: isOfCauses), in: document, origins: origins,
      fetching)
  }

  /// Works out what takes some entries back together, if all that they left is untouched since.
  func revert<Failure>(
    _ reversal: Reversal, in document: Document, origins: Origins,
    _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Result<Changeset, HistoryError> {
    var changes = reversal.changes
    let touched = try touched(since: reversal, origins, entry)
    var later = try laterWriters(of: touched, than: reversal.last, entry)
    var obstacles = touched.map { RevertConflict.Obstacle($0, later: later[$0] ?? []) }
    if obstacles.isEmpty, !changes.isContentOnly {
      let found = Sections(of: document, after: changes).obstacles
      later = try laterWriters(of: found.compactMap(\.gone), than: reversal.last, entry)
      obstacles = found.map { describe($0, later, origins) }
      if obstacles.isEmpty {
        (changes, obstacles) = try reversal.settled(in: document) { () throws(Failure) in
          let since = path(from: head, to: reversal.last).up.reversed()
          return try since.map { node throws(Failure) in try entry(node) }
        }
      }
    }
    if obstacles.isEmpty { return .success(changes) }
    return .failure(.conflict(RevertConflict(entry: reversal.last, obstacles: obstacles)))
  }

  private func describe(
    _ obstacle: Sections.Obstacle, _ later: [Change.Target: [Int]], _ origins: Origins
  ) -> RevertConflict.Obstacle {
    switch obstacle {
    case .gone(let section, let row):
      let writers = later[Change.Target(.section(section), nil)] ?? []
      return RevertConflict.Obstacle(Change.Target(row, .section), later: writers)
    case .occupied(let section, let rows):
      let writers = Set(rows.map { origins[Change.Target(.row($0), .section)].entry })
      return RevertConflict.Obstacle(Change.Target(.section(section), nil), later: writers.sorted())
    }
  }

  /// The entries on the way from one to the head that changed any of some targets, for each in their order.
  ///
  /// - Complexity: O(changes on the way) for all targets together, where a record has few.
  private func laterWriters<Failure>(
    of targets: [Change.Target], than number: Int, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Change.Target: [Int]] {
    var later: [Change.Target: [Int]] = [:]
    if targets.isEmpty { return later }
    let sought = Dictionary(grouping: Set(targets), by: \.record)
    for node in path(from: head, to: number).up.reversed() {
      for change in try entry(node).changes.changes {
        for target in sought[change.record] ?? []
        where change.target.meets(target) && later[target]?.last != node {
          later[target, default: []].append(node)
        }
      }
    }
    return later
  }

  fileprivate func refusalToRevert(_ number: Int) -> HistoryError? {
    do throws(HistoryError) { try checkNode(number) } catch { return error }
    if number == 1 { return .rootStays }
    guard isAncestor(number, of: head) else { return .notInPresent(number, head: head) }
    let isPassed = sequence(first: head) { parent(of: $0) }
      .prefix { $0 >= number }.first(where: isBarrier)
    return isPassed.map { .barrier(entry: $0) }
  }
}

extension Change.Target {
  /// Whether a change of one changes the other: a whole record meets each of its fields.
  fileprivate func meets(_ other: Change.Target) -> Bool {
    record == other.record && (field == nil || other.field == nil || field == other.field)
  }
}

/// Entries that are taken back together, and what that changes.
struct Reversal {
  let numbers: Set<Int>
  /// The newest of them.
  let last: Int
  /// What is to be as they left it: all that is taken back.
  let targets: [Change.Target]
  let changes: Changeset
  /// Whether something that a revert brought back counts as untouched.
  let seesThroughReverts: Bool

  init(of entry: Entry, ofCauses isOfCauses: Bool) {
    (numbers, last) = ([entry.number], entry.number)
    let taken = isOfCauses ? entry.causes : entry.changes
    targets = taken.changes.map(\.target)
    changes = taken.inverted
    seesThroughReverts = false
  }

  /// Takes back several entries of one way to the root, the newest of which comes first.
  init(of entries: [Entry], ofCauses isOfCauses: Bool) {
    numbers = Set(entries.map(\.number))
    last = entries.first?.number ?? 0
    changes = Changeset.squash(entries.map { (isOfCauses ? $0.causes : $0.changes).inverted })
    targets = changes.changes.map(\.target)
    seesThroughReverts = true
  }

  /// The changes, with other places where parts of different instances would stand among each other, and what is in
  /// the way of them.
  ///
  /// That is what would not stand as it should all the same, and does now, after what other entries have made of
  /// instances since (rules H18, F42), with the entries that made it so; a body reads those, in their order, where
  /// anything is.
  ///
  /// - Complexity: O(n) in the number of records; O(n log n) where anything gets another place.
  func settled<Failure>(
    in document: Document, since entries: () throws(Failure) -> [Entry]
  ) throws(Failure) -> (changes: Changeset, obstacles: [RevertConflict.Obstacle]) {
    let now = DocumentStructure(document, Document.Index(document))
    // Changes that do not fit are refused where they are applied.
    var (changes, content) = (changes, document)
    do { try content.apply(changes, at: now.index) } catch { return (changes, []) }
    let known = Set(Misplacement.all(in: now))
    func found() -> [Misplacement] {
      Misplacement.all(in: DocumentStructure(content, Document.Index(content)))
        .filter { !known.contains($0) }
    }
    var misplacements = found()
    if misplacements.isEmpty { return (changes, []) }
    let own = Set(changes.changes.map(\.record))
    let parted = misplacements.compactMap { $0.parted(by: own) }
    let gathered = content.gathering(Set(parted))
    // Where nothing gets another place, what is restored keeps the keys of the places that it had.
    if gathered != content {
      content = gathered
      changes = Changeset(from: document, to: content)
      misplacements = found()
      if misplacements.isEmpty { return (changes, []) }
    }
    let later = try entries()
    let obstacles = misplacements.compactMap { misplacement in
      let (record, isInTheWay) = meets(misplacement, own)
      let numbers = later.filter { $0.changes.changes.contains(where: isInTheWay) }.map(\.number)
      // Where nobody wrote since, it stands as it stood.
      return numbers.isEmpty
        ? nil : RevertConflict.Obstacle(Change.Target(record, nil), later: numbers)
    }
    return (changes, obstacles)
  }

  /// The record that the entries changed, and which changes of others are in the way of taking that back.
  private func meets(
    _ misplacement: Misplacement, _ records: Set<RecordID>
  ) -> (record: RecordID, isInTheWay: (Change) -> Bool) {
    switch misplacement {
    case .apart(let record, from: let other), .undefined(let record, by: let other):
      let (own, theirs) = records.contains(record) ? (record, other) : (other, record)
      return (own, { $0.record == theirs && [nil, .section, .order].contains($0.field) })
    case .miscounted(let anchor):
      let own = changes.changes.first { $0.isOfInstance(of: anchor) }?.record ?? anchor
      return (own, { $0.isOfInstance(of: anchor) })
    }
  }
}

/// What a changeset would leave of the sections of a document that it fits otherwise.
private struct Sections {
  enum Obstacle {
    // A row is to go into a section that is not there.
    case gone(SectionID, row: RecordID)
    // A section is to go that has rows.
    case occupied(SectionID, rows: [RowID])

    /// The section that is not there.
    var gone: Change.Target? {
      if case .gone(let section, _) = self { Change.Target(.section(section), nil) } else { nil }
    }
  }

  private(set) var obstacles: [Obstacle] = []

  init(of document: Document, after changes: Changeset) {
    var existing = Set(document.sections.map(\.id))
    var leaving: Set<RowID> = []
    for change in changes.changes {
      switch (change.record, change.field) {
      case (.section(let id), nil):
        if change.after == nil { existing.remove(id) } else { existing.insert(id) }
      case (.row(let id), nil), (.row(let id), FieldName.section): leaving.insert(id)
      case (.row, _), (.section, _), (.document, _): break
      }
    }
    for change in changes.changes {
      if let section = change.section(in: change.after), !existing.contains(section) {
        obstacles.append(.gone(section, row: change.record))
      }
    }
    for section in document.sections where !existing.contains(section.id) {
      let rows = section.rows.map(\.id).filter { !leaving.contains($0) }
      if !rows.isEmpty { obstacles.append(.occupied(section.id, rows: rows)) }
    }
  }
}

extension Change {
  // Whether an instance came or went.
  fileprivate func isOfInstance(of anchor: RecordID) -> Bool {
    guard field == nil, let fields = (after ?? before)?.asRecord, fields[.template] != nil else {
      return false
    }
    switch (record, anchor) {
    case (.section, .section(let id)): return fields[.parent] == .text(id.rawValue)
    case (.row, .row(let id)): return fields[.parentRow] == .text(id.rawValue)
    default: return false
    }
  }
}
