import Foundation

extension SlowEvaluator {
  func callOnNumbers(
    _ name: String, _ base: [SlowItem], _ values: [[SlowItem]]
  ) throws -> [SlowItem]? {
    let names = ["abs", "ceiling", "floor", "truncate", "round"]
    guard names.contains(name), values.count == (name == "round" ? values.count : 0) else {
      return nil
    }
    guard let item = try one(base) else { return [] }
    guard let value = item.number else {
      throw item.amount == nil ? SlowRefusal.refused : SlowRefusal.outOfScope
    }
    switch name {
    case "abs":
      guard case .integer(let whole) = item.plain else { return [.decimal(Swift.abs(value))] }
      return whole == Int64.min ? [] : [.integer(Swift.abs(whole))]
    case "round":
      guard values.count < 2 else { throw SlowRefusal.refused }
      guard let places = try values.isEmpty ? 0 : integer(values[0]) else { return [] }
      guard places >= 0 else { throw SlowRefusal.refused }
      return [.decimal(SlowNumber.rounded(value, places: Int(min(places, 30))))]
    default:
      let whole = SlowNumber.truncated(value)
      if name == "ceiling" && whole < value { return SlowNumber.integerItem(whole + 1) }
      if name == "floor" && whole > value { return SlowNumber.integerItem(whole - 1) }
      return SlowNumber.integerItem(whole)
    }
  }

  func callOnText(
    _ name: String, _ base: [SlowItem], _ values: [[SlowItem]]
  ) throws -> [SlowItem]? {
    if name == "join" { return try joined(base, values) }
    let counts: [String: ClosedRange<Int>] = [
      "startsWith": 1...1, "endsWith": 1...1, "contains": 1...1, "substring": 1...2,
      "length": 0...0, "upper": 0...0, "lower": 0...0, "replace": 2...2,
    ]
    guard let range = counts[name], range.contains(values.count) else { return nil }
    guard let value = try text(base) else { return [] }
    let whole = Array(value.unicodeScalars)
    if name == "length" { return [.integer(Int64(whole.count))] }
    if name == "upper" || name == "lower" {
      guard whole.allSatisfy(\.isASCII) else { throw SlowRefusal.outOfScope }
      return [.text(name == "upper" ? value.uppercased() : value.lowercased())]
    }
    if name == "substring" { return try substring(whole, values) }
    guard let part = try text(values[0]).map({ Array($0.unicodeScalars) }) else { return [] }
    switch name {
    case "startsWith": return [.bool(Array(whole.prefix(part.count)) == part)]
    case "endsWith": return [.bool(Array(whole.suffix(part.count)) == part)]
    case "contains": return [.bool(SlowText.position(of: part, in: whole) != nil)]
    default:
      guard let other = try text(values[1]).map({ Array($0.unicodeScalars) }) else { return [] }
      return [.text(SlowText.joined(SlowText.replaced(whole, part, other)))]
    }
  }

  func joined(_ base: [SlowItem], _ values: [[SlowItem]]) throws -> [SlowItem]? {
    guard values.count < 2 else { return nil }
    let words = try base.compactMap { try text([$0]) }
    guard !words.isEmpty, let separator = try values.isEmpty ? "" : text(values[0]) else {
      return []
    }
    return [.text(words.joined(separator: separator))]
  }

  func substring(_ whole: [Unicode.Scalar], _ values: [[SlowItem]]) throws -> [SlowItem] {
    guard let start = try integer(values[0]) else { return [] }
    var length = Int64(whole.count)
    if values.count == 2, let wanted = try integer(values[1]) { length = wanted }
    guard start >= 0 && start < Int64(whole.count) else { return [] }
    let rest = whole.dropFirst(Int(start))
    let bound = Int(max(0, min(length, Int64(rest.count))))
    return [.text(SlowText.joined(Array(rest.prefix(bound))))]
  }

  func callConversion(
    _ name: String, _ base: [SlowItem], _ values: [[SlowItem]]
  ) throws -> [SlowItem]? {
    let names = ["toString", "toInteger", "toDecimal", "toBoolean"]
    guard names.contains(name), values.isEmpty else { return nil }
    guard let item = try one(base) else { return [] }
    switch name {
    case "toString": return written(item).map { [.text($0)] } ?? []
    case "toBoolean": return asTruth(item).map { [.bool($0)] } ?? []
    case "toInteger":
      switch item.plain {
      case .integer(let value): return [.integer(value)]
      case .bool(let value): return [.integer(value ? 1 : 0)]
      case .text(let value) where SlowText.isNumeral(value, fraction: false):
        return Int64(value).map { [.integer($0)] } ?? []
      default: return []
      }
    default:
      switch item.plain {
      case .integer(let value): return [.decimal(Decimal(value))]
      case .decimal(let value): return [.decimal(value)]
      case .bool(let value): return [.decimal(value ? 1 : 0)]
      case .text(let value) where SlowText.isNumeral(value, fraction: true):
        let digits = value.hasPrefix("+") ? String(value.dropFirst()) : value
        return SlowNumber.parse(digits).map { [.decimal($0)] } ?? []
      default: return []
      }
    }
  }

  func asTruth(_ item: SlowItem) -> Bool? {
    if let number = item.number { return number == 1 ? true : (number == 0 ? false : nil) }
    switch item.plain {
    case .bool(let value): return value
    case .text(let value):
      let word = value.lowercased()
      if ["true", "t", "yes", "y", "1", "1.0"].contains(word) { return true }
      return ["false", "f", "no", "n", "0", "0.0"].contains(word) ? false : nil
    default: return nil
    }
  }

  /// The item as text, with the digits of the resource where there are some.
  func written(_ item: SlowItem) -> String? {
    var digits: String?
    if case .element(_, let json, _) = item {
      if case .number(let found) = json { digits = found }
      if case .number(let found)? = json.member("value") { digits = found }
    }
    switch item.plain {
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .decimal(let value): return digits ?? value.description
    case .text(let value): return value
    case .date(let value): return value
    case .quantity(let number, let unit, let isCalendar):
      let count = digits ?? number.description
      guard isCalendar else { return "\(count) '\(unit)'" }
      return number == 1 ? "\(count) \(unit)" : "\(count) \(unit)s"
    case .element: return nil
    }
  }
}
