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

/// Reading commands where a store is in use, was left behind, may not be written, or is called oddly.
/// `ReadingTests` has the plain case, and sees to it that every reading command is among the calls.
struct ReadingPlacesTests {
  private static let calls = ReadingTests.calls.filter { $0.contains("STORE") }

  // Rule P6.
  @Test func `change no byte beside a writer that is at it`() throws {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) {
        let before = try folder.contents("STORE", "STORE-wal")
        #expect(before.count > 2)
        for call in Self.calls {
          let result = try folder.run(call)
          #expect(result.status == 0, "\(call): \(result.stderr)")
          #expect(try folder.contents("STORE", "STORE-wal") == before, "\(call)")
        }
        #expect(try folder.succeed("get STORE visit name") == "Eve\n")
      }
    }
  }

  // Rule P6.
  @Test func `change no byte of what a killed writer left`() throws {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) {
        _ = try folder.shell("mkdir left && cp STORE STORE-wal left")
      }
      let before = try folder.contents("left/STORE", "left/STORE-wal")
      for call in Self.calls {
        let result = try folder.run(call.replacing("STORE", with: "left/STORE"))
        #expect(result.status == 0, "\(call): \(result.stderr)")
        #expect(try folder.contents("left/STORE", "left/STORE-wal") == before, "\(call)")
      }
      #expect(try folder.succeed("get left/STORE visit name") == "Eve\n")
    }
  }

  // Rule P6.
  @Test(arguments: ["a b", "100%", "%41", "why?", "?mode=rw", "a#b", "file:x", "50% ?x=1 #y"])
  func `change no byte, and make no file, wherever the path leads`(name: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.makeFolder(name)
      let path = "\(name)/\(name)"
      _ = try folder.shell("mv STORE '\(path)'")
      let before = try folder.contents(path)
      for call in Self.calls {
        let words = words(of: call).map { $0 == "STORE" ? "./" + path : $0 }
        let result = try folder.run(words)
        #expect(result.status == 0, "\(call): \(result.stderr)")
        #expect(try folder.contents(path) == before, "\(call)")
        #expect(try names(in: folder.file(name)) == [name], "\(call)")
      }
      #expect(try names(in: folder.url) == [name])
    }
  }

  // Rules P6 and C2.
  @Test func `work in a folder that may not be written, or say why not`() throws {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) {
        _ = try folder.shell("mkdir whole left && cp STORE STORE-wal left")
      }
      _ = try folder.shell("cp STORE whole && chmod 444 */STORE* && chmod 555 whole left")
      defer { expectDone(Result { try folder.shell("chmod 755 whole left") }) }
      for place in ["whole", "left"] {
        let probe = try folder.asNobody("echo >\(place)/probe")
        try #require(probe.status != 0, "\(place) can be written after all")
        let files = place == "whole" ? ["whole/STORE"] : ["left/STORE", "left/STORE-wal"]
        let before = try folder.contents(files)
        for call in Self.calls {
          let line = call.replacing("STORE", with: "\(place)/STORE")
          let result = try folder.asNobody("\"$EKIBEN\" \(line)")
          if place == "whole" {
            #expect(result.status == 0, "\(call): \(result.stderr)")
          } else {
            // What others wrote last can be read only with a file that says where it stands.
            #expect([74, 77].contains(result.status), "\(call): \(result.status)")
            #expect(result.stderr.contains("-shm"), "\(call): \(result.stderr)")
          }
          #expect(try folder.contents(files) == before, "\(call)")
        }
        #expect(try names(in: folder.file(place)).count == files.count)
      }
    }
  }

  /// Holds the store open with an edit that is in the `-wal` alone.
  private func withWriter(in folder: ToolFolder, _ body: () throws -> Void) throws {
    let store = try Store(folder.file("STORE").path, now: 0)
    var visit = try store.document("visit")
    let edit = Edit.answers([(row: "name", value: "Eve")])
    try store.perform(edit, on: &visit, by: Stamp(author: "Eve", time: 1))
    try body()
    try store.close()
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func expectDone(_ result: Result<ProcessResult, any Error>) {
    #expect(throws: Never.self) { try result.get() }
  }
}

extension ToolFolder {
  /// The bytes of files, one after the other, read by another process: closing a file here would drop
  /// the locks that this process has on it.
  fileprivate func contents(_ names: String...) throws -> [UInt8] { try contents(names) }

  fileprivate func contents(_ names: [String]) throws -> [UInt8] {
    let result = try runProcess(
      URL(filePath: "/bin/cat"), ["--"] + names.map { file($0).path }, timeout: 60)
    try #require(result.status == 0, "\(result.stderr)")
    return result.stdoutBytes
  }

  /// Runs a line of shell as somebody whom the modes of files stop; root is stopped by none.
  fileprivate func asNobody(_ script: String) throws -> ProcessResult {
    if geteuid() != 0 { return try shell(script) }
    // The build folder may be closed to others.
    _ = try shell("test -e tool || { cp \"$EKIBEN\" tool && chmod 755 tool .; }")
    let script = "export EKIBEN='\(file("tool").path)'; \(script)"
    return try runProcess(
      URL(filePath: "/usr/bin/env"),
      [
        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c", script,
      ], environment: environment, in: url, timeout: 60)
  }
}
