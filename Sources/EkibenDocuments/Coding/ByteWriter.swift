/// Collects the bytes of a compact coding: varints, and texts with their length in front.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  func fail(_ problem: CodingProblem) -> CodingError { CodingError(problem, at: bytes.count) }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Seven bits a byte, lowest first; the high bit says that more follow.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(count: Int) { write(UInt64(count)) }

  /// How many bytes ``write(count:)`` takes.
  static func size(ofCount count: Int) -> Int {
    var size = 1
    var rest = count >> 7
    while rest > 0 {
      size += 1
      rest >>= 7
    }
    return size
  }

  /// Small numbers of either sign stay short.
  mutating func write(signed number: Int64) {
    write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(raw data: [UInt8]) {
    write(count: data.count)
    bytes.append(contentsOf: data)
  }
}
