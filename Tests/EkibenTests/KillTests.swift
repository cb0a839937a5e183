import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

private func killForm() -> Form {
  Form("kill") { Section("s") { TextInput(.name, title: "Name") } }
}

private func makeDocument(_ path: String) throws {
  let store = try Store(path)
  _ = try store.open("visit", from: killForm())
  try store.close()
}

/// Opens what a kill has left, without any repair, and expects that it holds 1, 2, 3 … up to a
/// number that is at least what was acknowledged, and at most one more.
private func expectPrefix(
  at path: String, acknowledged: Int, attempted: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Int {
  let reader = try Store(path, access: .readOnly)
  let read = try reader.document("visit")
  try reader.close()
  let store = try Store(path, access: .readWrite)
  let session = try store.open("visit")
  #expect(Facts(session.document) == Facts(read), sourceLocation: sourceLocation)
  let found = session.document.count - 1
  #expect(
    (acknowledged...min(acknowledged + 1, attempted)).contains(found),
    "\(acknowledged) acknowledged, \(found) found", sourceLocation: sourceLocation)
  let written = (try store.entries(of: session.document, 1...Int.max)).dropFirst().map {
    $0.changes.changes[0].after
  }
  #expect(
    written == (0..<found).map { .text("\($0 + 1)") }, sourceLocation: sourceLocation)
  #expect(session["name"] == (found == 0 ? nil : .text("\(found)")), sourceLocation: sourceLocation)
  #expect(try store.verify().findings == [], sourceLocation: sourceLocation)
  try expectReplay(of: session.document, in: store)
  try session.set(.name, to: "goes on")
  try store.close()
  return found
}

/// The numbers in a file of one number a line; a last line that was cut off does not count.
private func acknowledged(_ file: URL) throws -> Int {
  try fileBytes(at: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .dropLast().count
}

@Suite(.serialized) struct `A store that is killed` {
  // Rule P2.
  @Test(arguments: UInt64(1)...6)
  func `in the middle of 200 commands loses nothing that was acknowledged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tool = try builtProduct(named: "ekiben")
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "test.ekiben").path
      let acks = folder.appending(path: "acks")
      try makeDocument(path)
      try Data().write(to: acks)
      let script = """
        n=0
        while [ $n -lt 200 ]; do
          n=$((n + 1))
          "$0" set "$1" visit name $n >/dev/null || exit 1
          echo $n >>"$2"
        done
        """
      let shell = try ChildProcess(
        "/bin/sh", ["-c", script, tool.path, path, acks.path],
        environment: ProcessInfo.processInfo.environment)

      let moment = random.number(in: 3...190)
      while try shell.isRunning && acknowledged(acks) < moment { usleep(500) }
      // Somewhere in the next command or two.
      usleep(UInt32(random.number(in: 0...15_000)))
      shell.kill()
      #expect(shell.waitForEnd().signal == SIGKILL)

      let acknowledged = try acknowledged(acks)
      let found = try expectPrefix(at: path, acknowledged: acknowledged, attempted: 200)
      print(
        "seed \(seed): killed the group after \(acknowledged) of 200 "
          + "commands were acknowledged; \(found) found")
    }
  }

  @Test(arguments: 1...8)
  func `in the middle of a loop of edits loses nothing that was acknowledged`(
    round: Int
  ) async throws {
    // The child is this very program, and finds its folder by its parent's number.
    let folder = KillFolder(parent: getpid())
    try folder.make(round: round)
    defer { folder.remove() }
    try makeDocument(folder.store.path)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      try editUntilKilled(KillFolder(parent: getppid()))
    }
    let acknowledged = try acknowledged(folder.acks)
    let found = try expectPrefix(at: folder.store.path, acknowledged: acknowledged, attempted: .max)
    print("round \(round): killed after \(acknowledged) edits were acknowledged; \(found) found")
  }
}

/// Where a test and the child that it kills meet.
private struct KillFolder {
  let url: URL
  var store: URL { url.appending(path: "test.ekiben") }
  var acks: URL { url.appending(path: "acks") }
  var seed: URL { url.appending(path: "seed") }

  init(parent: pid_t) {
    url = FileManager.default.temporaryDirectory.appending(path: "ekiben-kill-\(parent)")
  }

  func make(round: Int) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try Data().write(to: acks)
    try Data([UInt8(round)]).write(to: seed)
  }

  func remove() {
    do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) }
  }
}

/// Edits without end, noting each edit that has returned, while a thread waits to kill the process.
private func editUntilKilled(_ folder: KillFolder) throws {
  var random = SeededGenerator(seed: UInt64(try fileBytes(at: folder.seed)[0]))
  let store = try Store(folder.store.path)
  let session = try store.open("visit")
  let acks = try FileHandle(forWritingTo: folder.acks)
  let delay = UInt32(random.number(in: 1_000...400_000))
  Thread.detachNewThread {
    usleep(delay)
    kill(getpid(), SIGKILL)
  }
  for number in 1...1_000_000 {
    try session.set(.name, to: "\(number)")
    try acks.write(contentsOf: Data("\(number)\n".utf8))
  }
}
