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
let bodyMass = Form("intake", title: "Intake") {
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

/// Gives a document that answers the form, in a store that is sound behind it.
func withIntake(_ body: (Store, DocumentEditor) throws -> Void) throws {
  try withTemporaryStore { store in
    try body(store, try store.editor("visit", from: bodyMass, in: .fixed()))
    #expect(try store.verify().findings == [])
  }
}

extension DocumentEditor {
  var metadata: EditMetadata { environment.metadata() }
}
