import Foundation
import TestSupport
import Testing

/// A feature of Bento (B), FunctionalTableData (F) or Braid (R), and what Ekiben does instead.
private struct Feature: Sendable, CustomTestStringConvertible {
  enum Verdict: String {
    case same, better, different, missing
    case notApplicable = "not applicable"
  }

  let id: String
  let verdict: Verdict
  let what: String
  /// Tests that show it, each as its file and its name.
  let tests: [(file: String, name: String)]

  var testDescription: String { id }

  init(line: Substring) throws {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    try #require(cells.count == 4, "\(line)")
    id = cells[0]
    verdict = try #require(Verdict(rawValue: cells[1]), "\(cells[1]) of \(id)")
    what = cells[2]
    tests =
      cells[3].isEmpty
      ? []
      : try cells[3].components(separatedBy: "; ").map { text in
        let parts = text.components(separatedBy: ".swift: ")
        try #require(parts.count == 2, "\(text) of \(cells[0])")
        return (parts[0] + ".swift", parts[1])
      }
  }

  static func all() throws -> [Feature] {
    let file = projectRoot.appending(path: "Tests/ArchitectureTests/Data/ancestors.tsv")
    let lines = String(decoding: try fileBytes(at: file), as: UTF8.self).split(separator: "\n")
    try #require(lines.first == "id\tverdict\twhat\ttests")
    return try lines.dropFirst().map(Feature.init(line:))
  }
}

/// The table of what the libraries that Ekiben descends from can do (`Data/ancestors.tsv`).
@Suite(.timeLimit(.minutes(20))) struct `The features of the ancestors` {
  @Test func `are listed, each once and in order`() throws {
    let ids = try Feature.all().map(\.id)
    #expect(Set(ids).count == ids.count)
    let counts = Dictionary(grouping: ids, by: { $0.prefix(1) }).mapValues(\.count)
    #expect(counts == ["B": 77, "F": 43, "R": 28])
    #expect(
      ids
        == ids.sorted { left, right in
          left.prefix(1) != right.prefix(1)
            ? left < right : left.compare(right, options: .numeric) == .orderedAscending
        })
  }

  @Test func `are told in a sentence each, and shown by tests wherever they are there`() throws {
    for feature in try Feature.all() {
      #expect(!feature.what.isEmpty && feature.what.hasSuffix("."), "\(feature.id)")
      let isThere = [.same, .better, .different].contains(feature.verdict)
      #expect(feature.tests.isEmpty != isThere, "\(feature.id)")
    }
  }

  @Test func `are shown by tests that exist`() throws {
    let sources = try sourceFiles(under: ["Tests"], ending: ".swift")
    let texts = Dictionary(grouping: sources) { URL(filePath: $0.path).lastPathComponent }
    for feature in try Feature.all() {
      for test in feature.tests {
        let found = texts[test.file] ?? []
        #expect(
          found.contains {
            $0.text.contains("func `\(test.name)`(") || $0.text.contains("func \(test.name)(")
          }, "\(feature.id) is shown by \(test.file): \(test.name)")
      }
    }
  }

  /// It only goes down.
  @Test func `are missing in no case`() throws {
    #expect(try Feature.all().count { $0.verdict == .missing } == 0)
  }
}
