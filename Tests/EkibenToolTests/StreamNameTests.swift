import Foundation
import TestSupport
import Testing

/// What is called `-` is a stream, or refused where there has to be a file (rule C18).
@Suite(.timeLimit(.minutes(20))) struct `A name that is a dash` {
  @Test func `is standard output for a report and a certificate`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("report STORE visit -o page.html")
      try folder.succeed("certify STORE -o certificate")
      for (line, file) in [("report STORE visit", "page.html"), ("certify STORE", "certificate")] {
        for option in ["-o -", "--output=-"] {
          let result = try folder.run("\(line) \(option)")
          #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
          #expect(result.stdoutBytes == (try fileBytes(at: folder.file(file))))
        }
        let both = try folder.run("\(line) -o - --json")
        #expect(both.status == 64 && both.stdout == "")
        #expect(both.stderr.hasPrefix("error: --json and -o - exclude each other\n"))
      }
      let whole = try folder.shell("$EKIBEN certify STORE -o - | $EKIBEN verify STORE --against -")
      #expect(whole.status == 0, "\(whole.stderr)")
      #expect(try folder.succeed("report STORE -o -").hasSuffix("</body></html>\n"))
      #expect(try folder.files().keys.sorted() == ["STORE", "certificate", "page.html"])
    }
  }

  @Test(arguments: [
    ("backup STORE -", "FILE"), ("demo -", "FILE"), ("restore STORE -", "STORE"),
    ("show - visit", "STORE"), ("import - -", "STORE"), ("upgrade -", "STORE"),
    ("doctor -", "STORE"), ("replay - visit", "STORE"),
    ("export STORE --form intake --format csv -o -", "-o FOLDER"),
  ])
  func `is refused where there has to be a file`(line: String, name: String) throws {
    try ToolFolder.withVisit { folder in
      let said = "error: \(name) cannot be a stream; for what is called -, write ./-"
      try Refusal(code: 64, mentions: [said]).expect(words(of: line), in: folder)
    }
  }

  @Test func `is a file where its folder is said`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("report STORE -o ./-")
      #expect(try folder.files().keys.sorted() == ["-", "STORE"])
      try FileManager.default.removeItem(at: folder.file("-"))
      try folder.succeed("backup STORE ./-")
      #expect(try folder.succeed("list ./-") == folder.succeed("list STORE"))
    }
  }
}
