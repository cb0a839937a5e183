import Ekiben
import EkibenForms
import EkibenSQLite
import EkibenTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A replay` {
  /// Entries 1…9, with a branch: 5 and 3 are both made from 2.
  private func branched(_ session: Session) throws {
    try session.set(.name, to: "A")  // 2
    try session.set(.name, to: "B")  // 3
    try session.undo()  // 4
    try session.set([("name", "C"), ("age", 1)])  // 5
    try session.undo()  // 6
    try session.perform(.redoTo(3))  // 7
    try session.undo(steps: 2)  // 8
    try session.perform(.redoTo(5))  // 9
  }

  // Rule T9.
  @Test func `shows every entry of every branch`() throws {
    try withSession { session, _ in
      try branched(session)
      var lines: [String] = []
      var table = TableModel()
      let report = try Replay(of: session.document, in: session.store).run(in: &table) {
        line, events in
        lines.append(
          "\(line.entry.number) \(line.entry.kind): \(events.map(\.description).joined(separator: "; "))"
        )
      }
      #expect(report.entries == 9)
      #expect(report.batches == 8)
      #expect(report.operations.update == 11)
      #expect(report.operations.total == 11)
      #expect(
        lines == [
          "1 create: reload 2 sections, 8 rows", "2 edit: update person/name",
          "3 edit: update person/name", "4 undo: update person/name",
          "5 edit: update person/name; update person/age",
          "6 undo: update person/age; update person/name", "7 redo: update person/name",
          "8 undo: update person/name", "9 redo: update person/age; update person/name",
        ])
      #expect(table.displays == session.document.content.displays)
      #expect(try expectReplay(of: session.document, in: session.store) == report)
    }
  }

  @Test func `shows any stretch of the journal`() throws {
    try withSession { session, _ in
      try branched(session)
      let replay = Replay(of: session.document, in: session.store)
      for first in 1...9 {
        for last in first...9 {
          var table = TableModel()
          let report = try replay.run(.forwards(from: first, to: last), in: &table)
          #expect(report.entries == last - first + 1)
          let past = try session.store.content(of: session.document, at: last)
          #expect(table.displays == past.displays, "\(first) to \(last)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (0, 3, 0), (-1, 3, -1), (1, 10, 10), (10, nil, 10), (5, 4, 5), (.min, nil, .min),
      (nil, .max, .max),
    ] as [(Int?, Int?, Int)])
  func `refuses a stretch that is none`(first: Int?, last: Int?, entry: Int) throws {
    try withSession { session, _ in
      try branched(session)
      let failure = try #require(throws: Replay.Failure.self) {
        try Replay(of: session.document, in: session.store).run(.forwards(from: first, to: last))
      }
      #expect(failure.entry == entry)
    }
  }

  @Test func `stops at the entry that somebody has tampered with`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "A")  // 2
      try session.set(.phone, to: "1")  // 3
      try session.set(.name, to: "B")  // 4
      try session.set(.name, to: "C")  // 5
      try session.store.close()
      let path = session.store.path
      let connection = try Connection(path: path, access: .readWrite)
      try connection.withStatement(
        """
        UPDATE entry SET checksum = NULL,
          line = (SELECT line FROM entry WHERE key & 4294967295 = 5)
        WHERE key & 4294967295 = 4
        """
      ) { statement throws(SQLiteError) in try statement.run() }
      try connection.closeCheckpointing()

      let store = try Store(path)
      let document = try store.document("visit")
      let failure = try #require(throws: Replay.Failure.self) {
        try expectReplay(of: document, in: store)
      }
      #expect(failure.entry == 4)
      #expect(failure.problem == "name: expected \"B\", found \"A\"")
      // In strides the same is found, wherever they begin and end.
      for length in [1, 2, 3, 100] {
        let replay = Replay(of: document, in: store)
        let found = try #require(throws: Replay.Failure.self) {
          try replay.runInStrides(of: length)
        }
        #expect(found.description == failure.description)
      }
      // From there on the journal fits.
      #expect(try Replay(of: document, in: store).run(.forwards(from: 4)).entries == 2)
      // Forwards it shows where the next entry meets it.
      let findings = try store.verify().findings
      #expect(findings.count == 1)
      #expect(findings.first?.hasPrefix("visit, entry 4: ") == true, "\(findings)")
      try store.close()
    }
  }
}
