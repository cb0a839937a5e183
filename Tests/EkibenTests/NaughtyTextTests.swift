import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

/// A row of each kind that reads text.
private let kinds: [(id: RowID, fields: Fields)] = {
  let half = DecimalNumber("0.5")!
  let options: Value = .list([.record([.code: "a", .label: "An a"]), .record([.code: "b"])])
  let units: Value = .list([.record([.code: "mg"]), .record([.code: "g", .label: "grams"])])
  let others: [(RowID, Fields)] = [
    ("number", [.component: "TextInput", .kind: "decimal", .step: .decimal(half), .decimals: 2]),
    ("matching", [.component: "TextInput", .pattern: "(a|b)*c?", .maxLength: 10]),
    ("one", [.component: "Choice", .options: options]),
    ("several", [.component: "Choice", .options: options, .multiple: true]),
    ("other", [.component: "Choice", .options: options, .other: true]),
    ("others", [.component: "Choice", .options: options, .other: true, .multiple: true]),
    ("stored", [.component: "Choice", .valueSet: "codes"]),
    ("elsewhere", [.component: "Choice", .valueSet: "nowhere"]),
    ("dose", [.component: "Quantity", .units: units, .least: "1 mg"]),
    ("any", [.component: "Quantity"]), ("toggle", [.component: "Toggle"]),
  ]
  let texts = TextInput.Kind.allCases.map { kind -> (RowID, Fields) in
    (RowID(unchecked: kind.rawValue), [.component: "TextInput", .kind: .text(kind.rawValue)])
  }
  let dates = ["date", "dateTime", "time", "month", "year"].map { kind -> (RowID, Fields) in
    (RowID(unchecked: kind), [.component: "DateInput", .kind: .text(kind)])
  }
  return texts + dates + others
}()

/// Texts that programs stumble over: what controls, turns round, combines, or looks like syntax.
private let naughty = [
  "", "\u{0}", "a\u{0}b", "\u{1B}[31mred\u{7}", "\r\n\t\u{B}", "\u{85}\u{2028}\u{2029}",
  "\u{FEFF}x",
  "\u{202E}abc\u{5D0}\u{2066}", "👩‍👩‍👧‍👦🇦🇹👍🏽", "\u{1F3F4}\u{E0067}\u{E007F}", "e\u{301} é", "\u{301}",
  "5 \u{301}mg", "5\u{301} mg", "\u{10FFFF}", "<b>&amp;", "'; DROP TABLE answer; --",
  "%s%n",
  "[\"a\"]", "[\"a\",", "[[\"a\"]]", "{\"a\": 1}", "null", "a|b", "|", "||", "-", "1e", "--1",
  "0x1",
  "1e999999999999999999999", "-9223372036854775808", "9223372036854775808", "٣", "2024-00-00",
  "0000-01-01", "2024-03-05T99:99", "2024-03-05T10:00+99:99", "today", "NaN", "Infinity",
]

/// What a text of a million bytes or more is made of.
private let parts = [
  "ab", "ü", "\u{0}", "\u{301}", "🇦", "👩‍", "[", "[\"", "|", "-", "1", "1e", "5 mg ", "2024-",
]

@Suite(.timeLimit(.minutes(20))) struct `Naughty texts` {
  @MainActor private func withTable(
    _ body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let options = ["a", "b"].map { code -> Fields in [.code: .text(code)] }
      let set = try OptionSetDocument.document(fields: Fields(), options: options)
      _ = try store.publish("codes", set, by: SessionEnvironment.fixed().metadata())
      let rows = kinds.map { Document.Row(id: $0.id, fields: $0.fields) }
      let form = Form(
        "naughty", fields: [:], sections: [Document.Section(id: "s", rows: rows)])
      let session = try store.open("n", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
    }
  }

  // Taken, drawn, said, undone and done again; or refused by an error with a sentence, and nothing changed.
  @MainActor private func type(
    _ text: String, into row: RowID, _ session: Session, _ table: HeadlessTable
  ) throws {
    let before = session.document.content
    do {
      try table.type(text, into: row)
    } catch let error as InputError {
      #expect(!error.description.isEmpty && session.document.content == before)
      return
    }
    let after = session.document.content
    if let kept = session[row]?.asText, after.row(row)?.fields[.component] == "TextInput" {
      #expect(row == "secret" || Array(kept.utf8) == Array(text.utf8))
    }
    #expect(!session.issues.contains { $0.message.isEmpty } && !table.snapshot().isEmpty)
    // What a secret was is kept nowhere.
    if after == before || row == "secret" { return }
    try session.undo()
    #expect(session.document.content == before)
    try session.redo()
    #expect(session.document.content == after)
    try session.undo()
  }

  // Rules D2 and F7.
  @MainActor @Test(arguments: kinds.map(\.id))
  func `each is taken or refused by every kind of input`(row: RowID) throws {
    try withTable { session, table in
      for text in naughty { try type(text, into: row, session, table) }
    }
  }

  @MainActor @Test(arguments: kinds.map(\.id))
  func `a text of a megabyte is taken or refused by every kind of input`(row: RowID) throws {
    try withTable { session, table in
      for part in parts {
        let text = String(repeating: part, count: 1_000_000 / part.utf8.count + 1)
        try type(text, into: row, session, table)
      }
    }
  }
}
