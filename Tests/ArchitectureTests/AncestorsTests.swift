import Foundation
import Testing

/// A feature of Bento (B), FunctionalTableData (F) or Braid (R), and what Ekiben does instead.
private struct Feature: Claim {
  enum Verdict: String {
    case same, better, different, missing
    case notApplicable = "not applicable"
  }

  let id: String
  let verdict: Verdict
  let what: String
  let tests: [CitedTest]

  var isShown: Bool { [.same, .better, .different].contains(verdict) }

  init(_ row: [String: String]) throws {
    id = row["id"] ?? ""
    verdict = try #require(Verdict(rawValue: row["verdict"] ?? ""), "\(row)")
    what = row["what"] ?? ""
    tests = try CitedTest.list(row["tests"] ?? "")
  }

  static func all() throws -> [Feature] {
    try DataTable("ancestors.tsv", columns: ["id", "verdict", "what", "tests"]).rows
      .map(Feature.init)
  }
}

/// The table of what the libraries that Ekiben descends from can do (`Data/ancestors.tsv`).
@Suite(.timeLimit(.minutes(20))) struct `The features of Bento, FunctionalTableData and Braid` {
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

  @Test func `are described in a sentence each, and shown by tests where Ekiben has them`() throws {
    expectTold(try Feature.all())
  }

  @Test func `are shown by tests that exist`() throws {
    try expectTestsExist(try Feature.all())
  }

  /// It only goes down.
  @Test func `are missing in no case`() throws {
    #expect(try Feature.all().count { $0.verdict == .missing } == 0)
  }
}
