import EkibenDocuments
import EkibenForms

/// An item of a Questionnaire, and what becomes of it.
struct QuestionnaireItem {
  enum Role {
    /// A section.
    case group
    /// A row that shows a text and takes no answer.
    case description
    /// A row that takes typed text.
    case textInput(TextInput.Kind)
    /// A row that takes a date or time.
    case date(DateInput.Kind)
    /// A row that takes a number and a unit.
    case quantity
    /// A row that is on, off or unanswered.
    case toggle
    /// A row of which options are chosen, or with `other` a text of one's own is given.
    case choice(other: Bool)
    /// A row that keeps the item as it is; `whole` means with all items under it.
    case opaque(whole: Bool)
  }

  let cursor: JSONCursor
  let role: Role
  /// Absent, empty and of the wrong type are all the same: there is none.
  let linkID: LinkID?
  /// The items under it that become sections and rows of their own.
  let children: [QuestionnaireItem]
  /// The items under it that only say something about it, and what: fields of this one.
  let notes: [QuestionnaireNote]

  /// The options of value sets that stand in the file.
  let contained: ContainedOptions

  /// Whether several options are chosen in one row, of a choice that repeats; where questions stand under its
  /// answers each is a row of its own.
  var takesSeveral: Bool {
    guard case .choice = role else { return false }
    return !children.contains { $0.role.isQuestion } || Role.hasGroup(cursor)
  }

  /// Reads an item; of one that was kept, what was a note is one.
  init(_ cursor: JSONCursor, _ contained: ContainedOptions, isKept: Bool = false) {
    (self.cursor, self.contained) = (cursor, contained)
    role = Role(of: cursor)
    let isGroup = role.isGroup
    linkID = cursor.node["linkId"]?.string.flatMap { text in
      text.isEmpty ? nil : LinkID(text, isGroup: isGroup)
    }
    // The parser's limit on depth is what bounds this recursion.
    let items = role.isWhole ? [] : cursor.elements("item") ?? []
    notes = role.isQuestion ? items.compactMap { QuestionnaireNote($0, isKept: isKept) } : []
    let taken = Set(notes.map(\.cursor.node.range.lowerBound))
    children = items.filter { !taken.contains($0.node.range.lowerBound) }.map {
      QuestionnaireItem($0, contained)
    }
  }
}

extension QuestionnaireItem.Role {
  fileprivate init(of cursor: JSONCursor) {
    let type = cursor.node["type"]?.string ?? ""
    self =
      Self.native[type] ?? Self.dialect(type, cursor) ?? .opaque(whole: cursor.node.object == nil)
    if cursor.node["repeats"]?.bool == true, !canRepeat(cursor) { self = .opaque(whole: true) }
  }

  // Answers of a question that repeats belong to each other, and so do the items under them.
  private func canRepeat(_ cursor: JSONCursor) -> Bool {
    switch self {
    case .group, .choice, .description: true
    case .textInput, .date, .quantity, .toggle: !Self.hasGroup(cursor)
    case .opaque: false
    }
  }

  // A section cannot follow the row of one answer.
  fileprivate static func hasGroup(_ cursor: JSONCursor) -> Bool {
    (cursor.elements("item") ?? []).contains { $0.node["type"]?.string == "group" || hasGroup($0) }
  }

  // Types that FHIR knows and Ekiben does not yet.
  private static let foreign: Set<String> = ["attachment", "reference"]

  private static let native: [String: QuestionnaireItem.Role] = [
    "group": .group, "display": .description, "string": .textInput(.plain),
    "text": .textInput(.multiline), "integer": .textInput(.integer),
    "decimal": .textInput(.decimal), "boolean": .toggle, "choice": .choice(other: false),
    "open-choice": .choice(other: true), "date": .date(.date), "dateTime": .date(.dateTime),
    "time": .date(.time), "url": .textInput(.url), "quantity": .quantity,
  ]

  // R5 has one type for both kinds of choice; and what is only called a question is what it offers.
  private static func dialect(_ type: String, _ cursor: JSONCursor) -> QuestionnaireItem.Role? {
    guard dialects.contains(type) else { return nil }
    let offers = ["answerOption", "answerValueSet", "option", "options"]
    guard type == "coding" || offers.contains(where: { cursor.node[$0] != nil }) else {
      return .textInput(.plain)
    }
    return .choice(other: cursor.node["answerConstraint"]?.string?.hasPrefix("optionsOr") ?? false)
  }

  /// Types that say less than the one that is written: they stay as they are while they say the same.
  static let dialects: Set<String> = ["coding", "question"]

  /// Whether FHIR has a type of this name.
  static func knows(_ type: String) -> Bool {
    native[type] != nil || foreign.contains(type) || dialects.contains(type)
  }

  /// The type that says the same in R4; nil of what a dialect has no type for.
  var ofDialect: String? {
    switch self {
    case .choice(let other): other ? "open-choice" : "choice"
    case .textInput(.plain): "string"
    default: nil
    }
  }

  var isGroup: Bool { if case .group = self { true } else { false } }

  /// Whether this takes an answer that is understood.
  var isQuestion: Bool {
    switch self {
    case .group, .description, .opaque: false
    case .textInput, .date, .quantity, .toggle, .choice: true
    }
  }

  /// Whether the items under this one stay in it.
  var isWhole: Bool { if case .opaque(whole: true) = self { true } else { false } }
}

/// An item under a question that only says something about it, such as its help.
struct QuestionnaireNote {
  let cursor: JSONCursor
  /// The question's field that it becomes.
  let field: FieldName
  let text: String

  /// Reads an item; nil where it is anything but a display whose role is said and that always shows its text.
  init?(_ cursor: JSONCursor, isKept: Bool = false) {
    let extensions = QuestionnaireExtensions(cursor)
    let roles =
      extensions.codes("questionnaire-itemControl")
      + extensions.codes("questionnaire-displayCategory")
    guard cursor.node["type"]?.string == "display", cursor.node["enableWhen"] == nil,
      extensions.all("sdc-questionnaire-enableWhenExpression").isEmpty, cursor.node["item"] == nil,
      let text = cursor.node["text"]?.string, !text.isEmpty,
      let field = roles.lazy.compactMap({ Self.fields[$0] }).first,
      isKept || cursor.member("_text")?.extensionElement(CarriedExpressions.text) == nil
    else { return nil }
    (self.cursor, self.field, self.text) = (cursor, field, text)
  }

  static let fields: [String: FieldName] = [
    "help": .help, "flyover": .flyover, "unit": .unit, "prompt": .hint, "legal": .legal,
    "instructions": .instructions, "sublabel": .sublabel,
  ]
}
