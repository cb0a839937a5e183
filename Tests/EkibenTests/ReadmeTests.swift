import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

// The README's example, between its two markers. The test below compares it with the README to the
// letter, so what the README shows is what compiles and runs here.
// <example>
extension Field<String> {
  static let name = Field("name")
  static let phone = Field("phone")
}
extension Field<Bool> {
  static let consent = Field("consent")
}

func intakeForm() -> Form {
  Form("intake", title: "Clinic intake") {
    Section("person", header: "About you") {
      TextInput(.name, title: "Name").required()
      Toggle(.consent, title: "I agree to take part")
    }
    Section("study", footer: "You can stop at any time.") {
      Description("privacy", "Your answers stay on this device until you send them.")
      TextInput(.phone, title: "Phone", kind: .phone)
    }
    .visible(when: .consent == true)
  }
}

@MainActor func fillIn(_ store: Store) throws -> String {
  let session = try store.open("visit-17", from: intakeForm())
  try session.set(.name, to: "Ada")  // typed: the wrong type does not compile
  try session.set(.consent, to: true)
  try session.undo()  // of the consent; the undo is on disk, too
  return session[.name] ?? "–"  // Ada, also after a restart
}
// </example>

// <test>
@MainActor @Test func `the intake shows what a person types, and undo takes it back`() throws {
  try withTemporaryStore { store in
    let session = try store.open("visit-17", from: intakeForm())
    let table = HeadlessTable()
    session.attach(table)
    try session.set(.name, to: "Ada")
    try expectTable(
      table,
      equals: """
        About you
          Name *   Ada
          [–] I agree to take part
        """)
    try session.undo()
    #expect(table.log.last?.description == "update person/name")
    try expectReplay(of: session.document, in: store)  // every entry, checked after each
  }
}
// </test>

@MainActor @Suite(.timeLimit(.minutes(20))) struct `The README's example` {
  @Test func `runs, and what it did is there after a restart`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "clinic.ekiben").path
      let store = try Store(path)
      #expect(try fillIn(store) == "Ada")
      try store.close()

      let again = try Store(path)
      let session = try again.open("visit-17")
      #expect(session[.name] == "Ada" && session[.consent] == nil)
      #expect(
        try again.entries(of: session.document, 1...9).map(\.kind)
          == [.create, .edit, .edit, .undo])
      try session.redo()
      #expect(session[.consent] == true)
      try again.close()
    }
  }

  @Test func `stands in the README as it stands here`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let readme = try String(
      contentsOf: projectRoot.appending(path: "README.md"), encoding: .utf8)
    for name in ["example", "test"] {
      let part = source.split(separator: "// <\(name)>\n").last
      let example = try #require(part?.split(separator: "// </\(name)>\n").first)
      #expect(readme.contains(example), "\(name)")
    }
  }
}
