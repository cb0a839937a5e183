import EkibenDocuments
import EkibenForms
import Synchronization
import Testing

/// A table in a viewport, rows 10 high.
@MainActor private func scrolled(
  _ text: String, height: Int, obscured: Int = 0, to offset: Int = 0
) throws -> HeadlessTable {
  let shown = HeadlessTable(try table(text))
  shown.viewport = TableViewport(height: height, obscured: obscured, rowHeight: .fixed(10))
  shown.scroll(to: offset)
  shown.clearLog()
  return shown
}

extension HeadlessTable {
  fileprivate var visible: String {
    sections.flatMap(\.cells).map(\.id.rawValue).joined(separator: " ")
  }

  fileprivate var happened: String { lifecycle.map(\.description).joined(separator: "\n") }

  fileprivate func go(_ old: String, _ new: String) throws {
    let (old, new) = (try table(old), try table(new))
    try perform(TablePlan(from: old, to: new), to: new)
  }
}

// Rules T18 and T19.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ViewportTests {
  @Test func `only rows in the viewport have cells`() throws {
    let shown = try scrolled("s#h: a b c | t^f: d e", height: 30)
    #expect(shown.visible == "a b")
    #expect(shown.contentHeight == 70)
    #expect(shown.cell("header", of: "s") != nil)
    shown.scroll(to: 25)
    #expect(shown.visible == "b c d e")
    #expect(shown.cell("header", of: "s") == nil)
  }

  @Test func `scrolling takes views from the pool`() throws {
    let shown = try scrolled("s: a b c d", height: 20)
    shown.scroll(to: 10)
    #expect(
      shown.happened == """
        didEndDisplaying a
        willUnmount a
        cell 5 for c, view 1 from the pool
        render c
        didMount c
        willDisplay c
        """)
    #expect(shown.visible == "b c")
  }

  @Test(arguments: [(-5, 0), (0, 0), (7, 7), (20, 20), (99, 20)])
  func `a table scrolls as far as there is something`(wanted: Int, offset: Int) throws {
    let shown = try scrolled("s: a b c d", height: 20)
    shown.scroll(to: wanted)
    #expect(shown.offset == offset)
  }

  @Test(arguments: [("a", 0), ("b", 0), ("c", 10), ("e", 30)] as [(RowID, Int)])
  func `a row comes to the screen by the shortest way`(row: RowID, offset: Int) throws {
    let shown = try scrolled("s: a b c d e", height: 20)
    #expect(shown.scroll(to: row))
    #expect(shown.offset == offset)
    #expect(shown.cell(row) != nil)
    #expect(!shown.scroll(to: "nobody"))
    #expect(shown.offset == offset)
  }

  // A keyboard covers rows, but does not take their cells away.
  @Test func `what a keyboard covers has a cell and cannot be touched`() throws {
    let shown = try scrolled("s: a b c", height: 30, obscured: 10)
    #expect(shown.visible == "a b c")
    #expect(shown.isReachable("b"))
    #expect(!shown.isReachable("c"))
    #expect(throws: InputError(row: "c", .offScreen)) { try shown.type("x", into: "c") }
    shown.scroll(to: "c")
    #expect(shown.offset == 10)
    try shown.type("x", into: "c")
  }

  @Test func `a change off the screen does nothing, and shows when it comes there`() throws {
    let shown = try scrolled("s: a b c", height: 10)
    try shown.go("s: a b c", "s: a b c=1")
    #expect(shown.happened == "swap data for batch 1\ncomplete")
    #expect(shown.log.map(\.description) == ["update s/c"])
    shown.scroll(to: "c")
    #expect(shown.cell("c")?.display.text == "1")
  }

  // By identity, and not where something else stands now.
  @Test(arguments: [
    ("s: x y a b c d e f", 50), ("s: c d e f a b", 10), ("s: d e f", 0), ("s: a b d x e f", 20),
    ("t: x | s: a b c d e f", 40), ("s: a", 0), ("s", 0),
  ])
  func `the first row that stays keeps its place on the screen`(new: String, offset: Int) throws {
    let shown = try scrolled("s: a b c d e f", height: 20, to: 30)
    #expect(shown.visible == "d e")
    try shown.go("s: a b c d e f", new)
    #expect(shown.offset == offset)
    let reloaded = try scrolled("s: a b c d e f", height: 20, to: 30)
    reloaded.reload(try table(new))
    #expect(reloaded.offset == offset)
  }

  @Test func `a row that comes above pushes the others, one below does not`() throws {
    let shown = try scrolled("s: a b c", height: 20)
    try shown.go("s: a b c", "s: x a b c")
    #expect(
      shown.happened == """
        swap data for batch 1
        didEndDisplaying b
        willUnmount b
        cell 4 for x, view 2 from the pool
        render x
        didMount x
        willDisplay x
        complete
        """)
    shown.clearLog()
    try shown.go("s: x a b c", "s: x a b c d")
    #expect(shown.happened == "swap data for batch 1\ncomplete")
  }

  // A height belongs to a row, not to a place.
  // Heights are those of what is shown, however it came there.
  @Test func `a row that comes back, or stands in another content, is measured again`() throws {
    func content(_ heights: Int...) throws -> TableContent {
      try Form("f") {
        Section("s") {
          for (at, height) in heights.enumerated() where height > 0 {
            Description(RowID(unchecked: "r\(at)"), String(repeating: "x", count: height))
          }
        }
      }.content()
    }
    let shown = HeadlessTable(try content(1, 2))
    shown.viewport = TableViewport(
      height: 100, rowHeight: .computed { $0.record.text(.text)?.count ?? 0 })
    #expect(shown.contentHeight == 3)
    shown.reload(try content(5, 2))
    #expect(shown.contentHeight == 7)
    let states = [try content(5, 2), try content(0, 2), try content(9, 2)]
    for (from, to) in zip(states, states.dropFirst()) {
      try shown.perform(TablePlan(from: from.document, to: to.document), to: to)
    }
    #expect(shown.contentHeight == 11)
  }

  @Test func `a computed height is asked for once, until the row says something else`() throws {
    let asked = Mutex<[String]>([])
    let shown = HeadlessTable(try table("s: a=1 b c"))
    shown.viewport = TableViewport(
      height: 25,
      rowHeight: .computed { component in
        asked.withLock { $0.append(component.id.rawValue) }
        return component.record.text(.value) == nil ? 10 : 20
      })
    func asks() -> String {
      asked.withLock { list in
        defer { list = [] }
        return list.joined(separator: " ")
      }
    }
    #expect(asks() == "a b c")
    #expect(shown.contentHeight == 40)
    #expect(shown.visible == "a b")
    try shown.go("s: a=1 b c", "s: c a=1 b")
    #expect(asks() == "")
    #expect(shown.visible == "c a")
    try shown.go("s: c a=1 b", "s: c a b")
    #expect(asks() == "a")
    #expect(shown.contentHeight == 30)
    #expect(shown.visible == "c a b")
    try shown.go("s: c a b", "s#h: c a b")
    #expect(shown.contentHeight == 40)
    #expect(asks() == "s")
  }

  @Test func `a snapshot draws what lies in the viewport`() throws {
    let shown = try scrolled("s#One: a b c | t#Two^End: d=1 e f", height: 40, to: 25)
    #expect(
      shown.snapshot() == """
        ↑ 1 row
          b   –
          c   –

        Two
          d   1
          e   –
        ↓ 1 row
        """)
    shown.scroll(to: 0)
    #expect(
      shown.snapshot() == """
        One
          a   –
          b   –
          c   –
        ↓ 3 rows
        """)
    shown.scroll(to: 999)
    #expect(
      shown.snapshot() == """
        ↑ 3 rows
          d   1
          e   –
          f   –
          ~ End
        """)
  }

  @Test func `a snapshot says that rows lie above a footer that is alone on the screen`() throws {
    let shown = try scrolled("s^End: a b | t: c", height: 10, to: 20)
    #expect(
      shown.snapshot() == """
        ↑ 2 rows
          ~ End
        ↓ 1 row
        """)
  }

  @Test func `a snapshot keeps the level of a section whose header is off the screen`() throws {
    let shown = try scrolled("s#One@1: a b c", height: 20, to: 20)
    #expect(
      shown.snapshot() == """
        ↑ 1 row
            b   –
            c   –
        """)
  }

  /// Where everything is, the slow and obvious way.
  private func slowVisible(_ heights: [(String, Int)], from offset: Int, to end: Int) -> String {
    var (top, found): (Int, [String]) = (0, [])
    for (name, height) in heights {
      if height > 0, top < end, top + height > offset { found.append(name) }
      top += height
    }
    return found.joined(separator: " ")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100])
  func `sums in a tree find what adding up finds`(rows: Int) throws {
    let names = (0..<rows).map { "r\($0)" }
    let heights = names.indices.map { ($0 * 7 + rows) % 5 * 4 }
    let shown = HeadlessTable(try table("s: " + names.joined(separator: " ")))
    let known = Dictionary(uniqueKeysWithValues: zip(names, heights))
    shown.viewport = TableViewport(
      height: 13, rowHeight: .computed { known[$0.id.rawValue] ?? 0 })
    for offset in stride(from: 0, through: heights.reduce(0, +), by: 3) {
      shown.scroll(to: offset)
      let expected = slowVisible(
        Array(zip(names, heights)), from: shown.offset, to: shown.offset + 13)
      #expect(shown.visible == expected, "\(offset)")
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct PrefetchTests {
  private func asked(_ shown: HeadlessTable, within rows: Int) -> () -> [Int] {
    final class Asked { var counts: [Int] = [] }
    let asked = Asked()
    shown.prefetch = TablePrefetch(rowsFromEnd: rows) { asked.counts.append($0) }
    return { asked.counts }
  }

  @Test func `the end is near once for each length of the table`() throws {
    let shown = try scrolled("s: a b c d e", height: 20)
    let counts = asked(shown, within: 1)
    shown.scroll(to: 10)
    #expect(counts() == [])
    shown.scroll(to: 20)
    #expect(counts() == [5])
    shown.scroll(to: 30)
    shown.scroll(to: 0)
    shown.scroll(to: 30)
    #expect(counts() == [5])
    try shown.go("s: a b c d e", "s: a b c d e f | t: g h i")
    #expect(counts() == [5])
    shown.scroll(to: "h")
    #expect(counts() == [5, 9])
    #expect(shown.lifecycle.last?.description == "prefetch after 9 rows")
  }

  @Test func `the end is near again for whoever asks later`() throws {
    let shown = try scrolled("s: a b c d e", height: 20)
    let first = asked(shown, within: 1)
    shown.scroll(to: 30)
    #expect(first() == [5])
    let second = asked(shown, within: 1)
    shown.scroll(to: 20)
    #expect(first() == [5] && second() == [5])
  }

  @Test(arguments: [("s: a", 1), ("s: a | t", 1), ("s", 0), ("", 0)])
  func `a table that is short asks at once, and not again`(text: String, rows: Int) throws {
    let shown = HeadlessTable()
    let counts = asked(shown, within: 5)
    let document = try table(text)
    shown.reload(document)
    #expect(counts() == [rows])
    shown.reload(document)
    #expect(counts() == [rows])
  }

  @Test func `nothing but the last row will do where nothing else is asked for`() throws {
    let shown = try scrolled("s: a b c", height: 10)
    let counts = asked(shown, within: 0)
    shown.scroll(to: 10)
    #expect(counts() == [])
    shown.scroll(to: 11)
    #expect(counts() == [3])
  }
}
