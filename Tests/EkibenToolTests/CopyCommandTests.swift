import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// What is said of files that are copied, made smaller, certified or looked at.
@Suite(.timeLimit(.minutes(20))) struct `Files of a store` {
  private func size(_ name: String, in folder: ToolFolder) throws -> Int {
    try fileBytes(at: folder.file(name)).count
  }

  // Rule C1.
  @Test func `are copied to a name that is free, or what has it is set aside first`() throws {
    try ToolFolder.withVisit { folder in
      let told = "copied to copy: \(try size("STORE", in: folder)) bytes\n"
      #expect(try folder.succeed("backup STORE copy") == told)
      let first = try fileBytes(at: folder.file("copy"))
      let refusal =
        "error: copy is there already; name a file that is not, or set it aside with --force\n"
      try folder.expectRefused("backup STORE copy", 1, refusal)
      for line in ["backup STORE ./STORE", "backup STORE ./STORE --force"] {
        try folder.expectRefused(
          line, 1, "error: STORE and FILE are one file, ./STORE; name another\n")
      }
      try folder.succeed("set STORE visit name Ada")
      #expect(try folder.succeed("backup STORE copy --force").hasPrefix("copied to copy: "))
      #expect(try fileBytes(at: folder.file("copy-before-backup")) == first)
      #expect(try folder.succeed("get copy visit name") == "Ada\n")
      let json = try folder.succeed("backup STORE other --force --json")
      let bytes = try size("other", in: folder)
      #expect(json == #"{"file":"other","bytes":\#(bytes)}"# + "\n")
      #expect(
        try folder.files().keys.sorted() == ["STORE", "copy", "copy-before-backup", "other"])
    }
  }

  // Rule P33.
  @Test(arguments: ["277", "777"])
  func `are copied for their owner to write, whatever the umask takes from it`(umask: String) throws
  {
    try ToolFolder.withVisit { folder in
      let made = try folder.shell("umask \(umask); $EKIBEN backup STORE copy; exit $?")
      #expect(try made.status == 0 && folder.mode(of: "copy") == 0o600)
      #expect(try folder.succeed("get copy visit name") == folder.succeed("get STORE visit name"))
    }
  }

  @Test func `are made smaller, which is told in bytes and entries`() throws {
    try ToolFolder.withVisit { folder in
      // The newest entry stays where it is.
      for (edits, told) in [(1, "1 entry"), (3, "3 entries"), (0, "0 entries")] {
        for edit in 0..<edits { try folder.succeed("set STORE visit name n\(edits)-\(edit)") }
        let before = try size("STORE", in: folder)
        let said = try folder.succeed("compact STORE")
        let after = try size("STORE", in: folder)
        let words = "compacted STORE: \(before) bytes before, \(after) after; \(told) archived\n"
        #expect(said == words)
      }
    }
  }

  // Rule P40.
  @Test func `are certified with every document, also one that was destroyed`() throws {
    try ToolFolder.withVisit { folder in
      for name in ["first", "second"] { try folder.succeed("new STORE intake --as \(name)") }
      try folder.succeed("set STORE first name Ada")
      try folder.succeed(["purge", "STORE", "first", "--reason", "as asked", "--author", "Eve"])
      try folder.succeed("purge STORE second")
      let text = try folder.succeed("certify STORE -o certificate")
      let json = try JSON(parsing: Array(folder.succeed("certify STORE --json").utf8))
      #expect(json["fingerprint"]?.string.map { $0 + "\n" } == text)
      let documents = try #require(json["documents"]?.array)
      let destroyed = documents.compactMap { $0["destroyed"]?.encoded() }
      let time = "2026-11-21T10:00:00.000Z"
      #expect(
        destroyed.sorted() == [
          #"{"author":"Ada","time":"\#(time)","reason":null}"#,
          #"{"author":"Eve","time":"\#(time)","reason":"as asked"}"#,
        ])
      #expect(documents.compactMap { $0["entries"]?.number }.sorted() == ["1", "1", "2"])
      let written = String(
        decoding: try fileBytes(at: folder.file("certificate")), as: UTF8.self)
      for document in documents {
        let (uid, last) = (document["uid"]?.string ?? "-", document["last"]?.string ?? "-")
        #expect(uid.count == 32 && last.count == 64)
        #expect(written.split(separator: "\n").contains { $0.contains(uid) && $0.contains(last) })
      }
    }
  }

  // Rules C1 and C2.
  @Test(arguments: ["certify STORE -o", "backup STORE"])
  func `have another name than what is there, and a folder`(line: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.write("mine", to: "file")
      try folder.makeFolder("folder")
      try folder.expectRefused(
        "\(line) file", 1, "error: file is there already; name a file that is not")
      try folder.expectRefused(
        "\(line) folder", 1, "error: folder is a folder, not a file; name another file\n")
      try folder.expectRefused(
        "\(line) none/file", 74, "error: none/file cannot be made: there is no such folder\n")
    }
  }

  // Rule P31.
  @Test(arguments: [
    ("certify STORE -o STORE-journal", 1, "STORE-journal belongs to the store; name another file"),
    ("backup STORE STORE-wal", 77, kept), ("restore other STORE-wal", 77, kept),
    ("import STORE-wal form.json", 77, kept),
  ])
  func `have another name than SQLite keeps for what lies beside them`(
    line: String, status: Int32, words: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.write(fixture("visit-form.json"), to: "form.json")
      try folder.succeed("backup STORE other")
      let before = try folder.files()
      try folder.expectRefused(line, status, "error: \(words)\n")
      #expect(try folder.files() == before)
    }
  }

  private static let kept =
    "STORE-wal: not permitted (SQLite keeps there what belongs to STORE)"

  // Rules C1 and C4. A limit on the size of files, in blocks of 512 bytes, stands for a full disk.
  @Test(arguments: [
    (8, "backup STORE new"), (8, "restore STORE new"), (1, "certify STORE -o new"),
  ])
  func `are not made where there is no room, which is said of them`(
    blocks: Int, line: String
  ) throws {
    let words =
      line.hasPrefix("certify")
      ? "new cannot be written: File too large"
      : "new-partial: cannot back up new-partial: disk I/O error (SQLite 778)"
    try ToolFolder.withVisit { folder in
      for number in 1...8 { try folder.succeed("new STORE intake --as visit-\(number)") }
      let result = try folder.shell("trap '' XFSZ; ulimit -f \(blocks); $EKIBEN \(line)")
      #expect(result.status == 74 && result.stdout == "")
      #expect(result.stderr == "error: \(words)\n")
      #expect(try folder.files().keys.sorted() == ["STORE"])
    }
  }

  @Test func `are looked at: a line a thing, with what to do behind what is found`() throws {
    try ToolFolder.withVisit { folder in
      let json = try JSON(parsing: Array(folder.succeed("doctor STORE --json").utf8))
      let checks = try #require(json["checks"]?.array)
      let widths = ["name", "verdict"].map { member in
        checks.map { $0[member]?.string?.count ?? 0 }.max() ?? 0
      }
      let lines = checks.map { check in
        func text(_ member: String, width: Int) -> String {
          (check[member]?.string ?? "").padding(toLength: width, withPad: " ", startingAt: 0)
        }
        let advice = check["advice"]?.string.map { " – \($0)" } ?? ""
        return "\(text("name", width: widths[0]))  \(text("verdict", width: widths[1]))  "
          + "\(check["finding"]?.string ?? "")\(advice)\n"
      }
      #expect(try folder.succeed("doctor STORE") == lines.joined())
      #expect(
        checks.compactMap { $0["name"]?.string } == [
          "library", "format", "schema", "durability", "fence", "wal", "names", "room", "journal",
        ])
    }
  }

  // Rule P31.
  @Test func `are wrong where another file's log lies beside them`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("backup STORE other")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.copy("other", over: "STORE")
      let json = try folder.run("doctor STORE --json")
      #expect(json.status == 1)
      let check = try JSON(parsing: json.stdoutBytes)["checks"]?.array?.first
      #expect(check?["name"]?.string == "wal" && check?["verdict"]?.string == "wrong")
      #expect(check?["finding"]?.string?.hasPrefix("STORE-wal was left by another file") == true)
      #expect(check?["advice"]?.isNull == true)
      #expect(
        json.stderr == "error: 1 thing wrong with STORE\n"
          + #"{"error":{"code":1,"message":"1 thing wrong with STORE"}}"# + "\n")
    }
  }
}
