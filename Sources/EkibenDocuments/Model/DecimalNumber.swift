/// A decimal number that keeps its digits: `1.50` stays `1.50` and is not `1.5`.
///
/// It is its text, checked to be a number as JSON writes one; arithmetic works it out by digits.
public struct DecimalNumber: Hashable, Sendable, CustomStringConvertible {
  /// The digits as they were written.
  public let digits: String

  /// Reads `[-]digits[.digits][e[±]digits]`, as in JSON: no leading zeros, no leading plus.
  ///
  /// - Returns: nil when the text is no such number.
  /// - Complexity: O(n).
  public init?(_ text: String) {
    let number = Self.number(beginning: text.utf8)
    guard !number.isEmpty, number.endIndex == text.endIndex else { return nil }
    digits = text
  }

  /// Takes the digits of a result, unchecked.
  init(written digits: String) { self.digits = digits }

  /// The digits as they were written.
  public var description: String { digits }

  /// The longest number at the beginning of a text; empty where there is none.
  ///
  /// - Complexity: O(its length).
  package static func number(beginning text: String.UTF8View) -> Substring.UTF8View {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard let first = rest.first, let whole = afterDigits(rest) else { return text.prefix(0) }
    rest = first == UInt8(ascii: "0") ? rest.dropFirst() : whole
    if rest.first == UInt8(ascii: "."), let fraction = afterDigits(rest.dropFirst()) {
      rest = fraction
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      let signed = rest.dropFirst()
      let isSigned = signed.first == UInt8(ascii: "+") || signed.first == UInt8(ascii: "-")
      if let exponent = afterDigits(isSigned ? signed.dropFirst() : signed) { rest = exponent }
    }
    return text[..<rest.startIndex]
  }

  // What comes behind the digits that a text begins with; nil where it begins with none.
  private static func afterDigits(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    let rest = text.drop(while: \.isDigit)
    return rest.startIndex == text.startIndex ? nil : rest
  }
}
