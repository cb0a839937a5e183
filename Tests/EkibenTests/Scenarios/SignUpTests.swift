import Ekiben
import EkibenForms
import EkibenTesting
import Testing

private let signUp = Form("sign-up", title: "Sign up") {
  Section("you") { TextInput(.name, title: "Name") }
  Section("reach") { TextInput(.phone, title: "Phone", kind: .phone) }
  Section("terms") { Toggle(.consent, title: "I agree") }
}

/// An app's screen for the form: a section comes when the one before is answered, and never goes again.
@MainActor private final class SignUpScreen {
  let session: Session
  let table = HeadlessTable()
  private(set) var sent = 0
  private let renderer: Renderer
  private var shown = 1

  init(_ session: Session) throws {
    self.session = session
    renderer = Renderer(table)
    table.callbacks.onEvent = { [weak self] event in
      try self?.session.set([(event.row, event.value)])
      try self?.renderer.refresh()
    }
    try renderer.bind { [weak self] in self?.sections() ?? [] }
  }

  private func sections() -> [Section] {
    let steps: [(id: SectionID, row: any Component, isDone: Bool)] = [
      ("you", row(TextInput(.name, title: "Name"), session[.name]), session[.name] != nil),
      (
        "reach", row(TextInput(.phone, title: "Phone", kind: .phone), session[.phone]),
        session[.phone] != nil
      ),
      (
        "terms", row(Toggle(.consent, title: "I agree"), session[.consent]),
        session[.consent] == true
      ),
      ("go", Button("send", "Sign up") { [weak self] in self?.sent += 1 }, false),
    ]
    while shown < steps.count, steps[shown - 1].isDone { shown += 1 }
    return steps.prefix(shown).map { step in Section(step.id) { step.row } }
  }

  private func row(_ input: some Component, _ answer: (some FieldValue)?) -> any Component {
    input.setting(.value, to: answer?.documentValue)
  }
}

// Bento's sign-up.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A sign-up that comes section by section` {
  @Test func `shows what comes next, and takes nothing away again`() throws {
    try withTemporaryStore { store in
      let screen = try SignUpScreen(try store.open("ada", from: signUp))
      let table = screen.table
      #expect(table.snapshot() == "  Name   –")
      try table.type("Ada", into: "name")
      #expect(table.snapshot() == " ›Name    Ada\n\n  Phone   –  (a telephone number)")
      table.clearLog()
      try table.type("555", into: "phone")
      #expect(
        table.log.map(\.description) == ["insert section terms at 2", "update reach/phone"])
      try table.toggle("consent")
      try table.type("", into: "name")
      #expect(
        table.snapshot() == """
           ›Name    ""

            Phone   555

            [x] I agree

            [ Sign up ]
          """)
      try table.tap("send")
      #expect(screen.sent == 1)
      // What was answered is in the file, each answer an entry.
      let stored = try store.document("ada")
      #expect(stored.count == 5 && stored.row("phone")?.fields[.value] == "555")
    }
  }
}
