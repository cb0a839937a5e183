import Ekiben

/// An enum with text raw values is an answer when it says so.
public enum Site: String, FieldValue, CaseIterable {
  case north, south
}

extension Field<String> { public static let name = Field("name") }
extension Field<Int> {
  public static let age = Field("age")
  public static let rating = Field("rating")
}
extension Field<Bool> { public static let consent = Field("consent") }
extension Field<Site> { public static let site = Field("site") }
extension Field<DateText> { public static let born = Field("born") }

/// The form, with a section that is there only where it is asked for.
///
/// - Throws: `InvalidName` if a row could not be called so.
public func visitForm(asksForDetails: Bool = false, notes: Int = 2) throws -> Form {
  let notes = try (0..<notes).map { number in
    TextInput(Field<String>(try RowID("n\(number)")), title: "Note \(number + 1)")
  }
  return Form("visit", title: "Visit") {
    Section("person", header: "About you") {
      TextInput(.name, title: "Name").required()
      TextInput(.age, title: "Age")
      Toggle(.consent, title: "I agree").visible(when: .age > 17 && .age < 130)
      Choice(.site, title: "Site")
      Rating(.rating, title: "Your last visit")
    }
    if asksForDetails {
      Section("details") {
        for note in notes { note }
      }
    }
  }
}
