import EkibenDocuments

/// The place of a row in a table, by index: it moves with the row and remembers what was reported.
struct RowSlot: Equatable {
  /// Tells slots of one table apart; never used twice.
  let number: Int
  var id: RowID
  /// What the plans so far say that the row shows.
  var fields: Fields

  var row: Document.Row { Document.Row(id: id, fields: fields) }
}

/// The place of a section in a table, with its rows.
struct SectionSlot: Equatable {
  let number: Int
  let id: SectionID
  /// What the plans so far say that its supplements show.
  var fields: Fields
  var rows: [RowSlot]
}

/// What a table would hold if it only did what it was told: slots, moved by the indices of batches.
///
/// It knows nothing of screens and calls nobody, so a batch can be tried and thrown away.
struct TableSlots: Equatable {
  private(set) var sections: [SectionSlot] = []
  private var nextNumber = 1

  mutating func reload(_ document: Document) {
    sections = document.sections.map { section in
      let rows = section.rows.map { makeSlot(for: $0) }
      return makeSlot(for: section, rows)
    }
  }

  /// Does what a batch says; the batch is known to be legal, so every index is in bounds.
  mutating func apply(_ stage: TablePlan.Stage) {
    if !stage.operations.isContentOnly { restructure(stage) }
    rebind(stage)
  }

  func row(at place: Document.Place) -> RowSlot? {
    guard sections.indices.contains(place.section),
      sections[place.section].rows.indices.contains(place.row)
    else { return nil }
    return sections[place.section].rows[place.row]
  }

  typealias Content = (rows: [RowSlot], sections: [Fields])

  /// What a batch of content only is about to change, for ``restore(_:from:)``.
  func content(of operations: TableOperations) -> Content {
    (
      operations.content.map { sections[$0.section].rows[$0.row] },
      operations.supplements.map { sections[$0.section].fields }
    )
  }

  /// Takes a batch of content only back.
  mutating func restore(_ operations: TableOperations, from old: Content) {
    for (place, slot) in zip(operations.content, old.rows) {
      sections[place.section].rows[place.row] = slot
    }
    for (supplement, fields) in zip(operations.supplements, old.sections) {
      sections[supplement.section].fields = fields
    }
  }

  private mutating func restructure(_ stage: TablePlan.Stage) {
    let moves = SectionMoves(stage.operations, sectionCount: sections.count)
    var (coming, left) = takenRows(stage.operations)
    if moves.areAny {
      let (old, inserted) = (sections, insertedSections(stage))
      sections = moves.rearranged(old) { inserted[$0] }
    }
    for (section, rows) in left where moves.places[section] >= 0 {
      sections[moves.places[section]].rows = rows
    }
    for place in stage.operations.insertRows {
      coming[place.section, default: []].append((place.row, makeSlot(for: stage.table[place])))
    }
    for (section, rows) in coming {
      sections[section].rows = merged(sections[section].rows, with: rows)
    }
  }

  // The slots that move, by target section, and what those that leave a section leave there.
  private func takenRows(
    _ operations: TableOperations
  ) -> (moving: [Int: [(at: Int, new: RowSlot)]], left: [Int: [RowSlot]]) {
    var moving: [Int: [(at: Int, new: RowSlot)]] = [:]
    var leaving: [Int: Set<Int>] = [:]
    for move in operations.moveRows {
      let slot = sections[move.source.section].rows[move.source.row]
      moving[move.target.section, default: []].append((move.target.row, slot))
      leaving[move.source.section, default: []].insert(move.source.row)
    }
    for place in operations.deleteRows { leaving[place.section, default: []].insert(place.row) }
    var left: [Int: [RowSlot]] = [:]
    for (section, rows) in leaving {
      left[section] = sections[section].rows.enumerated().filter { !rows.contains($0.offset) }
        .map(\.element)
    }
    return (moving, left)
  }

  // By place. A section that comes brings its rows along, but for those that other operations put there.
  private mutating func insertedSections(_ stage: TablePlan.Stage) -> [Int: SectionSlot] {
    let operations = stage.operations
    if operations.insertSections.isEmpty { return [:] }
    let others = Set(operations.insertRows + operations.moveRows.map(\.target))
    var inserted: [Int: SectionSlot] = [:]
    for at in operations.insertSections {
      let section = stage.table.sections[at]
      var rows: [RowSlot] = []
      for (row, record) in section.rows.enumerated()
      where !others.contains(Document.Place(section: at, row: row)) {
        rows.append(makeSlot(for: record))
      }
      inserted[at] = makeSlot(for: section, rows)
    }
    return inserted
  }

  private mutating func rebind(_ stage: TablePlan.Stage) {
    for place in stage.operations.content {
      sections[place.section].rows[place.row].fields = stage.table[place].fields
    }
    // A view that is replaced is asked for anew, by place: whoever stands there now gets it.
    for place in stage.operations.replaceViews {
      sections[place.section].rows[place.row].id = stage.table[place].id
    }
    for supplement in stage.operations.supplements {
      let fields = stage.table.sections[supplement.section].fields
      for name in supplement.fields { sections[supplement.section].fields[name] = fields[name] }
    }
  }

  private mutating func makeSlot(for row: Document.Row) -> RowSlot {
    defer { nextNumber += 1 }
    return RowSlot(number: nextNumber, id: row.id, fields: row.fields)
  }

  private mutating func makeSlot(for section: Document.Section, _ rows: [RowSlot]) -> SectionSlot {
    defer { nextNumber += 1 }
    return SectionSlot(number: nextNumber, id: section.id, fields: section.fields, rows: rows)
  }
}

extension TableOperations {
  /// The rows that show something else.
  fileprivate var content: [Document.Place] { updateRows + replaceViews }
}

/// Puts new elements where they belong; the others fill, in order, the places that are left.
private func merged<Element>(
  _ staying: [Element], with coming: [(at: Int, new: Element)]
) -> [Element] {
  var result: [Element] = []
  result.reserveCapacity(staying.count + coming.count)
  var rest = coming.sorted { $0.at < $1.at }[...]
  for element in staying {
    while let next = rest.first, next.at == result.count { result.append(rest.removeFirst().new) }
    result.append(element)
  }
  return result + rest.map(\.new)
}
