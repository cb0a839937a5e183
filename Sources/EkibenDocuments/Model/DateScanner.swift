/// Takes the text of a date or a time apart, from the left; a regular expression takes a hundred times as
/// long.
package struct DateScanner {
  private var rest: Substring.UTF8View

  package init(_ text: String) { rest = text[...].utf8 }

  package var isAtEnd: Bool { rest.isEmpty }

  /// Consumes a character if it comes next, and says whether it did.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads a number of exactly so many digits; nil where there are fewer.
  package mutating func number(digits: Int) -> Int? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Reads all digits that come next; nil where there are none.
  package mutating func digits() -> [UInt8]? {
    let found = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(found.count)
    return found.isEmpty ? nil : found.map { $0 - UInt8(ascii: "0") }
  }

  /// Reads a text such as `10:00` as a number of minutes.
  package mutating func minutes() -> Int? {
    guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2),
      minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// The days of a month in the Gregorian calendar; none where there is no such month.
  package static func days(of month: Int, in year: Int) -> Range<Int> {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        ? 1..<30 : 1..<29
    case 4, 6, 9, 11: 1..<31
    case 1...12: 1..<32
    default: 0..<0
    }
  }
}
