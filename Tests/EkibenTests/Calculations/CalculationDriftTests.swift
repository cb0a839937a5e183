import Ekiben
import EkibenTesting
import Testing

extension Field<Int> {
  fileprivate static let first = Field("first")
  fileprivate static let twice = Field("twice")
  fileprivate static let count = Field("count")
}
extension Field<String> {
  fileprivate static let today = Field("today")
}

/// A form that doubles a number, counts how often that was changed, and says on which day.
private let form = Form("sums", title: "Sums") {
  Section("s") {
    TextInput(.first, title: "First")
    TextInput(.twice, title: "Twice")
      .calculated("%resource.descendants().where(linkId = 'first').answer.value * 2")
    TextInput(.count, title: "Count")
      .calculated(
        "iif(%resource.descendants().where(linkId = 'first').answer.exists(), "
          + "iif(%resource.descendants().where(linkId = 'count').answer.exists(), "
          + "%resource.descendants().where(linkId = 'count').answer.value + 1, 1))")
    TextInput(.today, title: "Today")
      .calculated(
        "%resource.descendants().where(linkId = 'first').answer.value.toString() & today().toString()"
      )
  }
}

// Rules E13 and E16.
@Suite(.timeLimit(.minutes(20))) struct `Calculations that are evaluated again` {
  @Test func `give what the journal says, whatever day it is and how often they were`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: form, in: .fixed())
      #expect(try store.calculationDrift(of: editor.document).isEmpty)
      for number in 1...3 { try editor.set(.first, to: number) }
      #expect(editor[.twice] == 6)
      #expect(editor[.count] == 3)
      #expect(try store.calculationDrift(of: editor.document).isEmpty)
      try editor.undo()
      try editor.set(.twice, to: 5)
      try editor.set(.first, to: 9)
      try editor.perform(.recalculate())
      #expect(try store.calculationDrift(of: editor.document).isEmpty)
      #expect(
        try store.calculatedStates(of: editor.document).values.allSatisfy { $0 == .calculated })
    }
  }

  // At 23:00 in Greenwich it is the next day there.
  @Test func `give what the journal says where it was another day than in Greenwich`() throws {
    try withTemporaryStore { store in
      var environment = SessionEnvironment.fixed(start: 1_767_222_000_000)
      environment.offset = 120
      let editor = try store.editor("visit", from: form, in: environment)
      try editor.set(.first, to: 1)
      #expect(editor[.today] == "12026-01-01")
      #expect(try store.calculationDrift(of: editor.document).isEmpty)
    }
  }

  @Test func `name what a formula would not give, and no answer of a person`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: form, in: .fixed())
      try editor.set(.first, to: 1)
      try editor.set(.today, to: "some day")
      let document = editor.document
      var entries = try store.entries(of: document, 1...document.count)
      entries[1] = entries[1].giving(.row("twice"), .integer(3))
      let drifted = try store.adopt(
        "drifted", uid: Array(repeating: 7, count: 16), form: document.form,
        content: document.formContent, entries: entries)
      let found = try store.calculationDrift(of: drifted)
      #expect(found.map(\.row) == ["twice"])
      #expect(found.first?.value == .integer(3))
      #expect(found.first?.result == .integer(2))
      #expect(found.first?.entry == 2)
      #expect(found.first?.why == nil)
      #expect(try store.verify().findings == [])
      let states = try store.calculatedStates(of: drifted)
      #expect(states == ["twice": .calculated, "count": .calculated, "today": .overridden])
      #expect(try store.calculatedStates(of: drifted, at: 2)["today"] == .calculated)
    }
  }

  @Test func `say which answers formulas gave, also of entries that travel`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: form, in: .fixed())
      try editor.set(.first, to: 1)
      try editor.set(.twice, to: 5)
      let undo = try #require(try editor.undo())
      let twice = Change.Target(.row("twice"), .value)
      #expect(try store.calculatedChanges(of: [undo], in: editor.document) == [twice])
      let redo = try #require(try editor.redo())
      #expect(try store.calculatedChanges(of: [redo], in: editor.document).isEmpty)
      #expect(try store.calculatedChanges(of: [redo, undo], in: editor.document) == [twice])
    }
  }

  @Test func `say which rows a formula reads`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: form, in: .fixed())
      let (rules, structure) = (editor.rules, editor.document.structure)
      #expect(rules.rowsRead(byCalculationOf: "twice", in: structure) == ["first"])
      #expect(rules.rowsRead(byCalculationOf: "count", in: structure) == ["first", "count"])
      #expect(rules.rowsRead(byCalculationOf: "first", in: structure) == nil)
      #expect(rules.index.rowsWithFormula(in: structure) == ["twice", "count", "today"])
    }
  }
}

extension Entry {
  /// The same entry, in which a row has another answer.
  fileprivate func giving(_ record: RecordID, _ value: Value) -> Entry {
    Entry(
      number: number, kind: kind, parent: parent, head: head, step: step, author: author,
      time: time, utcOffset: utcOffset,
      changes: Changeset(
        changes.changes.map { change in
          change.record == record
            ? Change(record, change.field, before: change.before, after: value) : change
        }), origins: origins, flags: flags)
  }
}
