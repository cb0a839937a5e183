import Foundation
import TestSupport
import Testing

/// What is missing for a data file to be part of the program: a line in the manifest, and a use of
/// the name that embedding gives it (which starts with `_` instead of a digit's place).
private func missingMentions(
  of name: String, manifest: String, code: String
) -> [String] {
  var missing: [String] = []
  let line = ".embedInCode(\"\(name)\")"
  if !manifest.contains(line) { missing.append("Package.swift lacks \(line)") }
  let identifier = embeddedName(of: name)
  if !words(of: code).contains(identifier) {
    missing.append("no use of PackageResources.\(identifier)")
  }
  return missing
}

/// The Swift name of an embedded file: `0001_create.sql` becomes `_0001_create_sql` with its first
/// digit lost, as the package manager of Swift 6 does it.
private func embeddedName(of file: String) -> String {
  let name = String(file.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  guard let first = name.first, first.isNumber else { return name }
  return "_" + name.dropFirst()
}

@Suite(.timeLimit(.minutes(20))) struct EmbeddedFilesTests {
  @Test(arguments: [("Migrations", "sql"), ("Schemas", "json")])
  func `every data file is listed in the manifest and in the code`(
    folder: String, ending: String
  ) throws {
    let manifest = try sourceFiles(ending: "Package.swift").map(\.text).joined()
    let code = try sourceFiles(under: [folder], ending: ".swift").map {
      SwiftText($0.text).code.joined(separator: "\n")
    }.joined(separator: "\n")
    let names = try fileNames(in: folder).filter { $0.hasSuffix("." + ending) }
    try #require(!names.isEmpty)
    for name in names {
      for what in missingMentions(of: name, manifest: manifest, code: code) {
        Issue.record("\(folder)/\(name): \(what)")
      }
    }
  }

  @Test func `migrations are numbered from 0001 without gaps`() throws {
    let names = try fileNames(in: "Migrations").filter { $0.hasSuffix(".sql") }.sorted()
    #expect(names.map { Int($0.prefix(4)) } == Array(1...max(1, names.count)))
  }

  /// Larger ones cost many seconds to compile.
  @Test(arguments: ["Migrations", "Schemas", "Sources/EkibenTool/Demo"])
  func `an embedded file is at most 28 KB`(folder: String) throws {
    for name in try fileNames(in: folder) where !name.hasSuffix(".swift") {
      let size = try fileBytes(at: projectRoot.appending(path: "\(folder)/\(name)")).count
      #expect(size <= 28_000, "\(folder)/\(name)")
    }
  }

  @Test func `finds a data file that is listed nowhere`() {
    let code = "static let all = [PackageResources._001_create_sql]"
    let manifest = "resources: [.embedInCode(\"0001_create.sql\")]"
    #expect(missingMentions(of: "0001_create.sql", manifest: manifest, code: code) == [])
    #expect(missingMentions(of: "0002_more.sql", manifest: manifest, code: code).count == 2)
    #expect(missingMentions(of: "0001_create.sql", manifest: "", code: code).count == 1)
    #expect(missingMentions(of: "0001_create.sql", manifest: manifest, code: "").count == 1)
  }

  private func fileNames(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: projectRoot.appending(path: folder).path)
  }
}
