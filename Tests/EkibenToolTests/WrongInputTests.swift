import Foundation
import TestSupport
import Testing

/// The lines of `Fixtures/wrong-input.tsv`: calls that are wrong, with what they must come to. Words
/// in capitals are files that the test makes.
@Suite(.timeLimit(.minutes(20))) struct WrongInputTests {
  struct Line: CustomTestStringConvertible {
    let words: [String]
    let code: Int32
    let mentions: [String]

    var testDescription: String { words.joined(separator: " ") }

    init?(_ text: Substring) {
      let columns = text.split(separator: "\t").map(String.init)
      guard columns.count == 3, let code = Int32(columns[1]) else { return nil }
      words = EkibenToolTests.words(of: columns[0])
      self.code = code
      mentions =
        columns[2] == "both duplicate ids" ? ["section:person", "age"] : [columns[2]]
    }
  }

  private static func lines() throws -> [Line] {
    String(decoding: try fixture("wrong-input.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().compactMap(Line.init)
  }

  @Test func `every line of the table is read`() throws {
    let text = String(decoding: try fixture("wrong-input.tsv"), as: UTF8.self)
    let lines = try Self.lines()
    #expect(lines.count == text.split(separator: "\n").count - 1)
    #expect(lines.count >= 25)
    for line in lines { #expect(line.words.first == "ekiben") }
  }

  // Rules C1, C2, C4 and C8.
  @Test(arguments: try lines())
  func `a wrong call ends with its code, names the thing and changes nothing`(line: Line) throws {
    try ToolFolder.withVisit { folder in
      try makeFiles(in: folder)
      try Refusal(code: line.code, mentions: line.mentions)
        .expect(Array(line.words.dropFirst()), in: folder)
    }
  }

  private func makeFiles(in folder: ToolFolder) throws {
    try folder.write("", to: "EMPTYFILE")
    try folder.write("# Not a store, although it is here\n", to: "README.md")
    try folder.write("{\n  \"ekiben-form\": 1,\n  \"form\" \"intake\"\n}\n", to: "BROKEN.json")
    try folder.write("{ \"resourceType\": \"Patient\", \"id\": \"p1\" }\n", to: "PATIENT.json")
    try folder.write(
      """
      {
        "ekiben-form": 1, "form": "twice",
        "sections": [
          { "id": "person", "rows": [{ "id": "age", "component": "TextInput" }] },
          { "id": "person", "rows": [{ "id": "age", "component": "Toggle" }] }
        ]
      }

      """, to: "DUPLICATES.json")
  }
}
