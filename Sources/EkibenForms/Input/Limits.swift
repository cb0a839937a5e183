public import EkibenDocuments
import EkibenExpressions

/// What a form says of the answers that it wants: data in the record, the same for every component.
///
/// A value that breaks one of them is stored all the same, and the issue is reported (rules F5 and F25).
/// Each may come with words of the form's own, under the name of its rule in ``EkibenDocuments/FieldName/messages``.
public struct Limits: Hashable, Sendable {
  /// The least answer: a number, a date or a quantity; as text a date, or one relative to today.
  public var least: Value?
  /// The greatest answer.
  public var greatest: Value?
  /// The least number of Characters.
  public var minLength: Int?
  /// The greatest number of Characters, as people count them.
  public var maxLength: Int?
  /// The least number of answers in a list.
  public var minCount: Int?
  /// The greatest number of answers in a list.
  public var maxCount: Int?
  /// What a number has to be a multiple of, counted from the least or from 0.
  public var step: DecimalNumber?
  /// The greatest number of digits behind the point.
  public var decimals: Int?
  /// The pattern that a whole text has to match, if it is one that ``EkibenExpressions/Pattern`` knows; else it is kept
  /// and never run.
  public var pattern: String?

  /// Sets no limits.
  public init() {}

  /// Reads the limits of a record.
  public init(_ record: Fields) {
    func count(_ name: FieldName) -> Int? { record[name]?.asInteger.map { Int(clamping: $0) } }
    (least, greatest) = (record[.least], record[.greatest])
    (minLength, maxLength) = (count(.minLength), count(.maxLength))
    (minCount, maxCount) = (count(.minCount), count(.maxCount))
    (step, decimals) = (record[.step]?.asLimit, count(.decimals))
    pattern = record.text(.pattern)
  }

  /// The rules that a value breaks.
  ///
  /// - Complexity: O(n) in the length of a text, times the length of the pattern.
  public func rules(brokenBy value: Value, in context: InputContext) -> [ValidationIssue.Rule] {
    switch value {
    case .text(let text): brokenByText(text)
    case .integer, .decimal: value.asLimit.map { broken(by: $0) } ?? []
    case .date(let date): broken(by: date, in: context)
    case .list(let values): brokenByCount(values.count)
    case .record(let fields): broken(by: fields)
    case .null, .bool, .bytes, .verbatim: []
    }
  }

  /// The first day or moment that is allowed; nil where none is said, or the context knows no today.
  public func leastDate(in context: InputContext = .standard) -> DateText? {
    least.flatMap { Self.date($0, context) }
  }

  /// The last day or moment that is allowed; see ``leastDate(in:)``.
  public func greatestDate(in context: InputContext = .standard) -> DateText? {
    greatest.flatMap { Self.date($0, context) }
  }

  private func brokenByText(_ text: String) -> [ValidationIssue.Rule] {
    var rules: [ValidationIssue.Rule] = []
    if minLength != nil || maxLength != nil {
      let count = text.count
      if let minLength, count < minLength, count > 0 {
        rules.append(.minLength(limit: minLength, actual: count))
      }
      if let maxLength, count > maxLength {
        rules.append(.maxLength(limit: maxLength, actual: count))
      }
    }
    // Whether there has to be an answer is another rule.
    if let pattern, !text.isEmpty, let compiled = Pattern(pattern), !compiled.matches(text) {
      rules.append(.pattern(pattern))
    }
    return rules
  }

  private func broken(by number: DecimalNumber) -> [ValidationIssue.Rule] {
    var rules: [ValidationIssue.Rule] = []
    let first = least?.asLimit
    if let least, let first, number.isLess(than: first) { rules.append(.least(least)) }
    if let greatest, let last = greatest.asLimit, last.isLess(than: number) {
      rules.append(.greatest(greatest))
    }
    if let step, !number.isMultiple(of: step, from: first) { rules.append(.step(step)) }
    if let decimals, number.fractionDigits > decimals { rules.append(.decimals(limit: decimals)) }
    return rules
  }

  private func broken(by date: DateText, in context: InputContext) -> [ValidationIssue.Rule] {
    var rules: [ValidationIssue.Rule] = []
    if let first = leastDate(in: context), date.isBefore(first) {
      rules.append(.least(.date(first)))
    }
    if let last = greatestDate(in: context), last.isBefore(date) {
      rules.append(.greatest(.date(last)))
    }
    return rules
  }

  private func brokenByCount(_ count: Int) -> [ValidationIssue.Rule] {
    var rules: [ValidationIssue.Rule] = []
    if let minCount, count < minCount { rules.append(.minCount(limit: minCount, actual: count)) }
    if let maxCount, count > maxCount { rules.append(.maxCount(limit: maxCount, actual: count)) }
    return rules
  }

