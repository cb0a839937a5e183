import EkibenSQLite
import Foundation
import TestSupport
import Testing

/// A store to which somebody else has added something, as the command shows it (rules P6 and P25).
@Suite(.timeLimit(.minutes(20))) struct ForeignSchemaTests {
  private func withPlanted(_ sql: String, _ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let connection = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try connection.execute(sql)
      try connection.closeCheckpointing()
      try body(folder)
    }
  }

  @Test func `a foreign schema is not written, and all its content can be exported`() throws {
    // This one once swallowed every edit, each with exit code 0.
    let sql = "CREATE TRIGGER watch BEFORE INSERT ON entry BEGIN SELECT raise(IGNORE); END"
    try withPlanted(sql) { folder in
      let before = try folder.files()
      for line in [
        "set STORE visit name Bob", "undo STORE visit", "new STORE intake", "compact STORE",
        "import STORE visit-form.json", "delete STORE visit", "upgrade STORE --keep",
      ] {
        if line.hasPrefix("import") {
          try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
        }
        try Refusal(code: 69, mentions: ["STORE", "the trigger watch on entry", "DROP TRIGGER"])
          .expect(words(of: line), in: folder)
      }
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      for line in ["log STORE visit", "export STORE visit --format jsonl", "backup STORE copy"] {
        try folder.succeed(line)
      }
      let verify = try folder.run("verify STORE")
      #expect(verify.status == 1)
      #expect(verify.stdout.hasPrefix("the trigger watch on entry is not Ekiben's; any SQL tool"))
      let doctor = try folder.run("doctor STORE")
      #expect(doctor.status == 1)
      #expect(
        doctor.stdout.contains(
          "schema      wrong   the trigger watch on entry is not Ekiben's, so that this store is "
            + "read and not written – any SQL tool removes it: DROP TRIGGER \"watch\""))
      #expect(doctor.stderr.contains("1 thing wrong with STORE"))
      #expect(try folder.files()["STORE"] == before["STORE"])
    }
  }

  @Test func `a foreign schema that cannot be read is named by every command`() throws {
    try withPlanted(
      """
      PRAGMA foreign_keys = OFF; DROP TABLE answer;
      CREATE VIEW answer AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n
      """
    ) { folder in
      for line in ["doctor STORE", "verify STORE", "show STORE visit", "set STORE visit name Bob"] {
        let words = ["cannot be read", "the table answer is missing", "the view answer is not"]
        try Refusal(code: 69, mentions: words).expect(EkibenToolTests.words(of: line), in: folder)
      }
    }
  }
}
