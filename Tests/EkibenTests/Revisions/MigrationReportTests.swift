import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenStore
import EkibenTesting
import Testing

/// What becomes of answers where a document goes to another revision (rules D18, D19 and D20).
@Suite(.timeLimit(.minutes(20))) struct `A report of a migration` {
  private typealias Rows = [(RowID, Fields)]

  private static let by = EditMetadata(author: "Ada", time: 1)

  private static func content(_ rows: Rows) throws -> Document {
    try Document(sections: [
      .init(id: "s", rows: rows.map { Document.Row(id: $0.0, fields: $0.1) })
    ])
  }

  /// What is reported of a document that begins on the first revision and goes to others in turn.
  private func reports(
    _ revisions: [Rows], _ answers: [(row: RowID, value: Value?)], to path: [Int],
    renaming renames: [RowRename] = []
  ) throws -> [MigrationReport] {
    try withTemporaryStore { store in
      for (at, rows) in revisions.enumerated() {
        _ = try store.publish("f", try Self.content(rows), by: Self.by)
        if at > 0 { continue }
        var document = try store.create(
          "d", from: "f", uid: Array(repeating: 1, count: 16), by: Self.by)
        try store.perform(.answers(answers), on: &document, by: Self.by)
      }
      return try path.map { revision in
        let before = try store.document("d")
        var after = before
        try store.perform(.migrate(to: revision, renaming: renames), on: &after, by: Self.by)
        return MigrationReport(
          from: before, to: after, renaming: renames,
          components: LiveComponents(registry: .standard), in: .standard)
      }
    }
  }

  private static let text: Fields = [.component: "TextInput", .title: "Name"]

  @Test func `says what is kept, what is retired, and what is back`() throws {
    let found = try reports(
      [
        [("a", Self.text), ("b", Self.text.setting(.title, nil)), ("c", Self.text)],
        [("a", Self.text.setting(.title, "Your name"))],
      ], [("a", "x"), ("b", "y")], to: [2, 1, 1])
    let lines = found.map { report in
      ["\(report.from)–\(report.to)"]
        + report.answers.map {
          "\($0.row) \($0.title ?? "-") \(Notation.text(of: $0.value)): \($0.outcome)"
        }
    }
    #expect(
      lines == [
        ["1–2", #"a Your name "x": kept"#, #"b - "y": retired"#],
        ["2–1", #"a Name "x": kept"#, #"b - "y": back"#], ["1–1"],
      ])
    #expect(found.flatMap(\.suggestions).isEmpty)
  }

  @Test func `says from where an answer was renamed`() throws {
    let rename = RowRename("a", to: "b")
    let found = try reports(
      [[("a", Self.text), ("c", Self.text)], [("b", Self.text), ("c", Self.text)]],
      [("a", "x"), ("c", "y")], to: [2], renaming: [rename])
    #expect(found[0].answers.map(\.row) == ["b", "c"])
    #expect(found[0].answers.map(\.outcome) == [.renamed(from: "a"), .kept])
    #expect(found[0].suggestions.isEmpty)
  }

  @Test(
    arguments: [
      ([.component: "TextInput", .kind: "integer"], "x", "a whole number"),
      ([.component: "TextInput", .kind: "integer"], "7", "a whole number"),
      ([.component: "Toggle"], "x", "true or false"),
      ([.component: "TextInput", .kind: "multiline"], "x", nil),
      ([.component: "Description", .text: "x"], "x", nil), ([.component: "Slider"], "x", nil),
      ([.component: "TextInput", .kind: "decimal"], 7, nil),
      ([.component: "TextInput", .kind: "decimal"], "7", "a decimal number"),
    ] as [(Fields, Value, String?)])
  func `says that a row takes no answers of that kind`(
    fields: Fields, value: Value, taken: String?
  ) throws {
    let kind: Value = value.asInteger == nil ? "plain" : "integer"
    let found = try reports(
      [[("a", Self.text.setting(.kind, kind))], [("a", fields)]], [("a", value)], to: [2])
    let expected = taken.map {
      MigrationReport.Outcome.invalid([.init(row: "a", rule: .kind(takes: $0))])
    }
    #expect(found[0].answers.map(\.outcome) == [expected ?? .kept])
  }

  // Rather none than a wrong one.
  @Test(
    arguments: [
      ([("b", text)], true), ([("b", text.setting(.help, "H"))], true),
      ([("b", text.setting(.title, "Other"))], false), ([("b", text.setting(.title, nil))], false),
      ([("b", text.setting(.kind, "multiline"))], false),
      ([("b", text.setting(.component, "Toggle"))], false), ([("b", text), ("c", text)], false),
      ([], false), ([("kept", text)], false),
    ] as [([(RowID, Fields)], Bool)])
  func `suggests what a row is called now if there is one with its title and kind`(
    rows: [(RowID, Fields)], isSuggested: Bool
  ) throws {
    let other: Fields = [.component: "Toggle", .title: "Kept"]
    let found = try reports(
      [[("a", Self.text), ("kept", other)], rows], [("a", "x")], to: [2])
    #expect(found[0].answers.map(\.outcome) == [.retired])
    #expect(found[0].suggestions == (isSuggested ? [RowRename("a", to: "b")] : []))
  }

  @Test(arguments: ["", nil] as [String?])
  func `suggests nothing for a row without a title`(title: String?) throws {
    let fields = Self.text.setting(.title, title.map { .text($0) })
    let found = try reports([[("a", fields)], [("b", fields)]], [("a", "x")], to: [2])
    #expect(found[0].suggestions.isEmpty)
  }
}
