import EkibenSQLite
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What is left beside a store when a command that writes it ends.
@Suite(.timeLimit(.minutes(20))) struct LeavingTests {
  // Rule P5.
  @Test func `a -wal that has to stay is named, by the command and by the doctor`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      let other = try Connection(path: path, access: .readWrite)
      _ = try other.pragmaInteger("schema_version")
      let result = try folder.run("set STORE visit name Ada")
      #expect(result.status == 0)
      #expect(result.stderr.contains("STORE-wal stays beside STORE"))
      #expect(try folder.succeed("doctor STORE").contains("in its -wal"))
      #expect(try folder.files().keys.contains("STORE-wal"))
      try other.close()
      // The next to write and close it last moves it.
      let next = try folder.run("set STORE visit name Eve")
      #expect(next.status == 0 && next.stderr.isEmpty)
      #expect(try folder.files().keys.sorted() == ["STORE"])
      #expect(try folder.succeed("doctor STORE").contains("without a -wal"))
    }
  }

  @Test func `compact beside a reader says what it did, and what is left to do`() throws {
    try ToolFolder.withVisit { folder in
      let reader = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try reader.begin(.deferred)
      _ = try reader.pragmaInteger("schema_version")
      let result = try folder.run("compact STORE --timeout 0.1")
      #expect(result.status == 75)
      #expect(
        result.stderr
          == "error: the old entries of STORE are archived and its free pages given back, but other "
          + "programs are reading it, so that STORE-wal stays and may hold what was written over; it "
          + "gets smaller, once they have ended, with: ekiben compact STORE\n")
      try reader.rollback()
      try reader.close()
      #expect(try folder.succeed("compact STORE").hasSuffix("; 0 entries archived\n"))
      #expect(try folder.files().keys.sorted() == ["STORE"])
    }
  }

  // Rule P5.
  @Test func `a reader who is about to finish is waited for`() throws {
    try ToolFolder.withVisit { folder in
      let path = folder.file("STORE").path
      // Keeps the -wal until the reader has come, and then makes room.
      let first = try Connection(path: path, access: .readWrite)
      _ = try first.pragmaInteger("schema_version")
      let reader = try Connection.openReadOnly(path: path, besideWriters: true)
      try reader.begin(.deferred)
      _ = try reader.pragmaInteger("schema_version")
      try first.close()
      let tool = try builtProduct(named: "ekiben")
      let child = try ChildProcess(
        tool.path, ["set", path, "visit", "name", "Ada", "--timeout", "10000"],
        environment: folder.environment, errors: folder.file("errors").path)
      // Until it has written, and waits.
      let start = ContinuousClock.now
      while try fileBytes(at: folder.file("STORE-wal")).isEmpty,
        ContinuousClock.now - start < .seconds(20)
      { usleep(1000) }
      usleep(100_000)
      #expect(child.isRunning)
      // In one step: a reader that rests is not waited for long.
      try reader.close()
      #expect(child.waitForEnd().code == 0)
      #expect(String(decoding: try fileBytes(at: folder.file("errors")), as: UTF8.self) == "")
      #expect(try folder.files().keys.sorted() == ["STORE", "errors"])
    }
  }
}

/// What is said when the end fails.
@Suite(.timeLimit(.minutes(20))) struct FailingCloseTests {
  // Rules P5 and C1.
  @Test func `a change whose -wal cannot be moved is safe, and the command says so`() throws {
    try ToolFolder.withVisit { folder in
      // The -shm and a few pages of the -wal fit below the limit, most pages of the store do not.
      let limited = "trap '' XFSZ; ulimit -f 66; \"$EKIBEN\" set STORE visit name Ada --json"
      let result = try folder.shell(limited)
      #expect(result.status == 74)
      #expect(result.stdout.contains(#""after":"Ada""#))
      #expect(result.stderr.contains("what was written is safe in STORE-wal"))
      #expect(result.stderr.hasSuffix("}}\n"))
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      #expect(try folder.succeed("doctor STORE").contains("in its -wal"))
      try folder.succeed("set STORE visit age 36")
      #expect(try folder.files().keys.sorted() == ["STORE"])
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
    }
  }
}
