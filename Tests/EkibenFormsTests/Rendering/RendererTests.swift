import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// Rendering without a store: what the host is asked for, and how each render ends.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A renderer` {
  private let host = NotingHost()
  private let renderer: Renderer
  private let recorder = Recorder()

  init() { renderer = Renderer(host) }

  private func render(_ sketch: String, _ name: String, animated: Bool = true) throws {
    let content = TableContent(try Document(sketch: sketch), components: LiveComponents())
    try renderer.render(content, animated: animated) { recorder.note("\(name) \($0)") }
  }

  /// Takes what the host was asked for.
  private func calls() -> [String] {
    defer { host.calls = [] }
    return host.calls
  }

  private func expectShown(
    _ sketch: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try host.table.displays == Document(sketch: sketch).displays, sourceLocation: sourceLocation)
  }

  @Test func `shows from scratch first, and by plans from then on`() throws {
    try render("a b", "1")
    #expect(calls() == ["reload"])
    try render("a b c", "2")
    #expect(calls() == ["perform insert 1"])
    try render("c a b+", "3")
    #expect(calls() == ["perform move 1, update 1"])
    try expectShown("c a b+")
    #expect(recorder.lines == ["1 applied", "2 applied", "3 applied"])
  }

  @Test func `shows an empty document first from scratch as well`() throws {
    try render("", "1")
    try render("a", "2")
    #expect(calls() == ["reload", "perform insert 1"])
  }

  // Rule F13 and T-X19.
  @Test func `binds newer components and does nothing else where nothing has changed`() throws {
    try render("a b", "1")
    host.table.clearLog()
    _ = calls()
    try render("a b", "2")
    #expect(calls() == ["rebind"])
    #expect(host.table.log == [])
    #expect(recorder.lines.last == "2 noChange")
  }

  @Test func `shows from scratch without animations, and above a number of operations`() throws {
    try render("a b", "1")
    try render("a b c", "2", animated: false)
    renderer.policy.animates = false
    try render("a b c d", "3")
    renderer.policy.animates = true
    renderer.policy.mostOperations = 2
    try render("a b c d e f", "4")
    try render("a b c d e f g h i", "5")
    renderer.policy.mostOperations = 0
    try render("a b c d e f g h", "6")
    try render("a b c d e f g h", "7")
    #expect(
      calls() == [
        "reload", "reload", "reload", "perform insert 2", "reload", "reload", "rebind",
      ])
    try expectShown("a b c d e f g h")
    #expect(recorder.lines.last == "7 noChange")
    #expect(recorder.lines.dropLast().allSatisfy { $0.hasSuffix("applied") })
  }

  // A person who was not to see one change move is not to see it move as part of the next.
  @Test func `shows from scratch what supersedes a render without animations`() throws {
    try render("a", "1")
    _ = calls()
    host.inside = {
      do {
        try render("a b", "3", animated: false)
        try render("a b c", "4")
      } catch { recorder.note("\(error)") }
    }
    try render("b", "2")
    #expect(calls() == ["perform insert 1, delete 1", "reload"])
    #expect(recorder.lines.suffix(3) == ["2 applied", "3 superseded", "4 applied"])
    try render("a b c d", "5")
    #expect(calls() == ["perform insert 1"])
    try expectShown("a b c d")
  }

  // Rules T10 and T11, T-X15.
  @Test func `of three renders queued at once shows the newest, and each ends once`() throws {
    try render("a", "1")
    _ = calls()
    host.inside = {
      do {
        try render("a b", "3")
        try render("a b c", "4")
        try render("a b c d", "5")
        recorder.note("queued")
      } catch { recorder.note("\(error)") }
    }
    try render("b", "2")
    try recorder.expect(
      """
      1 applied
      queued
      2 applied
      3 superseded
      4 superseded
      5 applied
      """)
    #expect(calls() == ["perform insert 1, delete 1", "perform insert 3"])
    try expectShown("a b c d")
    #expect(renderer.isIdle)
  }

  // Rule T11.
  @Test func `keeps a render from inside a completion for afterwards`() throws {
    try renderer.render(TableContent(try Document(sketch: "a"))) { outcome in
      recorder.note("1 \(outcome), idle \(renderer.isIdle)")
      do { try render("b", "2") } catch { recorder.note("\(error)") }
      recorder.note("1 is done")
    }
    try recorder.expect(
      """
      1 applied, idle false
      1 is done
      2 applied
      """)
    try expectShown("b")
  }

  @Test func `supersedes in a completion what a completion has queued`() throws {
    try renderer.render(TableContent(try Document(sketch: "a"))) { outcome in
      recorder.note("1 \(outcome)")
      do {
        try renderer.render(TableContent(try Document(sketch: "b"))) { outcome in
          recorder.note("2 \(outcome)")
          do { try render("d", "4") } catch { recorder.note("\(error)") }
        }
        try render("c", "3")
      } catch { recorder.note("\(error)") }
    }
    try recorder.expect(
      """
      1 applied
      2 superseded
      3 superseded
      4 applied
      """)
    #expect(calls() == ["reload", "perform insert 1, delete 1"])
    try expectShown("d")
  }

  // U-31.
  @Test func `gives a host off the screen everything from scratch, and again when it gets there`()
    throws
  {
    host.table.detach()
    try render("a", "1")
    try render("a b", "2")
    try render("a b", "3")
    #expect(calls() == ["reload", "reload", "reload"])
    host.table.attach()
    #expect(calls() == ["reload"])
    try expectShown("a b")
    try render("a b c", "4")
    #expect(calls() == ["perform insert 1"])
    host.table.detach()
    try render("b c", "5")
    host.table.attach()
    #expect(calls() == ["reload", "reload"])
    try expectShown("b c")
    #expect(recorder.lines == (1...5).map { "\($0) applied" })
  }

  @Test func `gives a host that gets to the screen late the newest content`() throws {
    host.table.detach()
    host.table.attach()
    #expect(calls() == [])
    host.table.detach()
    host.inside = { host.table.attach() }
    try render("a", "1")
    #expect(calls() == ["reload", "reload"])
    try expectShown("a")
    try render("b", "2")
    #expect(calls() == ["perform insert 1, delete 1"])
  }

  // Rule T6.
  @Test func `shows from scratch what a host refuses, and says so`() throws {
    try render("a", "1")
    let violation = TableViolation(
      rule: "U-99", stage: 1, text: "no", oldCounts: [1], newCounts: [2],
      operations: TableOperations())
    host.refusal = violation
    var outcomes: [RenderOutcome] = []
    try renderer.render(TableContent(try Document(sketch: "a b"))) { outcomes.append($0) }
    #expect(outcomes == [.failed(violation)])
    #expect(calls() == ["reload", "perform insert 1", "reload"])
    try expectShown("a b")
    host.refusal = nil
    try render("a b c", "3")
    #expect(calls() == ["perform insert 1"])
  }

  // Rule D4.
  @Test func `renders nothing of a form that repeats ids, and calls no completion`() throws {
    try render("a", "1")
    let form = Form("twice") {
      Section("s") {
        Description("x", "1")
        Description("x", "2")
      }
    }
    #expect {
      try renderer.render(form) { _ in recorder.note("called") }
    } throws: { error in
      guard case RenderError.duplicates? = error as? RenderError else { return false }
      return "\(error)".contains("x")
    }
    #expect(recorder.lines == ["1 applied"])
    try expectShown("a")
  }

  // FTD's PR #73: typing in one row needs no full render.
  @Test func `shows another state of one row without a look at the others`() throws {
    let form = Form("intake") {
      Section("s", header: "About you") {
        Description("a", "old")
        Description("b", "stays")
      }
    }
    try renderer.render(form)
    _ = calls()
    let tokens = host.table.sections.flatMap(\.cells).map(\.token)
    try renderer.update(Description("a", "new")) { recorder.note("\($0)") }
    try renderer.update(Description("a", "new")) { recorder.note("\($0)") }
    try renderer.update(Description("a", "newest").prefix("1.")) { recorder.note("\($0)") }
    #expect(calls() == ["perform update 1", "rebind", "perform update 1"])
    #expect(host.table.sections.flatMap(\.cells).map(\.token) == tokens)
    try expectTable(
      host.table,
      equals: """
        About you
          newest
          stays
        """)
    #expect(recorder.lines == ["applied", "noChange", "applied"])
    #expect(throws: RenderError.unknownRow("c")) { try renderer.update(Description("c", "?")) }
    try renderer.update(Opaque("b", source: "{}"))
    #expect(calls() == ["perform replaceView 1"])
    #expect(host.table.sections[0].cells[0].token == tokens[0])
    #expect(host.table.sections[0].cells[1].token != tokens[1])
  }

  @Test func `shows all by an update of a row, of which it showed a part`() throws {
    renderer.policy.display = .listed(["t"])
    try renderer.render(
      Form("f") {
        Section("s") { Description("a", "old") }
        Section("t") { Description("b", "stays") }
      })
    renderer.policy.display = .all
    try renderer.update(Description("a", "new")) { recorder.note("\($0)") }
    #expect(host.table.displays.map { $0.rows.map(\.text) } == [["new"], ["stays"]])
    #expect(recorder.lines == ["applied"])
  }

  @Test func `loses no update of a row that has to wait`() throws {
    try renderer.render(
      Form("f") {
        Section("s") {
          Description("a", "old")
          Description("b", "old")
        }
      })
    host.inside = {
      do {
        try renderer.update(Description("a", "new"))
        try renderer.update(Description("b", "new"))
      } catch { recorder.note("\(error)") }
    }
    try renderer.update(Description("a", "middle"))
    #expect(host.table.displays[0].rows.map(\.text) == ["new", "new"])
    #expect(recorder.lines == [])
  }

  @Test func `finds a row where it stands now, also after a completion has moved it`() throws {
    try renderer.render(
      Form("f") {
        Section("s") {
          Description("a", "1")
          Description("b", "2")
        }
      })
    try renderer.update(Description("a", "one")) { _ in
      do { try render("s: b x a", "moved") } catch { recorder.note("\(error)") }
    }
    try renderer.update(Description("x", "between"))
    #expect(host.table.displays[0].rows.map(\.id) == ["b", "x", "a"])
    #expect(host.table.displays[0].rows[1].text == "between")
    #expect(recorder.lines == ["moved applied"])
  }

  // T-R3, T-X2, T-X3.
  @Test func `keeps the cells of rows that move, and replaces views of another kind`() throws {
    try render("a b c | d", "1")
    let before = cells()
    try render("c+ a | b! d", "2")
    let after = cells()
    #expect(before["a"] == after["a"])
    #expect(before["c"] == after["c"])
    #expect(before["d"] == after["d"])
    #expect(before["b"] != after["b"])
  }

  private func cells() -> [RowID: Int] {
    Dictionary(
      uniqueKeysWithValues: host.table.sections.flatMap(\.cells).map { ($0.id, $0.token) })
  }

  @Test func `that has ended is not called by its host any more`() throws {
    try render("a", "1")
    host.inside = {
      do { try render("b", "3") } catch { recorder.note("\(error)") }
      renderer.end()
    }
    try render("c", "2")
    try recorder.expect(
      """
      1 applied
      3 superseded
      2 applied
      """)
    host.table.detach()
    _ = calls()
    host.table.attach()
    #expect(calls() == [])
  }

  // Rules T7 and T10.
  @Test(arguments: UInt64(0)..<20)
  func `ends every render once, and shows the newest, whatever happens when`(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed, sections: 0...3, rows: 0...4)
    var document = try generator.document()
    var ended: [Int] = []
    var count = 0
    func start() throws {
      document = try generator.edited(document)
      count += 1
      let number = count
      try renderer.render(
        TableContent(document), animated: generator.random.once(in: 5) ? false : true
      ) { _ in
        ended.append(number)
        if generator.random.once(in: 4) { begin() }
      }
    }
    func begin() { do { try start() } catch { recorder.note("\(error)") } }
    for _ in 0..<60 {
      switch generator.random.number(in: 0...7) {
      case 0: host.table.detach()
      case 1: host.table.attach()
      case 2:
        host.inside = {
          for _ in 0..<3 { begin() }
        }
      default: begin()
      }
    }
    host.table.attach()
    host.inside = nil
    try start()
    #expect(ended == Array(1...count))
    #expect(host.table.displays == document.displays)
    #expect(recorder.lines == [])
  }
}
