import EkibenDocuments

// Entries name earlier ones by how far back they are: that stays short for ever.

extension ByteWriter {
  /// Writes the number of an entry that is not later than another; nil leaves no trace.
  mutating func write(_ earlier: Int?, upTo number: Int) throws(CodingError) {
    guard let earlier else { return }
    guard earlier >= 0, earlier <= number else { throw fail(.numberTooLarge) }
    write(count: number - earlier)
  }

  /// Writes the entry that had written something before another one; 0 is nobody.
  mutating func write(origin: Int, before number: Int) throws(CodingError) {
    guard origin >= 0, origin < number else { throw fail(.numberTooLarge) }
    write(count: origin == 0 ? 0 : number - origin)
  }
}

extension ByteReader {
  @inline(__always)
  mutating func earlier(upTo number: Int) throws(CodingError) -> Int {
    let distance = try self.number()
    guard distance <= UInt64(clamping: number) else { throw fail(.numberTooLarge) }
    return number - Int(distance)
  }

  @inline(__always)
  mutating func origin(before number: Int) throws(CodingError) -> Int {
    let distance = try self.number()
    if distance == 0 { return 0 }
    guard distance < UInt64(clamping: number) else { throw fail(.numberTooLarge) }
    return number - Int(distance)
  }

  /// Reads the number of an entry that is later than another.
  @inline(__always)
  mutating func later(than number: Int) throws(CodingError) -> Int {
    guard let distance = Int(exactly: try self.number()) else { throw fail(.numberTooLarge) }
    let (sum, overflows) = number.addingReportingOverflow(distance)
    guard !overflows, sum < Int.max else { throw fail(.numberTooLarge) }
    return sum + 1
  }
}
