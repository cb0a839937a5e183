import Foundation
import Testing

/// A few seconds in debug; `EKIBEN_EXHAUSTIVE=1` asks for six times as many operations.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

@Suite(.timeLimit(.minutes(20))) struct HistoryModelTests {
  /// Rules H2, H4, H5, H6, H7, H8, H10, H16, H17, H18 and H22 on 20,000 random operations, or 125,000.
  ///
  /// In the last two a revert brings back what names a section that is not there.
  @Test(arguments: isExhaustive ? Array(0..<250) : Array(0..<40) + [118, 142] as [UInt64])
  func `the undo tree does what a list of whole states does`(seed: UInt64) throws {
    var comparison = try HistoryComparison(seed: seed)
    for _ in 0..<500 { try comparison.operate() }
    try comparison.reach()
    #expect(comparison.tally.refusals > 0)
    #expect(comparison.tally.joins > 0)
    #expect(comparison.tally.reverts > 0)
    #expect(comparison.tally.conflicts > 0)
    #expect(comparison.tally.ownSteps > 0)
    #expect(comparison.tally.ownConflicts > 0)
  }
}
