import EkibenDocuments

/// The cells of a table and the next token: what a refused plan leaves as it was.
struct TableState {
  private(set) var sections: [TableCells] = []
  private var nextToken = 1

  mutating func reload(_ document: Document) {
    sections = []
    for section in document.sections {
      var cells = TableCells(id: section.id, fields: section.fields, cells: [])
      for row in section.rows { cells.cells.append(makeCell(for: row)) }
      sections.append(cells)
    }
  }

  /// Does what a batch says; the batch is known to be legal, so every index is in bounds.
  mutating func apply(_ stage: TablePlan.Stage) {
    var coming = takeRows(stage.operations)
    moveSections(stage)
    for place in stage.operations.insertRows {
      coming[place.section, default: []].append((place.row, makeCell(for: stage.table[place])))
    }
    for (section, cells) in coming {
      sections[section].cells = merged(sections[section].cells, with: cells)
    }
    rebind(stage)
  }

  // Takes out the cells that leave their places; gives those that move, by target section.
  private mutating func takeRows(
    _ operations: TableOperations
  ) -> [Int: [(at: Int, new: TableCell)]] {
    var moving: [Int: [(at: Int, new: TableCell)]] = [:]
    var leaving: [Int: Set<Int>] = [:]
    for move in operations.moveRows {
      let cell = sections[move.source.section].cells[move.source.row]
      moving[move.target.section, default: []].append((move.target.row, cell))
      leaving[move.source.section, default: []].insert(move.source.row)
    }
    for place in operations.deleteRows {
      leaving[place.section, default: []].insert(place.row)
    }
    for (section, rows) in leaving { sections[section].cells.remove(at: rows) }
    return moving
  }

  private mutating func moveSections(_ stage: TablePlan.Stage) {
    let operations = stage.operations
    let inserted = insertedSections(stage)
    let moved = operations.moveSections.map { (at: $0.target, new: sections[$0.source]) }
    let leaving = Set(operations.deleteSections + operations.moveSections.map(\.source))
    if inserted.isEmpty && leaving.isEmpty { return }
    sections.remove(at: leaving)
    sections = merged(sections, with: inserted + moved)
  }

  // A section that comes brings its rows along, but for those that other operations put there.
  private mutating func insertedSections(
    _ stage: TablePlan.Stage
  ) -> [(at: Int, new: TableCells)] {
    let operations = stage.operations
    if operations.insertSections.isEmpty { return [] }
    let others = Set(operations.insertRows + operations.moveRows.map(\.target))
    var inserted: [(at: Int, new: TableCells)] = []
    for at in operations.insertSections {
      let section = stage.table.sections[at]
      var cells = TableCells(id: section.id, fields: section.fields, cells: [])
      for (row, record) in section.rows.enumerated()
      where !others.contains(Document.Place(section: at, row: row)) {
        cells.cells.append(makeCell(for: record))
      }
      inserted.append((at, cells))
    }
    return inserted
  }

  private mutating func rebind(_ stage: TablePlan.Stage) {
    for place in stage.operations.updateRows {
      sections[place.section].cells[place.row].fields = stage.table[place].fields
    }
    for place in stage.operations.replaceViews {
      sections[place.section].cells[place.row] = makeCell(for: stage.table[place])
    }
    for supplement in stage.operations.supplements {
      sections[supplement.section].rebind(
        supplement.name, to: stage.table.sections[supplement.section].fields)
    }
  }

  private mutating func makeCell(for row: Document.Row) -> TableCell {
    defer { nextToken += 1 }
    return TableCell(token: nextToken, id: row.id, fields: row.fields)
  }
}

extension Array {
  fileprivate mutating func remove(at positions: Set<Int>) {
    if positions.isEmpty { return }
    self = indices.filter { !positions.contains($0) }.map { self[$0] }
  }
}

/// Puts new elements where they belong; the others fill, in order, the places that are left.
private func merged<Element>(
  _ staying: [Element], with coming: [(at: Int, new: Element)]
) -> [Element] {
  var places = [Element?](repeating: nil, count: staying.count + coming.count)
  for (at, new) in coming { places[at] = new }
  var rest = staying.makeIterator()
  return places.compactMap { $0 ?? rest.next() }
}
