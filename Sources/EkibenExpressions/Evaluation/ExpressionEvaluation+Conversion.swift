import EkibenDocuments

/// Conversion (FHIRPath 2.0, §5.5): of what cannot be converted there is no value.
extension ExpressionEvaluation {
  /// What a function that converts gives, or whether there is something to give.
  mutating func convert(
    _ function: ExpressionFunction, _ values: [ExpressionItems], _ input: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    guard let item = try one(input, function.rawValue + "()") else { return .none }
    let converted: ExpressionItem?
    switch function {
    case .toBoolean, .convertsToBoolean: converted = Self.boolean(item)
    case .toInteger, .convertsToInteger: converted = Self.integer(item)
    case .toDecimal, .convertsToDecimal: converted = Self.decimal(item)
    case .toText:
      converted = try item.written.map { text throws(ExpressionError) in try make(text) }
    case .convertsToString: return .boolean(item.written != nil)
    case .toDate, .convertsToDate: converted = Self.date(item, .date)
    case .toDateTime, .convertsToDateTime: converted = Self.date(item, .dateTime)
    case .toTime, .convertsToTime: converted = Self.date(item, .time)
    default:
      let unit = values.isEmpty ? nil : try text(values[0], function.rawValue + "()")
      converted = try amount(item, in: unit)
    }
    return function.rawValue.hasPrefix("converts")
      ? .boolean(converted != nil) : ExpressionItems(converted)
  }

  private static func boolean(_ item: ExpressionItem) -> ExpressionItem? {
    switch item {
    case .boolean: return item
    case .text(let text):
      switch text.lowercased() {
      case "true", "t", "yes", "y", "1", "1.0": return .boolean(true)
      case "false", "f", "no", "n", "0", "0.0": return .boolean(false)
      default: return nil
      }
    default:
      guard case .decimal(let number)? = item.number else { return nil }
      if number.isEqual(to: DecimalNumber(1)) { return .boolean(true) }
      return number.isEqual(to: DecimalNumber(0)) ? .boolean(false) : nil
    }
  }

  private static func integer(_ item: ExpressionItem) -> ExpressionItem? {
    switch item {
    case .integer: item
    case .boolean(let bool): .integer(bool ? 1 : 0)
    case .text(let text): Int64(text).map { .integer($0) }
    default: nil
    }
  }

  private static func decimal(_ item: ExpressionItem) -> ExpressionItem? {
    switch item {
    case .integer, .decimal: item.number
    case .boolean(let bool): .decimal(DecimalNumber(bool ? 1 : 0))
    case .text(let text): text.asNumber.map { .decimal($0) }
    default: nil
    }
  }

  private static func date(_ item: ExpressionItem, _ kind: DateText.Kind) -> ExpressionItem? {
    switch item {
    case .date(let date): return date.converted(to: kind).map { .date($0) }
    case .text(let text): return PartialDate(text)?.converted(to: kind).map { .date($0) }
    default: return nil
    }
  }

  private func amount(
    _ item: ExpressionItem, in unit: String?
  ) throws(ExpressionError) -> ExpressionItem? {
    let amount: Amount?
    switch item {
    case .amount(let found): amount = found
    case .boolean(let bool): amount = Amount(DecimalNumber(bool ? 1 : 0), unit: Amount.one)
    case .text(let text): amount = Amount(text)
    default:
      guard case .decimal(let number)? = item.number else { return nil }
      amount = Amount(number, unit: Amount.one)
    }
    guard let amount, let unit else { return amount.map { .amount($0) } }
    let other = Amount(DecimalNumber(1), unit: unit)
    return try digits(try amount.converted(like: other)).map { .amount(other.with($0)) }
  }
}

extension ExpressionItem {
  /// As a text, as `toString()` gives it; nil of an element without a value.
  public var written: String? {
    switch plain {
    case .boolean(let bool): bool ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): number.digits
    case .text(let text): text
    case .date(let date): date.description
    case .amount(let amount): amount.description
    case .element: nil
    }
  }
}

extension Amount {
  /// Reads `1.5`, `1.5 'mg'`, `4 days`.
  fileprivate init?(_ text: String) {
    let digits = text.prefix { "+-.0123456789".contains($0) }
    let rest = text[digits.endIndex...]
    guard let number = String(digits).asNumber else { return nil }
    let unit = rest.drop { $0 == " " }
    if unit.isEmpty {
      self.init(number, unit: Amount.one)
    } else if unit.count > 2, unit.first == "'", unit.last == "'",
      !unit.dropFirst().dropLast().contains("'")
    {
      self.init(number, unit: String(unit.dropFirst().dropLast()))
    } else if unit.startIndex > rest.startIndex, let word = Amount.calendarWord(String(unit)) {
      self.init(number, word)
    } else {
      return nil
    }
  }
}

extension String {
  /// The number that it is, `+` and zeros that lead allowed, an exponent not.
  fileprivate var asNumber: DecimalNumber? {
    let (sign, rest) =
      hasPrefix("-") ? ("-", dropFirst()) : hasPrefix("+") ? ("", dropFirst()) : ("", self[...])
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count < 3, utf8.count <= DecimalTooLong.limit,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    let whole = String(parts[0].drop { $0 == "0" })
    return DecimalNumber(
      sign + (whole.isEmpty ? "0" : whole) + (parts.count > 1 ? "." + parts[1] : ""))
  }
}
