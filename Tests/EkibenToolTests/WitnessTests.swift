import EkibenSQLite
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What `verify --against` says of a store that is another one now, and `purge` of what it destroys, word for
/// word. Rules P18, P34 and P40.
@Suite(.timeLimit(.minutes(20))) struct `What was certified` {
  private static let replaced = [
    "# A store with two documents, and a copy of it.",
    "import w.ekiben visit-form.json", "new w.ekiben intake --as visit",
    "new w.ekiben intake --as old", "backup w.ekiben copy.ekiben",
    "# With the copy in its place a history is cut off.",
    "set w.ekiben visit name Ada --author Grace", "set w.ekiben visit age 7",
    "certify w.ekiben -o first.jsonl", "restore copy.ekiben w.ekiben",
    "verify w.ekiben --against first.jsonl",
    "# One that went on in another way is changed, however long it is.",
    "set w.ekiben visit name Eve", "set w.ekiben visit age 7", "set w.ekiben visit age 8",
    "verify w.ekiben --against first.jsonl", "verify w.ekiben --against first.jsonl --json",
    "# A document that nobody purged was taken out.",
    "restore copy.ekiben w.ekiben --json", "new w.ekiben intake --as late",
    "certify w.ekiben -o second.jsonl", "restore copy.ekiben w.ekiben",
    "verify w.ekiben --against second.jsonl",
    "# One that was purged is told from it, and from one that another one purged.",
    "purge w.ekiben old --reason asked", "verify w.ekiben --against second.jsonl",
    "certify w.ekiben -o third.jsonl", "verify w.ekiben --against third.jsonl",
    "restore copy.ekiben w.ekiben", "verify w.ekiben --against third.jsonl",
    "purge w.ekiben old --author Eve", "verify w.ekiben --against third.jsonl",
  ]

  private static let purged = [
    "# Of many documents that were purged three are named.",
    "import w.ekiben visit-form.json", "new w.ekiben intake --as a", "set w.ekiben a name Ada",
    "new w.ekiben intake --as b", "new w.ekiben intake --as c", "new w.ekiben intake --as d",
    "new w.ekiben intake --as e", "purge w.ekiben --before 2026-11-21T10:06:00Z",
    "list w.ekiben", "new w.ekiben intake --as f", "new w.ekiben intake --as g",
    "purge w.ekiben --before 2027-01-01 --author Eve",
    "purge w.ekiben --before 2027-01-01", "purge w.ekiben --before 2027-01-01 --json",
    "# One for scripts, with the reason and without.",
    "new w.ekiben intake --as h", "purge w.ekiben h --json --reason asked",
    "new w.ekiben intake --as i", "purge w.ekiben i --json", "purge w.ekiben i",
  ]

  @Test func `is told from what is there`() throws {
    expectGolden(try transcript(of: Self.replaced), named: "witness.txt")
  }

  @Test func `may be destroyed, which is said`() throws {
    expectGolden(try transcript(of: Self.purged), named: "purge.txt")
  }

  @Test func `is known by its fingerprint in capitals, too`() throws {
    try ToolFolder.withVisit { folder in
      let fingerprint = try folder.succeed("certify STORE").dropLast()
      for words in [fingerprint.uppercased(), String(fingerprint)] {
        #expect(
          try folder.succeed("verify STORE --against \(words)")
            == "ok: 1 document, 1 entry, the same as when it was certified\n")
      }
    }
  }

  @Test func `cannot be compared where the store is damaged, which is a finding`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("certify STORE -o certificate")
      try folder.change(
        "UPDATE entry SET line = x'00' WHERE key = (SELECT max(key) FROM entry)")
      let result = try folder.run("verify STORE --against certificate")
      #expect(result.status == 1)
      let lines = result.stdout.split(separator: "\n")
      #expect(
        lines.suffix(2) == [
          "it cannot be compared: STORE is damaged: entry 2 of visit is not what was written",
          "4 findings: 1 document, 0 entries, not the same as when it was certified",
        ], "\(result.stdout)")
      // That is said first.
      #expect(result.stderr.hasPrefix("error: STORE is damaged; put a copy in its place with: "))
      // Of one entry, the others can be read.
      #expect(
        try folder.run("log STORE visit").stderr
          == "error: STORE is damaged: entry 2 of visit is not what was written; "
          + "ekiben verify STORE lists all that is damaged\n")
      let json = try folder.run("verify STORE --against certificate --json").stdout
      #expect(json.hasPrefix(#"{"ok":false,"#) && json.contains(#""relation":"changed","#))
      // What formulas gave is of no interest where answers are not what was written.
      #expect(try !folder.run("verify STORE --calculations").stdout.contains("drift"))
    }
  }

  @Test(arguments: [(1, "1 row"), (2, "2 rows")])
  func `may have rows without a checksum, which are counted`(limit: Int, count: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada age 36")
      try folder.change(
        "UPDATE answer SET checksum = NULL WHERE value IN (SELECT value FROM answer LIMIT \(limit))"
      )
      #expect(
        try folder.succeed("verify STORE").hasPrefix(
          "ok: 1 document, 2 entries, \(count) unchecked\n"))
      let json = try folder.succeed("verify STORE --json")
      #expect(
        json == #"{"ok":true,"documents":1,"entries":2,"unchecked":\#(limit),"findings":[]}"# + "\n"
      )
      try folder.succeed("compact STORE")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 2 entries\n"))
    }
  }
}

extension ToolFolder {
  /// Changes the store behind its back.
  fileprivate func change(_ sql: String) throws {
    let connection = try Connection(
      path: file("STORE").path, access: .readWrite, busyTimeout: 1000)
    try connection.execute(sql)
    try connection.closeCheckpointing()
  }
}
