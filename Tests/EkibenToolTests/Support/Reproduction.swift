import EkibenSQLite
import Foundation
import TestSupport
import Testing

/// Something that once got through, as a sentence, and what has to come of it now.
///
/// Each runs in a folder of its own that holds `STORE`, a store of the visit form with the document
/// `visit`. Rows stand in extensions, by what they are about, and in the list of `TrustTests`.
struct Reproduction: Sendable, CustomTestStringConvertible {
  let sentence: String
  let check: @Sendable (ToolFolder) throws -> Void

  init(_ sentence: String, _ check: @escaping @Sendable (ToolFolder) throws -> Void) {
    self.sentence = sentence
    self.check = check
  }

  var testDescription: String { sentence }
}

extension ToolFolder {
  /// Runs a body while another program has a store open, which then dies: what the body wrote stays in
  /// the `-wal`.
  func leavingLog(of name: String = "STORE", _ body: () throws -> Void) throws {
    let other = try Connection(path: file(name).path, access: .readWrite)
    _ = try other.pragmaInteger("schema_version")
    try body()
    try other.close()
    try #require(FileManager.default.fileExists(atPath: file(name + "-wal").path))
  }

  /// Runs a line of words that has to be refused with a code and to mention words, and to change nothing.
  func expectRefused(
    _ line: String, _ code: Int32, _ mentions: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try contents()
    let result = try run(line)
    #expect(result.status == code, "\(line): \(result.stderr)", sourceLocation: sourceLocation)
    #expect(result.stdout == "", sourceLocation: sourceLocation)
    for text in mentions {
      #expect(result.stderr.contains(text), "\(result.stderr)", sourceLocation: sourceLocation)
    }
    #expect(try contents() == before, "\(line)", sourceLocation: sourceLocation)
  }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(at: file(name), to: file(other))
  }

  /// Writes a file's bytes into another one, as `cp` does.
  func copy(_ name: String, over other: String) throws {
    _ = try shell("cat \(name) > \(other)")
  }

  /// The permissions of a file, such as 0o600.
  func mode(of name: String) throws -> Int {
    let found = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return try #require(found[.posixPermissions] as? Int)
  }

  /// The bytes of all ordinary files but `-shm`, which is no content.
  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
    where !name.hasSuffix("-shm") {
      let kind = try FileManager.default.attributesOfItem(atPath: file(name).path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      contents[name] = try fileBytes(at: file(name))
    }
    return contents
  }
}
