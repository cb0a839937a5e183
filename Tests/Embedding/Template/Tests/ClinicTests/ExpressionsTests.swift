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

extension Field<String> {
  fileprivate static let name = Field("name")
}

let visit = Form("visit") {
  Section("patient") {
    TextInput(.name, title: "Name").initially("%patient.name.first().family")
  }
}
.launchContext("patient")

@MainActor
func open(_ patient: String, in store: Store) throws -> Session {
  var environment = SessionEnvironment(author: "Ada")
  environment.launchContext = try LaunchContext(json: ["patient": patient])
  return try store.open("visit-17", from: visit, in: environment)
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct ExpressionsTests {
  @Test func `what the article hands over is what the document begins with`() throws {
    try withTemporaryStore { store in
      let session = try open(
        #"{"resourceType": "Patient", "name": [{"family": "Byron"}]}"#, in: store)
      #expect(session[.name] == "Byron")
    }
  }

  @Test func `the form of the article on expressions calculates`() throws {
    try withTemporaryStore { store in
      let session = try store.open("visit-17", from: intake)
      try session.type("71.5", in: .weight)
      try session.type("1.72", in: .height)
      #expect(session[.bmi].map(String.init(describing:)) == "24.2")
    }
  }
}
