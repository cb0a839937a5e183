@testable import EkibenExpressions
import EkibenDocuments
import EkibenTesting
import Testing

private func amount(_ digits: String, _ unit: String) throws -> Amount {
  Amount(try #require(DecimalNumber(digits)), unit: unit)
}

@Suite(.timeLimit(.minutes(20)))
struct `Units` {
  /// Pairs that are the same by definition.
  @Test(arguments: [
    ("1", "km", "1000", "m"), ("2.54", "cm", "1", "[in_i]"), ("12", "[in_i]", "1", "[ft_i]"),
    ("3", "[ft_i]", "1", "[yd_i]"), ("1760", "[yd_i]", "1", "[mi_i]"),
    ("16", "[oz_av]", "1", "[lb_av]"),
    ("14", "[lb_av]", "1", "[stone_av]"), ("1000", "kg", "1", "t"), ("1", "L", "1", "dm3"),
    ("1", "ml", "1", "cm3"), ("100", "dl", "10", "L"), ("24", "h", "1", "d"), ("7", "d", "1", "wk"),
    ("12", "mo", "1", "a"), ("0", "Cel", "273.15", "K"), ("32", "[degF]", "0", "Cel"),
    ("-40", "[degF]", "-40", "Cel"), ("1", "%", "0.01", "1"), ("60", "/min", "1", "/s"),
    ("1", "kg/m2", "0.1", "g/cm2"), ("1", "m.s-1", "1", "m/s"), ("36", "km/h", "10", "m/s"),
    ("1", "m+2", "1", "m2"), ("5", "weeks", "35", "days"), ("2", "years", "24", "month"),
    ("90", "minutes", "1.5", "h"), ("1", "10*3", "1000", "1"),
  ])
  func `of one kind compare`(left: String, unit: String, right: String, other: String) throws {
    let (first, second) = (try amount(left, unit), try amount(right, other))
    let (mine, theirs) = try #require(try first.aligned(with: second))
    #expect(mine.isEqual(to: theirs))
    let (back, forth) = try #require(try second.aligned(with: first))
    #expect(back.isEqual(to: forth))
  }

  @Test(arguments: [
    ("m", "kg"), ("m", "m2"), ("{beats}/min", "/min"), ("year", "a"), ("month", "mo"),
    ("mmol/L", "mg/dL"),
    ("", "m"), ("m/", "m"), ("m0", "m"), ("Cel/min", "K/min"), ("kg.", "kg"), ("1", "m"),
    ("year", "days"),
  ])
  func `of different kinds, or unknown, do not`(left: String, right: String) throws {
    #expect(try amount("1", left).aligned(with: amount("1", right)) == nil)
  }

  @Test func `that are unknown compare with themselves`() throws {
    let (left, right) = try #require(
      try amount("60", "{beats}/min").aligned(with: amount("40", "{beats}/min")))
    #expect(right.isLess(than: left))
  }

  @Test func `are all in the table, and none has the size 0`() throws {
    for code in Unit.codes {
      let unit = try #require(try Unit(code))
      #expect(DecimalNumber(0).isLess(than: unit.numerator), "\(code)")
      #expect(DecimalNumber(0).isLess(than: unit.denominator), "\(code)")
    }
    #expect(Unit.codes.count == 48)
  }
}
