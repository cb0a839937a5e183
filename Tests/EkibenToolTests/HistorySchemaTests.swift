import Ekiben
import EkibenInterchange
import EkibenSchemas
import EkibenTesting
import RandomJournals
import Testing

/// `history.schema.json` and `changes.schema.json` say what an exported history is.
@Suite(.timeLimit(.minutes(20))) struct HistorySchemaTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `every exported line is valid`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed)
    for _ in 0..<40 { try generator.operate() }
    let check = try schema("history")
    for line in try lines(of: generator) {
      #expect(
        check.findings(in: try JSON(parsing: line)) == [],
        "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test(arguments: ["history", "changes"])
  func `the schema's own examples are valid`(name: String) throws {
    let check = try schema(name)
    let examples = try #require(check.root["examples"]?.array)
    #expect(!examples.isEmpty)
    for example in examples { #expect(check.findings(in: example) == []) }
  }

  @Test func `the examples are a history`() throws {
    let examples = try #require(try schema("history").root["examples"]?.array)
    let file: [UInt8] = examples.flatMap { $0.encodedBytes() + [10] }
    var lines: [HistoryLine] = []
    let reader = try HistoryReader.read(file) { lines.append($0) }
    #expect(reader.journal.entries.count == 3)
    #expect(try lines.flatMap { try $0.encoded() } == file)
  }

  @Test(arguments: [
    (0, "ekiben-history/1", "ekiben-history/2"), (0, "00112233", "0011223"),
    (0, #""document":"visit-17","#, ""), (0, #""form""#, #""more":1,"form""#),
    (1, #""ekiben-form":1,"#, ""), (1, #""sections":"#, #""rows":"#),
    (2, #""entry":1"#, #""entry":0"#), (2, #""create""#, #""created""#),
    (2, #""step":1"#, #""step":"1""#),
    (2, "10:00:00.000Z", "10:00:00Z"), (2, #","changes":[]"#, ""), (3, #""record":"name","#, ""),
    (3, #""after":"Ada""#, #""after":[]"#),
    (3, #""after":"Ada""#, #""after":{"ekiben:date":2024}"#),
    (3, #""after":"Ada""#, #""after":{"ekiben:bytes":"0G"}"#),
    (3, #""after":"Ada""#, #""after":{"ekiben:list":[{}]}"#),
    (3, #""after":"Ada""#, #""after":"Ada","origin":-1"#),
    (3, #""field":"value""#, #""field":"\u0001""#),
  ])
  func `what the schema refuses, a reader refuses`(line: Int, part: String, wrong: String) throws {
    let check = try schema("history")
    let examples = try #require(check.root["examples"]?.array).map { $0.encoded() }
    var lines = examples
    lines[line] = lines[line].replacing(part, with: wrong, maxReplacements: 1)
    try #require(lines[line] != examples[line])
    #expect(check.findings(in: try JSON(parsing: Array(lines[line].utf8))) != [])
    let error = try #require(throws: HistoryFileError.self) {
      try HistoryReader.read(lines.flatMap { Array($0.utf8) + [10] })
    }
    #expect(error.place?.line == line + 1)
  }

  private func lines(of generator: JournalGenerator) throws -> [[UInt8]] {
    let header = HistoryHeader(
      uid: Array(repeating: 7, count: 16), document: "visit", form: "intake")
    let entries = generator.journal.entries.map {
      HistoryLine.entry(HistoryEntry($0, in: generator.journal))
    }
    let form = HistoryForm("intake", content: generator.base)
    return try ([.header(header), .form(form)] + entries).map { try $0.encoded() }
  }

  private func schema(_ name: String) throws -> SchemaCheck {
    func root(_ name: String) throws -> JSON {
      try JSON(parsing: try #require(Schema.all.first { $0.name == name }).json)
    }
    return SchemaCheck(
      root: try root(name), others: ["changes.schema.json": try root("changes")])
  }
}
