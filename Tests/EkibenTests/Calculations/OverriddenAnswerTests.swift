import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Rules E13 and E16: a calculated answer that a person writes over.
@Suite(.timeLimit(.minutes(20))) struct `A calculated answer that is overridden` {
  // Rule D18: what stands behind another answer that a migration changed came from no other row.
  @Test func `is renamed from no other answer that is worked out anew beside it`() {
    func entry(_ changes: Change...) -> Entry {
      Entry(
        number: 5, kind: .migrate, parent: 4, head: 5, author: "", time: 1,
        changes: Changeset(changes))
    }
    func change(_ row: RowID, _ before: Value?, _ after: Value?) -> Change {
      Change(.row(row), .value, before: before, after: after)
    }
    let both = entry(change("a", 1, 2), change("b", 3, 4))
    #expect(both.renamed(to: "a") == nil && both.renamed(to: "b") == nil)
    let renamed = entry(change("a", 1, nil), change("b", nil, 1), change("c", 3, 4))
    #expect(renamed.renamed(to: "b") == "a" && renamed.renamed(to: "c") == nil)
    #expect(renamed.renamed(to: "a") == nil && renamed.renamed(to: "d") == nil)
  }

  @Test func `stays as somebody overrode it where its row is renamed`() throws {
    func form(_ row: RowID) -> Form {
      Form("moving") {
        Section("s") {
          TextInput(Field<Int>("n"), title: "N")
          TextInput(Field<Int>(row), title: "Result")
            .calculated("%resource.descendants().where(linkId = 'n').answer.value * 2")
        }
      }
    }
    try withTemporaryStore { store in
      let first = try store.editor("v", from: form("double"), in: .fixed())
      try first.set([("n", 4)])
      try first.set([("double", 7)])
      _ = try store.publish("moving", form("twice").document(), by: first.metadata)
      var document = try store.document("v")
      try store.perform(
        .migrate(renaming: [RowRename("double", to: "twice")]), on: &document, by: first.metadata)
      #expect(document.row("twice")?.fields[.value] == 7)
      #expect(!document.origins[Change.Target(.row("twice"), .value)].isCalculated)
      let later = try store.editor("v", in: .fixed())
      try later.set([("n", 5)])
      #expect(later["twice"] == 7)
      try later.perform(.recalculate(["twice"]))
      #expect(later["twice"] == 10)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `is none any more in a list of entries where somebody wrote over it`() throws {
    try withIntake { store, editor in
      try editor.set(.bodyWeight, to: DecimalNumber("70"))
      let given = try #require(try editor.set(.bodyHeight, to: DecimalNumber("1.70")))
      let written = try #require(try editor.set(.bmi, to: DecimalNumber("31")))
      let (bmi, heavy) = (
        Change.Target(.row("bmi"), .value), Change.Target(.row("heavy"), .value)
      )
      func calculated(_ entries: Entry...) throws -> Set<Change.Target> {
        try store.calculatedChanges(of: entries, in: editor.document)
      }
      #expect(try calculated(given) == [bmi, heavy])
      #expect(try calculated(given, written) == [heavy])
      #expect(try calculated(written, given) == [bmi, heavy])
    }
  }

  @Test func `stays as a person has given it, until it is given back`() throws {
    try withIntake { store, editor in
      try editor.set(.bodyWeight, to: DecimalNumber("70"))
      try editor.set(.bodyHeight, to: DecimalNumber("1.70"))
      try editor.set(.bmi, to: DecimalNumber("20"))
      try editor.set(.bodyWeight, to: DecimalNumber("80"))
      #expect(editor[.bmi]?.digits == "20")
      try editor.undo()
      try editor.undo()
      #expect(editor[.bmi]?.digits == "24.2")
      try editor.set(.bodyWeight, to: DecimalNumber("90"))
      #expect(editor[.bmi]?.digits == "31.1")
    }
  }

  // Also where its formula would give none at the moment.
  @Test(arguments: [false, true])
  func `stays away in a duplicate, too, where a person took it away`(isUnknown: Bool) throws {
    try withIntake { store, editor in
      try editor.set(.bodyWeight, to: DecimalNumber("70"))
      try editor.set(.bodyHeight, to: DecimalNumber("1.70"))
      try editor.set([("bmi", nil)])
      if isUnknown { try editor.set([("height", nil)]) }
      let copy = try store.duplicate(
        editor.document, as: "copy", uid: Array(repeating: 7, count: 16), by: editor.metadata)
      #expect(copy.content == editor.document.content)
      let rows = isUnknown ? ["weight", "bmi"] : ["weight", "height", "bmi"] as [RowID]
      #expect(
        try store.entry(2, of: copy).changes.changes.map(\.target)
          == rows.map { Change.Target(.row($0), .value) })
      #expect(copy.origins[Change.Target(.row("bmi"), .value)] == Origins.Origin(entry: 2))
      var bytes: [UInt8] = []
      try store.exportHistory(of: copy) { bytes += try $0.encoded() }
      try withTemporaryStore { other in
        let elsewhere = try other.importHistory(bytes)
        #expect(elsewhere.origins == copy.origins)
        #expect(try other.verify().findings == [])
      }
      let later = try store.editor("copy", in: .fixed())
      try later.set(.bodyHeight, to: DecimalNumber("1.80"))
      #expect(later[.bmi] == nil)
      try later.perform(.recalculate(["bmi"]))
      #expect(later[.bmi]?.digits == "21.6")
      try later.undo(steps: 3)
      try later.redo(steps: 1)
      #expect(later.document.content == copy.content)
      try later.set(.bodyHeight, to: DecimalNumber("1.90"))
      #expect(later[.bmi] == nil)
    }
  }
}
