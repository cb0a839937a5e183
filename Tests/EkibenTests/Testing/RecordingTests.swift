import Ekiben
import EkibenForms
import EkibenTesting
import RandomJournals
import Testing

/// What recorders note, word for word.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A recording host` {
  @Test func `notes what a session asks of it, and what its table refuses`() throws {
    try withSession { session, _ in
      let recorder = Recorder()
      recorder.record(session)
      let host = RecordingHost(recorder)
      session.attach(host)
      try session.set(.name, to: "Ada")
      try session.undo()
      // Somebody else feeds the table as well, which a session cannot know.
      host.table.reload(try Document(sketch: "a"))
      try session.set(.age, to: 1)
      host.table.detach()
      try session.set(.name, to: "Bob")
      host.table.attach()
      session.detach(host)
      try session.set(.name, to: "Cy")
      let refusal =
        "refused, U-10, batch 1: Invalid update: invalid number of sections. The number of sections "
        + "contained in the table view after the update (2) must be equal to the number of sections "
        + "contained in the table view before the update (1), plus or minus the number of sections "
        + "inserted or deleted (0 inserted, 0 deleted)."
      try recorder.expect(
        """
        host: reload 2 sections, 8 rows
        host: update person/name
        host: update person/name
        host: \(refusal)
        host: reload 2 sections, 8 rows
        session: \(refusal)
        host: reload 2 sections, 8 rows
        host: reload 2 sections, 8 rows
        """)
    }
  }

  @Test func `hands on what a person asks for, and what happens to a row`() throws {
    try withSession { session, _ in
      let host = RecordingHost(Recorder())
      session.attach(host)
      var heard: [String] = []
      host.callbacks.onRequest = { _ in
        heard.append("request")
        return true
      }
      host.callbacks.onRowEvent = { heard.append($0.row.rawValue) }
      #expect(host.table.callbacks.onRequest?(.delete("name")) == true)
      #expect(host.focus("name"))
      #expect(heard == ["request", "name"])
    }
  }

  @Test func `notes what a renderer asks of it, and how each render ends`() throws {
    let recorder = Recorder()
    let host = RecordingHost(recorder, name: "table")
    let renderer = Renderer(host)
    func render(_ sketch: String, _ name: String) throws {
      try renderer.render(
        TableContent(try Document(sketch: sketch), components: LiveComponents()),
        completion: recorder.outcome(of: name))
    }
    try render("a b", "first")
    try render("b+ c a", "second")
    try render("b+ c a", "third")
    _ = host.focus("a")
    _ = host.focus(nil)
    _ = host.scroll(to: "b")
    host.unload()
    try recorder.expect(
      """
      table: reload 1 section, 2 rows
      first: applied
      table: insert s1/c at (0, 1); move s1/a from (0, 0) to (0, 2); update s1/b
      second: applied
      table: rebind
      third: no change
      table: focus a
      table: focus nowhere
      table: scroll to b
      table: unload
      """)
  }

  // Rule T7: it can be asked what it shows, as the table behind it.
  @Test func `shows a replay, which checks it`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "Ada")
      try session.undo()
      let recorder = Recorder()
      try Replay(of: session.document, in: session.store)
        .run(.forwards(), in: RecordingHost(recorder))
      try recorder.expect(
        """
        host: reload 2 sections, 8 rows
        host: update person/name
        host: update person/name
        """)
    }
  }
}

/// A host that finds out by itself what to move.
@MainActor private final class DiffableHost: IdentityHost {
  var callbacks = TableCallbacks()
  var isAttached: Bool { true }
  private(set) var shown = IdentityTable(Document())

  func show(_ table: IdentityTable, of content: TableContent) { shown = table }
  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A host that goes by identity` {
  // Rule T9: a replay goes into any host.
  @Test(arguments: UInt64(0)..<4)
  func `shows a replay, backwards too`(seed: UInt64) throws {
    try withSession { session, _ in
      var generator = SessionGenerator(seed: seed)
      generator.structureEvery = 5
      try generator.work(on: session, until: 120)
      let host = DiffableHost()
      let replay = Replay(of: session.document, in: session.store)
      try replay.run(.forwards(), in: host) { line, _ in
        if line.entry.number == 60 { #expect(host.shown.sections.count > 0) }
      }
      #expect(host.shown.sections == IdentityTable(session.document.content).sections)
      try replay.run(.backwards(to: 40), in: host)
      let past = try session.store.content(of: session.document, at: 40)
      #expect(host.shown.sections == IdentityTable(past).sections)
    }
  }
}
