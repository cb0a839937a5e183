/// Whole numbers as bytes that sort as the numbers do, short where they are near 0.
///
/// The first byte says how many follow: one byte holds -64…63, two go on to ±8,256, three to a
/// million, four to 135 million, five to 17 billion. A negative number is the complement of the
/// number on the other side of -½. No code is the beginning of another one, so codes behind each other
/// sort as lists of numbers do.
enum OrderNumber {
  /// For each length of 1 to 5 bytes: the first byte of the smallest number, and how many there are.
  private static let classes: [(head: UInt8, count: Int)] = [
    (0x80, 64), (0xC0, 32 << 8), (0xE0, 16 << 16), (0xF0, 8 << 24), (0xF8, 4 << 32),
  ]

  /// How many numbers there are of up to 1, 2, 3, 4 and 5 bytes.
  static let capacities: [Int] = classes.indices.map { length in
    2 * classes[...length].reduce(0) { $0 + $1.count }
  }

  /// Numbers from minus this up to, but not including, this can be written.
  static let limit = capacities[capacities.count - 1] / 2

  /// Adds the bytes of a number below ``limit``.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    let flip: UInt8 = number < 0 ? 0xFF : 0
    var rest = number < 0 ? -1 - number : number
    for (length, (head, count)) in classes.enumerated() {
      if rest < count {
        bytes.append((head + UInt8(truncatingIfNeeded: rest >> (8 * length))) ^ flip)
        for byte in (0..<length).reversed() {
          bytes.append(UInt8(truncatingIfNeeded: rest >> (8 * byte)) ^ flip)
        }
        return
      }
      rest -= count
    }
    preconditionFailure("an order number is out of range")
  }

  /// The numbers that bytes stand for; nil where they are not codes behind each other.
  static func decode(_ bytes: [UInt8]) -> [Int]? {
    var numbers: [Int] = []
    var rest = bytes[...]
    while let first = rest.first {
      let isNegative = first < 0x80
      let head = isNegative ? ~first : first
      guard let length = classes.lastIndex(where: { head >= $0.head }), head < 0xFC,
        rest.count > length
      else { return nil }
      var number = Int(head - classes[length].head)
      for byte in rest.dropFirst().prefix(length) {
        number = number << 8 | Int(isNegative ? ~byte : byte)
      }
      number += classes[..<length].reduce(0) { $0 + $1.count }
      numbers.append(isNegative ? -1 - number : number)
      rest = rest.dropFirst(length + 1)
    }
    return numbers.isEmpty ? nil : numbers
  }
}
