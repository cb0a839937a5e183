import EkibenDocuments
import EkibenStore
import Foundation
import TestSupport

/// The bytes of every file beside and including a store, by name; `-shm` is no content.
func files(of path: String) throws -> [String: [UInt8]] {
  let folder = URL(filePath: path).deletingLastPathComponent()
  var files: [String: [UInt8]] = [:]
  for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
  where !name.hasSuffix("-shm") {
    // Another process reads, since closing a file here would drop this process's locks on it.
    files[name] = try runProcess(
      URL(filePath: "/bin/cat"), [folder.appending(path: name).path]
    ).stdoutBytes
  }
  return files
}

/// A closed store with one document that has some history.
func makeStore(_ path: String) throws {
  let store = try Store(path, now: 0)
  _ = try store.publish("visit", try visitForm(), by: by())
  var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
  try store.set(&document, ("name", "Ada"), ("age", 36))
  try store.set(&document, ("name", "Bob"))
  try store.perform(.undo(steps: 1), on: &document, by: by())
  try store.close()
}
