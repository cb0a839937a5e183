/// Texts and other bytes that were destroyed, kept as short runs by which whatever is left of them is found.
///
/// A run is of six bytes: shorter texts are not looked for, since they stand in any file. Of a long text
/// not every run counts, so that what is left of its middle is found from 13 bytes on.
package struct DestroyedBytes: Sendable {
  private static let runBytes = 6
  /// Of more only a part is looked for: they take some sixteen megabytes.
  private static let mostRuns = 1 << 20
  private static let filterBits = 18

  private var runs: Set<UInt64> = []
  // Says no of nearly every run that is not among them, for a third of the time.
  private var filter = [UInt64](repeating: 0, count: 1 << (filterBits - 6))

  package init() {}

  package var isEmpty: Bool { runs.isEmpty }

  package mutating func insert(_ bytes: [UInt8]) {
    Self.eachRun(in: bytes, bytes.indices) { run, start in
      let counts = start < 64 || start % 8 == 0 || start + Self.runBytes == bytes.count
      guard counts, runs.count < Self.mostRuns else { return }
      runs.insert(run)
      let bit = Self.bit(of: run)
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  /// Those runs that stand in a part of some bytes.
  func runs(in bytes: [UInt8], _ range: Range<Int>) -> Set<UInt64> {
    var found: Set<UInt64> = []
    Self.eachRun(in: bytes, range) { run, _ in
      let bit = Self.bit(of: run)
      guard filter[bit >> 6] & 1 << UInt64(bit & 63) != 0, runs.contains(run) else { return }
      found.insert(run)
    }
    return found
  }

  private static func bit(of run: UInt64) -> Int {
    Int((run &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - filterBits))
  }

  private static func eachRun(
    in bytes: [UInt8], _ range: Range<Int>, _ body: (_ run: UInt64, _ start: Int) -> Void
  ) {
    var run: UInt64 = 0
    for at in range {
      run = (run << 8 | UInt64(bytes[at])) & 0xffff_ffff_ffff
      let start = at - runBytes + 1
      if start >= range.lowerBound, run != 0 { body(run, start) }
    }
  }
}
