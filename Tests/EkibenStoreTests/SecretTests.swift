import EkibenDocuments
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

private let secrets = (1...4).map { "Hunter-\($0)-Swordfish" }

/// How often a text stands in the files of a store.
private func traces(of text: String, _ path: String) throws -> Int {
  let needle = Array(text.utf8)
  return try files(of: path).values.reduce(0) { count, bytes in
    count + bytes.indices.count { bytes[$0] == needle[0] && bytes[$0...].starts(with: needle) }
  }
}

/// A store with a document that asks for a name and a password.
private func withLogin(_ body: (Store, inout StoredDocument) throws -> Void) throws {
  let rows = ["name", "password"].map { name in
    Document.Row(
      id: RowID(unchecked: name),
      fields: [.component: "TextInput", .kind: .text(name == "password" ? "secret" : "plain")])
  }
  try withVisit(form: Document(sections: [.init(id: "login", rows: rows)]), body)
}

/// A form that asks for a number, in one kind or another.
private func pinForm(_ kind: Value, repeats: Bool = false) throws -> Document {
  var fields: Fields = [.component: "TextInput", .kind: kind]
  if repeats { fields[.repeats] = true }
  return try Document(sections: [.init(id: "login", rows: [.init(id: "pin", fields: fields)])])
}

// Rule H19.
@Suite(.timeLimit(.minutes(20))) struct SecretTests {
  @Test func `a secret stands in its answer and in no entry`() throws {
    try withLogin { store, document in
      var mask: Value?
      for secret in secrets.prefix(3) {
        let entry = try #require(
          try store.set(&document, ("name", "Ada"), ("password", .text(secret))))
        #expect(document.answer("password") == .masked)
        mask = entry.changes.changes.last?.after
        #expect(mask == .masked)
        #expect(try store.secret("password", of: document) == .text(secret))
        try store.expectStored(document)
      }
      try store.set(&document, ("name", "Lin"))
      while try store.archiveOldEntries(of: &document) {}
      let entries = try store.entries(of: document, 1...Int.max)
      #expect(!"\(entries)".contains("Swordfish"))
      let past = try store.content(of: document, at: 2)
      #expect(past.row("password")?.fields[.value] == .masked)
      try store.expectSound()
      _ = try store.compact()
      #expect(try secrets.map { try traces(of: $0, store.path) } == [0, 0, 1, 0])
      let again = try store.again()
      #expect(try again.secret("password", of: again.document("visit")) == .text(secrets[2]))
      try again.close()
    }
  }

  @Test func `the same secret again is an entry, and none is none`() throws {
    try withLogin { store, document in
      #expect(try store.secret("password", of: document) == nil)
      for _ in 1...2 { try store.set(&document, ("password", .text(secrets[0]))) }
      #expect(document.count == 3)
      try store.set(&document, ("password", nil))
      #expect(document.answer("password") == nil)
      #expect(try store.secret("password", of: document) == nil)
      #expect(throws: StoreError.unknownRow("name", document: "visit")) {
        try store.secret("name", of: document)
      }
    }
  }

  @Test func `a row becomes a secret with its answer, and nothing else while it has one`() throws {
    try withVisit(form: pinForm("plain")) { store, document in
      try store.set(&document, ("pin", "1234"))
      try store.perform(.apply(pinForm("secret")), on: &document, by: by())
      #expect(document.answer("pin") == .masked)
      #expect(try store.secret("pin", of: document) == "1234")
      try store.expectStored(document)
      let (count, content) = (document.count, document.content)
      let open: Edit = .apply(try pinForm("plain"))
      for edit: Edit in [open, .undo(steps: 1), .checkout(2), .revert(3)] {
        #expect(throws: StoreError.secretStays("pin")) {
          try store.perform(edit, on: &document, by: by())
        }
      }
      for edit: Edit in [.undo(steps: 2), .checkout(1)] {
        #expect(throws: StoreError.history(.secret("pin"))) {
          try store.perform(edit, on: &document, by: by())
        }
      }
      #expect(document.count == count && document.content == content)
      var other = try store.document("visit")
      try store.set(&document, ("pin", "5678"))
      #expect(try store.newEntries(for: &other).count == 1)
      #expect(other.content == document.content)
      try store.set(&document, ("pin", nil))
      try store.perform(open, on: &document, by: by())
      #expect(document.row("pin")?.fields[.kind] == "plain")
      try store.expectStored(document)
    }
  }

  @Test func `an answer is a secret for all who have the document open as soon as its row is one`()
    throws
  {
    try withVisit(form: pinForm("plain", repeats: true)) { store, document in
      try store.perform(.add(to: .row("pin"), at: .last, seed: [1]), on: &document, by: by())
      let instance = try #require(document.structure.instances(of: RowID("pin")).first)
      try store.set(&document, (instance, "1234"))
      var other = try store.document("visit")
      try store.perform(.apply(pinForm("secret", repeats: true)), on: &document, by: by())
      _ = try store.newEntries(for: &other)
      #expect(document.answer(instance) == .masked && other.answer(instance) == .masked)
      #expect(throws: StoreError.secretStays(instance)) {
        try store.perform(.apply(pinForm("plain", repeats: true)), on: &document, by: by())
      }
      try store.expectStored(document)
    }
  }

  @Test func `a revision in which a secret is none takes no document that has an answer to it`()
    throws
  {
    try withVisit(form: pinForm("secret")) { store, document in
      try store.set(&document, ("pin", "1234"))
      _ = try store.publish(document.form, pinForm("plain"), by: by())
      #expect(throws: StoreError.secretStays("pin")) {
        try store.perform(.migrate(), on: &document, by: by())
      }
      try store.set(&document, ("pin", nil))
      try store.perform(.migrate(), on: &document, by: by())
      try store.set(&document, ("pin", "1234"))
      #expect(document.answer("pin") == "1234")
      try store.expectStored(document)
    }
  }

  @Test func `nothing brings a secret back, and what came later can be undone`() throws {
    try withLogin { store, document in
      try store.set(&document, ("name", "Ada"))  // 2
      try store.set(&document, ("password", .text(secrets[0])))  // 3
      try store.set(&document, ("password", .text(secrets[1])))  // 4
      try store.set(&document, ("name", "Lin"))  // 5
      for edit: Edit in [.undo(steps: 2), .undo(steps: 3), .checkout(2), .revert(3), .revert(4)] {
        let error = try storeError { _ = try store.perform(edit, on: &document, by: by()) }
        guard case .history = error else { throw error }
        #expect(document.count == 5)
      }
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(throws: StoreError.history(.secret("password"))) {
        try store.perform(.undo(steps: 1), on: &document, by: by())
      }
      try store.perform(.redo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == "Lin")
      #expect(try store.secret("password", of: document) == .text(secrets[1]))
      try store.expectSound()
    }
  }

  @Test func `what others do, copy and take in holds a mask`() throws {
    try withLogin { store, document in
      try store.set(&document, ("password", .text(secrets[0])))
      let other = try store.again()
      var elsewhere = try other.document("visit")
      try other.set(&elsewhere, ("password", .text(secrets[1])))
      try store.refresh(&document)
      #expect(document.answer("password") == .masked)
      #expect(try store.secret("password", of: document) == .text(secrets[1]))
      let copy = try other.duplicate(elsewhere, as: "copy", uid: uid(5), by: by())
      #expect(copy.answer("password") == .masked)
      #expect(try other.secret("password", of: copy) == nil)
      let adopted = try other.adopt(
        "adopted", uid: uid(6), form: "visit", content: try other.form("visit").content,
        entries: try other.entries(of: elsewhere, 1...Int.max))
      #expect(adopted.answer("password") == .masked)
      #expect(try other.secret("password", of: adopted) == nil)
      try other.expectSound()
      _ = try other.purge("visit", by: by())
      #expect(try secrets.map { try traces(of: $0, store.path) } == [0, 0, 0, 0])
      try other.close()
    }
  }

  // Rule F45.
  @Test func `a secret in an instance stands in no entry, and goes with the instance`() throws {
    let login = Document.Section(
      id: "login", fields: [.repeats: true],
      rows: [
        Document.Row(id: "name", fields: [.component: "TextInput"]),
        Document.Row(id: "pin", fields: [.component: "TextInput", .kind: "secret"]),
      ])
    try withVisit(form: Document(sections: [login])) { store, document in
      let place = StructurePlace.last
      func add(_ byte: UInt8) throws -> String {
        let seed = Array(repeating: byte, count: 16)
        try store.perform(
          .add(to: .section("login"), at: place, seed: seed), on: &document, by: by())
        return document.content.sections.last?.id.rawValue ?? ""
      }
      // To add an instance can be undone and done again.
      _ = try add(1)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      try store.perform(.redo(steps: 1), on: &document, by: by())
      let second = try add(2)
      let pin = RowID(unchecked: second + "/pin")
      let name = RowID(unchecked: second + "/name")
      try store.set(&document, (name, "Ada"), (pin, .text(secrets[0])))
      #expect(try store.secret(pin, of: document) == .text(secrets[0]))
      try store.perform(
        .remove(.section(SectionID(unchecked: second))), on: &document, by: by())
      _ = try store.compact()
      #expect(try traces(of: secrets[0], store.path) == 0)
      // It comes back with its other answers, and a mask of which nobody has the secret.
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.answer(name) == "Ada")
      #expect(document.answer(pin) == .masked)
      #expect(try store.secret(pin, of: document) == nil)
      try store.perform(.redo(steps: 1), on: &document, by: by())
      #expect(document.index[pin] == nil)
      try store.expectSound()
      try store.expectStored(document)
    }
  }

  @Test func `an instance that comes with its secret gives none away`() throws {
    try withVisit(form: pinForm("secret", repeats: true)) { store, document in
      try store.perform(.add(to: .row("pin"), at: .last, seed: [1]), on: &document, by: by())
      let instance = try #require(document.structure.instances(of: RowID("pin")).first)
      let sections = document.content.sections.map { section in
        var rows = Array(section.rows)
        for at in rows.indices where rows[at].id == instance {
          rows[at].fields[.value] = .text(secrets[0])
        }
        return Document.Section(id: section.id, fields: section.fields, rows: rows)
      }
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.row(instance) == nil)
      try store.perform(.apply(Document(sections: sections)), on: &document, by: by())
      #expect(document.answer(instance) == .masked)
      #expect(try store.secret(instance, of: document) == .text(secrets[0]))
      let entries = try store.entries(of: document, 1...Int.max)
      #expect(!"\(entries)".contains("Swordfish"))
      try store.expectStored(document)
    }
  }

  @Test(arguments: [.initial, .value] as [FieldName])
  func `a form in which a secret begins with an answer is refused`(field: FieldName) throws {
    try withTemporaryStore { store in
      let fields: Fields = [.component: "TextInput", .kind: "secret"]
      let row = Document.Row(id: "pin", fields: fields.setting(field, "1234"))
      let forms = try [
        Document(sections: [.init(id: "s", rows: [row])]),
        Document(sections: [.init(id: "s", fields: [.repeats: true], rows: [row])]),
      ]
      for form in forms {
        #expect(throws: StoreError.secretInitial("pin")) {
          try store.publish("f", form, by: by())
        }
      }
      let instance = Document.Row(
        id: "pin/1", fields: [.template: "pin", .parentRow: "pin", field: "1234"])
      let rows = [Document.Row(id: "pin", fields: fields.setting(.repeats, true)), instance]
      #expect(throws: StoreError.secretInitial("pin/1")) {
        try store.publish("f", Document(sections: [.init(id: "s", rows: rows)]), by: by())
      }
      #expect(try store.forms().isEmpty)
    }
  }

  // As documents are exported.
  @Test func `a form in which a mask stands for a secret is taken`() throws {
    try withVisit(form: pinForm("secret")) { store, document in
      try store.set(&document, ("pin", "1234"))
      #expect(try store.publish("f", document.content, by: by()).revision == 1)
    }
  }

  @Test func `a row that comes with a secret, or becomes one with it, gives none away`() throws {
    try withLogin { store, document in
      let key = Document.Row(
        id: "key",
        fields: [.component: "TextInput", .kind: "secret", .value: .text(secrets[0])])
      var rows = Array(document.content.sections[0].rows) + [key]
      rows[0].fields[.kind] = "secret"
      rows[0].fields[.value] = .text(secrets[1])
      let description = try Document(sections: [.init(id: "login", rows: rows)])
      try store.perform(.apply(description), on: &document, by: by())
      #expect(document.answer("key") == .masked)
      #expect(document.answer("name") == .masked)
      #expect(try store.secret("key", of: document) == .text(secrets[0]))
      #expect(try store.secret("name", of: document) == .text(secrets[1]))
      #expect(!"\(try store.entries(of: document, 1...Int.max))".contains("Swordfish"))
      try store.expectSound()
      try store.expectStored(document)
    }
  }
}
