import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

extension Reproduction {
  /// `ekiben purge STORE DOC` and `--before TIME` (rule P18).
  static let purging = [
    Reproduction("a document purged, of which no byte is left in any file") { folder in
      try folder.makeFolder("temporary")
      var folder = folder
      folder.environment["TMPDIR"] = folder.file("temporary").path
      folder.environment["SQLITE_TMPDIR"] = folder.file("temporary").path
      for document in ["first", "second"] {
        try folder.succeed("new STORE intake --as \(document)")
        for number in 1...30 {
          try folder.succeed("set STORE \(document) name \(document)-Quixotic-\(number)")
        }
      }
      try folder.succeed("certify STORE -o certificate")
      try folder.leavingLog {
        let said = try folder.succeed(["purge", "STORE", "first", "--reason", "as asked"])
        #expect(said.contains("purged first (31 entries) by Ada"))
        #expect(said.contains("cannot be taken back"))
        #expect(try folder.count(of: "first-Quixotic") == 0)
      }
      #expect(try folder.count(of: "first-Quixotic") == 0)
      #expect(try folder.count(of: "second-Quixotic") > 0)
      let verdict = try folder.succeed("verify STORE --against certificate")
      #expect(verdict.contains("destroyed with 31 entries (Ada, ") && verdict.contains("as asked"))
      #expect(
        try folder.succeed("certify STORE --json").contains("\"destroyed\":{\"author\":\"Ada\""))
      try folder.expectRefused("get STORE first name", 1, "first")
    },
    Reproduction("a purge for scripts, of what is old, of nothing, and of what cannot be purged") {
      folder in
      let json = try JSON(
        parsing: Array(folder.succeed("purge STORE --before 2030-01-01T00:00:00Z --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "purge") == [])
      #expect(json["found"]?.number == "0" && json["documents"]?.array?.count == 1)
      #expect(
        try folder.succeed("purge STORE --before 2030-01-01T00:00:00Z")
          == "nothing purged: no document is as old as that\n")
      try folder.expectRefused("purge STORE visit", 1, "visit")
      try folder.expectRefused("purge STORE intake", 1, "is a form")
      try folder.expectRefused("purge STORE", 64, "DOC or --before")
      try folder.expectRefused(
        "purge STORE visit --before 2030-01-01T00:00:00Z", 64, "DOC or --before")
      try folder.expectRefused("purge STORE --before soon", 64, "soon")
      try folder.expectRefused("purge nowhere visit", 66, "nowhere")
    },
  ]
}

extension ToolFolder {
  /// How often a text stands in the files of the folder and in those for what is temporary.
  fileprivate func count(of text: String) throws -> Int {
    let found = try shell("cat STORE* temporary/* 2>/dev/null | grep -a -o '\(text)' | wc -l")
    return Int(found.stdout.filter { $0.isNumber }) ?? -1
  }
}
