/// A decimal number that keeps its digits: `1.50` stays `1.50` and is not `1.5`.
///
/// Nothing is computed with it yet, so it is its text, checked to be a number as JSON writes one.
public struct DecimalNumber: Hashable, Sendable, CustomStringConvertible {
  /// The digits as they were written.
  public let digits: String

  /// Reads `[-]digits[.digits][e[±]digits]`, as in JSON: no leading zeros, no leading plus.
  ///
  /// - Returns: nil when the text is no such number.
  /// - Complexity: O(n).
  public init?(_ text: String) {
    guard Self.isNumber(text.utf8) else { return nil }
    digits = text
  }

  /// The digits as they were written.
  public var description: String { digits }

  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
    rest = rest[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest[fraction.endIndex...]
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      let exponent = rest.prefix(while: isDigit)
      guard !exponent.isEmpty else { return false }
      rest = rest[exponent.endIndex...]
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
