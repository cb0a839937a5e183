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
  _ = try store.editor("visit", from: killForm())
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
  let session = try store.editor("visit")
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

@Suite(.serialized, .timeLimit(.minutes(20))) struct `A store that is killed` {
  // Rule P2.
  @Test(arguments: UInt64(1)...6)
  func `in the middle of 200 commands loses nothing that was acknowledged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tool = try builtProduct(named: "ekiben")
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "test.ekiben").path
      let acks = folder.appending(path: "acks")
      let alive = try OpenPipe(at: folder.appending(path: "alive").path)
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
        environment: ProcessInfo.processInfo.environment, errors: alive.path)

      let moment = random.number(in: 3...190)
      while try shell.isRunning && acknowledged(acks) < moment { usleep(500) }
      // Somewhere in the next command or two.
      usleep(UInt32(random.number(in: 0...15_000)))
      shell.kill()
      #expect(shell.waitForEnd().signal == SIGKILL)
      // The shell was waited for, its command was not: while that dies, its locks hold, and what it was
      // committing is not decided yet.
      #expect(try alive.readToEnd() == "")

      let acknowledged = try acknowledged(acks)
      let found = try expectPrefix(at: path, acknowledged: acknowledged, attempted: 200)
      print(
        "seed \(seed): killed the group after \(acknowledged) of 200 "
          + "commands were acknowledged; \(found) found")
    }
  }
}
