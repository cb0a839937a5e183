import Ekiben
import EkibenInterchange
import EkibenSQLite
import Foundation
import TestSupport
import Testing

/// One fingerprint for a store, and what became of one since (rule P40).
@Suite(.timeLimit(.minutes(20))) struct CertifyTests {
  @Test func `the story of a store that is certified`() throws {
    expectGolden(try transcript(of: Self.story), named: "certify.txt")
  }

  private static let story = [
    "# A fingerprint, and a file that says more.",
    "import clinic.ekiben visit-form.json", "new clinic.ekiben intake --as visit",
    "set clinic.ekiben visit name Ada", "set clinic.ekiben visit age 36 --author Grace",
    "undo clinic.ekiben visit", "log clinic.ekiben visit --ids",
    "log clinic.ekiben visit --graph --ids", "log clinic.ekiben visit --ids --json --limit 1",
    "certify clinic.ekiben", "certify clinic.ekiben -o certificate.jsonl",
    "certify clinic.ekiben -o certificate.jsonl", "verify clinic.ekiben",
    "verify clinic.ekiben --against certificate.jsonl", "compact clinic.ekiben",
    "certify clinic.ekiben",
    "# It grows.",
    "set clinic.ekiben visit age 37 --author Lin", "mark clinic.ekiben visit sent",
    "new clinic.ekiben intake --as other",
    "verify clinic.ekiben --against certificate.jsonl",
    "verify clinic.ekiben --against certificate.jsonl --json",
    "verify clinic.ekiben --against "
      + "0000000000000000000000000000000000000000000000000000000000000000",
    "# What is no fingerprint and no certificate.",
    "verify clinic.ekiben --against nowhere", "verify clinic.ekiben --against visit-form.json",
    "verify clinic.ekiben --against |", "certify clinic.ekiben -o nowhere/certificate.jsonl",
    "certify nowhere.ekiben",
  ]

  @Test func `a store that was certified is found changed, with what was changed`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("new STORE intake --as other")
      try folder.succeed("set STORE other name Ada")
      let fingerprint = try folder.succeed("certify STORE -o certificate.jsonl").dropLast()
      let whole = try fileBytes(at: folder.file("STORE"))
      for (sql, finding) in [
        (
          "UPDATE entry SET time = time + 1, checksum = NULL WHERE key & 7 = 2",
          "changed, what stands up to entry 2"
        ),
        ("UPDATE author SET name = 'Eve', checksum = NULL", "changed"),
        ("DELETE FROM entry WHERE key = (SELECT max(key) FROM entry)", "cut off, it had 2 entries"),
        (
          "UPDATE document SET uid = zeroblob(16), checksum = NULL WHERE name = 'other'",
          "taken out"
        ),
      ] {
        try folder.write(whole, to: "STORE")
        let connection = try Connection(
          path: folder.file("STORE").path, access: .readWrite, busyTimeout: 1000)
        try connection.execute(sql)
        try connection.closeCheckpointing()
        for witness in [String(fingerprint), "certificate.jsonl"] {
          let result = try folder.run(["verify", "STORE", "--against", witness])
          #expect(result.status == 1, "\(sql)")
          if witness == "certificate.jsonl" {
            #expect(result.stdout.contains(finding) || result.stderr.contains("damaged"), "\(sql)")
          }
        }
      }
    }
  }

  @Test func `histories keep their ids in another store`() throws {
    try ToolFolder.withVisit { folder in
      for age in 1...5 { try folder.succeed("set STORE visit age \(age)") }
      try folder.succeed("undo STORE visit -n 2")
      try folder.succeed("set STORE visit name Ada --reason because")
      let history = try folder.succeed("export STORE visit --format jsonl")
      try folder.write(history, to: "history.jsonl")
      var elsewhere = folder
      elsewhere.environment["EKIBEN_SEED"] = "2"
      try elsewhere.succeed("import OTHER history.jsonl")
      #expect(try folder.succeed("certify OTHER") == folder.succeed("certify STORE"))
      // Rule I12, and who writes on there is another store.
      #expect(try folder.succeed("export OTHER visit --format jsonl") == history)
      for store in ["STORE", "OTHER"] { try folder.succeed("set \(store) visit name Eve") }
      #expect(try folder.succeed("certify OTHER") != folder.succeed("certify STORE"))
    }
  }

  // rule I20.
  @Test func `an edited history neither replays nor comes in`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("set STORE visit name Eve")
      let history = try folder.succeed("export STORE visit --format jsonl")
      try folder.write(history.replacing(#""after":"Ada""#, with: #""after":"Bob""#), to: "edited")
      for call in ["replay edited", "import OTHER edited"] {
        let result = try folder.run(call)
        #expect(result.status == 65)
        #expect(
          result.stderr.contains("line 4, column 1: entry 2 is not the one that its id names"))
      }
      let short = history.split(separator: "\n").dropLast().joined(separator: "\n")
      try folder.write(short, to: "edited")
      let result = try folder.run("replay edited")
      #expect(result.status == 65)
      #expect(result.stderr.contains("the history has 2 entries, its first line says 3"))
    }
  }

  @Test func `a history of version 1 still comes in, and goes out in version 2`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-history.jsonl"), to: "history.jsonl")
      try folder.succeed("replay history.jsonl")
      try folder.succeed("import STORE history.jsonl")
      let name = try #require(
        JSON(parsing: Array(folder.succeed("list STORE --json").utf8))["documents"]?.array?.first?[
          "id"]?.string)
      let history = try folder.succeed(["export", "STORE", name, "--format", "jsonl"])
      #expect(history.hasPrefix(#"{"format":"ekiben-history/2""#))
      // Nobody knows which store wrote them.
      #expect(!history.contains(#""store":"#))
      try folder.write(history, to: "again.jsonl")
      try folder.succeed("import OTHER again.jsonl")
      #expect(try folder.succeed("certify OTHER") == folder.succeed("certify STORE"))
    }
  }

  @Test func `sha256sum checks a history`() throws {
    try ToolFolder.withVisit { folder in
      for age in 1...3 { try folder.succeed("set STORE visit age \(age)") }
      let script = """
        $EKIBEN export STORE visit --format jsonl > visit.jsonl
        grep '^{"ekiben-entry"' visit.jsonl | sed 's/,"id":.*/}/' |
          while IFS= read -r line; do printf %s "$line" | sha256sum; done
        """
      let result = try folder.shell(script)
      try #require(result.status == 0)
      let sums = result.stdout.split(separator: "\n").map { $0.prefix(64) }
      let ids = try folder.succeed("log STORE visit --ids --entries").split(separator: "\n")
      #expect(sums.reversed() == ids.map { $0.suffix(64) })
    }
  }
}
