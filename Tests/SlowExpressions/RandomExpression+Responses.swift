extension RandomExpression {
  /// A random response with groups, repeating groups and questions with answers.
  package mutating func response() -> SlowJSON {
    var items: [SlowJSON] = []
    for link in ["a", "b", "c"] where chance(80) { items.append(question(link, depth: 2)) }
    for _ in 0..<below(3) { items.append(group("g", depth: 2)) }
    for _ in 0..<below(4) { items.append(group("r", depth: 1)) }
    if chance(30) { items.append(question(pick("a", "b", "c", "g-1"), depth: 1)) }
    var members: [(String, SlowJSON)] = [
      ("resourceType", .string("QuestionnaireResponse")), ("status", .string("completed")),
    ]
    if !items.isEmpty { members.append(("item", .array(items))) }
    return .object(members)
  }

  mutating func group(_ link: String, depth: Int) -> SlowJSON {
    var items: [SlowJSON] = []
    let links = link == "g" ? ["g-1", "g-2", "a"] : ["a", "b", "c"]
    for inner in links where chance(70) { items.append(question(inner, depth: depth - 1)) }
    if depth > 0 && chance(40) { items.append(group(pick("g", "r"), depth: depth - 1)) }
    var members = opening(link)
    if !items.isEmpty { members.append(("item", .array(items))) }
    return .object(members)
  }

  mutating func opening(_ link: String) -> [(String, SlowJSON)] {
    var members: [(String, SlowJSON)] = [("linkId", .string(link))]
    if chance(50) { members.append(("text", .string(word()))) }
    return members
  }

  mutating func question(_ link: String, depth: Int) -> SlowJSON {
    var members = opening(link)
    guard chance(92) else { return .object(members) }
    let count = chance(75) ? 1 : 2 + below(2)
    var answers: [SlowJSON] = []
    for _ in 0..<count {
      var answer = [value(chance(88) ? usualType(link) : below(9))]
      if depth > 0 && chance(15) {
        answer.append(("item", .array([question(pick("a", "b", "g-2"), depth: depth - 1)])))
      }
      answers.append(.object(answer))
    }
    members.append(("answer", .array(answers)))
    return .object(members)
  }

  mutating func usualType(_ link: String) -> Int {
    switch link {
    case "a": return pick(1, 1, 2)
    case "b": return 3
    case "c": return pick(4, 4, 5)
    case "g-1": return 8
    default: return pick(0, 0, 7)
    }
  }

  mutating func value(_ type: Int) -> (String, SlowJSON) {
    switch type {
    case 0: return ("valueBoolean", .bool(chance(50)))
    case 1: return ("valueInteger", .number(String(below(12) - (chance(15) ? 8 : 0))))
    case 2: return ("valueDecimal", .number((chance(15) ? "-" : "") + decimalDigits()))
    case 3: return ("valueString", .string(word()))
    case 4: return ("valueDate", .string(pick("2024", day(), day(), day(), yearMonth())))
    case 5: return ("valueDateTime", .string(pick(day(), moment("Z"), moment("+01:00"))))
    case 6: return ("valueTime", .string(clock() + ":00"))
    case 7:
      return (
        "valueCoding",
        .object([
          ("system", .string("urn:codes")), ("code", .string(pick("x", "y"))),
          ("display", .string(word())),
        ])
      )
    default: return ("valueQuantity", quantityValue())
    }
  }

  mutating func quantityValue() -> SlowJSON {
    let unit = pick("mg", "mg", "g", "kg", "cm", "m", "d")
    let digits = chance(60) ? String(below(20)) : decimalDigits()
    var members: [(String, SlowJSON)] = [("value", .number(digits)), ("unit", .string(unit))]
    if chance(70) {
      members.append(("system", .string("http://unitsofmeasure.org")))
      members.append(("code", .string(unit)))
    }
    return .object(members)
  }

  mutating func decimalDigits() -> String {
    pick("0.5", "1.5", "2.25", "3.0", "1.50", "7.25", "0.0", "12.75", "2.5", "1.0", "4.05", "9.99")
  }

  mutating func word() -> String {
    pick(
      "red", "Red", "blue", "red  blue", " yes", "no", "12", "-3", "1.5", "true", "a-b", "abcabc",
      "it's", "x\\y", "", "caf\u{E9}", "cafe\u{301}", "two\twords", "Y", "aa", "z")
  }

  mutating func yearMonth() -> String { pick("2024-02", "2024-03", "2023-12", "2024-01") }

  mutating func day() -> String {
    pick("2024-02-29", "2024-03-05", "2023-12-31", "2024-01-31", "2024-03-31", "2024-01-01")
  }

  mutating func clock() -> String { pick("10:30", "10:00", "00:15", "23:45") }

  mutating func moment(_ zone: String) -> String {
    "\(day())T\(clock()):\(pick("00", "30", "59.5", "00"))\(zone)"
  }
}
