import Testing

/// What users of the ancestors asked for, or ran into, and what Ekiben does about it.
private struct Wish: Claim {
  enum Verdict: String {
    /// It is there as it was asked for.
    case done
    /// What it was asked for is there, in another way.
    case otherwise
    /// It has no place here; the sentence says why.
    case not
  }

  /// Where it is told in the description of the ancestors: `4A` to `4D`, or a point of `7`.
  let source: String
  let id: String
  let library: String
  let wish: String
  let verdict: Verdict
  let what: String
  let tests: [CitedTest]

  var isShown: Bool { verdict == .done || verdict == .otherwise }

  init(_ row: [String: String]) throws {
    id = row["id"] ?? ""
    source = row["source"] ?? ""
    library = row["library"] ?? ""
    wish = row["wish"] ?? ""
    verdict = try #require(Verdict(rawValue: row["verdict"] ?? ""), "\(row)")
    what = row["what"] ?? ""
    tests = try CitedTest.list(row["tests"] ?? "")
  }

  static func all() throws -> [Wish] {
    let columns = ["id", "source", "library", "wish", "verdict", "what", "tests"]
    return try DataTable("wishes.tsv", columns: columns).rows.map(Wish.init)
  }
}

/// The table of what users of Bento, FunctionalTableData and Braid asked for and never got, of the
/// bugs that they met, and of the points that a successor has to meet (`Data/wishes.tsv`).
@Suite(.timeLimit(.minutes(20))) struct `What users of the earlier libraries asked for` {
  @Test func `is listed, each once and in order`() throws {
    let wishes = try Wish.all()
    let numbers = wishes.indices.map { "W-" + ($0 < 9 ? "0" : "") + String($0 + 1) }
    #expect(wishes.map(\.id) == numbers)
    #expect(Set(wishes.map(\.wish)).count == wishes.count)
    let counts = Dictionary(grouping: wishes, by: \.source).mapValues(\.count)
    #expect(counts == ["4A": 35, "4B": 21, "4C": 8, "4D": 19, "7": 28])
    #expect(wishes.map(\.source) == wishes.map(\.source).sorted())
  }

  @Test func `is described in a sentence each, and shown by tests where it is done`() throws {
    let wishes = try Wish.all()
    expectTold(wishes)
    for wish in wishes {
      #expect(!wish.library.isEmpty && !wish.wish.isEmpty, "\(wish.id)")
      #expect(wish.what.count <= 220, "\(wish.id) has \(wish.what.count) characters")
    }
  }

  @Test func `is shown by tests that exist`() throws {
    try expectTestsExist(try Wish.all())
  }

  @Test func `is done but for what has no place here`() throws {
    let counts = Dictionary(grouping: try Wish.all(), by: \.verdict.rawValue).mapValues(\.count)
    #expect(counts == ["done": 90, "otherwise": 10, "not": 11])
  }

  @Test func `finds a test that does not exist`() throws {
    struct Made: Claim {
      let id = "W-0"
      let what = "A sentence."
      let isShown = true
      let tests: [CitedTest]
    }
    let tests = try CitedTest.list(
      "CitedTests.swift: is in no file; WishesTests.swift: finds a test that does not exist")
    #expect(try missingTests(of: [Made(tests: tests)]).map(\.test) == [tests[0]])
    #expect(try CitedTest.list("") == [])
  }
}
