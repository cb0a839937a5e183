import EkibenDocuments

// Fields that hold what only FHIR knows, so that a later export can put a Questionnaire together
// again without loss.
extension FieldName {
  /// The linkId, where the record's id is not just its escaped form; null where there was none.
  static let linkID: FieldName = "linkId"
  /// Whether all of the conditions must hold or any.
  static let enableBehavior: FieldName = "enableBehavior"
  /// The code system of an option's code.
  static let system: FieldName = "system"
  /// All members that nothing else was made of: one JSON object, each member as it was written.
  static let fhir: FieldName = "fhir"
  /// True for a section that only goes on with the rows of its parent, or of the form.
  static let continues: FieldName = "continues"
}
