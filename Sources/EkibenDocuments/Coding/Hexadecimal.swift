extension UInt8 {
  /// Whether it is the code of a digit from 0 to 9.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a hexadecimal digit, in either case; nil for any other code.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Bytes as pairs of digits, in lower case.
package enum Hexadecimal {
  /// The bytes of an even number of digits; nil for any other text.
  ///
  /// - Complexity: O(n).
  package static func bytes(_ text: String) -> [UInt8]? {
    let isLower = !text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    let digits = text.utf8.compactMap(\.hexadecimalValue)
    guard isLower, digits.count == text.utf8.count else { return nil }
    return bytes(ofDigits: digits)
  }

  /// The bytes of an even number of values of digits; nil for an odd number.
  static func bytes(ofDigits digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  package static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
