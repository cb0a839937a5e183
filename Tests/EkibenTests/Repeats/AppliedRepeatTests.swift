import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let street = Field("street")
  fileprivate static let petName = Field("pet-name")
}

/// A form in which pets are asked for once, or as often as there are some.
private func form(repeating: Bool) -> Form {
  Form("home") {
    Section("address") { TextInput(.street, title: "Street") }
    if repeating {
      Repeat("pet", header: "Pet") { TextInput(.petName, title: "Name") }
    } else {
      Section("pet", header: "Pet") { TextInput(.petName, title: "Name") }
    }
  }
}

/// Rules F40 and F42: what an applied description lets repeat.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A section that an apply lets repeat` {
  @Test func `takes instances and no answers at once, and as before after an undo`() throws {
    try withTemporaryStore { store in
      let session = try store.open("d", from: form(repeating: false), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func expectAsRead() throws {
        let read = try store.document("d")
        #expect(session.document.content.isIdentical(to: read.content))
        #expect(session.document.index.mayRepeat || !read.index.mayRepeat)
        let fresh = HeadlessTable()
        try store.open("d").attach(fresh)
        #expect(fresh.snapshot() == table.snapshot())
      }
      try session.perform(.apply(try form(repeating: true).document()))
      #expect(throws: SessionError.self) { try session.set(.petName, to: "Fido") }
      try expectAsRead()
      let pet = try session.add(to: "pet")
      try session.set(.petName, in: pet, to: "Rex")
      try expectAsRead()
      try session.undo(steps: 3)
      try session.set(.petName, to: "Fido")
      try expectAsRead()
      #expect(try store.verify().findings == [])
    }
  }

  // Rules F40 and F59.
  @Test func `gives its instances nothing of what was typed in it and was no answer`() throws {
    func form(repeating: Bool) throws -> Document {
      var fields: Fields = [.component: "TextInput", .kind: "integer"]
      if repeating { fields[.repeats] = true }
      return try Document(sections: [.init(id: "s", rows: [.init(id: "n", fields: fields)])])
    }
    try withTemporaryStore { store in
      _ = try store.publish("f", form(repeating: false), by: EditMetadata(author: "Ada", time: 1))
      _ = try store.create(
        "d", from: "f", uid: Array(1...16), by: EditMetadata(author: "Ada", time: 2))
      let editor = try store.editor("d", in: .fixed())
      try editor.type("text", in: Field<String>("n"))
      try editor.perform(.apply(form(repeating: true)))
      let one = try editor.add(to: Field<String>("n"))
      #expect(editor.document.row(one.row)?.fields[.draft] == nil)
      try editor.type("true", in: one)
      #expect(editor.document.row(one.row)?.fields[.draft] == "true")
      #expect(try store.verify().findings == [])
    }
  }

  // Rules D20 and F17: the form alone has no row that its condition reads.
  @Test func `is asked for with the rules of all that a document has on another revision`() throws {
    func form(_ title: String, withMore: Bool = false) throws -> Document {
      try Form("f", title: title) {
        Section("s") {
          TextInput(Field<Int>("n"), title: "N")
            .visible(when: .exists(Formula.Reference("x"), true))
        }
        if withMore { Section("more") { TextInput(Field<Int>("x"), title: "X") } }
      }.document()
    }
    try withTemporaryStore { store in
      let by = EditMetadata(author: "Ada", time: 1)
      _ = try store.publish("f", form("One"), by: by)
      _ = try store.create(
        "d", from: "f", uid: Array(1...16), by: EditMetadata(author: "Ada", time: 2))
      let editor = try store.editor("d", in: .fixed())
      _ = try store.publish("f", form("Two"), by: by)
      try editor.perform(.migrate())
      try editor.perform(.apply(form("Two", withMore: true)))
      try editor.set([("x", 1)])
      try editor.set([("n", 2)])
      #expect(editor["n"] == 2)
      #expect(try store.verify().findings == [])
    }
  }
}

