import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rule F17.
@Suite(.timeLimit(.minutes(20))) struct `A condition on a row under a question` {
  private static func answered(_ row: RowID) -> Formula { .exists(.init(row), true) }

  // `last` reads the answer from which all begins, too, and is asked once, when all else is known.
  @Test func `is asked once it is known whether the question is shown`() throws {
    func row(_ id: RowID, _ visible: Formula? = nil, under question: RowID? = nil) -> Document.Row {
      var fields: Fields = [.component: "TextInput", .value: "yes"]
      fields[.visible] = visible.map { .record($0.record) }
      fields[.parentRow] = question.map { .text($0.rawValue) }
      return Document.Row(id: id, fields: fields)
    }
    let first = Formula.Reference("first")
    let last = Formula.any([Self.answered("under"), .compares(first, .equal, .value("no"))])
    var document = try Document(sections: [
      Document.Section(
        id: "s",
        rows: [
          row("last", last), row("first"), row("second", Self.answered("first")),
          row("third", Self.answered("second")), row("under", under: "third"),
        ])
    ])
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    for (before, after, isShown) in [("yes", nil, false), (nil, "yes", true), ("yes", "no", true)]
      as [(String?, String?, Bool)]
    {
      let changes = Changeset([
        Change(.row("first"), .value, before: before.map(Value.text), after: after.map(Value.text))
      ])
      try document.apply(changes, at: index)
      _ = rules.update(by: changes, to: document, at: index)
      let structure = DocumentStructure(document, index)
      #expect(rules.isActive(.row("last"), in: structure) == isShown)
    }
  }
}

/// Rule F17, on a form of 420 rows of which 81 are a chain: each is shown while the one before it is answered
/// with anything but `no`.
@Suite(.timeLimit(.minutes(20))) struct `A long chain of conditions` {
  private static let length = 80

  private static func document() throws -> Document {
    let rows = (0..<420).map { number in
      var fields: Fields = [.component: "TextInput", .value: "yes"]
      if number % 5 == 0, 1...length ~= number / 5 {
        let before = Formula.Reference(RowID(unchecked: "row-\(number - 5)"))
        fields[.visible] = .record(
          Formula.all([
            .exists(before, true), .compares(before, .unequal, .value("no")),
          ]).record)
      }
      return Document.Row(id: RowID(unchecked: "row-\(number)"), fields: fields)
    }
    return try Document(
      sections: (0..<21).map { section in
        Document.Section(
          id: SectionID(unchecked: "s\(section)"), rows: rows[(20 * section)..<(20 * section + 20)])
      })
  }

  /// An answer given to the first or another of the chain, how many rules it asks, and how many rows it hides.
  struct Edit: Sendable, CustomTestStringConvertible {
    let link: Int
    let answer: Value?
    let asked: Int
    let hidden: Int

    var testDescription: String { "\(answer.map { "\($0)" } ?? "none") to link \(link)" }
  }

  static let edits = [
    Edit(link: 0, answer: "no", asked: 80, hidden: 80),
    Edit(link: 0, answer: nil, asked: 80, hidden: 80),
    Edit(link: 0, answer: "of course", asked: 1, hidden: 0),
    Edit(link: 40, answer: "no", asked: 40, hidden: 40),
    Edit(link: 79, answer: "no", asked: 1, hidden: 1),
    Edit(link: 80, answer: "no", asked: 0, hidden: 0),
  ]

  @Test(arguments: edits)
  func `is asked once when it opens, and by an edit as far as results change`(edit: Edit) throws {
    var document = try Self.document()
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    #expect(rules.evaluations == Self.length)
    var drawn = DrawnDocument(document, index, rules)
    #expect(rules.evaluations == Self.length && drawn.document == document)
    let row = RowID(unchecked: "row-\(5 * edit.link)")
    let changes = Changeset([Change(.row(row), .value, before: "yes", after: edit.answer)])
    try document.apply(changes, at: index)
    let affected = rules.update(by: changes, to: document, at: index)
    #expect(rules.evaluations == Self.length + edit.asked && affected.count == edit.hidden)
    _ = drawn.update(by: changes, to: document, at: index, rules, affected)
    #expect(drawn.document.rowCount == 420 - edit.hidden)
    #expect(drawn.document == document.drawn)
    let slow = SlowRules(document).standings()
    #expect(slow.count { !$0.value.isVisible } == edit.hidden)
  }

  @Test func `what is hidden already asks no further, and all come back at once`() throws {
    var document = try Self.document()
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    for (link, before, after, asked) in [
      (0, "yes", "no", 80), (40, "yes", "no", 1), (0, "no", "yes", 41), (40, "no", "yes", 40),
    ] {
      let known = rules.evaluations
      let row = RecordID.row(RowID(unchecked: "row-\(5 * link)"))
      let changes = Changeset([
        Change(row, .value, before: .text(before), after: .text(after))
      ])
      try document.apply(changes, at: index)
      _ = rules.update(by: changes, to: document, at: index)
      #expect(rules.evaluations - known == asked, "link \(link) to \(after)")
      #expect(rules.active == RuleState(document, index).active)
    }
  }
}
