/// Takes apart what ``ByteWriter`` wrote, and refuses everything else.
///
/// It is inlined into the module of the store, where a journal is read by the thousand.
package struct ByteReader {
  @usableFromInline package let bytes: [UInt8]
  @usableFromInline package var position: Int

  @inlinable package init(_ bytes: [UInt8], from position: Int = 0) {
    (self.bytes, self.position) = (bytes, position)
  }

  @inlinable package var isAtEnd: Bool { position == bytes.count }

  @inlinable
  package func fail(_ problem: CodingProblem) -> CodingError { CodingError(problem, at: position) }

  @inlinable package mutating func byte() throws(CodingError) -> UInt8 {
    guard position < bytes.count else { throw fail(.ended) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Consumes the next byte if it is this one, and says whether it was.
  @inlinable package mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inlinable package mutating func number() throws(CodingError) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      let part = UInt64(byte & 0x7F)
      guard (part << shift) >> shift == part else { throw fail(.numberTooLarge) }
      result |= part << shift
      if byte < 0x80 { return result }
    }
    throw fail(.numberTooLarge)
  }

  @inlinable package mutating func signed() throws(CodingError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads a count of things of at least one byte each; one that exceeds the bytes left is refused,
  /// so that damaged input cannot reserve memory.
  @inlinable package mutating func count() throws(CodingError) -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - position) else { throw fail(.ended) }
    return Int(number)
  }

  @inlinable package mutating func raw() throws(CodingError) -> [UInt8] {
    Array(bytes[try skip(count())])
  }

  /// Skips some bytes and returns where they stand.
  @inlinable package mutating func skip(_ count: Int) throws(CodingError) -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw fail(.ended) }
    defer { position += count }
    return position..<position + count
  }

  @inlinable package mutating func text() throws(CodingError) -> String {
    let start = position
    guard let text = ByteText.text(of: bytes, try skip(count())) else {
      throw CodingError(.invalidText, at: start)
    }
    return text
  }
}

/// Why bytes cannot be decoded, or why something cannot be encoded.
package struct CodingError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: CodingProblem
  /// The offset at which it was found, in what was read or already written.
  package let offset: Int

  @usableFromInline package init(_ problem: CodingProblem, at offset: Int) {
    (self.problem, self.offset) = (problem, offset)
  }

  package var description: String { "unreadable record at byte \(offset): \(problem)" }
}

/// What can be wrong with bytes to decode or with something to encode.
package enum CodingProblem: Equatable, Sendable {
  /// The bytes end too early.
  case ended
  /// There are bytes behind the end.
  case trailing
  /// A number does not fit.
  case numberTooLarge
  /// A text is not UTF-8, or not what its place demands.
  case invalidText
  /// The fields of a record are not in ascending order of their names.
  case unsorted
  /// Where a record should be there is another value, or none.
  case notARecord
  /// The ends that two texts share are longer than the texts.
  case endsOverlap
  /// A kind of value that this version does not know.
  case unknownKind(UInt8)
  /// A version that this program does not know.
  case unknownVersion(UInt8)
  /// Values nested deeper than the limit of ``ValueCoding/maximumDepth``.
  case tooDeep
}
