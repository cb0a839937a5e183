import EkibenSQLite
import Foundation
import TestSupport
import Testing

/// What the environment can do to the command: streams that are closed or full, words that are no
/// text, files that are locked, forbidden or not for this program.
@Suite(.timeLimit(.minutes(20))) struct StreamTests {
  // Rule C11.
  @Test(arguments: [
    "log STORE visit", "log STORE visit --json", "show STORE visit", "set STORE visit name Ada",
  ])
  func `a reader that goes away ends it quietly`(line: String) throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.shell("{ sleep 0.2; $EKIBEN \(line); echo \"$?\" > code; } | :")
      #expect(result.stderr == "")
      #expect(String(decoding: try fileBytes(at: folder.file("code")), as: UTF8.self) == "0\n")
      #expect(try folder.files().keys.sorted() == ["STORE", "code"])
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: "))
    }
  }

  @Test func `the first line of many can be taken`() throws {
    try ToolFolder.with { folder in
      let result = try folder.shell("$EKIBEN demo clinic.ekiben | head -1")
      #expect(result.stdout == "$ ekiben import clinic.ekiben clinic-intake.json\n")
      #expect(result.stderr == "")
      #expect(try folder.succeed("verify clinic.ekiben").hasPrefix("ok: "))
    }
  }

  @Test(arguments: [">&-", "> /dev/full"])
  func `a result that cannot be written is a failure`(redirection: String) throws {
    guard redirection == ">&-" || FileManager.default.fileExists(atPath: "/dev/full") else {
      return
    }
    try ToolFolder.withVisit { folder in
      let result = try folder.shell("$EKIBEN show STORE visit \(redirection)")
      #expect(result.status == 74)
      #expect(result.stderr.hasPrefix("error: the result could not be written: "))
    }
  }

  @Test(arguments: [">&-", "> /dev/full", ">&- 2>&- <&-"])
  func `a change is made even if nobody can be told`(redirection: String) throws {
    if redirection.contains("full"), !FileManager.default.fileExists(atPath: "/dev/full") { return }
    try ToolFolder.withVisit { folder in
      let result = try folder.shell("$EKIBEN set STORE visit name Ada \(redirection)")
      #expect(result.status == 0)
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 2 entries\n"))
    }
  }

  @Test func `nothing is asked of standard input`() throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.shell(
        "$EKIBEN set STORE visit name Ada <&- && $EKIBEN get STORE visit name <&-")
      #expect(result.status == 0)
      #expect(result.stdout.hasSuffix("\nAda\n"))
    }
  }

  @Test(arguments: [
    "cat form.json | $EKIBEN import new.ekiben /dev/stdin",
    "$EKIBEN import new.ekiben /dev/stdin < form.json", "$EKIBEN import new.ekiben form.json",
    "mkfifo pipe; cat form.json > pipe & $EKIBEN import new.ekiben pipe",
  ])
  func `a form can come through a pipe`(line: String) throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-form.json"), to: "form.json")
      let result = try folder.shell(line)
      #expect(result.stderr == "")
      #expect(result.stdout.hasPrefix("imported intake, revision 1: "))
    }
  }

  @Test func `a device without an end is not read for ever`() throws {
    try ToolFolder.with { folder in
      let result = try folder.shell("$EKIBEN import new.ekiben /dev/zero")
      #expect(result.status == 65)
      #expect(try folder.files() == [:])
    }
  }

  @Test(arguments: [
    "set STORE visit name \"$(printf 'a\\377b')\"", "get STORE visit \"$(printf '\\303')\"",
    "show \"$(printf 'ST\\200RE')\" visit", "\"$(printf '\\377')\"",
  ])
  func `words that are not UTF-8 are refused and not repaired`(line: String) throws {
    try ToolFolder.withVisit { folder in
      let before = try folder.files()
      let result = try folder.shell("$EKIBEN \(line)")
      #expect(result.status == 64)
      #expect(result.stderr.hasPrefix("error: a word of the command line is not UTF-8\nusage: "))
      let json = try folder.shell("$EKIBEN \(line) --json").stderr
      #expect(json.hasSuffix("of the command line is not UTF-8\"}}\n"), "\(json)")
      #expect(try folder.files() == before)
    }
  }

  @Test func `a store that somebody else writes to is busy`() throws {
    try ToolFolder.withVisit { folder in
      let other = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try other.begin(.immediate)
      let before = try folder.dump()
      let result = try folder.run("set STORE visit name Ada --timeout 0.1 --json")
      #expect(result.status == 75)
      #expect(result.stderr.hasPrefix("error: STORE is locked"))
      #expect(result.stderr.contains("{\"error\":{\"code\":75,"))
      #expect(try folder.dump() == before)
      try other.rollback()
      #expect(try folder.run("set STORE visit name Ada").status == 0)
    }
  }

  @Test(arguments: [
    ("PRAGMA user_version = 7", "newer"), ("PRAGMA application_id = 7", "another program"),
  ])
  func `a store that is not for this program is refused`(change: String, mention: String) throws {
    try ToolFolder.withVisit { folder in
      let connection = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try connection.execute(change)
      try connection.closeCheckpointing()
      let before = try fileBytes(at: folder.file("STORE"))
      for line in ["show STORE visit", "set STORE visit name Ada", "verify STORE"] {
        let result = try folder.run(line)
        #expect(result.status == 69)
        #expect(result.stderr.hasPrefix("error: STORE ") && result.stderr.contains(mention))
        #expect(try fileBytes(at: folder.file("STORE")) == before)
      }
    }
  }

  @Test func `a damaged file is called damaged, with what can be done`() throws {
    try ToolFolder.withVisit { folder in
      let bytes = try fileBytes(at: folder.file("STORE"))
      try folder.write(bytes.prefix(bytes.count / 3), to: "CUT")
      for line in ["show CUT visit", "set CUT visit name Ada"] {
        let result = try folder.run(line)
        #expect(result.status == 74)
        #expect(result.stderr.hasPrefix("error: CUT is damaged: "))
        let way = "; put a copy in its place with: ekiben restore BACKUP CUT --force\n"
        #expect(result.stderr.hasSuffix(way), "\(result.stderr)")
      }
    }
  }

  // Rule H15.
  @Test func `verify finds an answer that its journal does not know`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let connection = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try connection.execute("UPDATE answer SET value = 'Eve', checksum = NULL")
      try connection.closeCheckpointing()
      let result = try folder.run("verify STORE")
      #expect(result.status == 1)
      #expect(result.stdout.contains("visit: name is \"Eve\""))
      let way = "put a copy in its place with: ekiben restore BACKUP STORE --force"
      #expect(result.stderr == "error: STORE is damaged; \(way)\n")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs Linux's /sys"))
  func `a folder that may not be written in is not permitted`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write(try fixture("visit-form.json"), to: "form.json")
      // Not even the administrator makes files there.
      try Refusal(code: 77, mentions: ["/sys/kernel/x.ekiben", "not permitted"])
        .expect(words(of: "import /sys/kernel/x.ekiben form.json"), in: folder)
    }
  }
}
