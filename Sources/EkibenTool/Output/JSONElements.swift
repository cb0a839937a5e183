import Ekiben
import EkibenInterchange

/// How items of expressions look as JSON.
enum JSONElements {
  /// An item: numbers with their digits, dates and quantities as texts, elements as FHIR has them.
  static func json(of item: ExpressionItem) throws -> JSON {
    switch item {
    case .boolean(let bool): return .bool(bool)
    case .integer(let number): return .number(digits: "\(number)") ?? .null
    case .decimal(let number): return .number(digits: number.digits) ?? .null
    case .text(let text): return .string(text)
    case .date(let date): return .string(date.description)
    case .amount(let amount): return .string(amount.description)
    case .element(let element):
      if let value = element.value { return try json(of: value) }
      return try object(of: element)
    }
  }

  // What has one name more than once is a list.
  private static func object(of element: ExpressionElement) throws -> JSON {
    var names: [String] = []
    var values: [String: [JSON]] = [:]
    for child in element.elements {
      if values[child.name] == nil { names.append(child.name) }
      values[child.name, default: []].append(try json(of: .element(child)))
    }
    let isList: Set<String> = ["item", "answer"]
    return .object(
      names.map { name in
        let found = values[name] ?? []
        return (name, found.count == 1 && !isList.contains(name) ? found[0] : .array(found))
      })
  }
}
