import Ekiben
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
