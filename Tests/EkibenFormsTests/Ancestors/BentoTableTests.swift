import EkibenDocuments
import EkibenForms
import Testing

/// What Bento's tables did wrong; Ekiben has to do each right.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Tables of Bento` {
  private func names(_ letters: String) -> [RowID] {
    letters.split(separator: " ").map { RowID(unchecked: String($0)) }
  }

  // What was to be taken away was written instead.
  @Test func `take a header away`() throws {
    typealias Way = (Section) -> Section
    let words = Description("header", "Words")
    try expectKept(
      ours: { $0.removing(.header) } as Way, theirs: { $0.header(words) } as Way
    ) { !$0(Section("s", header: "Words")).has(.header) }
  }

  // Nobody looked whether ids repeat, and which rows were paired was a matter of luck.
  @Test func `take no rows that are called the same`() throws {
    typealias Way = ([RowID]) throws -> Int
    let ours: Way = { ids in
      try Form("f") { Section("s") { ids.map { Description($0, "") as any Component } } }
        .content().document.rowCount
    }
    try expectKept(ours: ours, theirs: { $0.count } as Way) { show in
      do { return try show(names("a b a")) < 0 } catch is DuplicateIDs { return true }
    }
  }

  // T-X8: no view of a header was there to be drawn anew, so none came.
  @Test(arguments: [("s: a", "s#h: a"), ("s: a", "s^f: a"), ("t: | s:", "s#h:")])
  func `show a header that comes to a section that was there`(old: String, new: String) throws {
    typealias Way = (Document, Document) -> Int
    let ours: Way = { old, new in operations(from: old, to: new).flatMap(\.supplements).count }
    // A view that is on the screen is drawn anew or emptied; nobody makes one.
    let theirs: Way = { old, new in
      old.sections.count { section in
        new.section(section.id) != nil && section.fields[.header] != nil
          && new.section(section.id)?.fields[.header] != section.fields[.header]
      }
    }
    try expectKept(ours: ours, theirs: theirs) { try $0(table(old), table(new)) == 1 }
  }

  // All that was on the screen was bound anew, whatever had changed.
  @Test func `bind nothing anew where nothing has changed`() throws {
    typealias Way = (Document, Document) throws -> Int
    let ours: Way = { old, new in
      let shown = HeadlessTable(old)
      shown.clearLog()
      try shown.perform(TablePlan(from: old, to: new), to: new)
      return shown.lifecycle.count { $0.description.hasPrefix("render ") }
    }
    let theirs: Way = { old, new in Set(new.rowIDs).intersection(old.rowIDs).count }
    try expectKept(ours: ours, theirs: theirs) { bound in
      let (one, other) = (try table("s: a=1 b c"), try table("s: a=2 b c"))
      return try bound(one, one) == 0 && bound(one, other) == 1
    }
  }

  // A swipe took a row away, and the heights of those below it stayed where they were.
  @Test func `know how high each row is after one of them has gone`() throws {
    typealias Way = ([(id: RowID, height: Int)], RowID) throws -> [RowID: Int]
    func content(_ ids: [RowID]) throws -> TableContent {
      try Form("f") { Section("s") { ids.map { Description($0, "") as any Component } } }.content()
    }
    let ours: Way = { rows, gone in
      let heights = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.height) })
      let (old, left) = (try content(rows.map(\.id)), rows.map(\.id).filter { $0 != gone })
      let (shown, new) = (HeadlessTable(old), try content(left))
      shown.viewport = TableViewport(height: 100, rowHeight: .computed { heights[$0.id] ?? 0 })
      try shown.perform(TablePlan(from: old.document, to: new.document), to: new)
      return left.reduce(into: [:]) { $0[$1] = shown.frame(of: $1)?.count }
    }
    let theirs: Way = { rows, gone in
      let cache = rows.map(\.height)
      let left = rows.map(\.id).filter { $0 != gone }
      return Dictionary(uniqueKeysWithValues: zip(left, cache))
    }
    try expectKept(ours: ours, theirs: theirs) { heights in
      try heights([("a", 1), ("b", 2), ("c", 3)], "a") == ["b": 2, "c": 3]
    }
  }

  // A cache that came after the sections had no place for them.
  @Test func `measure rows that were there before anybody asked`() throws {
    typealias Way = ([RowID]) throws -> [Int?]
    let ours: Way = { ids in
      let shown = HeadlessTable(try table("s: " + ids.map(\.rawValue).joined(separator: " ")))
      shown.viewport = TableViewport(height: 100, rowHeight: .fixed(7))
      return ids.map { shown.frame(of: $0)?.count }
    }
    let theirs: Way = { ids in
      let cache: [Int] = []
      return ids.indices.map { cache.indices.contains($0) ? cache[$0] : nil }
    }
    try expectKept(ours: ours, theirs: theirs) { try $0(names("a b")) == [7, 7] }
  }

  // The table changed what it showed before anybody had agreed.
  @Test func `keep a row whose owner refuses to delete it`() throws {
    typealias Way = ([RowID], RowID, _ agrees: @escaping () -> Bool) throws -> [RowID]
    let ours: Way = { ids, gone, agrees in
      let rows = ids.map { Description($0, "").deletable() as any Component }
      let shown = HeadlessTable(try Form("f") { Section("s") { rows } }.content())
      shown.callbacks.onRequest = { _ in agrees() }
      #expect(throws: InputError.self) { try shown.swipe(gone, at: .trailing) }
      return shown.sections.flatMap(\.cells).map(\.id)
    }
    let theirs: Way = { ids, gone, agrees in
      let left = ids.filter { $0 != gone }
      _ = agrees()
      return left
    }
    try expectKept(ours: ours, theirs: theirs) { swipe in
      try swipe(names("a b"), "a") { false } == names("a b")
    }
  }

  // 2018: what was equal was left alone, so that the closures of an older render were called.
  @Test func `call the newest closure where nothing else has changed`() throws {
    typealias Way = (_ old: Button, _ new: Button) throws -> Void
    let ours: Way = { old, new in
      let shown = HeadlessTable()
      let renderer = Renderer(shown)
      for button in [old, new] { try renderer.render(Form("f") { Section("s") { button } }) }
      try shown.tap("b")
    }
    let theirs: Way = { old, new in (old.record == new.record ? old : new).didTap() }
    try expectKept(ours: ours, theirs: theirs) { tap in
      let recorder = EventRecorder()
      let buttons = ["old", "new"].map { name in Button("b", "Send") { recorder.write(name) } }
      try tap(buttons[0], buttons[1])
      return recorder.lines == ["new"]
    }
  }
}
