/// What differs between two tables, before anything is said about batches.
///
/// Sections are named by their numbers in the old or new table, rows by their places there.
struct TableChanges {
  /// The content of a row that is in both tables.
  struct Content {
    let before: Document.Place
    let after: Document.Place
    /// Whether another component shows it.
    let isReplaced: Bool
  }

  /// The old number of each new section.
  let before: [Int?]
  /// The new number of each old section.
  let after: [Int?]
  /// Rows that go although their section stays, as old places.
  private(set) var deletedRows: [Document.Place] = []
  /// Rows that come to a section that was there, as new places.
  private(set) var insertedRows: [Document.Place] = []
  /// Rows that move, from old to new places.
  private(set) var movedRows: [TableOperations.Move<Document.Place>] = []
  /// The rows that each new section brings along (rule T13), by its new number.
  private(set) var broughtRows: [Int: [Int]] = [:]
  /// The rows that each section that goes takes along, by its old number.
  private(set) var takenRows: [Int: [Int]] = [:]
  /// Rows that say something else.
  private(set) var content: [Content] = []
  /// Headers and footers that come, go or change, by the new numbers of their sections.
  private(set) var supplements: [TableOperations.Supplement] = []
  /// Whether a row moves and says something else.
  private(set) var movesContent = false
  /// Whether each new section that was there moves.
  private(set) var sectionMoves: [Bool]

  /// - Complexity: O(n log n) in the number of rows.
  init(from old: Document, to new: Document) {
    let index = Document.Index(old)
    before = new.sections.map { index.sections[$0.id] }
    var after = [Int?](repeating: nil, count: old.sections.count)
    for (number, source) in before.enumerated() {
      if let source { after[source] = number }
    }
    self.after = after
    sectionMoves = [Bool](repeating: false, count: before.count)
    readRows(from: old, to: new, at: index)
    readSupplements(from: old, to: new)
    chooseMovingSections()
  }

  private mutating func readRows(
    from old: Document, to new: Document, at index: Document.Index
  ) {
    var survives = old.sections.map { [Bool](repeating: false, count: $0.rows.count) }
    for (number, section) in new.sections.enumerated() {
      var common: [CommonRow] = []
      for (at, row) in section.rows.enumerated() {
        let place = Document.Place(section: number, row: at)
        guard let source = index.rows[row.id] else {
          comes(place)
          continue
        }
        survives[source.section][source.row] = true
        let changes = readContent(of: row, at: place, was: old[source], at: source)
        common.append(CommonRow(row: at, source: source, changes: changes))
      }
      readMoves(of: common, to: number)
    }
    for (number, rows) in survives.enumerated() { go(rows, from: number) }
  }

  private struct CommonRow {
    let row: Int
    let source: Document.Place
    let changes: Bool
  }

  private mutating func readContent(
    of row: Document.Row, at place: Document.Place, was old: Document.Row,
    at source: Document.Place
  ) -> Bool {
    if old.fields == row.fields { return false }
    let isReplaced = old.fields[.component] != row.fields[.component]
    content.append(Content(before: source, after: place, isReplaced: isReplaced))
    return true
  }

  private mutating func comes(_ place: Document.Place) {
    if before[place.section] == nil {
      broughtRows[place.section, default: []].append(place.row)
    } else {
      insertedRows.append(place)
    }
  }

  private mutating func go(_ survives: [Bool], from section: Int) {
    let rows = survives.indices.filter { !survives[$0] }
    if after[section] == nil {
      takenRows[section] = rows
    } else {
      deletedRows += rows.map { Document.Place(section: section, row: $0) }
    }
  }

  private mutating func readMoves(of common: [CommonRow], to section: Int) {
    let home = common.indices.filter { common[$0].source.section == before[section] }
    let staying = positionsThatStay(
      home.map { common[$0].source.row }, places: home.map { common[$0].row },
      wanting: [home.map { common[$0].changes }])
    if staying.count == common.count { return }
    var moves = [Bool](repeating: true, count: common.count)
    for position in staying { moves[home[position]] = false }
    for (row, _) in zip(common, moves).filter(\.1) {
      movesContent = movesContent || row.changes
      let target = Document.Place(section: section, row: row.row)
      movedRows.append(.init(from: row.source, to: target))
    }
  }

  private mutating func readSupplements(from old: Document, to new: Document) {
    for (number, source) in before.enumerated() {
      guard let source else { continue }
      let (shown, wanted) = (old.sections[source].fields, new.sections[number].fields)
      for name in [FieldName.header, .footer]
      where shown[name] != wanted[name]
        // The header shows how deep the section is nested.
        || name == .header && shown[.level] != wanted[.level]
      {
        supplements.append(.init(section: number, name: name))
      }
    }
  }

  // As few as possible move; of several choices, rather sections in which nothing else happens.
  private mutating func chooseMovingSections() {
    let survivors = before.indices.filter { before[$0] != nil }
    let (rows, content) = (sectionsWithRowOperations, sectionsWithContent)
    let staying = positionsThatStay(
      survivors.compactMap { before[$0] }, places: survivors,
      wanting: [survivors.map { rows[$0] || content[$0] }, survivors.map { rows[$0] }])
    for number in survivors { sectionMoves[number] = true }
    for position in staying { sectionMoves[survivors[position]] = false }
  }
}

extension TableChanges {
  /// The sections whose rows come, go or move, by new number.
  var sectionsWithRowOperations: [Bool] {
    var touched = [Bool](repeating: false, count: before.count)
    for place in insertedRows { touched[place.section] = true }
    for move in movedRows { touched[move.target.section] = true }
    for place in deletedRows + movedRows.map(\.source) {
      if let number = after[place.section] { touched[number] = true }
    }
    return touched
  }

  /// The sections in which a row, a header or a footer says something else, by new number.
  var sectionsWithContent: [Bool] {
    var touched = [Bool](repeating: false, count: before.count)
    for row in content { touched[row.after.section] = true }
    for supplement in supplements { touched[supplement.section] = true }
    return touched
  }
}
