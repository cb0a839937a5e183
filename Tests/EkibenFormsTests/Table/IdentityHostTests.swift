import EkibenDocuments
import EkibenForms
import Testing

/// A host as on a diffable data source: it keeps ids, and asks the content when it draws.
@MainActor private final class DiffableHost: IdentityHost {
  let isAttached = true
  var callbacks = TableCallbacks()
  private(set) var tables: [IdentityTable] = []
  private(set) var content = TableContent()

  func show(_ table: IdentityTable, of content: TableContent) {
    tables.append(table)
    self.content = content
  }

  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }

  var layout: [String] {
    tables.last?.sections.map { section in
      "\(section.id): " + section.rows.map(\.rawValue).joined(separator: " ")
    } ?? []
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct IdentityHostTests {
  @Test func `a host by identity is given the table that a plan leads to`() throws {
    let (old, new) = (
      try table("A#h: a b=1 d | B: c"), try table("B^f: c b=2 | A#i: d@Toggle | N: n")
    )
    let host = DiffableHost()
    host.reload(old)
    #expect(host.layout == ["A: a b d", "B: c"])
    try host.perform(TablePlan(from: old, to: new), to: new)
    #expect(host.layout == ["B: c b", "A: d", "N: n"])
    let last = try #require(host.tables.last)
    #expect(last.updated == ["b"])
    #expect(last.replaced == ["d"])
    #expect(last.supplemented.sorted() == ["A", "B"])
    #expect(host.content.document == new)
  }

  @Test func `a section whose header and footer change is named once`() throws {
    let (old, new) = (try table("s: a | t: b"), try table("s#h^f~x: a=1 | t^f: b"))
    let host = DiffableHost()
    host.reload(old)
    try host.perform(TablePlan(from: old, to: new), to: new)
    #expect(host.tables.last?.supplemented == ["s", "t"] && host.tables.last?.replaced == [])
    #expect(host.tables.map(\.updated) == [[], ["a"]])
  }

  @Test func `newer components are drawn in every row`() throws {
    let content = try Form("f") { Section("s") { Description("a", "1") } }.content()
    let host = DiffableHost()
    host.reload(content)
    host.rebind(content)
    #expect(host.tables.last?.updated == ["a"])
    host.unload()
    #expect(host.layout == [])
  }

  // Whatever the plan, the ids end in the same place as cells that are really moved.
  @Test(arguments: [
    ("", "A: a"), ("A: a b c", "A: c a b"), ("A: a | B: b", "B: b a"),
    ("A: a b | B | C: c", "C: a | B: c"),
    ("A: a", ""),
  ])
  func `ids end where cells end`(old: String, new: String) throws {
    let (old, new) = (try table(old), try table(new))
    let (host, shown) = (DiffableHost(), HeadlessTable(old))
    host.reload(old)
    let plan = TablePlan(from: old, to: new)
    try host.perform(plan, to: new)
    try shown.perform(plan, to: new)
    #expect(host.layout == shown.layout)
  }
}
