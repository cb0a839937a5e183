import EkibenStore
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A store that import makes` {
  // Rule P33.
  @Test func `is its owner's alone to read, also behind a link that led to nothing`() throws {
    try ToolFolder.withVisit { folder in
      try folder.makeFolder("inner")
      _ = try folder.shell(
        """
        ln -s inner/target LINK; ln -s ../LINK inner/second; ln -s "$PWD/whole" ABSOLUTE
        ln -s ROUND ROUND
        """)
      try folder.write(#"{"ekiben-form":1,"form":"f","sections":[]}"#, to: "f.json")
      try folder.succeed("import inner/second f.json")
      #expect(try folder.mode(of: "inner/target") == 0o600)
      try folder.succeed("import ABSOLUTE f.json")
      #expect(try folder.mode(of: "whole") == 0o600)
      #expect(try folder.run("import ROUND f.json").status != 0)
      // Also where the umask would keep its owner from it.
      for umask in ["000", "277", "777"] {
        let made = try folder.shell("umask \(umask); $EKIBEN import S\(umask) f.json; exit $?")
        #expect(try made.status == 0 && folder.mode(of: "S\(umask)") == 0o600)
      }
    }
  }

  // Rule C1.
  @Test func `goes again where the history is refused`() throws {
    try ToolFolder.withVisit { folder in
      let history = try folder.succeed("export STORE visit --format jsonl")
      let lines = history.split(separator: "\n", omittingEmptySubsequences: false)
      try folder.write(lines.dropLast(2).joined(separator: "\n"), to: "cut")
      _ = try folder.shell("ln -s target LINK")
      let before = try folder.shell("ls; readlink LINK").stdout
      for store in ["NEW", "LINK"] {
        let result = try folder.run("import \(store) cut")
        #expect(result.status == 65, "\(result.stderr)")
        #expect(try folder.shell("ls; readlink LINK").stdout == before)
      }
    }
  }

  // Rule C1.
  @Test(arguments: ["initial", "value"])
  func `goes again where the form is refused`(field: String) throws {
    try ToolFolder.with { folder in
      let row = #"{"id":"r","component":"TextInput","kind":"secret","\#(field)":"x"}"#
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(row)]}]}"#, to: "f.json")
      #expect(try folder.run("import NEW f.json").status == 65)
      #expect(try folder.files().keys.sorted() == ["f.json"])
    }
  }

  // Rule C1. A limit on the size of files, in blocks of 512 bytes, stands for a full disk: there is no room for a
  // page, for the `-shm`, for the tables.
  @Test(arguments: [1, 8, 16, 64, 200], ["import NEW form.json", "demo NEW"])
  func `goes again where there is no room for it`(blocks: Int, line: String) throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-form.json"), to: "form.json")
      let result = try folder.shell("trap '' XFSZ; ulimit -f \(blocks); $EKIBEN \(line)")
      #expect(result.status == 74, "\(result.stderr)")
      #expect(result.stderr.hasPrefix("error: NEW: cannot run a statement: disk I/O error"))
      #expect(try folder.files().keys.sorted() == ["form.json"])
    }
  }

  // Rule C1.
  @Test func `stays where it was there before, however little it holds`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write(#"{"ekiben-form":1,"form":"f","sections":[]}"#, to: "f.json")
      try folder.succeed("import OLD f.json")
      let before = try fileBytes(at: folder.file("OLD"))
      #expect(try folder.run(["import", "OLD", "-"], stdin: Array("{".utf8)).status == 65)
      #expect(try fileBytes(at: folder.file("OLD")) == before)
    }
  }

  // What another program was told is safe never goes.
  @Test func `stays where another program uses it, or it holds anything`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "s.ekiben").path
      let store = try Store(path, now: 0)
      #expect(throws: StoreError.self) { _ = try Store.discardIfEmpty(path) }
      try store.setNeedsReasons(true)
      try store.close()
      #expect(try Store.discardIfEmpty(path) == false)
      let again = try Store(path, now: 0)
      #expect(try again.settings().needsReasons)
      try again.close()
      let empty = folder.appending(path: "empty.ekiben").path
      try Store(empty, now: 0).close()
      #expect(try Store.discardIfEmpty(empty))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s.ekiben"])
    }
  }
}
