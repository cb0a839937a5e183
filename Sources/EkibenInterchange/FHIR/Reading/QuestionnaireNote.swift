import EkibenDocuments

/// An item under a question that only says something about it, such as its help.
struct QuestionnaireNote {
  let cursor: JSONCursor
  /// The question's field that it becomes.
  let field: FieldName
  let text: String

  /// Reads an item; nil where it is anything but a display whose role is said and that always shows.
  init?(_ cursor: JSONCursor) {
    let extensions = QuestionnaireExtensions(cursor)
    let roles =
      extensions.codes("questionnaire-itemControl")
      + extensions.codes("questionnaire-displayCategory")
    guard cursor.node["type"]?.string == "display", cursor.node["enableWhen"] == nil,
      extensions.all("sdc-questionnaire-enableWhenExpression").isEmpty, cursor.node["item"] == nil,
      let text = cursor.node["text"]?.string, !text.isEmpty,
      let field = roles.lazy.compactMap({ Self.fields[$0] }).first
    else { return nil }
    (self.cursor, self.field, self.text) = (cursor, field, text)
  }

  static let fields: [String: FieldName] = [
    "help": .help, "flyover": .flyover, "unit": .unit, "prompt": .hint, "legal": .legal,
    "instructions": .instructions, "sublabel": .sublabel,
  ]
}
