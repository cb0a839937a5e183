public import EkibenDocuments

extension Fields {
  /// The variables that a record names, in order; without a text those that a host hands over.
  var variables: [(name: String, text: String?)] {
    self[.variables]?.asList?.compactMap { variable in
      guard let record = variable.asRecord, let name = record.text("name") else { return nil }
      return (name, record.text(.fhirPath))
    } ?? []
  }

  /// The names of what a host hands over for a form.
  package var handedOver: [String] { variables.filter { $0.text == nil }.map(\.name) }

  func adding(variable name: String, _ fhirPath: String?) -> Value {
    var variable: Fields = ["name": .text(name)]
    variable[.fhirPath] = fhirPath.map { .text($0) }
    return .list((self[.variables]?.asList ?? []) + [.record(variable)])
  }
}

extension FieldName {
  /// Of a form, a section or a row: the variables that expressions in it read, each with `name` and
  /// `fhirpath`; without that a host hands it over.
  public static let variables: FieldName = "variables"
}
