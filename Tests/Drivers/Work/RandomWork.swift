package import EkibenDocuments
package import EkibenStore
package import EkibenTesting

/// Does random things to documents of one form: answers, structure, long texts, travels, marks,
/// reverts and deletion; the same things for the same seed and the same documents.
package struct RandomWork {
  package var random: SeededGenerator
  /// Rows of the form.
  package static let rows: [RowID] = ["name", "age", "note", "phone"]

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The form that the documents are filled in from; other numbers are other revisions.
  package static func form(_ number: Int = 0) throws -> Document {
    let extra = number == 0 ? "" : " extra-\(number)"
    return try Document(sketch: "person: name age consent | study: phone note\(extra)")
  }

  /// An edit, which the history may refuse.
  package mutating func edit(_ document: StoredDocument) throws -> Edit {
    if document.status == .deleted { return .undo(steps: 1) }
    let rows = Self.rows.filter { document.row($0) != nil }
    guard !rows.isEmpty else { return .undo(steps: 1) }
    let row = random.pick(rows)
    // Else there would be little to redo: most edits begin another branch.
    if document.history.visitedChild(of: document.head) != nil, random.once(in: 3) {
      return .redo(steps: random.number(in: 1...2))
    }
    switch random.number(in: 0...64) {
    case 0: return .delete
    case 1...4: return .undo(steps: random.number(in: 1...4))
    case 5...8: return .redo(steps: random.number(in: 1...4))
    case 9...12: return .checkout(random.number(in: 1...document.count))
    case 13...16: return .redoTo(random.number(in: document.head...document.count))
    case 17...18: return .answers([(row, nil)])
    case 19...20: return .draft(random.pick(["1", "12", "12a", ""]), in: row)
    case 21...25: return .revert(random.number(in: max(1, document.count - 12)...document.count))
    case 26...29: return .mark(try MarkName("m\(random.number(in: 0...3))"), moving: true)
    case 30...36: return .apply(try description(of: document))
    case 61...64: return .undoOwnStep
    case 37...43 where rows.contains("note"):
      return .answers([("note", .text(longText(document))), (row, shortValue())])
    default: return .answers([(row, shortValue())])
    }
  }

  /// An edit, or now and then the way to the current revision of its form.
  package mutating func editOrMigration(_ document: StoredDocument) throws -> Edit {
    if document.status != .deleted, random.once(in: 12) { return .migrate() }
    return try edit(document)
  }

  /// A document as one begins that some answers come with.
  package mutating func filled(_ form: Document) throws -> Document {
    try Self.rows.reduce(form) { form, row in
      guard form.row(row) != nil, random.once(in: 2) else { return form }
      return try form.answering(
        row, .text(String(repeating: "said ", count: random.number(in: 1...9))))
    }
  }

  private mutating func shortValue() -> Value? {
    let number = Value.integer(Int64(random.number(in: 0...9)))
    let values: [Value?] = [nil, .null, .bool(true), .text(""), .text("é"), number, number, number]
    return random.pick(values)
  }

  // A long text that changes in one place.
  private mutating func longText(_ document: StoredDocument) -> String {
    guard case .text(let text)? = document.row("note")?.fields[.value], text.count > 80 else {
      return String(repeating: "words and ", count: 12)
    }
    var letters = Array(text)
    letters[random.number(in: 0...letters.count - 1)] = random.pick(["x", "y", "ü"])
    return String(letters)
  }

  // The document as it is, with a row more, a row less, or a row or a section elsewhere.
  private mutating func description(of document: StoredDocument) throws -> Document {
    var sections = Array(document.content.sections)
    let at = random.number(in: 0...sections.count - 1)
    switch random.number(in: 0...4) {
    case 0:
      let id = try RowID("new-\(random.number(in: 0...3))")
      if document.row(id) == nil {
        sections[at].rows = .init(
          Array(sections[at].rows) + [Document.Row(id: id, fields: [.title: "New", .value: 1])])
      }
    case 1: sections[at].rows = .init(Array(sections[at].rows).dropLast())
    case 2: sections[at].rows = .init(Array(sections[at].rows).reversed())
    case 3:
      guard let row = Array(sections[at].rows).last else { break }
      sections[at].rows = .init(Array(sections[at].rows).dropLast())
      sections[0].rows = .init([row] + Array(sections[0].rows))
    default: sections.swapAt(0, sections.count - 1)
    }
    return try Document(fields: document.content.fields, sections: sections)
  }
}
