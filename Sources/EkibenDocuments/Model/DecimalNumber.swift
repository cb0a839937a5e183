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

  /// Whether the number is numerically less than another one.
  ///
  /// - Complexity: O(n).
  public func isLess(than other: DecimalNumber) -> Bool {
    let (mine, theirs) = (Scientific(digits), Scientific(other.digits))
    if mine.sign != theirs.sign { return mine.sign < theirs.sign }
    return mine.sign < 0 ? theirs.isSmaller(than: mine) : mine.isSmaller(than: theirs)
  }

  /// Whether the number is 0 or its magnitude is between 1e-307 and 1e308, so that other programs
  /// can keep it too.
  package var isInRange: Bool {
    let number = Scientific(digits)
    return number.sign == 0 || (-307...307).contains(number.exponent)
      || (number.exponent == 308 && number.significand == [1])
  }

  /// The number of digits after the decimal point, when written without an exponent.
  package var fractionDigits: Int {
    let number = Scientific(digits)
    return max(0, number.written - number.power)
  }

  /// Whether the number is a whole number of steps from another one; true where the numbers have too many
  /// digits to tell.
  package func isMultiple(of step: DecimalNumber, from start: DecimalNumber?) -> Bool {
    do throws(DecimalTooLong) {
      let distance = if let start { try subtracting(start) } else { self }
      let division = try distance.dividedWithRemainder(by: step)
      return division?.remainder.isEqual(to: DecimalNumber(0)) ?? true
    } catch { return true }
  }
}

/// A number as its sign, its digits without zeros at either end, and the power of ten of the first.
private struct Scientific {
  var sign = 1
  var significand: [UInt8] = []
  var exponent = 0
  /// The exponent as it was written, and how many digits stood behind the point.
  var power = 0
  var written = 0

  init(_ text: String) {
    var whole = 0
    var isBehindPoint = false
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): sign = -1
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let text = Substring(rest)
        // Beyond what fits any exponent is as good as another.
        power = min(
          max(Int(text) ?? (text.hasPrefix("-") ? .min : .max), -1_000_000_000), 1_000_000_000)
        rest = rest.suffix(0)
      default:
        significand.append(byte - UInt8(ascii: "0"))
        if isBehindPoint { written += 1 } else { whole += 1 }
      }
    }
    let zeros = significand.prefix { $0 == 0 }.count
    significand.removeFirst(zeros)
    while significand.last == 0 { significand.removeLast() }
    if significand.isEmpty { sign = 0 }
    exponent = significand.isEmpty ? 0 : whole - zeros - 1 + power
  }

  /// Compares what both are without their signs.
  func isSmaller(than other: Scientific) -> Bool {
    if exponent != other.exponent { return exponent < other.exponent }
    return significand.lexicographicallyPrecedes(other.significand)
  }
}
