/// Randomness that repeats: the same seed gives the same numbers on every machine.
///
/// SplitMix64 (Steele, Lea and Flood, 2014): small, fast and good enough for test data, never for
/// secrets. A failure is reported with its seed, and the seed brings it back.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts at a seed; nearby seeds give unrelated numbers.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number from a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in so many times, on average.
  public mutating func once(in times: Int) -> Bool { number(in: 1...max(times, 1)) == 1 }

  /// One of some things; an empty list is the caller's mistake and traps.
  public mutating func pick<Element>(_ list: [Element]) -> Element {
    list[number(in: 0...(list.count - 1))]
  }
}
