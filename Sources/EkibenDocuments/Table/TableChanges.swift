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

    static func isReplaced(_ old: Document.Row, by new: Document.Row) -> Bool {
      old.fields[.component] != new.fields[.component]
    }
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
  /// Supplements that come, go or change, by the new numbers of their sections.
  private(set) var supplements: [TableOperations.Supplement] = []
  /// Whether a row moves and says something else.
  private(set) var movesContent = false
  /// Whether each new section that was there moves.
  private(set) var sectionMoves: [Bool]

  /// Reads what the kernel of the diff finds, so that a plan and a changeset name the same rows.
  ///
  /// - Complexity: O(n log n) in the number of rows that the documents do not share in memory.
  init(from old: Document, to new: Document) {
    let difference = DocumentDifference(from: old, to: new)
    before = difference.sections.oldOfNew
    var after = [Int?](repeating: nil, count: old.sections.count)
    for (number, source) in before.enumerated() {
      if let source { after[source] = number }
    }
    self.after = after
    sectionMoves = [Bool](repeating: false, count: before.count)
    readComing(difference)
    readGoing(difference)
    for number in before.indices { readSection(number, difference.kernel) }
    readCrossings(difference)
    readSupplements(from: old, to: new)
    chooseMovingSections()
  }

  private mutating func readComing(_ difference: DocumentDifference) {
    for spot in difference.kernel.inserted {
      let place = Document.Place(section: Int(spot.pair), row: Int(spot.index))
      if before[place.section] == nil {
        broughtRows[place.section, default: []].append(place.row)
      } else {
        insertedRows.append(place)
      }
    }
  }

  // The kernel names them by new sections, so they are not in the old order yet.
  private mutating func readGoing(_ difference: DocumentDifference) {
    for spot in difference.kernel.deleted {
      guard let section = difference.oldSection(ofPair: Int(spot.pair)) else { continue }
      if after[section] == nil {
        takenRows[section, default: []].append(Int(spot.index))
      } else {
        deletedRows.append(Document.Place(section: section, row: Int(spot.index)))
      }
    }
    deletedRows.sort()
  }

  private mutating func readSection(_ number: Int, _ kernel: PairingKernel<ChunkedPair>) {
    guard let source = before[number] else { return }
    let (pair, pairing) = (kernel.pairs[number], kernel.pairings[number])
    for row in pairing.changed.sorted() {
      let old = pairing.old(of: row, newCount: pair.newCount, oldCount: pair.oldCount)
      content.append(
        Content(
          before: Document.Place(section: source, row: old),
          after: Document.Place(section: number, row: row),
          isReplaced: Content.isReplaced(pair.oldRow(old), by: pair.newRow(row))))
    }
    if pairing.mayContainMoves { readMoves(pairing, from: source, to: number) }
  }

  // What is in both lists outside the middle stays whatever is chosen.
  private mutating func readMoves(_ pairing: ListPairing, from source: Int, to number: Int) {
    var changes = [Bool](repeating: false, count: pairing.middle.count)
    for row in pairing.changed where changes.indices.contains(row - pairing.prefix) {
      changes[row - pairing.prefix] = true
    }
    let common = pairing.middle.indices.filter { pairing.middle[$0] >= 0 }
    var stays = [Bool](repeating: false, count: pairing.middle.count)
    for position in positionsThatStay(
      common.map { Int(pairing.middle[$0]) }, places: common.map { $0 + pairing.prefix },
      wanting: [common.map { changes[$0] }])
    {
      stays[common[position]] = true
    }
    for row in common where !stays[row] {
      movesContent = movesContent || changes[row]
      movedRows.append(
        .init(
          from: Document.Place(section: source, row: Int(pairing.middle[row])),
          to: Document.Place(section: number, row: row + pairing.prefix)))
    }
  }

  private mutating func readCrossings(_ difference: DocumentDifference) {
    let kernel = difference.kernel
    if kernel.crossings.isEmpty { return }
    for crossing in kernel.crossings {
      let (old, new) = (crossing.old, crossing.new)
      guard let section = difference.oldSection(ofPair: Int(old.pair)) else { continue }
      let source = Document.Place(section: section, row: Int(old.index))
      let target = Document.Place(section: Int(new.pair), row: Int(new.index))
      movedRows.append(.init(from: source, to: target))
      if !crossing.isChanged { continue }
      movesContent = true
      let row = kernel.pairs[target.section].newRow(target.row)
      let isReplaced = Content.isReplaced(kernel.pairs[Int(old.pair)].oldRow(source.row), by: row)
      content.append(Content(before: source, after: target, isReplaced: isReplaced))
    }
    movedRows.sort { $0.target < $1.target }
    content.sort { $0.after < $1.after }
  }

  private mutating func readSupplements(from old: Document, to new: Document) {
    for (number, source) in before.enumerated() {
      guard let source else { continue }
      let (shown, wanted) = (old.sections[source].fields, new.sections[number].fields)
      for name in TableOperations.Supplement.names(changedFrom: shown, to: wanted) {
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

  /// The sections in which a row or a supplement says something else, by new number.
  var sectionsWithContent: [Bool] {
    var touched = [Bool](repeating: false, count: before.count)
    for row in content { touched[row.after.section] = true }
    for supplement in supplements { touched[supplement.section] = true }
    return touched
  }
}
