import EkibenDocuments
import EkibenStore
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

@Suite(.timeLimit(.minutes(20))) struct `A store that the system will not write` {
  @Test(
    .enabled(if: unprivileged != nil, "root may write everywhere, and there is no setpriv"),
    arguments: [(0o555, 0o644), (0o755, 0o444), (0o555, 0o444)])
  func `says that it is not permitted, and is left as it is`(folderMode: Int, fileMode: Int) throws
  {
    let prefix = try #require(unprivileged)
    try withTemporaryFolder { folder in
      // A copy, since the tool may lie where only root can look. Made by another process: a file
      // that this one has open for writing cannot be run if a child inherits it meanwhile.
      let tool = folder.appending(path: "ekiben")
      let copying = try runProcess(
        URL(filePath: "/bin/cp"), [try builtProduct(named: "ekiben").path, tool.path])
      #expect(copying.status == 0)
      let inner = folder.appending(path: "inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let path = inner.appending(path: "test.ekiben").path
      try makeForm(path)
      let before = try fileBytes(at: URL(filePath: path))
      try setMode(fileMode, path)
      try setMode(folderMode, inner.path)
      let result = try runProcess(
        URL(filePath: "/usr/bin/env"), prefix + [tool.path, "set", path, "f", "name", "x"])
      #expect(result.status == 77, "\(result.status) \(result.stderr)")
      let reading = try runProcess(
        URL(filePath: "/usr/bin/env"), prefix + [tool.path, "list", path])
      #expect(reading.status == 0, "\(reading.stderr)")
      try setMode(0o755, inner.path)
      #expect(try fileBytes(at: URL(filePath: path)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: inner.path) == ["test.ekiben"])
    }
  }

  @Test func `that runs into a limit on its size changes nothing and goes on`() async throws {
    // In a process of its own, since the limit is the process's.
    await #expect(processExitsWith: .success) {
      try withTemporaryStore { store in
        _ = try store.publish("visit", try visitForm(), by: by())
        var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
        try store.set(&document, ("name", "Ada"))
        _ = signal(SIGXFSZ, SIG_IGN)
        try limitFileSize(to: 600_000)
        var refusals = 0
        for number in 1...200 {
          let before = Everything(document)
          do throws(StoreError) {
            let text = String(repeating: "\(number) ", count: 300)
            try store.set(&document, ("note", .text(text)))
          } catch {
            switch error {
            case .full, .inputOutput: refusals += 1
            default: throw error
            }
            try require(Everything(document) == before, "the document changed")
            try require(Everything(try store.document("visit")) == before, "the file changed")
          }
        }
        try require(refusals > 0 && refusals < 200, "\(refusals) refusals")
        try limitFileSize(to: .max)
        try require(try store.verify().findings == [], "not sound")
        try require(try store.set(&document, ("note", "goes on")) != nil, "does not go on")
        try store.close()
        let again = try Store(store.path, now: 0)
        try require(Everything(try again.document("visit")) == Everything(document), "lost")
        try again.close()
      }
    }
  }

  private func makeForm(_ path: String) throws {
    let store = try Store(path, now: 0)
    let rows = [Document.Row(id: "name", fields: [.component: "TextInput"])]
    _ = try store.publish(
      "f", try Document(sections: [Document.Section(id: "s", rows: rows)]), by: by())
    _ = try store.create(nil, from: "f", uid: uid(2), by: by())
    try store.close()
  }
}

private func setMode(_ mode: Int, _ path: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

private struct Unmet: Error { let what: String }

private func require(_ holds: Bool, _ what: String) throws(Unmet) {
  if !holds { throw Unmet(what: what) }
}

private func limitFileSize(to bytes: rlim_t) throws(Unmet) {
  var limit = rlimit()
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  guard unsafe getrlimit(resource, &limit) == 0 else { throw Unmet(what: "getrlimit") }
  limit.rlim_cur = min(bytes, limit.rlim_max)
  guard unsafe setrlimit(resource, &limit) == 0 else { throw Unmet(what: "setrlimit") }
}

/// How to run something as somebody who may not write everywhere; root needs a program for that.
private let unprivileged: [String]? = {
  if getuid() != 0 { return [] }
  guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { return nil }
  return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
}()
