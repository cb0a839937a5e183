package import EkibenDocuments

// Fields that hold what only FHIR knows, so that a later export can put a Questionnaire together
// again without loss.
extension FieldName {
  /// Whether all of the conditions must hold or any.
  static let enableBehavior: FieldName = "enableBehavior"
  /// The items under a question that became fields of it: a JSON list, each item as it was
  /// written, and a `null` for each item before the last of them that is a record of its own.
  static let fhirItems: FieldName = "fhirItems"
  /// The names of an item's members in their order, where that is not the usual one: a JSON list.
  static let fhirOrder: FieldName = "fhirOrder"
  /// Whether `option` and `options` say what can be chosen, as in STU3.
  static let fhirOption: FieldName = "fhirOption"
  /// The QuestionnaireResponse that a document began with, as it came.
  package static let fhirResponse: FieldName = "fhirResponse"

  /// The texts of a Questionnaire or a value set that its members of these names are.
  static let fhirTexts: [FieldName] = [.title, .url, "version", "description", .language]

  /// A name from a file; nil where it cannot be one.
  init?(orNil text: String) {
    do throws(InvalidName) { try self.init(text) } catch { return nil }
  }
}
