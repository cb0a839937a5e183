import EkibenDocuments
import EkibenForms
import Testing

/// What FunctionalTableData did wrong; Ekiben has to do each right.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Tables of FunctionalTableData` {
  /// A row of a list that has nothing but a name.
  private struct Named: Identifiable, Equatable {
    let id: String
  }

  private typealias Walk = ([String], [String]) -> (moves: Int, isKnown: Bool)?

  private let ours: Walk = { old, new in
    let difference = ListDifference(
      from: old.map { Named(id: $0) }, to: new.map { Named(id: $0) })
    return (difference.moves.count, true)
  }
  private let theirs: Walk = { old, new in
    GreedyWalk(from: old, to: new).map { ($0.moved.count, true) }
  }

  // T-X7: where ids repeat, the walk stood before a row that was neither gone nor wanted.
  @Test func `come to an end where ids repeat`() throws {
    try expectKept(ours: ours, theirs: theirs) { $0(["a", "a"], ["a"]) != nil }
  }

  // T-X7: one row more became a move of the row that was there.
  @Test func `do not move what comes`() throws {
    try expectKept(ours: ours, theirs: theirs) { $0(["a"], ["a", "a"])?.moves == 0 }
  }

  // T-X11: rows were only ever moved up, so that all others passed the one that went down.
  @Test(arguments: [2, 9, 100]) func `move one row where one row has moved`(count: Int) throws {
    let rows = (0...count).map(String.init)
    let moved = Array(rows.dropFirst()) + rows.prefix(1)
    try expectKept(ours: ours, theirs: theirs) { $0(rows, moved)?.moves == 1 }
    // The other way round both do.
    #expect(theirs(moved, rows)?.moves == 1 && ours(moved, rows)?.moves == 1)
  }

  // T-X14: as many moves as are needed, none of a row that stays where it is.
  @Test func `move no row to where it stands`() throws {
    typealias Way = ([String], [String]) -> [String]?
    let ours: Way = { old, new in
      ListDifference(from: old.map { Named(id: $0) }, to: new.map { Named(id: $0) })
        .moves.map { new[$0.target] }
    }
    let theirs: Way = { GreedyWalk(from: $0, to: $1)?.moved }
    try expectKept(ours: ours, theirs: theirs) { moved in
      let (old, new) = (["1", "2", "3", "4", "5"], ["3", "2", "1", "4", "5"])
      return moved(old, new)?.allSatisfy { old.firstIndex(of: $0) != new.firstIndex(of: $0) }
        == true
    }
  }

  // Of sections with rows that repeat, the first one was told.
  @Test func `name all ids that repeat`() throws {
    typealias Way = (String) throws -> [RowID]
    let ours: Way = { text in
      do { return try table(text).rowIDs.filter { _ in false } } catch let error as DuplicateIDs {
        return error.rows
      }
    }
    let theirs: Way = { text in
      for section in text.split(separator: "|") {
        var seen: Set<Substring> = []
        let rows = section.split(separator: " ").dropFirst()
        let repeated = rows.filter { !seen.insert($0).inserted }
        if !repeated.isEmpty { return repeated.map { RowID(unchecked: String($0)) } }
      }
      return []
    }
    try expectKept(ours: ours, theirs: theirs) { try $0("s: a b a | t: c c") == ["a", "c"] }
  }

  // A section without rows was not shown, whatever stood above it.
  @Test func `show the header of a section without rows`() throws {
    typealias Way = (Document) -> [SectionID]
    let ours: Way = { HeadlessTable($0).sections.map(\.id) }
    let theirs: Way = { $0.sections.filter { !$0.rows.isEmpty }.map(\.id) }
    try expectKept(ours: ours, theirs: theirs) { try $0(table("s#h: | t: a")) == ["s", "t"] }
  }

  // With another header the section was loaded anew, with new cells for all of its rows.
  @Test func `keep the cells below a header that changes`() throws {
    typealias Way = (Document, Document) throws -> Set<RowID>
    let ours: Way = rowsWithTheirCells
    let theirs: Way = { old, new in
      Set(
        new.sections.filter { old.section($0.id)?.fields[.header] == $0.fields[.header] }
          .flatMap { $0.rows.map(\.id) })
    }
    try expectKept(ours: ours, theirs: theirs) { kept in
      try kept(table("s#h: a b | t: c"), table("s#other: a b n | t: c")) == ["a", "b", "c"]
    }
  }

  // T-X1: of a section that moved, nobody looked at the header.
  @Test func `show another header of a section that moves`() throws {
    typealias Way = (Document, Document) -> [SectionID]
    let ours: Way = { old, new in
      TablePlan(from: old, to: new).stages.flatMap { stage in
        stage.operations.supplements.map { stage.table.sections[$0.section].id }
      }
    }
    let theirs: Way = { old, new in
      zip(old.sections, new.sections)
        .filter { $0.id == $1.id && $0.fields[.header] != $1.fields[.header] }.map(\.1.id)
    }
    try expectKept(ours: ours, theirs: theirs) { changed in
      try changed(table("A#h1: a | B: b | C: c"), table("B: b | C: c | A#h2: a")) == ["A"]
    }
  }

  // T-X2: one row was moved and loaded anew in one batch, which no table takes.
  @Test func `ask of no table what it does not take`() throws {
    typealias Way = (Document, Document) -> TablePlan
    let theirs: Way = { old, new in
      var batch = TableOperations()
      for id in new.rowIDs {
        guard let source = old.rowNumber(of: id), let target = new.rowNumber(of: id) else {
          continue
        }
        let (before, after) = (
          Document.Place(section: 0, row: source), Document.Place(section: 0, row: target)
        )
        if source != target { batch.moveRows.append(.init(from: before, to: after)) }
        if old.row(id)?.fields[.component] != new.row(id)?.fields[.component] {
          // Loading anew is going and coming.
          batch.deleteRows.append(before)
          batch.insertRows.append(after)
        }
      }
      return TablePlan(stages: [.init(operations: batch, table: new)])
    }
    try expectKept(ours: { TablePlan(from: $0, to: $1) } as Way, theirs: theirs) { plan in
      let (old, new) = (try table("s: a b c"), try table("s: b c a@Toggle"))
      do throws(TableViolation) { try plan(old, new).validate(against: old) } catch {
        return error.rule != "U-15"
      }
      return true
    }
  }

  // What had been scrolled to stayed, though the table was not that long any more.
  @Test func `stand at the last rows of a table that got shorter`() throws {
    typealias Way = (HeadlessTable, Document) -> Int
    let ours: Way = { shown, document in
      shown.reload(document)
      return shown.offset
    }
    let theirs: Way = { shown, document in
      let offset = shown.offset
      shown.reload(document)
      return offset
    }
    try expectKept(ours: ours, theirs: theirs) { offset in
      let shown = HeadlessTable(try table("s: a b c d e f | t: g h"))
      shown.viewport = TableViewport(height: 2, rowHeight: .fixed(1))
      shown.scroll(to: 6)
      return offset(shown, try table("s: x y z")) == 1
    }
  }

  // T-X15: of renders that a newer one overtook, nobody heard again.
  @Test func `say of each render how it ended`() throws {
    typealias Way = ([Document], @escaping (Int) -> Void) throws -> Void
    let ours: Way = { documents, done in
      let renderer = Renderer(HeadlessTable())
      // All of them wait, since they are asked for while another one is being finished.
      try renderer.render(TableContent()) { _ in
        for (number, document) in documents.enumerated() {
          do { try renderer.render(TableContent(document)) { _ in done(number) } } catch {
            Issue.record(error)
          }
        }
      }
    }
    let theirs: Way = { documents, done in
      var waiting: (() -> Void)?
      for number in documents.indices { waiting = { done(number) } }
      waiting?()
    }
    try expectKept(ours: ours, theirs: theirs) { render in
      let ended = EventRecorder()
      try render(["s: a", "s: b", "s: c"].map { try table($0) }) { ended.write("\($0)") }
      return ended.lines == ["0", "1", "2"]
    }
  }

  // Identity without content told nobody that a row said something else.
  @Test func `refresh a row that says something else`() throws {
    typealias Way = (Document, Document) -> [RowID]
    let ours: Way = { IdentityTable(TablePlan(from: $0, to: $1), to: $1).updated }
    let theirs: Way = { old, new in new.rowIDs.filter { !old.rowIDs.contains($0) } }
    try expectKept(ours: ours, theirs: theirs) { updated in
      try updated(table("s: a=1 b"), table("s: a=2 b")) == ["a"]
    }
  }

  // Where the content was the identity, two rows that said the same were one.
  @Test func `show two rows that say the same`() throws {
    typealias Way = (Document) -> Int
    let ours: Way = { HeadlessTable($0).sections.flatMap(\.cells).count }
    let theirs: Way = { document in
      Set(document.sections.flatMap { $0.rows.map { $0.fields[.value] } }).count
    }
    try expectKept(ours: ours, theirs: theirs) { try $0(table("s: a=1 b=1")) == 2 }
  }

  // More than twenty changes were a reload, whoever wanted them shown.
  @Test func `keep the cells when many rows come, if that is wanted`() throws {
    typealias Way = (Document, Document) throws -> Set<RowID>
    let ours: Way = { old, new in
      let shown = HeadlessTable()
      let renderer = Renderer(shown, policy: RenderPolicy(mostOperations: 50))
      try renderer.render(TableContent(old))
      let before = shown.tokens
      try renderer.render(TableContent(new))
      return Set(shown.tokens.filter { before[$0.key] == $0.value }.keys)
    }
    let theirs: Way = { old, new in
      let count = operations(from: old, to: new).reduce(0) { $0 + $1.count }
      return count > 20 ? [] : Set(old.rowIDs).intersection(new.rowIDs)
    }
    try expectKept(ours: ours, theirs: theirs) { kept in
      let rows = (1...25).map { "r\($0)" }.joined(separator: " ")
      return try kept(table("s: a b"), table("s: a b " + rows)) == ["a", "b"]
    }
  }

  // PR #210: two taps in a row selected a row twice.
  @Test func `select a row once`() throws {
    typealias Way = (_ taps: Int, _ onSelect: @escaping @MainActor () -> Void) throws -> Void
    let ours: Way = { taps, onSelect in
      let row = Description("a", "Ada").selectable(onSelect: onSelect)
      let shown = HeadlessTable(try Form("f") { Section("s") { row } }.content())
      for _ in 0..<taps { try shown.select("a") }
    }
    let theirs: Way = { taps, onSelect in for _ in 0..<taps { onSelect() } }
    try expectKept(ours: ours, theirs: theirs) { select in
      let recorder = EventRecorder()
      try select(2) { recorder.write("selected") }
      return recorder.lines.count == 1
    }
  }
}
