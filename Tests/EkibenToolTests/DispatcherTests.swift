import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// How a command is found, and what is said where it fails.
@Suite(.timeLimit(.minutes(20))) struct `A call` {
  private static let usage = "usage: ekiben COMMAND … (ekiben --help lists the commands)"

  private func run(_ words: [String?], _ said: Said = Said()) -> (code: Int32, said: Said) {
    (Dispatcher(console: said, environment: .ofTests).run(words), said)
  }

  @Test(arguments: [
    ("", "a command is missing"), ("nothing", "unknown command nothing"),
    ("--nothing", "unknown option --nothing"), ("-x", "unknown option -x"),
    ("--json", "unknown option --json"), ("Get", "unknown command Get; did you mean get?"),
    ("help nothing", "unknown command nothing"), ("help --nothing", "unknown option --nothing"),
  ])
  func `of no command is refused with how to call one`(line: String, message: String) {
    let (code, said) = run(words(of: line))
    #expect(code == 64 && said.results == [])
    #expect(Array(said.notes.prefix(2)) == ["error: \(message)", Self.usage])
  }

  @Test func `whose words cannot be read is refused`() {
    let message = "a word of the command line is not UTF-8"
    for (words, json) in [
      (["set", "s", nil], []), (["set", "s", nil, "--", "--json"], []),
      (["set", "s", nil, "--json"], [#"{"error":{"code":64,"message":"\#(message)"}}"#]),
    ] as [([String?], [String])] {
      let (code, said) = run(words)
      #expect(code == 64 && said.results == [])
      #expect(said.notes == ["error: \(message)", Self.usage] + json)
    }
  }

  @Test(arguments: [
    ("--version", "ekiben \(Dispatcher.version)"), ("--help", Dispatcher.overview),
    ("-h", Dispatcher.overview), ("help", Dispatcher.overview),
    ("help help", Dispatcher.overview), ("help --help", Dispatcher.overview),
    ("help -h", Dispatcher.overview),
    ("help get", GetCommand.spec.help), ("get --help", GetCommand.spec.help),
    ("get a b -h", GetCommand.spec.help),
  ])
  func `for help prints that and nothing else`(line: String, text: String) {
    let (code, said) = run(words(of: line))
    #expect(code == 0 && said.results == [text] && said.notes == [])
  }

  // Rules C2 and C8.
  @Test(
    arguments: [
      ("get s", ["error: DOC is missing", GetCommand.spec.usage]),
      (
        "get s --json",
        [
          "error: DOC is missing", GetCommand.spec.usage,
          #"{"error":{"code":64,"message":"DOC is missing"}}"#,
        ]
      ),
      ("get none/s d r", ["error: there is no file none/s"]),
      (
        "get none/s d r --json",
        [
          "error: there is no file none/s",
          #"{"error":{"code":66,"message":"there is no file none/s"}}"#,
        ]
      ),
      ("get none/s d -- --json", ["error: there is no file none/s"]),
    ] as [(String, [String])])
  func `that fails says why, how it is called if that is wrong, and JSON if that is asked for`(
    line: String, notes: [String]
  ) {
    let (code, said) = run(words(of: line))
    #expect(code == (notes.contains(GetCommand.spec.usage) ? 64 : 66))
    #expect(said.results == [] && said.notes == notes)
  }

  // Rule C5.
  @Test func `that fails escapes what could drive a terminal, once for people and once for JSON`()
    throws
  {
    let path = "none/\u{1b}\u{202E}"
    let said = run(["get", path, "d", "r", "--json"]).said
    #expect(said.notes.count == 2)
    #expect(said.notes.first == #"error: there is no file none/\u001b\u202e"#)
    let last = try #require(said.notes.last)
    #expect(last.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    let message = try JSON(parsing: Array(last.utf8))["error"]?["message"]?.string
    #expect(message == "there is no file \(path)")
  }

  @Test func `whose result cannot be written fails if it only reads`() throws {
    let message = "the result could not be written: full"
    let (code, said) = run(["schema"], Said(isOpen: false, problem: "full"))
    #expect(code == 74 && said.notes == ["error: \(message)"])
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let changing = run(
        ["set", path, "visit", "name", "Ada"], Said(isOpen: false, problem: "full"))
      #expect(changing.code == 0 && changing.said.notes == ["warning: \(message)"])
      #expect(run(["get", path, "visit", "name"]).said.results == ["Ada"])
      let copy = folder.file("copy").path
      let maintaining = run(["backup", path, copy], Said(isOpen: false, problem: "full"))
      #expect(maintaining.code == 0 && maintaining.said.notes == ["warning: \(message)"])
      #expect(folder.has("copy"))
    }
  }

  @Test func `inside of another one says everything where that says its results`() {
    let outer = Said(isOpen: false, problem: "full")
    let inner = MergedConsole(outer)
    inner.write("result")
    inner.note("note")
    #expect(outer.results == ["result", "note"] && outer.notes == [])
    #expect(!inner.isOpen && inner.problem == "full")
    let open = MergedConsole(Said())
    #expect(open.isOpen && open.problem == nil)
  }
}
