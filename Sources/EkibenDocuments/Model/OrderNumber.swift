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

  /// The bytes of a number below ``limit`` as one number, the first of them the highest, and how many there are.
  static func code(of number: Int) -> (bits: UInt64, count: Int) {
    var rest = number < 0 ? -1 - number : number
    for length in classes.indices {
      let (head, count) = classes[length]
      if rest < count {
        let bits = UInt64(head) << (8 * length) + UInt64(rest)
        return (number < 0 ? bits ^ (1 << (8 * (length + 1)) - 1) : bits, length + 1)
      }
      rest -= count
    }
    preconditionFailure("an order number is out of range")
  }

  /// Adds the bytes of a number below ``limit``.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    let (bits, count) = code(of: number)
    for byte in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * byte)))
    }
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
