import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenExpressions

// As UCUM defines them.
@Suite(.timeLimit(.minutes(20)))
struct `The table of units` {
  @Test(
    arguments: [
      ("m", "1", "m"), ("km", "1000", "m"), ("dm", "0.1", "m"), ("cm", "0.01", "m"),
      ("mm", "0.001", "m"), ("um", "0.000001", "m"), ("nm", "0.000000001", "m"),
      ("[in_i]", "0.0254", "m"), ("[ft_i]", "0.3048", "m"), ("[yd_i]", "0.9144", "m"),
      ("[mi_i]", "1609.344", "m"), ("g", "1", "g"), ("kg", "1000", "g"), ("mg", "0.001", "g"),
      ("ug", "0.000001", "g"), ("ng", "0.000000001", "g"), ("t", "1000000", "g"),
      ("[lb_av]", "453.59237", "g"), ("[oz_av]", "28.349523125", "g"),
      ("[stone_av]", "6350.29318", "g"), ("l", "0.001", "m3"), ("dl", "0.0001", "m3"),
      ("cl", "0.00001", "m3"), ("ml", "0.000001", "m3"), ("ul", "0.000000001", "m3"),
      ("hl", "0.1", "m3"), ("L", "0.001", "m3"), ("dL", "0.0001", "m3"), ("cL", "0.00001", "m3"),
      ("mL", "0.000001", "m3"), ("uL", "0.000000001", "m3"), ("hL", "0.1", "m3"), ("s", "1", "s"),
      ("ms", "0.001", "s"), ("us", "0.000001", "s"), ("min", "60", "s"), ("h", "3600", "s"),
      ("d", "86400", "s"), ("wk", "604800", "s"), ("mo", "2629800", "s"), ("a", "31557600", "s"),
      ("K", "1", "K"), ("%", "0.01", "1"), ("[ppth]", "0.001", "1"), ("10*", "10", "1"),
      ("week", "604800", "s"), ("day", "86400", "s"), ("hour", "3600", "s"), ("minute", "60", "s"),
      ("second", "1", "s"), ("millisecond", "0.001", "s"), ("year", "12", "month"),
      ("/min", "60", "/h"), ("m2", "10000", "cm2"), ("m-1", "0.01", "cm-1"), ("g.m", "100", "g.cm"),
      ("g/m/s", "0.01", "g/cm/s"),
    ] as [(String, String, String)])
  func `has the size of each`(code: String, size: String, base: String) throws {
    let one = DecimalNumber(1)
    let converted = try Amount(one, unit: code).converted(like: Amount(one, unit: base))
    #expect(try #require(converted).isEqual(to: try #require(DecimalNumber(size))))
  }

  @Test(arguments: [("Cel", "K"), ("K", "Cel"), ("[degF]", "Cel"), ("kg", "m"), ("x", "kg")])
  func `converts nothing that has another zero, or nothing in common`(
    code: String, other: String
  ) throws {
    let one = DecimalNumber(1)
    #expect(try Amount(one, unit: code).converted(like: Amount(one, unit: other)) == nil)
  }

  @Test(
    arguments: [
      ("wk", .week), ("d", .day), ("h", .hour), ("min", .minute), ("s", .second),
      ("ms", .millisecond), ("weeks", .week), ("day", .day), ("hours", .hour),
      ("minute", .minute), ("seconds", .second), ("millisecond", .millisecond), ("years", .year),
      ("month", .month), ("a", nil), ("mo", nil), ("us", nil), ("kg", nil), ("dayss", nil),
    ] as [(String, PartialDate.Unit?)])
  func `knows what is added to dates`(code: String, unit: PartialDate.Unit?) {
    #expect(Amount(DecimalNumber(1), unit: code).calendarUnit == unit)
  }

  @Test(
    arguments: [
      ("200", "%", "2"), ("5", "1", "5"), ("3", "[ppth]", "0.003"), ("2", "10*2", "200"),
      ("1", "m", nil), ("1", "x", nil),
    ] as [(String, String, String?)])
  func `says which numbers have no unit`(digits: String, code: String, number: String?) throws {
    let found = Amount(try #require(DecimalNumber(digits)), unit: code).plainNumber
    #expect(found?.digits == number)
  }
}
