import Ekiben

// EXPECT: cannot convert value of type 'String' to expected argument type 'Int'
extension Field<Int> { static let age = Field("age") }

@MainActor func fill(_ session: Session) throws {
  try session.set(.age, to: "twelve")
}
