import Foundation
import TestSupport
import Testing

/// A test, as the tables in `Data` cite it: `File.swift: name of the test`.
struct CitedTest: Hashable, CustomStringConvertible {
  let file: String
  let name: String

  var description: String { "\(file): \(name)" }

  /// Reads a cell with any number of them, each after a `; `.
  static func list(_ cell: String) throws -> [CitedTest] {
    if cell.isEmpty { return [] }
    return try cell.components(separatedBy: "; ").map { text in
      let parts = text.components(separatedBy: ".swift: ")
      try #require(parts.count == 2, "\(text)")
      return CitedTest(file: parts[0] + ".swift", name: parts[1])
    }
  }
}

/// A table in `Data`, a row a line, with a tab between cells.
struct DataTable {
  /// The cells of each row, by the names of their columns.
  let rows: [[String: String]]

  /// Reads a table that has these columns, in this order, and no others.
  init(_ file: String, columns: [String]) throws {
    let url = projectRoot.appending(path: "Tests/ArchitectureTests/Data/\(file)")
    let lines = String(decoding: try fileBytes(at: url), as: UTF8.self).split(separator: "\n")
    try #require(lines.first == columns.joined(separator: "\t")[...])
    rows = try lines.dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == columns.count, "\(line)")
      return Dictionary(uniqueKeysWithValues: zip(columns, cells))
    }
  }
}

/// What a row of such a table claims.
protocol Claim {
  var id: String { get }
  /// A sentence.
  var what: String { get }
  /// Whether it says that something is there, so that tests have to show it.
  var isShown: Bool { get }
  var tests: [CitedTest] { get }
}

/// Expects that each claim is a sentence, and shown by tests if and only if something is there.
func expectTold(_ claims: [some Claim]) {
  for claim in claims {
    #expect(!claim.what.isEmpty && claim.what.hasSuffix("."), "\(claim.id)")
    #expect(claim.tests.isEmpty != claim.isShown, "\(claim.id)")
  }
}

/// Expects that the tests which claims cite are there.
func expectTestsExist(_ claims: [some Claim]) throws {
  let missing = try missingTests(of: claims)
  for (id, test) in missing { Issue.record("\(id) is shown by \(test)") }
}

/// The tests that claims cite and that are nowhere.
func missingTests(of claims: [some Claim]) throws -> [(id: String, test: CitedTest)] {
  let sources = try sourceFiles(under: ["Tests"], ending: ".swift")
  let texts = Dictionary(grouping: sources) { URL(filePath: $0.path).lastPathComponent }
  return claims.flatMap { claim in
    claim.tests.filter { test in
      !(texts[test.file] ?? []).contains {
        $0.text.contains("func `\(test.name)`(") || $0.text.contains("func \(test.name)(")
      }
    }.map { (claim.id, $0) }
  }
}
