import Ekiben
import EkibenDocuments
import TestSupport
import Testing

/// Wrong calls that the shared table does not list.
@Suite(.timeLimit(.minutes(20))) struct MoreWrongInputTests {
  struct Case: CustomTestStringConvertible {
    let words: [String]
    let code: Int32
    let mentions: [String]

    var testDescription: String { Notation.shown(String(words.joined(separator: " ").prefix(60))) }

    init(_ line: String, _ code: Int32, _ mentions: String...) {
      self.init(EkibenToolTests.words(of: line), code, mentions)
    }

    init(_ words: [String], _ code: Int32, _ mentions: [String]) {
      self.words = words
      self.code = code
      self.mentions = mentions
    }
  }

  static let commandLines = [
    Case("--bogus", 64, "--bogus"),
    Case("help frobnicate", 64, "frobnicate"),
    Case("set STORE visit name Ada --author Ada --author Bob", 64, "--author", "twice"),
    Case("show STORE visit --at=-5", 64, "--at", "\"-5\"", "2026-11-21T10:00:00Z"),
    Case("show STORE visit --at 2026-02-30T00:00:00Z", 64, "--at", "2026-02-30"),
    Case("show STORE visit --at 2026-11-21T10:00:00Zulu", 64, "--at", "Zulu"),
    Case("log STORE visit --since 25:00", 64, "--since", "\"25:00\""),
    Case("log STORE visit --limit few", 64, "error: --limit", "\"few\""),
    Case("log STORE visit --limit -1", 64, "error: --limit", "-1"),
    Case("replay STORE visit --from=-1", 64, "error: --from", "\"-1\""),
    Case("redo STORE visit --to 10:00", 64, "error: --to", "\"10:00\""),
    Case("checkout STORE visit", 64, "N is missing"),
    Case("checkout STORE visit -5", 64, "N", "\"-5\""),
    Case("checkout STORE visit 2026-11-21", 64, "N", "\"2026-11-21\""),
    Case("revert STORE visit 10:00:00", 64, "N", "\"10:00:00\""),
    Case("diff STORE visit 1 -1", 64, "B", "\"-1\""),
    Case("mark STORE visit", 64, "NAME is missing"),
    Case("mark STORE visit 12", 64, "12", "number"),
    Case("mark STORE visit 2026-11-21", 64, "2026-11-21", "time"),
    Case("mark STORE visit -- -x", 64, "-x", "begin with -"),
    Case("export STORE", 64, "DOC is missing"),
    Case("export STORE visit --format swift", 64, "--format", "fhir, fhir-bundle or swift-test"),
    Case("export STORE visit --form intake", 64, "without DOC"),
    Case(
      "export STORE --form intake --format swift-test", 64,
      "as json, jsonl, csv, fhir or fhir-bundle"),
    Case("export STORE visit --format csv", 64, "csv takes --form FORM"),
    Case("export STORE visit --all", 64, "--all", "answers as csv, jsonl or fhir"),
    Case("export STORE --form intake --labels", 64, "--labels", "csv"),
    Case("export STORE --form intake --format jsonl --repeat x", 64, "--repeat", "csv"),
    Case("export STORE --form intake --format jsonl --force", 64, "--force", "-o FOLDER"),
    Case("export STORE --form intake --format csv --language de", 64, "--language", "--labels"),
    Case("export STORE --form intake --format csv --repeat x -o out", 64, "--repeat", "-o"),
    Case("export STORE --form intake --format csv --status new", 64, "--status", "draft"),
    Case("apply STORE visit form.json --format csv", 64, "--format takes ekiben or fhir, not"),
    Case("apply STORE visit form.json --format jsonl", 64, "--format takes ekiben or fhir, not"),
    Case("import STORE form.json --format x", 64, "takes ekiben or fhir or jsonl or options, not"),
    Case(["apply", "STORE", "visit", ""], 64, ["FILE"]),
    Case(["mark", "STORE", "visit", ""], 64, ["empty"]),
    Case("backup STORE", 64, "FILE is missing"),
    Case("upgrade", 64, "STORE is missing"),
    Case("upgrade STORE --keep=yes", 64, "--keep"),
    Case("upgrade STORE --copy", 64, "--copy"),
    Case("upgrade STORE more", 64, "more"),
    Case(["backup", "STORE", ""], 64, ["FILE"]),
    Case(["duplicate", "STORE", "visit", "--as", ""], 64, ["--as"]),
    Case("redo STORE visit -n 1 --to 1", 64, "-n", "--to"),
    Case("get STORE visit name --timeout nonsense", 64, "--timeout", "nonsense"),
    Case("get STORE visit name --timeout=-1", 64, "--timeout", "-1"),
    Case("get STORE visit name --timeout nan", 64, "--timeout", "nan"),
    Case("undo STORE visit -n 1 --mine", 64, "-n", "--mine"),
    Case("undo STORE visit --mine --author Nobody", 1, "Nobody"),
    Case("undo STORE visit -n 0", 64, "error: -n", "\"0\""),
    Case("undo STORE visit -n -1", 64, "error: -n", "\"-1\""),
    Case("undo STORE visit -n 99999999999999999999", 64, "99999999999999999999"),
    Case("undo STORE visit -n", 64, "-n K"),
    Case("undo STORE visit --n 1", 64, "--n"),
    Case("get STORE visit name -- --json", 64, "--json"),
    Case("show STORE visit --all=yes", 64, "--all"),
    Case("set STORE visit name Ada age", 64, "VALUE", "age"),
    Case("set STORE visit name --Ada", 64, "--Ada", "-- "),
    Case("import STORE STORE --format csv", 64, "--format", "ekiben or fhir", "csv"),
    Case(["import", "STORE", ""], 64, ["FILE"]),
    Case(["show", "", "visit"], 64, ["STORE"]),
    Case(["new", "STORE", "intake", "--as", ""], 64, ["--as"]),
    Case(["import", "STORE", "STORE", "--as", "a\nb"], 64, ["--as", "control character"]),
  ]

  static let things = [
    Case("export STORE --form intake --format csv --repeat x", 1, "\"x\"", "nothing does"),
    Case("export STORE --form nowhere --format csv", 1, "nowhere"),
    Case("export nowhere --form intake --format csv", 66, "nowhere"),
    Case("export STORE --form intake --format csv -o form.json", 74, "form.json", "folder"),
    Case("show STORE visit --at 99", 1, "99"),
    Case("show STORE visit --at 2020-01-01T00:00:00Z", 1, "2020-01-01"),
    Case("replay STORE visit --from 9", 1, "9"),
    Case("replay STORE visit --from 0", 1, "no entry 0"),
    Case("replay STORE visit --to nowhere", 1, "no mark nowhere"),
    Case("redo STORE visit --to nowhere", 1, "no mark nowhere"),
    Case("checkout STORE visit 99", 1, "no entry 99"),
    Case("checkout STORE visit 99999999999999999999", 1, "so large a number"),
    Case("checkout STORE visit nowhere", 1, "no mark nowhere"),
    Case("revert STORE visit 1", 1, "entry 1"),
    Case("revert STORE visit 99", 1, "no entry 99"),
    Case("diff STORE visit 1 99", 1, "no entry 99"),
    Case("diff STORE nobody 1", 1, "nobody"),
    Case("mark STORE nobody sent", 1, "nobody"),
    Case("blame STORE visit --at 99", 1, "99"),
    Case("apply STORE nobody form.json", 1, "nobody"),
    Case("apply STORE visit readonly.json", 1, "readonly is read-only"),
    Case("apply STORE visit opaque.json", 1, "opaque", "not editable"),
    Case("apply STORE visit option.json", 65, "choice", "no option", "\"c\""),
    Case("apply STORE visit STORE", 65, "line 1"),
    Case("apply STORE visit missing.json", 66, "missing.json"),
    Case("apply STORE visit option.json/inside.json", 66, "option.json/inside.json"),
    Case("apply STORE visit option.json --format fhir", 65, "Questionnaire"),
    Case("export STORE nobody", 1, "nobody"),
    Case("export STORE --form nobody", 1, "no form nobody"),
    Case("delete STORE nobody", 1, "nobody"), Case("submit STORE nobody", 1, "nobody"),
    Case("reopen STORE visit", 64, "--reason"),
    Case("reopen STORE visit --reason=", 64, "--reason"),
    Case("list STORE --status open", 64, "draft, final or deleted"),
    Case("list STORE --status final --deleted", 64, "exclude"),
    Case("duplicate STORE nobody", 1, "nobody"),
    Case("duplicate STORE visit --as visit", 1, "visit"),
    Case("backup STORE form.json", 1, "form.json", "already"),
    Case("backup STORE folder", 1, "folder is a folder"),
    Case("backup missing.ekiben copy.ekiben", 66, "missing.ekiben"),
    Case("backup form.json copy.ekiben", 69, "form.json"),
    Case("stats missing.ekiben", 66, "missing.ekiben"),
    Case("doctor missing.ekiben", 66, "missing.ekiben"),
    Case("compact missing.ekiben", 66, "missing.ekiben"),
    Case("upgrade missing.ekiben", 66, "missing.ekiben"),
    Case("upgrade missing.ekiben --keep", 66, "missing.ekiben"),
    Case("upgrade form.json", 69, "form.json"),
    Case("upgrade folder", 69, "is a folder"),
    Case("compact form.json", 69, "form.json"),
    Case("blame STORE visit nowhere", 1, "nowhere"),
    Case("log STORE visit --row nowhere", 1, "nowhere"),
    Case("set STORE visit name Ada nowhere x", 1, "nowhere"),
    Case("clear STORE visit heading", 1, "no answer"),
    Case("get STORE visit heading", 1, "no answer"),
    Case("schema frobnicate", 1, "frobnicate", "form"),
    Case(["get", "STORE", "visit", "na\u{1b}[31mme"], 1, ["control character"]),
    Case(["get", "STORE", "visit", String(repeating: "x", count: 10_000)], 1, ["255", "10000"]),
    Case(["get", "STORE", "visit", ""], 1, ["no row", "empty"]),
    Case(["show", "STORE", ""], 1, ["no document", "empty"]),
    Case("set STORE visit age 9223372036854775808", 65, "age", "64-bit"),
    Case("set STORE visit age 1.0", 65, "age", "whole number"),
    Case("import new.ekiben STORE", 65, "line 1"),
    Case("import missing/new.ekiben form.json", 66, "missing"),
    Case("import missing/new.ekiben bundle.json", 65, "bundle.json"),
    Case("show missing/new.ekiben visit", 66, "missing/new.ekiben"),
    Case("show folder visit", 69, "folder", "is a folder"),
    Case("import folder form.json", 69, "is a folder"),
    Case("import STORE folder", 74, "is a folder"),
  ]

  // Each gives an answer that set would not take.
  static let descriptions = [
    "readonly.json":
      #"{"id": "readonly", "component": "TextInput", "readOnly": true, "value": "x"}"#,
    "opaque.json": #"{"id": "opaque", "component": "Drawing", "value": [1]}"#,
    "option.json":
      #"{"id": "choice", "component": "Choice", "options": [{"code": "a"}], "value": "c"}"#,
  ]

  @Test(arguments: commandLines)
  func `a wrong command line is refused with its usage`(_ wrong: Case) throws {
    try expectRefusal(wrong)
  }

  @Test(arguments: things)
  func `a wrong thing is refused by its name`(_ wrong: Case) throws {
    try expectRefusal(wrong)
  }

  @Test func `a wait of a whole day is the longest`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("get STORE visit name --timeout 86400")
      try Refusal(code: 64, mentions: ["--timeout", "a day"])
        .expect(EkibenToolTests.words(of: "get STORE visit name --timeout 86400.5"), in: folder)
    }
  }

  private func expectRefusal(_ wrong: Case) throws {
    try ToolFolder.withVisit { folder in
      try folder.write(try fixture("visit-form.json"), to: "form.json")
      for (name, row) in Self.descriptions {
        try folder.write(
          "{\"ekiben-form\": 1, \"form\": \"intake\", \"sections\": [{\"id\": \"s\", \"rows\": [\(row)]}]}",
          to: name)
      }
      try folder.write(#"{"resourceType": "Bundle"}"#, to: "bundle.json")
      try folder.makeFolder("folder")
      try Refusal(code: wrong.code, mentions: wrong.mentions).expect(wrong.words, in: folder)
    }
  }

  @Test(arguments: ["nonsense", "", "2026-11-21", "2026-13-01T00:00:00Z", "2026-11-21T10:00:00"])
  func `a clock that is no time is refused`(time: String) throws {
    try ToolFolder.withVisit { folder in
      var folder = folder
      folder.environment["EKIBEN_NOW"] = time
      try Refusal(code: 64, mentions: ["EKIBEN_NOW", "\"\(time)\""])
        .expect(["set", "STORE", "visit", "name", "Ada"], in: folder)
    }
  }

  @Test(arguments: [
    ("set STORE visit age -5", "age", "-5"),
    ("set STORE visit age -- -5", "age", "-5"),
    ("set STORE visit name -.5", "name", "-.5"),
    ("set STORE visit name -- --x", "name", "--x"),
    ("set STORE visit -- name --json", "name", "--json"),
    ("set STORE visit name=x --reason=a=b -- name y", "name", nil),
    ("set STORE visit name Ada --reason=a=b", "name", "Ada"),
    ("set STORE visit name - --author=-5", "name", "-"),
    ("set --author Ada STORE visit age 1 age -2", "age", "-2"),
  ])
  func `a value that looks like an option is a value where it can be`(
    line: String, row: String, value: String?
  ) throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.run(line)
      #expect((result.status == 0) == (value != nil), "\(result.stderr)")
      let found = try folder.succeed("get STORE visit \(row)")
      #expect(found == (value.map { "\($0)\n" } ?? ""))
    }
  }
}
