import Ekiben
import EkibenForms
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let guest = Field("guest")
}

// Rule F17.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Rules of a revision` {
  private func form() -> Form {
    Form("party") {
      Section("head") {
        Toggle(.consent, title: "I agree")
        TextInput(.age, title: "Age").visible(when: .consent == true)
      }
      Repeat("guests", label: "Guest") {
        TextInput(.guest, title: "Guest").required(when: .age >= 18)
      }
    }
  }

  private func expectSame(_ rules: RuleState, as document: StoredDocument) {
    let read = RuleState(document.content, document.index)
    for section in document.content.sections {
      for row in section.rows {
        let standing = rules.standing(of: .row(row.id), row.fields, in: document.structure)
        #expect(standing == read.standing(of: .row(row.id), row.fields, in: document.structure))
      }
    }
  }

  @Test func `are read once for all documents that are answers to it`() throws {
    try withTemporaryStore { store in
      let (first, second) = (try store.open("a", from: form()), try store.open("b", from: form()))
      let rules = first.document.rules().index
      #expect(second.document.rules().index === rules && !rules.isEmpty)
      try first.set(.consent, to: true)
      try first.type("2x", in: .age)
      #expect(first.document.rules().index === rules)
      try first.type("20", in: .age)
      try first.submit()
      try first.perform(.reopen, reason: "again")
      let again = try store.document("a")
      #expect(again.rules().index === rules)
      expectSame(again.rules(), as: again)
      expectSame(first.document.rules(), as: first.document)
    }
  }

  // Rule F14.
  @Test(arguments: [false, true])
  func `say whether a hidden answer counts as the form says it`(counts: Bool) throws {
    var policies = RulePolicies()
    policies.hiddenAnswersCount = counts
    let form = Form("party") {
      Section("s") {
        Toggle(.consent, title: "I agree")
        TextInput(.age, title: "Age").visible(when: .consent == true)
        TextInput(.guest, title: "Guest").visible(when: .age >= 18)
      }
    }.policies(policies)
    try withTemporaryStore { store in
      let session = try store.open("a", from: form)
      try session.set(.consent, to: true)
      try session.set(.age, to: 20)
      try session.set(.consent, to: false)
      let why = try #require(try session.why("guest").first)
      #expect(why.holds == counts)
      #expect(why.answers.map(\.row) == ["age"] && why.answers.map(\.counts) == [counts])
      #expect(why.sentence.contains("does not count while it is hidden") == !counts)
    }
  }

  @Test func `are read anew where a document has records or definitions of its own`() throws {
    try withTemporaryStore { store in
      let (first, second) = (try store.open("a", from: form()), try store.open("b", from: form()))
      let rules = first.document.rules().index
      try first.add(to: "guests")
      #expect(first.document.rules().index !== rules)
      expectSame(first.document.rules(), as: first.document)
      var sections = Array(second.document.content.sections)
      var rows = Array(sections[0].rows)
      rows[1].fields[.visible] = .bool(false)
      sections[0].rows = .init(rows)
      let described = try Document(fields: second.document.content.fields, sections: sections)
      try second.perform(.apply(described))
      #expect(second.document.rules().index !== rules)
      expectSame(second.document.rules(), as: second.document)
      #expect(try !second.why("age").isEmpty)
      try second.undo()
      expectSame(second.document.rules(), as: second.document)
      #expect(
        try store.document("a").rules().standing(
          of: .row("age"), [:], in: first.document.structure
        ).isVisible == false)
    }
  }
}
