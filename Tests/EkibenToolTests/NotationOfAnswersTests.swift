import EkibenInterchange
import TestSupport
import Testing

@testable import EkibenTool

/// Answers of every kind as `log`, `diff`, `blame` and `query` write them, and that `set --changes` reads them.
/// Rules D15, F24 and F27.
@Suite(.timeLimit(.minutes(20))) struct `An answer in the history` {
  /// A row of the form of kinds, what is given to it, and how the history, and a person, has it.
  struct Case: CustomTestStringConvertible {
    let row: String
    let given: String
    let written: String
    let said: String

    var testDescription: String { "\(row): \(given)" }

    init(_ row: String, _ given: String, _ written: String, said: String? = nil) {
      (self.row, self.given, self.written, self.said) = (row, given, written, said ?? written)
    }
  }

  static let cases = [
    Case("born", "1815-12-10", "1815-12-10"), Case("woke", "07:15", "07:15"),
    Case("seen", "2026-11-20T09:30+01:00", "2026-11-20T09:30+01:00"),
    Case("since", "2024-03", "2024-03"),
    Case("year", "2024", "2024"), Case("colour", "r", #""r""#, said: #""Red""#),
    Case("colour", "Rot", #""rot""#, said: #""Rot""#),
    Case("pets", #"["cat","dog"]"#, #"["cat", "dog"]"#, said: #"["A cat", "A dog"]"#),
    Case("pets", "fish", #"["fish"]"#, said: #"["Fish"]"#),
    Case("work", "nurse", #""nurse""#, said: #""Nurse""#),
    Case("work", "none", #""none""#), Case("work", #"a "b""#, #""a \"b\"""#),
    Case("dose", "5.0 mg", "5.0 mg"),
    Case("weight", "71.50", "71.50"), Case("weight", "-1", "-1"), Case("code", "", "\"\""),
    Case("code", "– → x", #""– → x""#), Case("code", "a\nb", #""a\nb""#),
    Case("code", "null", #""null""#),
  ]

  // The store is the same for all, so it is made once: entry 2 takes the answers away that a document has at first.
  private static let store = Swift.Result<[UInt8], any Error> {
    try ToolFolder.with { folder in
      try folder.write(try fixture("kinds-form.json"), to: "kinds.json")
      try folder.succeed("import STORE kinds.json")
      try folder.succeed("new STORE kinds --as d")
      try folder.succeed("clear STORE d colour weight")
      return try fileBytes(at: folder.file("STORE"))
    }
  }

  @Test(arguments: cases)
  func `is written so that it can be set again, and said as its options are labelled`(
    _ answer: Case
  ) throws {
    let bytes = try Self.store.get()
    try ToolFolder.with { folder in
      try folder.write(bytes, to: "STORE")
      let set = try folder.succeed(["set", "STORE", "d", "--", answer.row, answer.given])
      #expect(
        set.hasPrefix("edit 3 by Ada: \(answer.row) – → \(answer.said); undo"), "\(set)")
      let line = "\(answer.row): – → \(answer.written)"
      #expect(try folder.succeed("diff STORE d 2") == line + "\n")
      #expect(
        try folder.succeed("log STORE d --limit 1").hasPrefix("3 edit  \(line)  (Ada, "))
      let blame = try folder.succeed("blame STORE d \(answer.row)")
      #expect(blame.hasPrefix("\(answer.row)  \(answer.said)  3  (Ada, "), "\(blame)")
      let value = try folder.succeed("get STORE d \(answer.row)")
      try folder.succeed("undo STORE d")
      let again = try folder.run(["set", "STORE", "d", "--changes", "-"], stdin: Array(line.utf8))
      #expect(again.status == 0, "\(again.stderr)")
      #expect(try folder.succeed("get STORE d \(answer.row)") == value)
    }
  }
}
