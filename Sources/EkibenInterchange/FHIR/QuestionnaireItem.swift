import EkibenForms

/// An item of a Questionnaire, and what becomes of it.
struct QuestionnaireItem {
  /// What an item becomes.
  enum Role {
    /// A section.
    case group
    /// A row that only says something.
    case description
    /// A row that takes typed text.
    case textInput(TextInput.Kind)
    /// A row that is on, off or unanswered.
    case toggle
    /// A row of which one option is chosen.
    case choice
    /// A row that keeps the item as it is; `whole` means with all items under it.
    case opaque(whole: Bool)
  }

  let cursor: JSONCursor
  let role: Role
  /// Absent, empty and of the wrong type are all the same: there is none.
  let linkID: LinkID?
  /// The items under it that become sections and rows of their own.
  let children: [QuestionnaireItem]

  init(_ cursor: JSONCursor) {
    self.cursor = cursor
    role = Role(of: cursor)
    let isGroup = role.isGroup
    linkID = cursor.node["linkId"]?.string.flatMap { text in
      text.isEmpty ? nil : LinkID(text, isGroup: isGroup)
    }
    // The parser's limit on depth is what bounds this recursion.
    children = role.isWhole ? [] : (cursor.elements("item") ?? []).map(QuestionnaireItem.init)
  }
}

extension QuestionnaireItem.Role {
  fileprivate init(of cursor: JSONCursor) {
    let type = cursor.node["type"]?.string ?? ""
    // Answers of a question that repeats belong to each other, and so do the items under them.
    if cursor.node["repeats"]?.bool == true {
      self = .opaque(whole: true)
    } else {
      self = Self.native[type] ?? .opaque(whole: cursor.node.object == nil)
    }
  }

  // Types that FHIR knows and Ekiben does not yet.
  private static let foreign: Set<String> = [
    "date", "dateTime", "time", "url", "quantity", "attachment", "reference", "open-choice",
  ]

  private static let native: [String: QuestionnaireItem.Role] = [
    "group": .group, "display": .description, "string": .textInput(.plain),
    "text": .textInput(.multiline), "integer": .textInput(.integer),
    "decimal": .textInput(.decimal), "boolean": .toggle, "choice": .choice,
  ]

  /// Whether FHIR R4 has a type of this name.
  static func knows(_ type: String) -> Bool { native[type] != nil || foreign.contains(type) }

  /// Whether this is a group.
  var isGroup: Bool { if case .group = self { true } else { false } }

  /// Whether the items under this one stay in it.
  var isWhole: Bool { if case .opaque(whole: true) = self { true } else { false } }
}
