import Foundation
import TestSupport
import Testing

/// The histories of all documents in one list, and lists that leave out what nobody asked for.
@Suite(.timeLimit(.minutes(20))) struct `All documents of a store` {
  /// Three documents, edited by two people at five moments.
  private func withWork(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-form.json"), to: "f.json")
      try folder.succeed("import STORE f.json")
      for (minute, line) in [
        "new STORE intake --as b", "new STORE intake --as a", "set STORE b name Ada age 7",
        "set STORE a name Bo --author Bob --reason checked", "new STORE intake --as c",
        "set STORE b age 8 --author Bob", "delete STORE c", "mark STORE a sent",
      ].enumerated() {
        var later = folder
        later.environment["EKIBEN_NOW"] = "2026-11-21T10:0\(minute):00Z"
        try later.succeed(line)
      }
      try body(folder)
    }
  }

  @Test func `have one log, the newest first, with the deleted ones`() throws {
    try withWork { folder in
      let log = try folder.succeed("log STORE")
      #expect(
        log
          == """
          a  3 mark  sent at 2  (Ada, 2026-11-21 10:07:00Z)
          c  2 edit  the document is deleted  (Ada, 2026-11-21 10:06:00Z)
          b  3 edit  age: 7 → 8  (Bob, 2026-11-21 10:05:00Z)
          c  1 create  (Ada, 2026-11-21 10:04:00Z)
          a  2 edit  name: – → "Bo"  (Bob, 2026-11-21 10:03:00Z: checked)
          b  2 edit  name: – → "Ada"; age: – → 7  (Ada, 2026-11-21 10:02:00Z)
          a  1 create  (Ada, 2026-11-21 10:01:00Z)
          b  1 create  (Ada, 2026-11-21 10:00:00Z)

          """)
    }
  }

  // What is there is the same as what the logs of the documents say, one by one.
  @Test(arguments: [
    "", " --limit 2", " --author Bob", " --grep checked", " --grep Ada", " --grep nothing",
    " --since 2026-11-21T10:03:00Z", " --until 2026-11-21T10:03:00Z", " --grep sent --author Ada",
    " --since 2026-11-21T10:02:00Z --until 2026-11-21T10:06:00Z --author Bob --limit 1",
  ])
  func `have in it what the log of each has`(options: String) throws {
    try withWork { folder in
      let limit = options.contains("--limit 1") ? 1 : options.contains("--limit 2") ? 2 : Int.max
      let each = options.replacing(try Regex(" --limit \\d"), with: "")
      var expected: [(time: String, line: String)] = []
      for document in ["a", "b", "c"] {
        let log = try folder.succeed("log STORE \(document) --json" + each)
        for line in log.split(separator: "\n") {
          let time = try #require(line.firstMatch(of: try Regex("\"time\":\"([^\"]*)\"")))
          let named = "{\"document\":\"\(document)\"," + line.dropFirst()
          expected.append(("\(line[time.range])", named))
        }
      }
      let sorted = expected.sorted { $0.time > $1.time }.prefix(limit).map(\.line)
      let found = try folder.succeed("log STORE --json" + options).split(separator: "\n")
      #expect(found.map(String.init) == Array(sorted))
    }
  }

  // More lines than are kept, and the newest of one document by time is not its last.
  @Test(arguments: ["", " --entries", " --json"])
  func `have as their newest lines the first of all, also where a clock went back`(
    options: String
  ) throws {
    try withWork { folder in
      for (hour, name, count) in [(12, "b", 230), (13, "a", 3), (11, "b", 2), (9, "a", 4)] {
        var other = folder
        other.environment["EKIBEN_NOW"] = "2026-11-21T\(hour < 10 ? "0" : "")\(hour):00:00Z"
        let lines = (0..<count).map { ":set age \(hour)\($0)\n" }.joined()
        let result = try other.run(["fill", "STORE", name], stdin: Array(lines.utf8))
        #expect(result.status == 0 && result.stderr == "")
      }
      let all = try folder.succeed("log STORE" + options).split(separator: "\n")
      #expect(all.count == 247)
      for limit in [0, 1, 3, 4, 20, 234, 246, 300] {
        let found = try folder.succeed("log STORE --limit \(limit)" + options)
        #expect(found.split(separator: "\n") == Array(all.prefix(limit)))
      }
    }
  }

  @Test func `are listed by form, author and in another order`() throws {
    try withWork { folder in
      func names(_ options: String) throws -> [String] {
        let list = try JSONSerialization.jsonObject(
          with: Data(try folder.succeed("list STORE --json" + options).utf8))
        let documents = (list as? [String: Any])?["documents"] as? [[String: Any]]
        return (documents ?? []).compactMap { $0["id"] as? String }
      }
      let cases = [
        ("", ["a", "b"]), (" --sort name", ["a", "b"]), (" --sort modified", ["a", "b"]),
        (" --sort created", ["a", "b"]), (" --sort entries", ["a", "b"]),
        (" --author Bob", ["a", "b"]), (" --author Eve", []), (" --form intake", ["a", "b"]),
        (" --deleted --author Ada", ["c"]), (" --sort status", ["a", "b"]),
      ]
      for (options, expected) in cases {
        let found = try names(options)
        #expect(found == expected, "\(options)")
      }
      try folder.succeed("undo STORE a")
      try folder.succeed("set STORE b age 9")
      try folder.succeed("set STORE b age 10")
      let most = try names(" --sort entries")
      #expect(most == ["b", "a"])
    }
  }

  @Test(arguments: [
    ("log STORE --graph", 64, "--graph needs DOC"), ("log STORE --row name", 64, "--row needs DOC"),
    ("log STORE --ids", 64, "--ids needs DOC"), ("log STORE d", 1, "there is no document d"),
    ("list STORE --form other", 1, "there is no form other"),
    ("list STORE --sort size", 64, "--sort takes name, form"),
    ("log STORE a --row never", 1, "a has no row never"),
  ])
  func `are not asked for what a list does not have`(
    line: String, status: Int32, words: String
  ) throws {
    try withWork { folder in
      let result = try folder.run(line)
      #expect(result.status == status && result.stderr.contains(words), "\(result.stderr)")
    }
  }

  // A row that was removed is asked for by the id that it had.
  @Test func `a log tells of a row that is gone, and of a section`() throws {
    try withWork { folder in
      try folder.succeed("remove STORE a age")
      let log = try folder.succeed("log STORE a --row age")
      #expect(log.hasPrefix("4 edit  ") && log.contains("removed"), "\(log)")
      let section = try folder.succeed("log STORE a --row section:person")
      #expect(section.isEmpty)
    }
  }
}
