import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

// Rules E13 to E16.
@Suite(.timeLimit(.minutes(20))) struct `A calculated answer` {
  @Test func `goes with a row that it was worked out from`() throws {
    try withIntake { store, editor in
      try editor.set(.bodyWeight, to: DecimalNumber("100"))
      try editor.set(.bodyHeight, to: DecimalNumber("1.70"))
      #expect(editor[.isHeavy] == true)
      let entry = try #require(try editor.remove(.bodyHeight))
      #expect(editor[.bmi] == nil && editor[.isHeavy] == nil)
      let flags: ChangeFlags = [.calculated, .wasCalculated]
      #expect(entry.flags == [[], flags, flags])
      try editor.undo()
      #expect(editor[.bmi]?.digits == "34.6" && editor[.isHeavy] == true)
    }
  }

  @Test func `is part of the entry that caused it, and follows what it reads`() throws {
    try withIntake { store, editor in
      #expect(editor[.bmi] == nil)
      try editor.set(.bodyWeight, to: DecimalNumber("70"))
      #expect(editor[.bmi] == nil)
      let entry = try #require(try editor.set(.bodyHeight, to: DecimalNumber("1.70")))
      #expect(editor[.bmi]?.digits == "24.2")
      #expect(editor[.isHeavy] == false)
      #expect(entry.changes.changes.map(\.record) == [.row("height"), .row("bmi"), .row("heavy")])
      #expect(entry.flags == [[], .calculated, .calculated])
      try editor.set(.bodyWeight, to: DecimalNumber("100"))
      #expect(editor[.bmi]?.digits == "34.6")
      #expect(editor[.isHeavy] == true)
      #expect(editor.document.count == 4)
      try editor.undo()
      #expect(editor[.bmi]?.digits == "24.2")
      #expect(editor[.isHeavy] == false)
      try editor.redo()
      #expect(editor[.bmi]?.digits == "34.6")
    }
  }

  @Test func `follows the status of its document, and the form that this answers`() throws {
    let form = Form("visit", url: "http://x/visit") {
      Section("s") {
        TextInput(.heavySince, title: "Note")
          .visible(when: .fhirPath("%resource.status = 'in-progress'"))
        TextInput(Field<String>("state"), title: "State").calculated("%resource.status")
        TextInput(Field<String>("of"), title: "Form").calculated("%form & '!'")
      }
    }
    .variable("form", "questionnaire")
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      func check(_ status: Value, _ isOpen: Bool) {
        #expect(editor["state"] == status && editor["of"] == "http://x/visit!")
        let structure = editor.document.structure
        #expect(editor.rules.isActive(.row("note"), in: structure) == isOpen)
      }
      check("in-progress", true)
      let entry = try #require(try editor.submit())
      #expect(entry.changes.changes.map(\.record) == [.document, .row("state")])
      #expect(entry.flags == [[], [.calculated, .wasCalculated]])
      check("completed", false)
      for (number, status) in [(1, "in-progress"), (2, "completed")] {
        let found = try store.expression(
          "%resource.status", on: editor.document, at: number, in: .fixed())
        #expect(try found.value().list.compactMap(\.written) == [status])
      }
      try editor.perform(.reopen, reason: "again")
      check("in-progress", true)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `keeps its digits where the formula gives the same number with others`() throws {
    let form = Form("copy") {
      Section("s") {
        TextInput(.bodyWeight, title: "Weight")
        TextInput(.bmi, title: "Same")
          .calculated("%resource.descendants().where(linkId = 'weight').answer.value")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: form, in: .fixed())
      try editor.set(.bodyWeight, to: DecimalNumber("70.5"))
      #expect(editor[.bmi]?.digits == "70.5")
      let entry = try #require(try editor.set(.bodyWeight, to: DecimalNumber("70.50")))
      #expect(entry.changes.changes.map(\.record) == [.row("weight")])
      #expect(editor[.bmi]?.digits == "70.5")
      try editor.set(.bodyWeight, to: DecimalNumber("70.51"))
      #expect(editor[.bmi]?.digits == "70.51")
    }
  }

  @Test func `goes along with a revision, is calculated anew there, and keeps its mark`() throws {
    func form(_ row: RowID, _ formula: String) -> Form {
      Form("moving") {
        Section("s") {
          TextInput(Field<Int>("n"), title: "N")
          TextInput(Field<Int>(row), title: "Result").calculated(formula)
        }
      }
    }
    let path = "%resource.descendants().where(linkId = 'n').answer.value"
    try withTemporaryStore { store in
      let first = try store.editor("v", from: form("double", "\(path) * 2"), in: .fixed())
      try first.set([("n", 4)])
      _ = try store.publish("moving", form("times", "\(path) * 3").document(), by: first.metadata)
      var document = try store.document("v")
      let entry = try store.perform(
        .migrate(renaming: [RowRename("double", to: "times")]), on: &document,
        by: first.metadata)
      #expect(document.row("times")?.fields[.value] == 12)
      #expect(document.origins[Change.Target(.row("times"), .value)].isCalculated)
      #expect(entry?.kind == .migrate)
      let later = try store.editor("v", in: .fixed())
      try later.set([("n", 5)])
      #expect(later["times"] == 15)
      try later.undo(steps: 1)
      #expect(later["times"] == 12)
      #expect(try store.verify().findings == [])
    }
  }

  @Test(arguments: [
    "linkId = 'a' or linkId = 'b' or linkId = 'c'", "linkId in ('a' | 'b' | 'c')",
    "'a' = linkId or linkId in ('b' | 'c')", "(linkId = 'c' or linkId = 'b') or linkId = 'a'",
  ])
  func `follows each of the rows that its formula names`(criterion: String) throws {
    let rows = ["a", "b", "c"] as [RowID]
    let form = Form("sums") {
      Section("s") {
        for row in rows { TextInput(Field<Int>(row), title: row.rawValue) }
        TextInput(Field<Int>("sum"), title: "Sum")
          .calculated("%resource.descendants().where(\(criterion)).answer.value.sum()")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      for (row, sum) in zip(rows + rows, [1, 3, 7, 14, 28, 56]) {
        let others = rows.filter { $0 != row }.compactMap { editor[$0]?.asInteger }.reduce(0, +)
        try editor.set([(row, .integer(Int64(sum) - others))])
        #expect(editor["sum"] == .integer(Int64(sum)))
      }
    }
  }

  private static func answer(of row: RowID) -> String {
    "%resource.descendants().where(linkId = '\(row)').answer.value"
  }

  @Test func `of several options has as many as its formula gives`() throws {
    let (picked, copied) = (Field<[String]>("picked"), Field<[String]>("copied"))
    let options = ["a", "b", "c"].map { Choice.Option($0) }
    let form = Form("copies") {
      Section("s") {
        Choice(several: picked, title: "Picked", options: options)
        Choice(several: copied, title: "Copied", options: options)
          .calculated(Self.answer(of: "picked"))
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      for codes in [["a"], ["a", "b"], ["a", "b", "c"], ["a"], ["b"]] {
        try editor.set(picked, to: codes)
        #expect(editor[copied] == codes)
      }
    }
  }

  @Test func `is what it begins with, and not what is worked out, where a form says both`() throws {
    let form = Form("beginnings") {
      Section("s") {
        TextInput(Field<Int>("n"), title: "N").initially("1")
        TextInput(Field<Int>("m"), title: "M").initial(2).initially("1")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      #expect(editor["n"] == 1 && editor["m"] == 2)
    }
  }

  @Test func `settles where formulas go round in a circle that no answer goes`() throws {
    let form = Form("circle") {
      Section("s") {
        TextInput(Field<Int>("n"), title: "N")
        TextInput(Field<Int>("a"), title: "A").calculated(Self.answer(of: "b"))
        TextInput(Field<Int>("b"), title: "B").calculated(Self.answer(of: "c"))
        TextInput(Field<Int>("c"), title: "C").calculated(Self.answer(of: "d"))
        TextInput(Field<Int>("d"), title: "D").calculated(
          "iif(\(Self.answer(of: "n")) > 0, \(Self.answer(of: "n")), \(Self.answer(of: "a")))")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      for number in [3, 5, 1] as [Int64] {
        try editor.set([("n", .integer(number))])
        let found = (["a", "b", "c", "d"] as [RowID]).map { editor[$0] }
        #expect(found.allSatisfy { $0 == .integer(number) }, "\(found)")
      }
    }
  }

  @Test func `follows the order of what it reads`() throws {
    let (call, pet) = (Field<String>("call"), Field<String>("pet"))
    let form = Form("orders") {
      Section("s") {
        TextInput(call, title: "Call").repeated()
        TextInput(Field<String>("first-call"), title: "First")
          .calculated(Self.answer(of: "call") + ".first()")
        TextInput(Field<String>("last-pet"), title: "Last")
          .calculated(Self.answer(of: "pet") + ".last()")
      }
      Repeat("pets", label: "Pet") { TextInput(pet, title: "Name") }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      let calls = [try editor.add(to: call), try editor.add(to: call)]
      let pets = [try editor.add(to: "pets"), try editor.add(to: "pets")]
      for (at, text) in ["A", "B"].enumerated() {
        try editor.set(calls[at], to: text)
        try editor.set(pet, in: pets[at], to: text)
      }
      #expect(editor["first-call"] == "A" && editor["last-pet"] == "B")
      try editor.move(calls[1], to: .before(calls[0]))
      #expect(editor["first-call"] == "B" && editor["last-pet"] == "B")
      try editor.move(pets[1], to: .before(pets[0]))
      #expect(editor["first-call"] == "B" && editor["last-pet"] == "A")
      try editor.undo(steps: 2)
      #expect(editor["first-call"] == "A" && editor["last-pet"] == "B")
    }
  }

  // Rule F39.
  @Test func `is taken away by its formula where an edit hides it and hidden answers are cleared`()
    throws
  {
    var policies = RulePolicies()
    policies.clearsOnHide = true
    let form = Form("doses") {
      Section("s") {
        Toggle(Field<Bool>("asked"), title: "Asked")
        TextInput(Field<Int>("n"), title: "N")
        TextInput(Field<Int>("twice"), title: "Twice")
          .calculated("%resource.descendants().where(linkId = 'n').answer.value * 2")
          .visible(when: Field<Bool>("asked") == true)
      }
    }.policies(policies)
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      try editor.set([("asked", true), ("n", 4)])
      #expect(editor["twice"] == 8)
      let hiding = try #require(try editor.set([("asked", false)]))
      #expect(hiding.changes.changes.map(\.record) == [.row("asked"), .row("twice")])
      #expect(hiding.flags.map { $0.contains(.calculated) } == [false, true])
      #expect(editor["twice"] == nil)
      try editor.set([("asked", true)])
      #expect(editor["twice"] == 8)
      #expect(editor.document.origins[Change.Target(.row("twice"), .value)].isCalculated)
      #expect(try store.verify().findings == [])
    }
  }

  // Rule H19: what is worked out from a secret would tell it.
  @Test func `says nothing of a secret but that there is one`() throws {
    let path = "%resource.descendants().where(linkId = 'pin').answer.value"
    let form = Form("secrets") {
      Section("s") {
        TextInput(Field<String>("pin"), title: "Pin", kind: .secret)
        TextInput(Field<String>("copy"), title: "Copy").calculated("\(path) & '!'")
        Toggle(Field<Bool>("given"), title: "Given").calculated("\(path).exists()")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      try editor.set([("pin", "hunter2")])
      #expect(editor["given"] == true && editor["copy"] == "••••••••!")
      try editor.set([("pin", "other")])
      #expect(editor["copy"] == "••••••••!")
      #expect(try store.verify().findings == [])
    }
  }

  @MainActor @Test func `shows in the tables of sessions, and hides and shows what hangs on it`()
    throws
  {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: bodyMass, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func shown(_ row: RowID) -> RowDisplay? {
        table.displays.lazy.flatMap(\.rows).first { $0.id == row }
      }
      try session.set([
        ("weight", .decimal(DecimalNumber(100))), ("height", .decimal(DecimalNumber(2))),
      ])
      #expect(shown("bmi")?.text == "25" && shown("note") == nil)
      try session.set(.bodyHeight, to: DecimalNumber("1.7"))
      #expect(shown("bmi")?.text == "34.6" && shown("note") != nil)
      #expect(session[.isHeavy] == true && session.issues.isEmpty)
      try session.undo()
      #expect(shown("bmi")?.text == "25" && shown("note") == nil)
      #expect(session.undoTitle != nil)
    }
  }
}
