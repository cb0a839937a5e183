import EkibenTesting
import Foundation
import FuzzTargets
import TestSupport
import Testing

/// What `Tests/Fuzz/run` does for minutes, without its tools: seeds, and seeds with some damage.
@Suite(.timeLimit(.minutes(20))) struct FuzzTargetTests {
  private static let fixtures = [
    "Tests/EkibenInterchangeTests/Fixtures/every-type.json",
    "Tests/EkibenInterchangeTests/Fixtures/nested-groups.json",
    "Tests/EkibenInterchangeTests/Fixtures/odd-ids.json",
    "Tests/EkibenToolTests/Fixtures/visit-form.json",
    "Tests/EkibenToolTests/Fixtures/visit-history.jsonl",
  ]

  @Test func `every seed is read by its reader`() throws {
    var taken: [UInt8: Int] = [:]
    for seed in try FuzzTarget.seeds() + Self.files() {
      if try FuzzTarget.run(seed) { taken[try #require(seed.first), default: 0] += 1 }
    }
    #expect(taken.keys.sorted() == FuzzTarget.allCases.map(\.rawValue))
    #expect(taken[FuzzTarget.notation.rawValue] == 60)
    #expect(taken[FuzzTarget.form.rawValue] == 7)
    #expect(taken[FuzzTarget.history.rawValue] == 9)
  }

  private static func files() throws -> [[UInt8]] {
    try fixtures.flatMap { name in
      FuzzTarget.seeds(ofFile: try fileBytes(at: projectRoot.appending(path: name)))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `damaged seeds are refused or make sense`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let seeds = try FuzzTarget.seeds()
    for _ in 0..<500 {
      var bytes = random.pick(seeds)
      for _ in 0..<random.number(in: 1...3) { damage(&bytes, random.pick(seeds), &random) }
      do throws(FuzzFinding) { try FuzzTarget.run(bytes) } catch {
        Issue.record("\(error) in \(bytes)")
      }
    }
  }

  private func damage(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) {
    let at = random.number(in: 0...bytes.count)
    let end = min(bytes.count, at + random.number(in: 0...4))
    switch random.number(in: 0...5) {
    case 0: bytes.removeSubrange(at..<end)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
    case 2 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.number(in: 0...7))
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: at)
    case 4: bytes.replaceSubrange(at..<end, with: other.suffix(random.number(in: 0...20)))
    default: bytes = Array(bytes.prefix(at))
    }
  }
}
