import EkibenDocuments
import EkibenForms
import Testing

private func question(_ id: RowID, _ fields: Fields = [:]) -> Document.Row {
  Document.Row(id: id, fields: ([.component: "TextInput"] as Fields).merging(fields))
}

extension Fields {
  fileprivate func merging(_ other: Fields) -> Fields {
    other.reduce(into: self) { $0[$1.name] = $1.value }
  }
}

private func visit() throws -> Document {
  try Document(sections: [
    .init(
      id: "home", fields: [.page: "home", .header: Section.supplement("At home")],
      rows: [
        question("name", [.title: "Name", .required: true]),
        question("age", [.kind: "integer", .value: 7, .required: true]),
        Document.Row(id: "words", fields: [.component: "Description", .text: "Words"]),
        question("shut", [.readOnly: true, .required: true]),
        question("hidden", [.hidden: true, .required: true]),
      ]),
    .init(
      id: "plants", fields: [.page: "garden", .header: Section.supplement("Plants")],
      rows: [question("tree", [.value: ""]), question("bush", [.value: "box", .title: "Bush"])]),
    .init(id: "last", rows: [question("note", [.value: .null])]),
  ])
}

// Rules F56 and F57.
@Suite(.timeLimit(.minutes(20))) struct `A document in pages` {
  @Test func `calls a page by the header of the section of that name, else by its name`() throws {
    let pages = try visit().pages
    #expect(pages.map(\.id) == ["home", "garden", nil])
    #expect(pages.map(\.title) == ["At home", "garden", nil])
    #expect(pages.map(\.sections) == [["home"], ["plants"], ["last"]])
    #expect(Document().pages.isEmpty)
  }

  @Test func `counts what is asked, answered and missing`() throws {
    let document = try visit()
    func counts(_ progress: Progress) -> [Int] {
      [progress.asked, progress.answered, progress.missing]
    }
    #expect(counts(document.progress()) == [5, 2, 1] && !document.progress().isComplete)
    let drawn = document.drawn
    #expect(counts(drawn.progress(of: ["home"], .none)) == [2, 1, 1])
    #expect(counts(drawn.progress(of: ["plants", "last"], .none)) == [3, 1, 0])
    #expect(counts(drawn.progress(of: [], .none)) == [0, 0, 0])
    #expect(drawn.progress(of: [], .none).isComplete)
  }

  @Test func `is looked over question by question`() throws {
    let issue = ValidationIssue(row: "name", rule: .required)
    let lines = try visit().drawn.review(.none, ["name": [issue]])
    #expect(lines.map(\.row) == ["name", "age", "tree", "bush", "note"])
    #expect(lines.map(\.page) == ["home", "home", "garden", "garden", nil])
    #expect(lines.map(\.title) == ["Name", "age", "tree", "Bush", "note"])
    #expect(lines.map(\.text) == [nil, "7", "", "box", nil])
    #expect(lines.map(\.issues) == [[issue], [], [], [], []])
  }

  @Test(
    arguments: [
      (nil, "name"), ("name", "tree"), ("tree", "note"), ("age", "tree"), ("note", "name"),
      ("nobody", "name"), ("words", "tree"),
    ] as [(RowID?, RowID)])
  func `goes to the next question without an answer, and around the end`(
    row: RowID?, next: RowID
  ) throws {
    let drawn = try visit().drawn
    #expect(drawn.unanswered(after: row, .none) == next)
    #expect(drawn.first(after: row) { $0.id == "bush" } == "bush")
    #expect(drawn.first(after: row) { _ in false } == nil)
  }
}
