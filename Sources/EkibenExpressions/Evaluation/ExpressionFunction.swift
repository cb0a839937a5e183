/// The functions of expressions; all of them mean what FHIRPath 2.0 says in its chapters 5 and 6, and FHIR R4
/// of `extension` and `hasValue`; `weight` is that of Structured Data Capture.
enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  // Existence.
  case empty, exists, all, allTrue, anyTrue, allFalse, anyFalse, subsetOf, supersetOf
  case count, distinct, isDistinct
  // Filtering and projection.
  case `where`, select, `repeat`
  // Subsets.
  case single, first, last, tail, skip, take, intersect, exclude
  // Putting together.
  case union, combine
  // Conversion.
  case iif
  case toBoolean, convertsToBoolean, toInteger, convertsToInteger, toDecimal, convertsToDecimal
  case toText = "toString"
  case convertsToString, toDate, convertsToDate, toDateTime, convertsToDateTime
  case toTime, convertsToTime, toQuantity, convertsToQuantity
  // Texts.
  case indexOf, substring, startsWith, endsWith, contains, upper, lower, replace, matches
  case replaceMatches, length, toChars, trim, split, join
  // Numbers.
  case abs, ceiling, exp, floor, ln, log, power, round, sqrt, truncate
  case sum, min, max, avg, aggregate
  // Trees.
  case children, descendants
  // The rest.
  case trace, now, timeOfDay, today, not, type
  // FHIR's own.
  case `extension`, hasValue
  // Of the forms of Structured Data Capture.
  case weight

  var arguments: ClosedRange<Int> {
    switch self {
    case .all, .subsetOf, .supersetOf, .where, .select, .repeat, .skip, .take, .intersect,
      .exclude, .union, .combine, .indexOf, .startsWith, .endsWith, .contains, .matches, .split,
      .log, .power, .extension:
      1...1
    case .exists, .join, .round, .toQuantity, .convertsToQuantity: 0...1
    case .substring, .aggregate, .trace: 1...2
    case .replace, .replaceMatches: 2...2
    case .iif: 2...3
    default: 0...0
    }
  }
}
