import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// Which sections of a document are shown.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A display policy` {
  private func sketch(_ text: String) throws -> Document { try Document(sketch: text) }

  private func ids(_ policy: DisplayPolicy, _ text: String) throws -> [SectionID] {
    try policy.shown(of: sketch(text)).sections.map(\.id)
  }

  @Test func `keeps all sections, those without rows as well`() throws {
    let document = try sketch("s+: a | t: | u++: ")
    #expect(try DisplayPolicy.all.shown(of: document) == document)
  }

  // T-R4.
  @Test func `hides those without rows`() throws {
    #expect(
      try ids(.withRows, "first: r11 | second+: | third: | fourth!: r1 r2 r3 r4")
        == ["first", "fourth"])
  }

  // T-R5.
  @Test func `hides those without rows and supplements`() throws {
    #expect(
      try ids(.withRowsOrSupplements, "first: r11 | second+: | third: | fourth!: r1 r2 | fifth!:")
        == ["first", "second", "fourth", "fifth"])
  }

  @Test func `takes a named supplement for one, and a level for none`() throws {
    let document = try Document(sections: [
      .init(id: "named", fields: ["aside": .record([.component: "Description"])]),
      .init(id: "level", fields: [.level: 2]), .init(id: "other", fields: ["note": "a text"]),
    ])
    let shown = try DisplayPolicy.withRowsOrSupplements.shown(of: document)
    #expect(shown.sections.map(\.id) == ["named"])
  }

  // Rule F56: a section that says nothing stands on the page of the section around it.
  @Test(
    arguments: [
      ("one", ["first", "inner"]), ("two", ["second"]), (nil, ["free"]), ("none", []),
    ] as [(String?, [SectionID])])
  func `shows the sections of a page`(page: String?, shown: [SectionID]) throws {
    let document = try Document(
      fields: [.title: "T"],
      sections: [
        .init(id: "first", fields: [.page: "one"]), .init(id: "free"),
        .init(id: "second", fields: [.page: "two"]), .init(id: "inner", fields: [.parent: "first"]),
      ])
    let found = try DisplayPolicy.page(page).shown(of: document)
    #expect(found.sections.map(\.id) == shown && found.fields == document.fields)
    #expect(try DisplayPolicy.listed(shown).shown(of: document).fields == document.fields)
    #expect(try DisplayPolicy.withRows.shown(of: document).fields == document.fields)
  }

  @Test func `takes no separators for a supplement, and names what it cannot find`() throws {
    let document = try Document(sections: [
      .init(id: "lines", fields: [.separators: .record([:])]),
      .init(id: "footed", fields: [.footer: .record([.component: "Description"])]),
    ])
    let shown = try DisplayPolicy.withRowsOrSupplements.shown(of: document)
    #expect(shown.sections.map(\.id) == ["footed"])
    #expect(RenderError.unknownRow("a b").description == #"there is no row "a b""#)
    for (list, text) in [
      (["x"], "the list of sections to show has no section for x"),
      (["lines", "lines"], "the list of sections to show repeats lines"),
    ] as [([SectionID], String)] {
      let error = #expect(throws: DisplayPolicyError.self) {
        try DisplayPolicy.listed(list).shown(of: document)
      }
      #expect(error?.description == text)
      #expect(error.map { RenderError.display($0).description } == text)
    }
  }

  // T-R3.
  @Test func `shows a list of sections in its order, and their cells are the same`() throws {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    let document = try sketch("1: a | 2: b c | 3: d e f | 4: g h i j")
    try renderer.render(TableContent(document))
    let before = table.sections.flatMap(\.cells)
    renderer.policy.display = .listed(["4", "1", "2"])
    try renderer.render(TableContent(document))
    let after = table.sections.flatMap(\.cells)
    #expect(after.map(\.id) == ["g", "h", "i", "j", "a", "b", "c"])
    #expect(after.map(\.token) == (before[6...] + before[...2]).map(\.token))
    renderer.policy.display = .listed([])
    try renderer.render(TableContent(document))
    #expect(table.sections.isEmpty)
  }

  @Test func `names all ids of a list that repeat or are not there`() throws {
    let document = try sketch("s: a | t: b")
    let error = #expect(throws: DisplayPolicyError.self) {
      try DisplayPolicy.listed(["s", "x", "s", "t", "y z", "s"]).shown(of: document)
    }
    #expect(error?.repeated == ["s", "s"])
    #expect(error?.unknown == ["x", "y z"])
    #expect(
      error?.description
        == "the list of sections to show repeats s, s and has no section for x, \"y z\"")
  }

  @Test func `that does not fit leaves what is shown, and calls no completion`() throws {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    try renderer.render(TableContent(sketch("s: a")))
    renderer.policy.display = .listed(["t"])
    var ended = 0
    #expect(throws: RenderError.self) {
      try renderer.render(TableContent(sketch("s: b"))) { _ in ended += 1 }
    }
    #expect(ended == 0)
    #expect(table.displays == (try sketch("s: a")).displays)
    table.detach()
    table.attach()
    #expect(table.displays == (try sketch("s: a")).displays)
  }

  // T-R4 and T-R5 as renders: sections come and go with their rows.
  @Test(arguments: UInt64(0)..<20)
  func `holds after every render`(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed, sections: 1...5, rows: 0...2)
    let table = HeadlessTable()
    let renderer = Renderer(table)
    var document = try generator.document()
    for _ in 0..<30 {
      let list = document.sections.map(\.id).shuffled(using: &generator.random)
      renderer.policy.display = generator.random.pick([
        .all, .withRows, .withRowsOrSupplements, .listed(Array(list.prefix(2))),
      ])
      try renderer.render(TableContent(document))
      #expect(table.displays == (try renderer.policy.display.shown(of: document)).displays)
      document = try generator.edited(document)
    }
  }
}
