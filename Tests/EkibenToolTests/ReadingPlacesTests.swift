import Ekiben
import EkibenDocuments
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
@Suite(.timeLimit(.minutes(20))) struct ReadingPlacesTests {
  /// Runs a body with every call that reads; a form and the place for a copy are in a folder beside.
  private func withCalls(_ body: ([String]) throws -> Void) throws {
    try withTemporaryFolder { beside in
      let form = beside.appending(path: "form.json")
      try Data(try fixture("visit-form.json")).write(to: form)
      _ = try runProcess(URL(filePath: "/bin/chmod"), ["777", beside.path])
      let more = [
        "apply STORE visit \(form.path) --dry-run",
        "backup STORE \(beside.appending(path: "copy").path)",
      ]
      try body(ReadingTests.calls.filter { $0.contains("STORE") } + more)
    }
  }

  // Rule P6.
  @Test func `commands that read change no byte beside a writer at work`() throws {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) {
        let before = try folder.contents("STORE", "STORE-wal")
        #expect(before.count > 2)
        try withCalls { calls in
          for call in calls {
            let result = try folder.run(call)
            #expect(result.status == 0, "\(call): \(result.stderr)")
            #expect(try folder.contents("STORE", "STORE-wal") == before, "\(call)")
          }
        }
        #expect(try folder.succeed("get STORE visit name") == "Eve\n")
      }
    }
  }

  // Rule P6. A kill leaves the `-shm` as well, a copy to another machine does not.
  @Test(arguments: ["STORE STORE-wal", "STORE STORE-wal STORE-shm"])
  func `commands that read change no byte of what a killed writer left`(left: String) throws {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) {
        _ = try folder.shell("mkdir left && cp \(left) left")
      }
      let before = try folder.contents("left/STORE", "left/STORE-wal")
      try withCalls { calls in
        for call in calls {
          let result = try folder.run(call.replacing("STORE", with: "left/STORE"))
          #expect(result.status == 0, "\(call): \(result.stderr)")
          #expect(try folder.contents("left/STORE", "left/STORE-wal") == before, "\(call)")
        }
      }
      #expect(try folder.succeed("get left/STORE visit name") == "Eve\n")
    }
  }

  // Rule P6.
  @Test(arguments: ["a b", "100%", "%41", "why?", "?mode=rw", "a#b", "file:x", "50% ?x=1 #y"])
  func `commands that read change no byte and make no file at any path`(name: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.makeFolder(name)
      let path = "\(name)/\(name)"
      _ = try folder.shell("mv STORE '\(path)'")
      let before = try folder.contents(path)
      try withCalls { calls in
        for call in calls {
          let words = words(of: call).map { $0 == "STORE" ? "./" + path : $0 }
          let result = try folder.run(words)
          #expect(result.status == 0, "\(call): \(result.stderr)")
          #expect(try folder.contents(path) == before, "\(call)")
          #expect(try names(in: folder.file(name)) == [name], "\(call)")
        }
      }
      #expect(try names(in: folder.url) == [name])
    }
  }

  // Rules P6 and C2.
  @Test func `commands that read work in a folder that may not be written`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Eve")
      _ = try folder.shell("mkdir place && cp STORE place")
      try inReadOnlyFolder("place", of: folder, ["place/STORE"]) { call, result in
        #expect(result.status == 0, "\(call): \(result.stderr)")
      }
    }
  }

  // Rules P6 and C2.
  @Test func `a backup says that it is the copy which may not be written`() throws {
    try ToolFolder.withVisit { folder in
      _ = try folder.shell("mkdir place && chmod 555 place")
      defer { expectDone(Result { try folder.shell("chmod 755 place") }) }
      let result = try folder.asNobody("\"$EKIBEN\" backup STORE place/copy")
      #expect(result.status == 77)
      #expect(result.stderr.contains("place/copy"), "\(result.stderr)")
      #expect(try names(in: folder.file("place")) == [])
    }
  }

  // Rules P6 and C2.
  @Test func `commands say in a read-only folder why they cannot read what others wrote`()
    throws
  {
    try ToolFolder.withVisit { folder in
      try withWriter(in: folder) { _ = try folder.shell("mkdir place && cp STORE STORE-wal place") }
      let files = ["place/STORE", "place/STORE-wal"]
      try inReadOnlyFolder("place", of: folder, files) { call, result in
        // What others wrote last can be read only with a file that says where it stands.
        #expect([74, 77].contains(result.status), "\(call): \(result.status)")
        #expect(result.stderr.contains("-shm"), "\(call): \(result.stderr)")
      }
    }
  }

  // Rules P6 and C2. With the `-shm` there, everything that was written can be read.
  @Test(arguments: [true, false])
  func `commands that read work in a read-only folder with a writer`(isAlive: Bool) throws {
    try ToolFolder.withVisit { folder in
      try folder.makeFolder("place")
      _ = try folder.shell("cp STORE place")
      let files = ["place/STORE", "place/STORE-wal", "place/STORE-shm"]
      try withWriter(in: folder, "place/STORE") {
        if isAlive {
          try inReadOnlyFolder("place", of: folder, files, expectWorking)
        } else {
          _ = try folder.shell("mkdir left && cp place/STORE* left")
        }
      }
      if !isAlive {
        let files = files.map { $0.replacing("place", with: "left") }
        try inReadOnlyFolder("left", of: folder, files, expectWorking)
      }
    }
  }

  private func expectWorking(_ call: String, _ result: ProcessResult) {
    #expect(result.status == 0, "\(call): \(result.stderr)")
    if call.hasPrefix("get STORE visit name"), !call.contains("--at") {
      #expect(result.stdout == "Eve\n")
    }
  }

  /// Makes every call as another user on `STORE` in a folder that may not be written, and expects
  /// that no byte of these files changes, nor any other file comes.
  private func inReadOnlyFolder(
    _ place: String, of folder: ToolFolder, _ files: [String],
    _ check: (_ call: String, ProcessResult) -> Void
  ) throws {
    _ = try folder.shell("chmod 444 \(place)/STORE* && chmod 555 \(place)")
    defer { expectDone(Result { try folder.shell("chmod 755 \(place)") }) }
    let probe = try folder.asNobody("echo >\(place)/probe")
    try #require(probe.status != 0, "\(place) can be written after all")
    let before = try folder.contents(files)
    try withCalls { calls in
      for call in calls {
        let line = call.replacing("STORE", with: "\(place)/STORE")
        check(call, try folder.asNobody("\"$EKIBEN\" \(line)"))
        #expect(try folder.contents(files) == before, "\(call)")
      }
    }
    #expect(try names(in: folder.file(place)).count == files.count)
  }

  /// Holds the store open with an edit that is in the `-wal` alone.
  private func withWriter(
    in folder: ToolFolder, _ name: String = "STORE", _ body: () throws -> Void
  ) throws {
    let store = try Store(folder.file(name).path, now: 0)
    var visit = try store.document("visit")
    let edit = Edit.answers([(row: "name", value: "Eve")])
    try store.perform(edit, on: &visit, by: EditMetadata(author: "Eve", time: 1))
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
