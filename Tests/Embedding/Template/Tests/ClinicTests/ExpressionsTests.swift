import Ekiben
import EkibenTesting
import Testing

extension Field<DecimalNumber> {
  fileprivate static let weight = Field("weight")
  fileprivate static let height = Field("height")
  fileprivate static let bmi = Field("bmi")
}

// As the article on expressions shows it.
let intake = Form("intake") {
  Section("body") {
    TextInput(.weight, title: "Weight")
    TextInput(.height, title: "Height")
    TextInput(.bmi, title: "BMI").calculated("(%weight / %height.power(2)).round(1)")
  }
}
.variable("weight", "descendants().where(linkId = 'weight').answer.value")
.variable("height", "descendants().where(linkId = 'height').answer.value")

@MainActor @Suite(.timeLimit(.minutes(10))) struct ExpressionsTests {
  @Test func `the form of the article on expressions calculates`() throws {
    try withTemporaryStore { store in
      let session = try store.open("visit-17", from: intake)
      try session.type("71.5", in: .weight)
      try session.type("1.72", in: .height)
      #expect(session[.bmi].map(String.init(describing:)) == "24.2")
    }
  }
}
