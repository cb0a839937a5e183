import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// Sections made from models, with the data of Braid's own tests.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A section made from models` {
  private struct Model: Sendable {
    let id: Int
    let text: String
    init(_ id: Int, _ text: String) { (self.id, self.text) = (id, text) }
    var row: any Component { Description(RowID(unchecked: "\(id)"), text) }
  }

  private static let initial: [SectionID: [Model]] = [
    "first": [Model(0, "1-0")], "second": [Model(1, "2-0"), Model(2, "2-1")],
    "third": [Model(3, "3-0"), Model(4, "3-1"), Model(5, "3-2")],
    "fourth": [Model(6, "4-0"), Model(7, "4-1"), Model(8, "4-2"), Model(9, "4-3")],
  ]
  private static let updated: [SectionID: [Model]] = [
    "first": [Model(0, "1-0"), Model(10, "1-1")], "second": [Model(1, "2-0"), Model(2, "2-1*")],
    "third": [Model(4, "3-1"), Model(5, "3-2")],
    "fourth": [Model(7, "4-1*"), Model(8, "4-2"), Model(9, "4-0")],
  ]
  private static let ids: [SectionID] = ["first", "second", "third", "fourth"]

  @MainActor private final class Source {
    var models: [SectionID: [Model]] = initial
    var headers: [SectionID: String] = [:]
    var footers: [SectionID: String] = [:]
    var names: [String] = []
  }

  private let source = Source()
  private let table = HeadlessTable()
  private let renderer: Renderer

  init() { renderer = Renderer(table) }

  private func texts() -> [[String?]] { table.displays.map { $0.rows.map(\.text) } }

  private func expectUpdated() {
    #expect(texts() == Self.ids.map { Self.updated[$0, default: []].map(\.text) })
    #expect(
      table.log.map(\.description).sorted() == [
        "delete fourth/6 at (3, 0)", "delete third/3 at (2, 0)", "insert first/10 at (0, 1)",
        "update fourth/7", "update fourth/9", "update second/2",
      ])
  }

  // T-R1: the same data, given once or pulled.
  @Test(arguments: [true, false])
  func `shows what its models say, and only what is pulled changes`(isPulled: Bool) throws {
    let (source, given) = (source, source.models)
    try renderer.bind {
      for id in Self.ids {
        Section(id) {
          for model in (isPulled ? source.models : given)[id, default: []] { model.row }
        }
      }
    }
    #expect(texts() == Self.ids.map { Self.initial[$0, default: []].map(\.text) })
    table.clearLog()
    source.models = Self.updated
    var outcomes: [RenderOutcome] = []
    try renderer.refresh { outcomes.append($0) }
    if isPulled {
      expectUpdated()
      #expect(outcomes == [.applied])
    } else {
      #expect(table.log == [])
      #expect(outcomes == [.noChange])
      #expect(texts() == Self.ids.map { Self.initial[$0, default: []].map(\.text) })
    }
  }

  // T-R2.
  @Test func `shows as many rows as there are`() throws {
    var counts = [1, 2, 3, 4]
    try renderer.bind {
      for section in 0..<4 {
        Section(SectionID(unchecked: "s\(section)")) {
          for row in 0..<counts[section] {
            Description(RowID(unchecked: "\(section)-\(row)"), "row \(row)")
          }
        }
      }
    }
    #expect(table.displays.map(\.rows.count) == [1, 2, 3, 4])
    counts = [2, 3, 4, 3]
    try renderer.refresh()
    #expect(table.displays.map(\.rows.count) == [2, 3, 4, 3])
    counts = [0, 0, 0, 0]
    try renderer.refresh()
    #expect(table.displays.map(\.rows.count) == [0, 0, 0, 0])
  }

  // T-R6.
  @Test func `has the titles of the moment`() throws {
    let source = source
    source.headers = ["first": "H1", "second": "H2", "third": "H3", "fourth": "H4"]
    source.footers = ["first": "F1", "second": "F2", "third": "F3", "fourth": "F4"]
    try renderer.bind {
      for id in Self.ids { Section(id, header: source.headers[id], footer: source.footers[id]) }
    }
    #expect(table.displays.map(\.header) == ["H1", "H2", "H3", "H4"])
    #expect(table.displays.map(\.footer) == ["F1", "F2", "F3", "F4"])
    source.headers = ["first": "H1*", "third": "H3"]
    source.footers = ["second": "F2*"]
    try renderer.refresh()
    #expect(table.displays.map(\.header) == ["H1*", nil, "H3", nil])
    #expect(table.displays.map(\.footer) == [nil, "F2*", nil, nil])
  }

  // T-R7: a view beats a title.
  @Test func `shows a component rather than a title`() throws {
    let source = source
    source.headers = ["first": "H1", "second": "H2"]
    try renderer.bind {
      for id in ["first", "second"] as [SectionID] {
        Section(id, header: "wrong", footer: "right")
          .header(Description("header", source.headers[id] ?? "none"))
          .supplement("aside", Description("aside", "kept"))
      }
    }
    #expect(table.displays.map(\.header) == ["H1", "H2"])
    source.headers = ["first": "H1*"]
    try renderer.refresh()
    #expect(table.displays.map(\.header) == ["H1*", "none"])
    #expect(table.displays.map(\.footer) == ["right", "right"])
    #expect(table.displays.map { $0.text(of: "aside") } == ["kept", "kept"])
  }

  // T-R4 and T-R5: the display policy with sections that lose their rows.
  @Test(arguments: [(DisplayPolicy.withRows, 2), (.withRowsOrSupplements, 3), (.all, 4)])
  func `goes when the policy says so`(policy: DisplayPolicy, count: Int) throws {
    let source = source
    source.headers = ["first": "H1", "second": "H2", "third": "H3", "fourth": "H4"]
    source.footers = ["first": "F1", "second": "F2", "third": "F3", "fourth": "F4"]
    renderer.policy.display = policy
    try renderer.bind {
      for id in Self.ids {
        Section(id, header: source.headers[id], footer: source.footers[id]) {
          for model in source.models[id, default: []] { model.row }
        }
      }
    }
    #expect(table.displays.count == 4)
    source.models = ["first": [Model(10, "1-1")], "fourth": Self.updated["fourth", default: []]]
    source.headers = ["second": "H2"]
    source.footers = ["fourth": "F4"]
    try renderer.refresh()
    #expect(table.displays.count == count)
    #expect(table.displays.last?.footer == "F4")
    #expect(table.displays.map(\.rows.count).reduce(0, +) == 4)
    if count == 3 { #expect(table.displays[1].header == "H2") }
  }

  // Rule D4.
  @Test func `whose models repeat an id is refused, and shows what it showed`() throws {
    let source = source
    try renderer.bind {
      Section("s") { for model in source.models["first", default: []] { model.row } }
    }
    source.models["first"] = [Model(1, "a"), Model(2, "b"), Model(1, "c"), Model(2, "d")]
    #expect {
      try renderer.refresh()
    } throws: { error in
      guard case .duplicates? = error as? RenderError else { return false }
      return true
    }
    #expect(texts() == [["1-0"]])
  }

  @Test func `that is not there is no reason not to refresh`() throws {
    try renderer.render(TableContent(try Document(sketch: "s: a | t:")))
    renderer.policy.display = .withRows
    try renderer.refresh()
    #expect(table.displays.map(\.id) == ["s"])
  }

  // The list itself is pulled, and what is not known by name has a default.
  @Test func `is one of those that there are in the moment`() throws {
    let source = source
    source.names = ["inbox", "later"]
    try renderer.bind {
      for name in source.names {
        if name == "inbox" {
          Section("inbox") { Description("mail", "Mail") }
        } else {
          Section(SectionID(unchecked: name)) { Description(RowID(unchecked: name), "?") }
        }
      }
    }
    #expect(texts() == [["Mail"], ["?"]])
    source.names = ["done", "inbox"]
    try renderer.refresh()
    #expect(table.displays.map(\.id) == ["done", "inbox"])
    #expect(texts() == [["?"], ["Mail"]])
  }

  // Theirs waited for the end of the turn as well.
  @Test func `is pulled once for all who ask in one turn`() async throws {
    let source = source
    try renderer.bind {
      Section("s") {
        for row in source.names.indices { Description(RowID(unchecked: "\(row)"), "x") }
      }
    }
    table.clearLog()
    var outcomes: [RenderOutcome] = []
    await withCheckedContinuation { done in
      for name in ["a", "b", "c"] {
        source.names.append(name)
        renderer.refreshSoon { result in
          if case .success(let outcome) = result { outcomes.append(outcome) }
          if name == "c" { done.resume() }
        }
      }
      #expect(table.log.isEmpty)
    }
    #expect(outcomes == [.applied, .applied, .applied])
    #expect(table.log.count == 3 && texts() == [["x", "x", "x"]])
    let twice = Description("0", "x")
    try renderer.bind {
      if source.names.isEmpty {
        Section("s") {
          twice
          twice
        }
      }
    }
    source.names = []
    let error = await withCheckedContinuation { done in
      renderer.refreshSoon { result in
        switch result {
        case .success: done.resume(returning: nil as RenderError?)
        case .failure(let error): done.resume(returning: error)
        }
      }
    }
    #expect(error != nil)
  }

  @Test func `is not pulled for a renderer that has released its host`() async throws {
    let pulls = Source()
    try renderer.bind {
      pulls.names.append("p")
      return [Section]()
    }
    var outcomes: [RenderOutcome] = []
    renderer.refreshSoon { result in
      if case .success(let outcome) = result { outcomes.append(outcome) }
    }
    renderer.end()
    #expect(outcomes == [.superseded])
    for _ in 0..<5 { await Task.yield() }
    #expect(outcomes.count == 1 && pulls.names.count == 1)
  }
}
