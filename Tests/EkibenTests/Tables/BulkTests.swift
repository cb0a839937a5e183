import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

extension Field<Bool> { fileprivate static let owns = Field("owns") }
extension Field<String> {
  fileprivate static let country = Field("country")
  fileprivate static let note = Field("note")
  fileprivate static let pet = Field("pet")
  fileprivate static let pin = Field("pin")
}

private let form = Form("intake") {
  Section("s") {
    TextInput(.name, title: "Name")
    TextInput(.age, title: "Age")
    TextInput(Field<Int>("next"), title: "Next year").calculated(
      "%resource.descendants().where(linkId = 'age').answer.value + 1")
    Toggle(.consent, title: "I agree")
    TextInput(.note, title: "Note").initial("none").visible(when: .consent == true)
    TextInput(.pin, title: "PIN", kind: .secret)
    Choice(.country, title: "Country", options: []).options(from: "countries")
  }
  Repeat("pets", label: "Pet") { TextInput(.pet, title: "Called") }
}

private typealias Answers = [(row: RowID, value: Value)]

@Suite(.timeLimit(.minutes(20))) struct `Many documents at once` {
  private func withStore<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try withTemporaryStore { store in
      let metadata = SessionEnvironment.fixed().metadata()
      _ = try store.publish("intake", form.document(), by: metadata)
      let set = try OptionSetDocument.document(
        fields: Fields(),
        options: [[.code: "AT", .label: "Austria"], [.code: "GE", .label: "Georgia"]])
      _ = try store.publish("countries", set, by: metadata)
      return try body(store)
    }
  }

  private func documents(_ count: Int) -> [(name: DocumentName?, answers: Answers)] {
    (0..<count).map { number in
      (
        number.isMultiple(of: 3) ? nil : DocumentName(unchecked: "d\(number)"),
        [
          ("age", .integer(Int64(number))), ("name", .text("n\(number)")),
          ("country", .record([.code: .text(number.isMultiple(of: 2) ? "AT" : "GE")])),
        ]
      )
    }
  }

  // Rule P41.
  @Test func `are what each is that is started and answered by itself`() throws {
    let many = documents(20)
    let together = try withStore { store in
      let names = try store.create(many, from: "intake", as: .fixed())
      return try names.map { Facts(try store.document($0)) }
    }
    let alone = try withStore { store in
      let environment = SessionEnvironment.fixed()
      return try many.map { name, answers in
        let made = try store.create(
          name, from: "intake", uid: environment.uid(), by: environment.metadata())
        try store.set(
          answers.map { ($0.row, .some($0.value)) }, in: made.name, as: environment)
        return Facts(try store.document(made.name))
      }
    }
    #expect(together.map(\.content) == alone.map(\.content))
    #expect(together.map(\.origins) == alone.map(\.origins))
    #expect(together.map(\.history) == alone.map(\.history))
    #expect(together.allSatisfy { $0.history.count == 2 })
    #expect(together[4].content.sections[0].rows[2].fields[.value] == .integer(5))
  }

  // Rule P41.
  @Test func `are none of all where one is refused`() throws {
    try withStore { store in
      let known = try store.documents()
      for wrong: (DocumentName?, Answers) in [
        ("x", [("age", "old")]), ("d1", []), ("x", [("nowhere", 1)]),
        ("x", [("country", .record([.code: "ZZ"]))]),
      ] {
        #expect(throws: SessionError.self) {
          try store.create(documents(6) + [wrong], from: "intake", as: .fixed())
        }
        let now = try store.documents()
        #expect(now == known)
      }
      #expect(throws: SessionError.store(.unknownForm("none"))) {
        try store.create(documents(1), from: "none", as: .fixed())
      }
      // Numbers that were given out meanwhile are free again.
      let names = try store.create(documents(2), from: "intake", as: .fixed())
      #expect(names == ["intake", "d1"])
      #expect(try store.create([], from: "intake", as: .fixed()) == [])
      #expect(try store.verify().findings == [])
    }
  }

  // Rules E4 and F14.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `answer to a row what a query finds in each of them`(seed: UInt64) throws {
    try withStore { store in
      var random = SeededGenerator(seed: seed)
      let many = documents(300)
      let names = try store.create(many, from: "intake", as: .fixed())
      for name in names where random.number(in: 1...4) == 1 {
        let editor = try store.editor(name, in: .fixed())
        switch random.number(in: 1...7) {
        case 1: try editor.set(.consent, to: true)
        case 2: _ = try editor.set([(row: "note", value: "seen")])
        case 3: try editor.clear(.name)
        case 4: try editor.add(to: "pets")
        case 5: _ = try editor.perform(.delete)
        case 6: try editor.set(.pin, to: "1234")
        default: _ = try editor.set([(row: "next", value: 7)])
        }
      }
      for row in ["name", "age", "next", "note", "pin", "country", "pet"] as [RowID] {
        var (found, expected): ([DocumentName: [Value]], [DocumentName: [Value]]) = ([:], [:])
        var order: [DocumentName] = []
        try store.answers(to: row, in: "intake") { name, answers in
          order.append(name)
          found[name] = answers
          return true
        }
        let query = DocumentQuery([row])
        try store.eachDocument(of: "intake") { document, _, _ in
          if document.status != .deleted {
            expected[document.name] = query.answers(of: document)?[0]
          }
          return true
        }
        #expect(found == expected, "\(row), seed \(seed)")
        #expect(order == order.sorted())
      }
    }
  }

  @Test func `answer what the form itself answers, unless they say otherwise`() throws {
    try withTemporaryStore { store in
      let fields: Fields = [.component: "TextInput"]
      let rows = [
        Document.Row(id: "kept", fields: fields.setting(.value, "as the form says")),
        Document.Row(id: "asked", fields: fields),
      ]
      let metadata = SessionEnvironment.fixed().metadata()
      _ = try store.publish("f", Document(sections: [.init(id: "s", rows: rows)]), by: metadata)
      try store.create(
        [("left", []), ("said", [("kept", "mine")]), ("other", [("asked", "yes")])], from: "f",
        as: .fixed())
      var found: [DocumentName: [Value]] = [:]
      try store.answers(to: "kept", in: "f") { name, answers in
        found[name] = answers
        return true
      }
      #expect(
        found == ["left": ["as the form says"], "said": ["mine"], "other": ["as the form says"]])
    }
  }

  @Test func `are handed on until somebody has enough`() throws {
    try withStore { store in
      try store.create(documents(600), from: "intake", as: .fixed())
      var count = 0
      let isOfOneMoment = try store.answers(to: "age", in: "intake") { _, answers in
        count += 1
        return count < 300 && answers.count == 1
      }
      #expect(count == 300 && isOfOneMoment)
      #expect(throws: StoreError.unknownForm("none")) {
        try store.answers(to: "age", in: "none") { _, _ in true }
      }
      #expect(throws: StoreError.unknownRow("none", document: "intake")) {
        try store.answers(to: "none", in: "intake") { _, _ in true }
      }
    }
  }
}
