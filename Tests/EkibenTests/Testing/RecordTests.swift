import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A record of what is heard` {
  @Test func `hands on what was heard before, and can be begun anew`() throws {
    try withSession { session, table in
      let recorder = Recorder()
      var heard: [RowID] = []
      let before = table.callbacks.onEvent
      table.callbacks.onEvent = { event in
        heard.append(event.row)
        try before?(event)
      }
      recorder.record(table)
      try table.type("Ada", into: "name")
      #expect(heard == ["name"] && session[.name] == "Ada")
      #expect(recorder.lines == [#"name ← "Ada""#])
      recorder.clear()
      #expect(recorder.lines == [] && recorder.text == "")
      recorder.note("one")
      recorder.note("two")
      #expect(recorder.text == "one\ntwo")
    }
  }

  @Test func `has a line also of an entry that changes nothing`() throws {
    try withSession { session, _ in
      let recorder = Recorder()
      let observation = try recorder.observe(.document("visit"), of: session.store)
      try session.perform(.mark(MarkName("here")))
      try recorder.expect("visit #2 mark by Ada")
      observation.cancel()
    }
  }
}
