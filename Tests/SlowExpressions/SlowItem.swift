package import Foundation

/// One item of a list.
package enum SlowItem: Sendable {
  case bool(Bool)
  case integer(Int64)
  case decimal(Decimal)
  case text(String)
  case date(String)
  case quantity(Decimal, unit: String, isCalendar: Bool)
  /// A piece of the resource; two elements are the same place when their paths are equal.
  case element(name: String, json: SlowJSON, path: [Int])

  /// The value of an element that carries one; anything else is itself.
  package var plain: SlowItem {
    guard case .element(let name, let json, _) = self else { return self }
    switch json {
    case .bool(let value): return .bool(value)
    case .number(let digits):
      if name == "valueInteger", let value = Int64(digits) { return .integer(value) }
      return SlowNumber.parse(digits).map { .decimal($0) } ?? self
    case .string(let value):
      let dates = ["valueDate", "valueDateTime", "valueTime"]
      return dates.contains(name) ? .date(value) : .text(value)
    case .object where name == "valueQuantity":
      guard case .number(let digits)? = json.member("value"),
        let number = SlowNumber.parse(digits)
      else { return self }
      return .quantity(number, unit: quantityUnit(json), isCalendar: false)
    default: return self
    }
  }

  func quantityUnit(_ json: SlowJSON) -> String {
    if case .string(let code)? = json.member("code") { return code }
    if case .string(let unit)? = json.member("unit") { return unit }
    return "1"
  }

  /// The number, if the value is one.
  var number: Decimal? {
    switch plain {
    case .integer(let value): return Decimal(value)
    case .decimal(let value): return value
    default: return nil
    }
  }

  /// The number as a quantity of unit 1, or the quantity itself.
  var amount: SlowAmount? {
    if let number { return SlowAmount(number: number, unit: "1", isCalendar: false) }
    guard case .quantity(let number, let unit, let isCalendar) = plain else { return nil }
    return SlowAmount(number: number, unit: unit, isCalendar: isCalendar)
  }

  /// The name of the type: that of the language for values, that of the JSON name for elements.
  var typeName: String {
    switch self {
    case .bool: return "Boolean"
    case .integer: return "Integer"
    case .decimal: return "Decimal"
    case .text: return "String"
    case .date(let value):
      if SlowDate.isTime(value) { return "Time" }
      return value.contains("T") ? "DateTime" : "Date"
    case .quantity: return "Quantity"
    case .element(let name, _, _): return SlowItem.elementTypes[name] ?? name
    }
  }

  /// The types of the value elements by their JSON names.
  static let elementTypes: [String: String] = [
    "valueBoolean": "boolean", "valueInteger": "integer", "valueDecimal": "decimal",
    "valueString": "string", "valueDate": "date", "valueDateTime": "dateTime",
    "valueTime": "time", "valueCoding": "Coding", "valueQuantity": "Quantity",
  ]

  /// Whether this is a piece of the resource without a data type, told apart by its place.
  var isPlace: Bool {
    guard case .element(let name, _, _) = plain else { return false }
    return SlowItem.elementTypes[name] == nil
  }
}

/// A quantity taken apart.
struct SlowAmount {
  var number: Decimal
  var unit: String
  var isCalendar: Bool

  /// Months and years of the calendar as so many days, beside an amount in a unit that is no word of it.
  func inDays() throws -> SlowAmount {
    let sizes: [String: Decimal] = ["month": 30.4375, "year": 365.25]
    guard isCalendar, let size = sizes[unit] else { return self }
    return SlowAmount(
      number: try SlowNumber.product(number, size), unit: "d", isCalendar: false)
  }

  /// The quantity as an item.
  var item: SlowItem { .quantity(number, unit: unit, isCalendar: isCalendar) }
}

/// Why there is no value.
enum SlowRefusal: Error {
  /// The expression is an error.
  case refused
  /// The rules leave this open, or it needs more digits than this evaluator has.
  case outOfScope
}

/// What became of an expression.
package enum SlowOutcome {
  case value([SlowItem])
  case refused
  case outOfScope
}

/// The result of comparing two values that have an order.
enum SlowOrder {
  case before
  case same
  case after
  case unknown

  /// The order of two values that are always comparable.
  static func of<Value: Comparable>(_ left: Value, _ right: Value) -> SlowOrder {
    if left < right { return .before }
    return left > right ? .after : .same
  }
}
