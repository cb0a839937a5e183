import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import RandomJournals
import Testing

/// A history as people and scripts see it.
@Suite(.timeLimit(.minutes(20))) struct HistoryFileTests {
  /// Every line of a small history, one entry of each way to write one.
  static let lines = [
    #"{"format":"ekiben-history/1","uid":"00112233445566778899aabbccddeeff","document":"visit-17","form":"intake"}"#,
    #"{"form":{"ekiben-form":1,"form":"intake","title":"Intake","sections":[{"id":"person","header":"About you","rows":[{"id":"name","component":"TextInput","title":"Name"},{"id":"consent","component":"Toggle"}]}]}}"#,
    #"{"entry":1,"kind":"create","head":1,"of":[],"author":"Ada","time":"1970-01-01T00:00:01.001Z","reason":"new patient","step":1,"changes":[]}"#,
    #"{"entry":2,"kind":"edit","parent":1,"head":2,"of":[],"author":"Ada","time":"1970-01-01T00:00:02.002Z","step":2,"changes":[{"record":"name","field":"value","after":"Ad"}]}"#,
    #"{"entry":3,"kind":"edit","parent":2,"head":3,"of":[],"author":"Ada","time":"1970-01-01T00:00:03.003Z","step":2,"changes":[{"record":"name","field":"value","before":"Ad","after":"Ada","origin":2}]}"#,
    #"{"entry":4,"kind":"undo","parent":3,"head":1,"of":[3,2],"author":"Grace","time":"1969-12-31T23:59:59.999Z","step":4,"changes":[{"record":"name","field":"value","before":"Ada"}]}"#,
    #"{"entry":5,"kind":"edit","parent":1,"head":5,"of":[],"author":"Ada","time":"1970-01-01T00:00:05.005Z","step":5,"changes":[{"record":"consent","field":"value","after":true}]}"#,
    #"{"entry":6,"kind":"mark","parent":5,"head":5,"of":[],"author":"Ada","time":"1970-01-01T00:00:01.000Z","step":6,"mark":"as sent","changes":[]}"#,
    #"{"entry":7,"kind":"checkout","parent":5,"head":3,"of":[5,2,3],"author":"Grace","time":"1969-12-31T23:59:59.999Z","step":7,"changes":[{"record":"consent","field":"value","before":true},{"record":"name","field":"value","after":"Ada"}]}"#,
    #"{"entry":8,"kind":"revert","parent":3,"head":8,"of":[],"author":"Ada","time":"1970-01-01T00:00:08.008Z","step":8,"changes":[{"record":"name","field":"value","before":"Ada","after":"Ad","origin":3}]}"#,
  ]

  @Test func `a history is written as it always was`() throws {
    let small = try SmallHistory.whole()
    let file = try historyFile(small.journal, over: small.form)
    #expect(String(decoding: file, as: UTF8.self) == Self.lines.map { $0 + "\n" }.joined())
    #expect(try HistoryReader.read(file).journal.entries == small.journal.entries)
  }

  @Test func `a revert says what it took back where that is known`() throws {
    for number in [2, 3] {
      let line = Self.lines[9].replacing(#""of":[]"#, with: #""of":[\#(number)]"#)
      let file = Array((Self.lines.dropLast() + [line]).map { $0 + "\n" }.joined().utf8)
      var lines: [HistoryLine] = []
      try HistoryReader.read(file) { lines.append($0) }
      #expect(try historyFile(lines) == file)
    }
  }

  @Test func `whole records, the document and odd names come back`() throws {
    var small = try SmallHistory()
    let names = [
      "a b", "section:x", "document:", "[a]", "e\u{301}", "\u{E9}", "–", "\"", "\u{202E}",
    ]
    for name in names {
      let row = Document.Row(id: try RowID(name), fields: [.component: "TextInput"])
      var section = small.document.sections[0]
      section.rows.append(row)
      var sections = Array(small.document.sections)
      sections[0] = section
      sections.append(Document.Section(id: try SectionID(name), fields: [.level: 1]))
      let goal = try Document(fields: [.title: .text(name)], sections: sections)
      try small.node(.apply, Changeset(from: small.document, to: goal).changes)
    }
    let file = try historyFile(small.journal, over: small.form)
    let reader = try HistoryReader.read(file)
    #expect(reader.journal.entries == small.journal.entries)
    #expect(reader.content.isIdentical(to: small.document))
    #expect(try historyFile(reader.journal, over: reader.forms[0].content) == file)
  }

  // Rule C5.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `nothing in a line drives a terminal, and a line is one line`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed)
    for _ in 0..<40 { try generator.operate() }
    // A source text that is kept byte for byte, line breaks and all.
    let form = try Document(
      fields: ["kept": .verbatim("[1,\r\n\t2]"), "odd": .verbatim("{\"\u{202E}\":1}")],
      sections: generator.base.sections)
    for line in historyLines(Journal(), forms: [form])
      + historyLines(generator.journal, forms: [generator.base])
    {
      let scalars = String(decoding: try line.encoded(), as: UTF8.self).unicodeScalars
      #expect(scalars.last == "\n")
      #expect(
        scalars.dropLast().allSatisfy {
          $0.properties.generalCategory != .control && !$0.properties.isBidiControl
        })
    }
    let created = try SmallHistory()
    let file = try historyFile(created.journal, over: form)
    #expect(try HistoryReader.read(file).content.isIdentical(to: form))
  }

  @Test func `what could not be read again is not written`() throws {
    let lines = [
      HistoryLine.header(HistoryHeader(uid: [1, 2, 3], document: "d", form: "f")),
      Self.entry(time: .max), Self.entry(time: -62_167_219_200_001),
      Self.entry(time: 253_402_300_800_000), Self.form(fields: ["a": Self.many(1_001)]),
      Self.form(fields: ["a": Self.nested(200)]), Self.form(fields: ["a": Self.nested(1_000)]),
      Self.form(fields: Self.many(1_001).asRecord ?? [:]),
    ]
    for (at, line) in lines.enumerated() {
      let error = try #require(throws: HistoryFileError.self, "line \(at)") { try line.encoded() }
      guard case .unwritable = error.kind else { throw error }
      #expect(error.place == nil)
    }
    // One less of each is written, and comes back.
    let fine = Self.form(fields: ["a": Self.many(1_000), "b": Self.nested(198)])
    #expect(try !fine.encoded().isEmpty)
  }

  private static func entry(time: Int64) -> HistoryLine {
    let entry = Entry(number: 1, kind: .create, parent: nil, head: 1, author: "", time: time)
    return .entry(HistoryEntry(entry, in: Journal()))
  }

  private static func form(fields: Fields) -> HistoryLine {
    var content = Document()
    let changes = fields.map { Change(.document, $0.name, before: nil, after: $0.value) }
    do { try content.apply(Changeset(changes)) } catch { Issue.record(error) }
    return .form(HistoryForm("f", content: content))
  }

  private static func nested(_ levels: Int) -> Value {
    (0..<levels).reduce(.null) { value, _ in .list([value]) }
  }

  private static func many(_ count: Int) -> Value {
    var fields = Fields()
    for number in 0..<count { fields[FieldName(unchecked: "f\(number)")] = .null }
    return .record(fields)
  }
}
