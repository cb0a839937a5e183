import EkibenDocuments
import EkibenForms
import Foundation
import Testing

// Rules T10, T11, T18 to T21 and F64: whatever a person and a program do to a table, and in whatever
// order, it does what its slow reference says, and at the end nothing is left over.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Gestures at a table` {
  /// `EKIBEN_GESTURES=1...5000` for a long run.
  nonisolated static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_GESTURES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...24
  }()

  @Test(arguments: seeds)
  func `do what a slow reference implementation does, and leave nothing over`(seed: UInt64) throws {
    let closures: GestureLedger.Count
    do {
      var trial = GestureTrial(seed: seed)
      for number in 1...200 {
        if let difference = trial.step() {
          Issue.record("seed \(seed), gesture \(number), \(difference)")
          return
        }
      }
      if let leftover = trial.end() { Issue.record("seed \(seed), at the end: \(leftover)") }
      closures = trial.ledger.closures
    }
    #expect(closures.value == 0, "seed \(seed): closures are kept when all is let go")
  }
}