/// Rules F40 and F43: instances whose definition a description has put elsewhere.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct `Instances of what stands outside of its template` {
  private typealias Sections = [Document.Section]

  private func withForm(_ body: (Session, HeadlessTable) throws -> Void) throws {
    let form = Form("f") {
      Section("s", header: "S") {
        TextInput(Field<String>("x"), title: "X").repeated()
        TextInput(Field<String>("y"), title: "Y").setting(.parentRow, to: "x")
      }
      Repeat("pet", header: "Pets", label: "Pet") {
        TextInput(.petName, title: "Name")
        Section("more", header: "More") { TextInput(Field<String>("race"), title: "Race") }
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try session.set(.petName, in: session.add(to: "pet"), to: "Rex")
      try body(session, table)
      #expect(try store.verify().findings == [])
      try expectReplay(of: session.document, in: store)
    }
  }

  private nonisolated static let row: [@Sendable (inout Sections) -> Void] = [
    {
      $0[0].rows.append($0[1].rows[0])
      $0[1].rows = []
    },
    { $0[0].rows[2].fields[.title] = "Other" },
    { $0[0].rows = ChunkedList($0[0].rows.dropLast()) },
  ]
  private nonisolated static let section: [@Sendable (inout Sections) -> Void] = [
    { $0[2].fields[.parent] = nil },
    { $0[2].fields[.header] = "Other" },
    { $0.remove(at: 2) },
  ]
  // A question that takes several answers in one row shows what stands under it.
  private nonisolated static let question: [@Sendable (inout Sections) -> Void] = [
    { $0[0].rows[0].fields[.component] = "Choice" }
  ]

  @Test(arguments: [row, section, question])
  private func `are drawn as it says when it changes, goes and comes back`(
    edits: [@Sendable (inout Sections) -> Void]
  ) throws {
    try withForm { session, table in
      for edit in edits {
        var sections = Array(session.document.content.sections)
        edit(&sections)
        try session.perform(
          .apply(Document(fields: session.document.content.fields, sections: sections)))
        expectFresh(table, session)
      }
      for _ in edits {
        try session.undo()
        expectFresh(table, session)
      }
    }
  }
  // The question, what stands under it, and the same of two instances.
  private nonisolated static let parting: [@Sendable (inout Sections) -> Void] = [
    { $0[0].rows = ChunkedList($0[0].rows.enumerated().filter { $0.offset != 2 }.map(\.element)) },
    { $0[0].insert(.init(id: "z"), at: 1) }, { $0[0].insert(.init(id: "z"), at: 2) },
    { $0[0].insert(.init(id: "z"), at: 3) },
    { sections in
      let row = sections[1].rows[0]
      sections[1].rows = []
      sections[0].insert(row, at: 2)
    },
    { $0[0].rows = ChunkedList($0[0].rows.prefix(2) + $0[0].rows.dropFirst(2).reversed()) },
    { $0[0].rows = ChunkedList($0[0].rows.dropFirst()) },
    { sections in
      let pet = sections.first { $0.fields[.template] == "pet" }
      sections[0].fields[.parent] = pet.map { .text($0.id.rawValue) }
    },
  ]

  @Test(arguments: parting)
  private func `are counted as in a fresh table where something parts them from their question`(
    edit: @Sendable (inout Sections) -> Void
  ) throws {
    try withForm { session, table in
      let question = Field<String>("x")
      for _ in 1...2 { try session.add(to: question) }
      var sections = Array(session.document.content.sections)
      edit(&sections)
      try session.perform(
        .apply(Document(fields: session.document.content.fields, sections: sections)))
      expectFresh(table, session)
      if let last = session.instances(of: question).last { try session.remove(last) }
      expectFresh(table, session)
      while session.canUndo {
        try session.undo()
        expectFresh(table, session)
      }
      while session.canRedo {
        try session.redo()
        expectFresh(table, session)
      }
    }
  }
}

extension Document.Section {
  fileprivate mutating func insert(_ row: Document.Row, at place: Int) {
    rows = ChunkedList(rows.prefix(place) + [row] + rows.dropFirst(place))
  }
}
