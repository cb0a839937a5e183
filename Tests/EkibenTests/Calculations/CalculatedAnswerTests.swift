import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

extension Field<DecimalNumber> {
  static let bodyWeight = Field("weight")
  static let bodyHeight = Field("height")
  static let bmi = Field("bmi")
}
extension Field<String> {
  static let heavySince = Field("note")
}
extension Field<Bool> {
  static let isHeavy = Field("heavy")
}

/// A form that works out the body mass index, says whether it is high, and asks about that.
private let intake = Form("intake", title: "Intake") {
  Section("body") {
    TextInput(.bodyWeight, title: "Weight")
    TextInput(.bodyHeight, title: "Height")
    TextInput(.bmi, title: "BMI").calculated("(%weight / %height.power(2)).round(1)")
    Toggle(.isHeavy, title: "Heavy").calculated("%bmi > 30")
  }
  Section("more") { TextInput(.heavySince, title: "Since when?") }
    .visible(when: .fhirPath("%bmi > 30"))
}
.variable("weight", "descendants().where(linkId = 'weight').answer.value")
.variable("height", "descendants().where(linkId = 'height').answer.value")
.variable("bmi", "descendants().where(linkId = 'bmi').answer.value")

// Rules E13 to E16.
@Suite(.timeLimit(.minutes(20))) struct `A calculated answer` {
  private func withEditor(_ body: (Store, DocumentEditor) throws -> Void) throws {
    try withTemporaryStore { store in
      try body(store, try store.editor("visit", from: intake, in: .fixed()))
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `is part of the entry that caused it, and follows what it reads`() throws {
    try withEditor { store, editor in
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
      let session = try store.open("visit", from: intake, in: .fixed())
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

  @Test func `stays as a person has given it, until it is given back`() throws {
    try withEditor { store, editor in
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
}

extension DocumentEditor {
  fileprivate var metadata: EditMetadata { environment.metadata() }
}
