import Foundation
import TestSupport
import Testing

/// Short runs; `make kills`, `readers`, `upgrades`, `pairs`, `model`, `oracle`, `branches` and `stores` are
/// the long ones.
@Suite(.timeLimit(.minutes(20))) struct TrialTests {
  // Rules P2, P8, P12 and H14.
  @Test func `processes that are killed at their work leave all that they acknowledged`() throws {
    let result = try trials(["kills", "40", "1"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("kills: 40, "))
  }

  // Rule E6.
  @Test func `what another engine is asked follows from the seed`() throws {
    let result = try trials(["differ", "200", "7"])
    #expect(result.status == 0, "\(result.stderr)")
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"seed":""#) })
    #expect(lines.count { $0.contains(#","error":""#) } < 100)
    // A pair has its own seed, so that one can be had again.
    let last = try trials(["differ", "1", "206"]).stdout.split(separator: "\n")
    #expect(last.count == 1 && lines.last?.contains(#""seed":"206""#) == true)
    #expect(last == lines.suffix(1))
  }

  // Rule P26.
  @Test func `damaged bytes are refused, found, or without effect`() throws {
    let result = try trials(["rot", "300", "60", "7"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("rot: 300 bits, 60 pages"))
  }

  // Rules P5 and P6.
  @Test func `readers and copies never fail beside writers that come, go and are killed`() throws {
    let result = try trials(["readers", "2", "2", "4", "1"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("\n0 findings"))
    #expect(!result.stdout.contains(" 0 readings") && !result.stdout.contains(" 0 copies"))
  }

  #if os(Linux)
    // Rules P2 and P8.
    @Test
    func `an upgrade that is killed leaves one format or the next, and two at once upgrade once`()
      throws
    {
      let result = try trials(["upgrades", "17", "3", "1"])
      print(result.stdout)
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.contains("left format 3"))
      #expect(result.stdout.contains("; 6 pairs at once\n0 findings"))
    }
  #endif

  // Rule P12.
  @Test func `two processes at once lose nothing and see each entry once and in order`() throws {
    let result = try trials(["pairs", "3", "150", "1"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("pairs: 3 of 2 × 150 operations, "))
  }

  // Rules H1 and D14; structure, travels, marks and reverts among moves of old lines.
  @Test(arguments: 0..<4)
  func `a stored document has the same entries, content and past as its reference`(seed: Int) throws
  {
    let result = try trials(["model", "600", "\(seed)"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("model: 600 operations, "))
  }

  // Rules H30 and P40.
  @Test func `a history that was tampered with is found, and one that only went on is not`() throws
  {
    let result = try trials(["certify", "150", "3"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("certify: 150 tamperings found"))
    #expect(result.stdout.contains("; 150 honest continuations"))
  }

  // Rules H6 and H17.
  @Test func `a tree of many branches can be reached in all its nodes`() throws {
    let result = try trials(["branches", "500", "5"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("branches: 500, "))
  }

  // Rules F22, F23 and I12.
  @Test(arguments: 0..<4)
  func `a document is the same in every store that it comes to`(part: Int) throws {
    let result = try trials(["stores", "25", "\(part * 25 + 1)"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("stores: 25 cases, "))
    #expect(!result.stdout.contains(" 0 of them differ"))
  }

  @Test func `a document that stands elsewhere in one store is found`() throws {
    let result = try trials(["stores", "2", "1", "tampered"])
    #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
  }

  #if os(Linux)
    // Rules P1 and H15.
    @Test func `what SQLite saw change is what the journal says`() throws {
      let result = try trials(["oracle", "1000", "7"])
      print(result.stdout)
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.hasPrefix("oracle: 1"))
    }

    @Test func `a change that the journal does not tell is found`() throws {
      let result = try trials(["oracle", "50", "7", "tampered"])
      #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.contains("the tables are not what the journal says"))
    }
  #endif

  private func trials(_ arguments: [String]) throws -> ProcessResult {
    try runProcess(try builtProduct(named: "ekiben-trials"), arguments, timeout: 300)
  }
}
