/// Collects the bytes of a compact coding: varints, and texts with their length in front.
package struct ByteWriter {
  @usableFromInline package var bytes: [UInt8] = []

  /// Writes behind what is there already.
  @inlinable package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Makes room for so many bytes at once.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  @inlinable package func fail(_ problem: CodingProblem) -> CodingError {
    CodingError(problem, at: bytes.count)
  }

  @inlinable package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes a number of variable length: seven bits a byte, lowest first; the high bit says that
  /// more follow.
  @inlinable package mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  @inlinable package mutating func write(count: Int) { write(UInt64(count)) }

  /// How many bytes ``write(count:)`` takes.
  @inlinable package static func size(ofCount count: Int) -> Int {
    var size = 1
    var rest = count >> 7
    while rest > 0 {
      size += 1
      rest >>= 7
    }
    return size
  }

  /// Writes a signed number, zigzag-coded: small numbers of either sign stay short.
  @inlinable package mutating func write(signed number: Int64) {
    write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  @inlinable package mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  @inlinable
  package mutating func append(_ data: ArraySlice<UInt8>) { bytes.append(contentsOf: data) }

  @inlinable package mutating func write(raw data: [UInt8]) {
    write(count: data.count)
    bytes.append(contentsOf: data)
  }
}
