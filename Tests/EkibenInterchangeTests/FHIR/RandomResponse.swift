import EkibenInterchange
import EkibenTesting

/// A response to a Questionnaire made up by a seed: answers of the types that items ask for and of others, in
/// answers, in groups that repeat, with items that nobody asked, extensions and unknown members, in any order.
struct RandomResponse {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func json(to questionnaire: JSON) -> JSON {
    var members: [(String, JSON)] = [
      ("resourceType", "QuestionnaireResponse"), ("status", "completed"),
      ("item", .array(items(of: questionnaire))),
    ]
    if chance(50) { members.append(("subject", ["reference": "Patient/1"])) }
    return .object(decorated(members))
  }

  private mutating func items(of parent: JSON) -> [JSON] {
    var items: [JSON] = []
    for item in parent["item"]?.array ?? [] where chance(80) {
      let isGroup = item["type"] == "group"
      let count = isGroup && item["repeats"] == true ? number(1...3) : 1
      for _ in 0..<count { items.append(self.item(item, isGroup)) }
    }
    if chance(5) { items.append(["linkId": "nobody", "answer": [["valueBoolean": true]]]) }
    return chance(10) ? items.shuffled(using: &random) : items
  }

  private mutating func item(_ item: JSON, _ isGroup: Bool) -> JSON {
    var members: [(String, JSON)] = []
    if let linkID = item["linkId"] { members.append(("linkId", linkID)) }
    if chance(30) { members.append(("text", "Text")) }
    if isGroup {
      members.append(("item", .array(items(of: item))))
    } else {
      let several = item["repeats"] == true ? number(1...3) : 1
      members.append(("answer", .array((0..<several).map { _ in answer(item) })))
    }
    return .object(decorated(members))
  }

  private mutating func answer(_ item: JSON) -> JSON {
    var members: [(String, JSON)] = []
    if !chance(5) { members.append(value(chance(5) ? "string" : item["type"]?.string ?? "", item)) }
    let inner = items(of: item)
    if !inner.isEmpty { members.append(("item", .array(inner))) }
    return .object(decorated(members))
  }

  private mutating func value(_ type: String, _ item: JSON) -> (String, JSON) {
    switch type {
    case "boolean": ("valueBoolean", .bool(chance(50)))
    case "integer": ("valueInteger", .integer(number(-9...9)))
    case "decimal": ("valueDecimal", digits())
    case "date": ("valueDate", .string(pick(["2024", "2024-03", "2024-03-05"])))
    case "dateTime":
      ("valueDateTime", .string(pick(["2024", "2024-03", "2024-03-05T10:00:00.250+02:00"])))
    case "time": ("valueTime", .string(pick(["10:00:00", "23:59:59"])))
    case "url": ("valueUri", "https://example.org/1")
    case "quantity": ("valueQuantity", .object(decorated(quantity())))
    case "attachment": ("valueAttachment", ["contentType": "text/plain", "data": "aGk="])
    case "reference": ("valueReference", ["reference": "Patient/1", "display": "Ada"])
    case "choice", "open-choice": choice(item, isOpen: type == "open-choice")
    default: ("valueString", .string(pick(["", "Ada", "e\u{301} 👩‍👩‍👧", "line\nline"])))
    }
  }

  private mutating func choice(_ item: JSON, isOpen: Bool) -> (String, JSON) {
    if isOpen, chance(30) { return ("valueString", "something else") }
    let options = item["answerOption"]?.array ?? []
    let value = options.randomElement(using: &random)?.object?.first { $0.name.hasPrefix("value") }
    if let value, !chance(10) { return (value.name, value.value) }
    return (
      "valueCoding", .object(decorated([("system", "s"), ("code", .string(pick(["y", "c9"])))]))
    )
  }

  private mutating func quantity() -> [(String, JSON)] {
    let bound = chance(30) ? [("comparator", JSON.string(pick(["<", "<=", ">=", ">"])))] : []
    return [("value", digits())] + bound + [("unit", .string(pick(["mg", "kg", "Stück"])))]
  }

  private mutating func digits() -> JSON {
    let digits = pick(["1.50", "0", "-2.0", "1e3", "123456789.000000000000000000001"])
    return JSON(content: .number(digits))
  }

  // Extensions and members that nobody knows, and now and then another order.
  private mutating func decorated(_ members: [(String, JSON)]) -> [(String, JSON)] {
    var members = members
    if chance(15) { members.append(("extension", [["url": "u", "valueDecimal": digits()]])) }
    if chance(15) { members.append(("id", .string("i\(number(1...99))"))) }
    if chance(10) { members.append(("unknown", ["deep": [.null, true, digits()]])) }
    return chance(15) ? members.shuffled(using: &random) : members
  }

  private mutating func pick(_ texts: [String]) -> String { random.pick(texts) }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(in: range) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
}
