import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenStore
import EkibenTesting
import Testing

private func by(_ author: String = "Ada", _ time: Int64 = 1) -> EditMetadata {
  EditMetadata(author: author, time: time)
}

/// Rule D19: what becomes of instances, and of what stood there before them, where another revision repeats less or more.
@Suite(.timeLimit(.minutes(20))) struct `A revision in which something repeats, or no more` {
  // Rules D20 and F41: what stood under an answer is found where that answer is.
  @MainActor @Test func `retires what is under a retired instance, though its row is still there`()
    throws
  {
    try withTemporaryStore { store in
      let text: Fields = ["component": "TextInput"]
      func publish(_ rows: [(RowID, Fields)]) throws {
        let rows = rows.map { Document.Row(id: $0, fields: $1) }
        let section = Document.Section(id: "s", rows: rows)
        _ = try store.publish("survey", try Document(sections: [section]), by: by())
      }
      let repeating = text.setting("repeats", true).setting("multiple", false)
      try publish([("phone", repeating), ("owner", text.setting("parentRow", "phone"))])
      let session = try store.open(
        try store.create("d", from: "survey", uid: Array(repeating: 1, count: 16), by: by()).name)
      let phone = try session.add(to: Field<String>("phone")).row
      let owner = RowID(unchecked: "\(phone)/owner")
      try session.set([(phone, "555"), (owner, "Ada")])
      try publish([("owner", text)])
      try session.perform(.migrate())
      #expect(session.document.isRetired(phone) && session.document.isRetired(owner))
      #expect(!session.document.isRetired("owner"))
      #expect(throws: SessionError.self) { try session.set([(owner, "Bea")]) }
    }
  }

  // Rule D19.
  @Test func `keeps instances of what does not repeat any more, with their template`() throws {
    func household(_ repeats: Bool) throws -> Document {
      try Document(
        sections: repeats
          ? [
            Document.Section(
              id: "members", fields: ["repeats": true],
              rows: [Document.Row(id: "name", fields: ["component": "TextInput"])])
          ] : [Document.Section(id: "rest", rows: [])])
    }
    try withTemporaryStore { store in
      _ = try store.publish("household", try household(true), by: by())
      var document = try store.create(
        "d", from: "household", uid: Array(repeating: 1, count: 16), by: by())
      try store.perform(
        .add(to: .section("members"), seed: [1, 2, 3]), on: &document, by: by())
      let row = try #require(
        document.content.sections.flatMap(\.rows).first { $0.fields[.template] != nil })
      try store.perform(.answers([(row: row.id, value: .text("Ada"))]), on: &document, by: by())
      let before = document.content
      _ = try store.publish("household", try household(false), by: by())
      try store.perform(.migrate(), on: &document, by: by())
      #expect(document.isRetired(row.id) && document.row(row.id)?.fields[.value] == "Ada")
      try expectSameWhenRead(document, store)
      var described = try household(false)
      described.setField("title", to: "Household")
      try store.perform(.apply(described), on: &document, by: by())
      #expect(document.isRetired(row.id) && document.row(row.id)?.fields[.value] == "Ada")
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(try store.verify().findings == [])
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.content == before)
      try expectSameWhenRead(document, store)
    }
  }

  // Rules D19 and F14.
  @Test func `retires what is in instances of what does not repeat any more`() throws {
    func household(_ repeats: Bool) throws -> Document {
      try Document(sections: [
        Document.Section(
          id: "members", fields: repeats ? ["repeats": true] : [:],
          rows: [Document.Row(id: "name", fields: ["component": "TextInput"])])
      ])
    }
    try withTemporaryStore { store in
      _ = try store.publish("household", try household(true), by: by())
      func begin(_ name: DocumentName) throws -> (StoredDocument, RowID) {
        var document = try store.create(
          name, from: "household", uid: Array(name.rawValue.utf8) + Array(repeating: 1, count: 15),
          by: by())
        try store.perform(.add(to: .section("members"), seed: [1, 2, 3]), on: &document, by: by())
        let row = try #require(
          document.content.sections.flatMap(\.rows).first { $0.fields[.template] != nil }?.id)
        try store.perform(.answers([(row: row, value: .text("Ada"))]), on: &document, by: by())
        #expect(!document.isRetired(row) && document.activity.inactive == [])
        return (document, row)
      }
      func expectRetired(_ row: RowID, in document: StoredDocument) throws {
        #expect(document.isRetired(row) && document.row(row)?.fields[.value] == "Ada")
        #expect(document.activity.inactive == [row])
        #expect(document.content.drawn.sections.map(\.id) == ["members"])
        var changed = document
        #expect(throws: StoreError.structure(.retired(.row(row), following: .row("name")))) {
          try store.perform(.answers([(row: row, value: .text("Bea"))]), on: &changed, by: by())
        }
        try expectSameWhenRead(document, store)
      }
      var (described, other) = try begin("b")
      try store.perform(.apply(try household(false)), on: &described, by: by())
      try expectRetired(other, in: described)
      var (migrated, row) = try begin("a")
      let before = migrated.content
      _ = try store.publish("household", try household(false), by: by())
      try store.perform(.migrate(), on: &migrated, by: by())
      try expectRetired(row, in: migrated)
      let copy = try store.duplicate(
        migrated, as: "c", uid: Array(repeating: 2, count: 16), by: by())
      try expectRetired(row, in: copy)
      try store.perform(.answers([(row: "name", value: .text("Cleo"))]), on: &migrated, by: by())
      #expect(try store.verify().findings == [])
      try store.perform(.undo(steps: 2), on: &migrated, by: by())
      #expect(migrated.content == before && migrated.activity.inactive == [])
      #expect(try store.verify().findings == [])
    }
  }

  // Rules D19 and E4.
  @Test(arguments: [true, false])
  func `shows and counts what was answered before it repeated, where that is asked for`(
    isNested: Bool
  ) throws {
    func form(_ parent: FieldName?) throws -> Document {
      let row = Document.Row(id: "a", fields: [.component: "TextInput", .title: "A"])
      let other = Document.Row(id: "b", fields: [.component: "TextInput", .title: "B"])
      let inside: Fields = parent.map { [$0: isNested ? "g" as Value : true] } ?? [:]
      let outer = Document.Section(
        id: "g", fields: isNested && parent != nil ? [.repeats: true] : [:])
      return try Document(sections: [outer, .init(id: "h", fields: inside, rows: [row, other])])
    }
    try withTemporaryStore { store in
      _ = try store.publish("survey", try form(nil), by: by())
      var document = try store.create(
        "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
      try store.perform(.answers([("a", "Ada")]), on: &document, by: by())
      _ = try store.publish("survey", try form(isNested ? .parent : .repeats), by: by())
      try store.perform(.migrate(), on: &document, by: by())
      let group = RecordID.section(isNested ? "g" : "h")
      try store.perform(.add(to: group, seed: [1, 2, 3]), on: &document, by: by())
      let row = try #require(document.content.sections.last?.rows.first?.id)
      try store.perform(.answers([(row, .text("Bea"))]), on: &document, by: by())
      func shown(_ content: Document) -> [RowID] { content.sections.flatMap { $0.rows.map(\.id) } }
      let instance = document.content.sections.last?.rows.map(\.id) ?? []
      #expect(shown(document.content.drawn) == instance)
      #expect(shown(document.content.drawn(showsHidden: true)) == ["a"] + instance)
      var query = DocumentQuery(["a", "b"])
      #expect(query.answers(of: document) == [["Bea"], []])
      query.countsHidden = true
      #expect(query.answers(of: document) == [["Ada", "Bea"], []])
      // Where nothing repeats any more, the instance is retired; a group's stands behind the group.
      try store.perform(.migrate(to: 1), on: &document, by: by())
      #expect(query.answers(of: document) == [isNested ? ["Bea", "Ada"] : ["Ada", "Bea"], []])
      query.countsHidden = false
      #expect(query.answers(of: document) == [["Ada"], []])
    }
  }
}
