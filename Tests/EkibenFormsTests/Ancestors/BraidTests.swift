import EkibenDocuments
import EkibenForms
import Testing

/// What Braid did wrong; Ekiben has to do each right.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Tables of Braid` {
  /// Rows that moved, as Braid paired them: those whose number in their section is another.
  private func moved(from old: Document, to new: Document) -> [RowID] {
    new.rowIDs.filter { id in
      old.rowNumber(of: id).map { $0 != new.rowNumber(of: id) } ?? false
    }
  }

  /// Rows that say something else.
  private func changed(from old: Document, to new: Document) -> [RowID] {
    new.rowIDs.filter { id in
      guard let before = old.row(id), let after = new.row(id) else { return false }
      return before.fields != after.fields
    }
  }

  // Names were equal where their hashes were.
  @Test func `tell names apart whose hashes are the same`() throws {
    typealias Way = (String, String) throws -> Bool
    // Any hash is the same for some two texts; this one is so for short ones.
    func hash(_ text: String) -> Int { text.utf8.reduce(0) { $0 + Int($1) } }
    try expectKept(
      ours: { try SectionID($0) == SectionID($1) } as Way, theirs: { hash($0) == hash($1) } as Way
    ) { isSame in try isSame("ab", "ab") && !isSame("ab", "ba") }
  }

  // T-X21: an id was the hash of a name, which is another one each time a program runs.
  @Test func `give a row the same id each time a program runs`() throws {
    typealias Way = (_ name: String, _ run: Int) throws -> String
    let theirs: Way = { name, run in
      var hasher = Hasher()
      hasher.combine(run)
      hasher.combine(name)
      return String(hasher.finalize())
    }
    try expectKept(ours: { name, _ in try RowID(name).rawValue } as Way, theirs: theirs) { id in
      try (2...9).allSatisfy { try id("name", $0) == id("name", 1) }
    }
  }

  // A section shown twice, or one that nobody had bound, was taken as it came.
  @Test(arguments: [["s", "s"], ["s", "x"]] as [[SectionID]])
  func `show no section twice, and none that is not there`(list: [SectionID]) throws {
    typealias Way = (Document, [SectionID]) throws -> [SectionID]
    let ours: Way = { try DisplayPolicy.listed($1).shown(of: $0).sectionIDs }
    try expectKept(ours: ours, theirs: { $1 } as Way) { shown in
      let document = try table("s: a | t: b")
      do { return try shown(document, list) == [] } catch is DisplayPolicyError { return true }
    }
  }

  // T-X16: an event named the row where its cell had been when it was made.
  @Test func `say of which row an event is, wherever that has gone`() throws {
    typealias Way = (_ old: Document, _ new: Document, _ typedIn: RowID) throws -> RowID?
    let ours: Way = { old, new, row in
      let (shown, recorder) = (HeadlessTable(old), EventRecorder())
      shown.callbacks.onEvent = { recorder.write($0.row.rawValue) }
      try shown.perform(TablePlan(from: old, to: new), to: new)
      try shown.type("hello", into: row)
      return recorder.lines.first.map { RowID(unchecked: $0) }
    }
    let theirs: Way = { old, new, row in old.rowIDs.firstIndex(of: row).map { new.rowIDs[$0] } }
    try expectKept(ours: ours, theirs: theirs) { event in
      try event(table("s: a b"), table("s: n m a b"), "b") == "b"
    }
  }

  // More rows were asked for where exactly so many were left, and never of a short list.
  @Test(arguments: [(1, 2, [1]), (10, 2, [4, 10]), (10, 0, [10]), (10, 2, [8, 5, 8])])
  func `ask for more rows when so many are left, or fewer`(
    rows: Int, left: Int, lastSeen: [Int]
  ) throws {
    typealias Way = () throws -> Int
    let ours: Way = {
      let names = (1...rows).map { "r\($0)" }.joined(separator: " ")
      let (shown, recorder) = (HeadlessTable(try table("s: " + names)), EventRecorder())
      shown.viewport = TableViewport(height: min(4, rows), rowHeight: .fixed(1))
      shown.prefetch = TablePrefetch(rowsFromEnd: left) { _ in recorder.write("asks") }
      for last in lastSeen { shown.scroll(to: last - min(4, rows)) }
      return recorder.lines.count
    }
    let theirs: Way = { lastSeen.count { left > 0 && $0 == rows - left } }
    try expectKept(ours: ours, theirs: theirs) { try $0() == 1 }
  }

  // T-X3: of a row that moved, nobody looked at the content.
  @Test func `show what a row says that moves`() throws {
    typealias Way = (Document, Document) -> [RowID]
    let ours: Way = { old, new in
      TablePlan(from: old, to: new).stages.flatMap { stage in
        stage.operations.updateRows.map { stage.table[$0].id }
      }
    }
    let theirs: Way = { old, new in
      let moved = moved(from: old, to: new)
      return changed(from: old, to: new).filter { !moved.contains($0) }
    }
    try expectKept(ours: ours, theirs: theirs) { updated in
      try updated(table("s: a b c"), table("s: b c a=x")) == ["a"]
    }
  }

  // T-X4: a section that moved updated all of its rows in the same batch.
  @Test func `move a section without a look at its rows`() throws {
    typealias Way = (Document, Document) -> [Int]
    let ours: Way = { old, new in
      let all = operations(from: old, to: new)
      return [all.flatMap(\.moveSections).count, all.flatMap(\.updateRows).count]
    }
    let theirs: Way = { old, new in
      let moving = old.sectionIDs.prefix(1)
      let rows = new.sections.filter { moving.contains($0.id) }.flatMap(\.rows)
      return [moving.count, rows.count]
    }
    try expectKept(ours: ours, theirs: theirs) { counts in
      try counts(table("A: a b | B: c d | C: e"), table("B: c d | C: e | A: a b")) == [1, 0]
    }
  }

  // T-X13: sections were compared one by one; a row that changed its section went and came.
  @Test(
    arguments: [
      ("A: a | B: b", "A: | B: b a"), ("A: a b | B: c", "B: c a"), ("A: a b", "A: b | B: a"),
      ("A: a b | B: c | C: d", "B: c | C: d a | A: b"),
    ])
  func `move a row to another section`(old: String, new: String) throws {
    typealias Way = (Document, Document) -> [String: Int]
    let ours: Way = { old, new in
      let all = operations(from: old, to: new)
      return [
        "moves": all.flatMap(\.moveRows).count,
        "comes": all.flatMap(\.insertRows).count,
      ]
    }
    let theirs: Way = { old, new in
      let comes = new.sections.flatMap { section in
        section.rows.filter { old.section(section.id)?.rows.map(\.id).contains($0.id) != true }
      }
      return ["moves": 0, "comes": comes.count]
    }
    try expectKept(ours: ours, theirs: theirs) { counts in
      try counts(table(old), table(new)) == ["moves": 1, "comes": 0]
    }
  }

  // Rows that could only be counted came once for the difference and once for the count.
  @Test(arguments: [(0, 3), (3, 0), (2, 5)]) func `let rows come and go once`(
    old: Int, new: Int
  ) throws {
    typealias Way = (Int, Int) throws -> Int
    let ours: Way = { old, new in
      @MainActor func counted(_ count: Int) throws -> Document {
        try Form("f") {
          Section("s") { for row in 0..<count { Description(RowID(unchecked: "\(row)"), "") } }
        }.document()
      }
      let all = operations(from: try counted(old), to: try counted(new))
      return all.flatMap(\.insertRows).count + all.flatMap(\.deleteRows).count
    }
    let theirs: Way = { old, new in
      let differing = abs(new - old)
      let missing = abs(new - old)
      return differing + missing
    }
    try expectKept(ours: ours, theirs: theirs) { try $0(old, new) == abs(new - old) }
  }

  // The section whose header had changed was named by its new number, and the old was meant.
  @Test func `show another header where it is, though sections above have gone`() throws {
    typealias Way = (Document, Document) -> [SectionID]
    let ours: Way = { old, new in
      TablePlan(from: old, to: new).stages.flatMap { stage in
        stage.operations.supplements.map { stage.table.sections[$0.section].id }
      }
    }
    let theirs: Way = { old, new in
      new.sections.enumerated().compactMap { number, section in
        let before = old.section(section.id)?.fields[.header]
        return before == section.fields[.header] ? nil : old.sections[number].id
      }
    }
    try expectKept(ours: ours, theirs: theirs) { changed in
      try changed(table("A: a | B#h1: b | C: c"), table("B#h2: b | C: c")) == ["B"]
    }
  }
}