  // A limit in another unit says nothing of this one: nothing is converted.
  private func broken(by quantity: Fields) -> [ValidationIssue.Rule] {
    guard let number = quantity[.number]?.asLimit else { return [] }
    func comparable(_ limit: Value?) -> Value? {
      let amount = limit?.asText.flatMap { Quantity.Amount($0) }
      guard let limit = amount?.documentValue ?? limit, let unit = limit.asRecord?[.unit]
      else { return limit }
      return unit == quantity[.unit] ? limit : nil
    }
    var limits = self
    // What is below a bound may be as little as one likes, and what is above it as much.
    let bound = quantity.text(.comparator)
    limits.least = bound?.first == ">" ? nil : comparable(least)
    limits.greatest = bound?.first == "<" ? nil : comparable(greatest)
    if bound != nil { (limits.step, limits.decimals) = (nil, nil) }
    return limits.broken(by: number)
  }

  /// The limits of a record that no answer can be compared with, such as a step of 0 or a day that none is.
  package static func unusable(in record: Fields) -> [FieldName] {
    let context = InputContext(time: 0)
    func isComparable(_ limit: Value) -> Bool {
      limit.asLimit != nil || date(limit, context) != nil
        || limit.asText.flatMap { Quantity.Amount($0) } != nil
    }
    let ends = [FieldName.least, .greatest].filter { record[$0].map { !isComparable($0) } ?? false }
    guard let step = record[.step] else { return ends }
    let isPositive = step.asLimit.flatMap { DecimalNumber("0")?.isLess(than: $0) } ?? false
    return isPositive ? ends : ends + [.step]
  }

  private static func date(_ limit: Value, _ context: InputContext) -> DateText? {
    switch limit {
    case .date(let date): date
    case .text(let text): DateText(text) ?? context.day(text)
    default: nil
    }
  }
}

extension Value {
  /// The number, of a number or of a quantity.
  fileprivate var asLimit: DecimalNumber? { asNumber ?? asRecord?[.number]?.asNumber }
}

extension InputContext {
  /// The day that is meant by `today`, `today+10d`, `today-18y`, in years, months, weeks and days; nil
  /// for any other text, and where there is no clock.
  func day(_ text: String) -> DateText? {
    guard text.utf8.starts(with: "today".utf8), let time else { return nil }
    let local = UTCTime.local(time, offset: offset)
    let today = DateText(day: local.floored(by: 86_400_000))
    let rest = text.dropFirst(5)
    if rest.isEmpty { return today }
    guard let number = Int(rest.dropLast()), rest.first == "+" || rest.first == "-",
      (-100_000...100_000).contains(number)
    else { return nil }
    return switch rest.last {
    case "y": today?.adding(number, .year)
    case "m": today?.adding(number, .month)
    case "w": today?.adding(number, .week)
    case "d": today?.adding(number, .day)
    default: nil
    }
  }
}

extension InputComponent {
  /// Wants an answer that is not less: a number, or a quantity as the row takes it.
  public func least(_ value: Value) -> Self { setting(.least, to: value) }
  /// Wants an answer that is not greater.
  public func greatest(_ value: Value) -> Self { setting(.greatest, to: value) }
  /// Wants a text of at least this many Characters.
  public func minLength(_ characters: Int) -> Self {
    setting(.minLength, to: .integer(Int64(characters)))
  }
  /// Wants a text of at most this many Characters, as people count them.
  public func maxLength(_ characters: Int) -> Self {
    setting(.maxLength, to: .integer(Int64(characters)))
  }
  /// Wants a number of whole steps from the least, or from 0.
  public func step(_ step: DecimalNumber) -> Self { setting(.step, to: .decimal(step)) }
  /// Wants at most this many digits behind the point.
  public func decimals(_ digits: Int) -> Self { setting(.decimals, to: .integer(Int64(digits))) }
  /// Wants a text that matches a pattern as a whole; see ``EkibenExpressions/Pattern`` for what it may hold.
  public func pattern(_ pattern: String) -> Self { setting(.pattern, to: .text(pattern)) }
  /// Wants so many answers in a list.
  public func count(_ range: ClosedRange<Int>) -> Self {
    setting(.minCount, to: .integer(Int64(range.lowerBound)))
      .setting(.maxCount, to: .integer(Int64(range.upperBound)))
  }
  /// Says this where a rule is broken, by its name, such as `least` or `pattern`; in every language, since these
  /// words have no translations.
  public func message(_ message: String, for rule: FieldName) -> Self {
    let known = record[.messages]?.asRecord ?? [:]
    return setting(.messages, to: .record(known.setting(rule, .text(message))))
  }
}
