import Ekiben
import EkibenForms
import EkibenTesting
import Testing

// Rule F65.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A change of a text` {
  @Test(arguments: [
    ("Ada", 3..<3, "!", "Ada!"), ("Ada", 0..<1, "", "da"), ("Ada", 1..<2, "n", "Ana"),
    ("", 0..<0, "A", "A"), ("👩🏽‍🚀", 0..<7, "x", "x"), ("é", 0..<1, "e", "e"),
  ])
  func `is of the text as it stands`(current: String, range: Range<Int>, typed: String, to: String)
  {
    let change = TextChange(of: current, in: range, to: typed)
    #expect(change?.result == to)
    #expect(change?.current == current && change?.range == range && change?.replacement == typed)
  }

  // Theirs was the empty text then.
  @Test(arguments: [
    ("Ada", 2..<9), ("Ada", -1..<1), ("", 0..<1), ("👩🏽‍🚀", 0..<2), ("👩🏽‍🚀", 1..<1),
    ("e\u{301}", 1..<2), ("\r\n", 0..<1),
  ])
  func `is none where it would split a Character or lies outside`(text: String, range: Range<Int>) {
    #expect(TextChange(of: text, in: range, to: "x") == nil)
  }

  @Test(arguments: [
    ("5551234567", "(555) 123-4567"), ("555", "(555"), ("5551", "(555) 1"), ("", ""), ("ab", ""),
    ("(555) 12", "(555) 12"), ("55512345678", "(555) 123-4567"), ("٣", ""),
  ])
  func `is put in the form of a mask`(typed: String, shown: String) {
    #expect(TextMask("(###) ###-####").applied(to: typed) == shown)
  }

  @Test(arguments: [("", ""), ("1", "(1"), ("12", "(12)"), ("123", "(12)")])
  func `has the end of its mask once it is whole`(typed: String, shown: String) {
    #expect(TextMask("(##)").applied(to: typed) == shown)
  }

  @Test func `is taken, taken otherwise or refused by its row`() throws {
    try withTemporaryStore { store in
      let recorder = EventRecorder<TextChange>()
      let form = Form("f") {
        Section("s") {
          TextInput(.name, title: "Name").decidingText { change in
            recorder.note(change)
            return change.result.contains("!")
              ? .refuse : change.result.contains("  ") ? .takeInstead("Ada") : .take
          }
          TextInput(.phone, title: "Phone", kind: .phone).mask("### ####").deletable()
        }
      }
      let session = try store.open("d", from: form)
      let table = HeadlessTable()
      session.attach(table)
      try table.type("Ad", into: "name")
      try table.type("a", replacing: 2..<2, of: "name")
      #expect(session[.name] == "Ada")
      #expect(throws: InputError.self) { try table.type("!", replacing: 3..<3, of: "name") }
      #expect(session[.name] == "Ada" && table.focusedRow == "name")
      try table.type("A  da", into: "name")
      #expect(session[.name] == "Ada")
      #expect(throws: InputError.self) { try table.type("x", replacing: 3..<4, of: "name") }
      #expect(recorder.lines.map(\.result) == ["Ad", "Ada", "Ada!", "A  da"])
      try table.type("5551234", into: "phone")
      #expect(session[.phone] == "555 1234")
    }
  }

  @Test func `of a draft is of what was typed`() throws {
    try withTemporaryStore { store in
      let form = Form("f") { Section("s") { TextInput(Field<Int>("age"), title: "Age") } }
      let session = try store.open("d", from: form)
      let table = HeadlessTable()
      session.attach(table)
      try table.type("3x", into: "age")
      try table.type("6", replacing: 1..<2, of: "age")
      #expect(session[Field<Int>("age")] == 36)
      try table.type("", replacing: 0..<2, of: "age")
      #expect(session[Field<Int>("age")] == nil)
    }
  }
}
