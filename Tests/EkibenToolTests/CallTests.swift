import Ekiben
import EkibenDocuments
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What the options that many commands have mean to each of them.
@Suite(.timeLimit(.minutes(20))) struct `Common options` {
  private func call(
    _ words: [String], of spec: CommandSpec = ShowCommand.spec,
    in environment: ToolEnvironment = .ofTests
  ) throws -> Call {
    Call(
      arguments: try Arguments(["s", "d"] + words, for: spec), console: Said(),
      environment: environment)
  }

  private func refusal(_ body: () throws -> Void) throws -> CommandFailure {
    try #require(throws: CommandFailure.self) { try body() }
  }

  @Test(
    arguments: [
      (nil, 5000), ("0", 0), ("0.5", 500), ("2", 2000), ("1e1", 10_000), ("86400", 86_400_000),
    ] as [(String?, Int)])
  func `say how many milliseconds to wait, or five seconds`(text: String?, time: Int) throws {
    #expect(try call(text.map { ["--timeout", $0] } ?? []).timeout == time)
  }

  @Test(arguments: ["-1", "-0.001", "86400.001", "1e9", "nan", "inf", "", "5s"])
  func `wait for no other time`(text: String) throws {
    let call = try call(["--timeout", text])
    let refusal = try refusal { _ = try call.timeout }
    #expect(refusal.code == .usage)
    #expect(refusal.message == "--timeout takes seconds, up to a day, not \"\(text)\"")
  }

  @Test func `give something new its name`() throws {
    #expect(try call([], of: NewCommand.spec).newName == nil)
    #expect(try call(["--as", "a b"], of: NewCommand.spec).newName?.rawValue == "a b")
    let wrong = try call(["--as", ""], of: NewCommand.spec)
    let refusal = try refusal { _ = try wrong.newName }
    #expect(refusal.code == .usage && refusal.message.hasPrefix("--as does not give a name: "))
    #expect(refusal.isOfCommand)
  }

  @Test func `find nothing of a name that nothing can have`() throws {
    let call = try call([])
    let row: RowID = try call.existing("row", "a b")
    #expect(row.rawValue == "a b")
    let refusal = try refusal { _ = try call.existing("form", "") as DocumentName }
    #expect(refusal.code == .refused)
    #expect(refusal.message.hasPrefix("there is no form of such a name: "))
    let rows = call.rows(named: ["a", "", "b", "a\u{1b}", "a"])
    #expect(rows.map(\.rawValue).sorted() == ["a", "b"])
    #expect(call.path == "s")
    #expect(try call.documentName().rawValue == "d")
  }

  @Test func `say who acts, and when`() throws {
    let fixed = try call(["--author", "Eve"], of: SetCommand.spec).sessionEnvironment
    #expect(fixed.author == "Eve" && fixed.now() == 1_795_255_200_000)
    #expect(fixed.offset == StandardStreams.localOffset(at: fixed.now()))
    let free = ToolEnvironment(variable: { _ in nil }, loginName: "Ada")
    let environment = try call([], of: SetCommand.spec, in: free).sessionEnvironment
    let before = SessionEnvironment.systemTime()
    #expect(environment.author == "Ada")
    let now = environment.now()
    #expect(before <= now && now <= SessionEnvironment.systemTime())
    let wrong = ToolEnvironment(variable: { ["EKIBEN_NOW": "noon"][$0] }, loginName: "Ada")
    let timeless = try call([], of: SetCommand.spec, in: wrong)
    #expect(try refusal { _ = try timeless.sessionEnvironment }.code == .usage)
  }

  @Test(
    arguments: [
      ([], []), (["--language", "de"], ["de"]), (["--language", "fr,de-AT"], ["fr", "de-AT"]),
      (["--language", ",de,"], ["de"]), (["--language="], []),
    ] as [([String], [String])])
  func `name languages, the best first`(words: [String], languages: [String]) throws {
    #expect(try call(words).sessionEnvironment.languages == languages)
    #expect(try call(["r"], of: GetCommand.spec).sessionEnvironment.languages == [])
  }

  @Test func `hand over what formulas read, each under its name`() throws {
    try ToolFolder.with { folder in
      try folder.write(#"{"a":1}"#, to: "one")
      try folder.write(#"{"a":2}"#, to: "two=2")
      let (one, two) = (folder.file("one").path, folder.file("two=2").path)
      func handedOver(_ words: [String]) throws -> [String: String] {
        try call(words).sessionEnvironment.launchContext.json
      }
      #expect(try handedOver([]) == [:])
      #expect(
        try handedOver(["--given", "x=\(one)", "--given", "y=\(two)"])
          == ["x": #"{"a":1}"#, "y": #"{"a":2}"#])
      // Of two of one name the last is meant.
      #expect(
        try handedOver(["--given", "x=\(one)", "--given=x=\(two)"]) == ["x": #"{"a":2}"#])
      for word in ["x", "x=", "=\(one)", "=", ""] {
        let call = try call(["--given", word])
        let refusal = try refusal { _ = try call.sessionEnvironment }
        #expect(refusal.code == .usage)
        #expect(refusal.message == "--given takes NAME=FILE, not \"\(word)\"")
      }
      let missing = try call(["--given", "x=\(one)-none"])
      #expect(try refusal { _ = try missing.sessionEnvironment }.code == .noInput)
    }
  }

  @Test(arguments: [("log", "--since"), ("query", "--at"), ("purge", "--before")])
  func `take times where they take one`(command: String, option: String) throws {
    let spec = try #require(Dispatcher.commands.first { $0.spec.name == command }?.spec)
    let name = String(option.dropFirst(2))
    #expect(try call([], of: spec).time(name) == nil)
    #expect(try call([option, "2026-11-21T09:00:00Z"], of: spec).time(name) == 1_795_251_600_000)
    #expect(try call([option, "2 hours ago"], of: spec).time(name) == 1_795_248_000_000)
    let wrong = try call([option, "noon"], of: spec)
    let refusal = try refusal { _ = try wrong.time(name) }
    #expect(refusal.message == "\(option) takes \(LocalTime.kind), not \"noon\"")
  }

  @Test func `ask for durability of one of two kinds`() throws {
    try ToolFolder.withVisit { folder in
      let refused = try folder.run("set STORE visit name Ada --durability fast")
      #expect(refused.status == 64)
      #expect(
        refused.stderr.hasPrefix(
          "error: --durability takes power-loss or process-crash, not \"fast\"\n"))
      for kind in ["power-loss", "process-crash"] {
        #expect(try folder.run("set STORE visit name \(kind) --durability \(kind)").status == 0)
      }
    }
  }
}

/// What stands where a command takes an entry.
@Suite(.timeLimit(.minutes(20))) struct `An entry that is named` {
  @Test(arguments: [
    ("get STORE visit name --at 2", 0, "Ada\n"), ("get STORE visit name --at first", 0, "Ada\n"),
    ("get STORE visit name --at 4", 0, "Eve\n"), ("get STORE visit name --at 1", 0, ""),
    ("get STORE visit name --at now", 0, "Eve\n"), ("get STORE visit name", 0, "Eve\n"),
    ("get STORE visit name --at 0", 1, "there is no entry 0"),
    ("get STORE visit name --at 5", 1, "there is no entry 5"),
    ("get STORE visit name --at last", 1, "there is no mark last"),
    ("get STORE visit name --at 2020-01-01", 1, "visit has no entry as early as 2020-01-01"),
    (
      "get STORE visit name --at -x", 64,
      "--at takes an entry's number, a mark's name or \(LocalTime.kind), not \"-x\""
    ),
    ("diff STORE visit first 4", 0, "name: \"Ada\" → \"Eve\"\n"),
    ("diff STORE visit 1 first", 0, "name: – → \"Ada\"\n"),
    ("diff STORE visit 4 first", 0, "name: \"Eve\" → \"Ada\"\n"),
    ("diff STORE visit first", 0, "name: \"Ada\" → \"Eve\"\n"),
    ("diff STORE visit -1", 64, "A is an entry's number or a mark's name, not \"-1\""),
    ("diff STORE visit 1 -1", 64, "B is an entry's number or a mark's name, not \"-1\""),
    ("diff STORE visit 9", 1, "there is no entry 9"),
    ("checkout STORE visit 10:00", 64, "N is an entry's number or a mark's name, not \"10:00\""),
    ("checkout STORE visit last", 1, "there is no mark last"),
    ("query STORE name age name", 64, "a column is named twice"),
    ("redo STORE visit --to -1", 64, "--to takes an entry's number or a mark's name, not \"-1\""),
    ("redo STORE visit --to last", 1, "there is no mark last"),
  ])
  func `is a number, a mark or, for what stood, a time`(
    line: String, code: Int32, said: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("mark STORE visit first")
      try folder.succeed("set STORE visit name Eve")
      let result = try folder.run(line)
      #expect(result.status == code, "\(result.stderr)")
      if code == 0 {
        #expect(result.stdout == said && result.stderr == "")
      } else {
        #expect(result.stdout == "" && result.stderr.hasPrefix("error: \(said)"))
      }
    }
  }
}
