import EkibenInterchange
import EkibenTesting

/// A Questionnaire made up by a seed: every type, extensions that are read and such that are not, members in
/// any order, linkIds that are missing, taken or no ids, to a depth of eight.
struct RandomQuestionnaire {
  private var random: SeededGenerator
  private var linkIDs: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func json() -> JSON {
    var members: [(String, JSON)] = [("resourceType", "Questionnaire"), ("status", "draft")]
    if chance(8) { members.append(("id", .string(word()))) }
    if chance(5) { members.append(("url", "https://example.org/q")) }
    if chance(5) { members.append(("version", "1.0")) }
    if chance(5) { members.append(("title", .string(text()))) }
    if chance(3) { members.append(("description", .string(text()))) }
    if chance(2) { members.append(("language", "de")) }
    if chance(4) { members.append(("contained", [valueSet()])) }
    if chance(3) { members.append((word(), anything(2))) }
    if !chance(1) { members.append(("item", .array(items(1)))) }
    return .object(shuffled(distinct(members)))
  }

  private mutating func items(_ depth: Int) -> [JSON] {
    (0..<Int.random(in: 0...(depth == 1 ? 6 : 3), using: &random)).map { _ in item(depth) }
  }

  private mutating func item(_ depth: Int) -> JSON {
    if depth > 1, Int.random(in: 0..<200, using: &random) == 0 { return anything(1) }
    let type = Self.types.randomElement(using: &random) ?? "string"
    var members: [(String, JSON)] = []
    if let id = linkID() { members.append(("linkId", id)) }
    if !chance(0) { members.append(("type", .string(type))) }
    if chance(8) { members.append(("text", chance(0) ? 5 : .string(text()))) }
    if chance(2) {
      members.append(("prefix", .string("\(Int.random(in: 1...9, using: &random)).")))
    }
    if chance(3) { members.append(("required", .bool(chance(5)))) }
    if chance(2) { members.append(("readOnly", chance(1) ? "no" : .bool(chance(5)))) }
    if chance(3) { members.append(("repeats", .bool(chance(5)))) }
    if chance(2) {
      members.append(("maxLength", .integer(Int.random(in: -1...80, using: &random))))
    }
    if type.hasSuffix("choice") || chance(2) { members += options() }
    if type == "coding", chance(5) { members.append(("answerConstraint", "optionsOrString")) }
    if chance(2) { members.append(("initial", [initial(type)])) }
    if chance(1), let first = initial(type).object?.first {
      members.append((first.name.replacing("value", with: "initial"), first.value))
    }
    if chance(4) {
      members.append(("enableWhen", .array([condition()] + (chance(4) ? [condition()] : []))))
    }
    if chance(3) { members.append(("enableBehavior", chance(5) ? "any" : "all")) }
    if chance(4) { members.append(("extension", .array(extensions()))) }
    if chance(1) { members.append(("_text", ["extension": [translation(), anything(1)]])) }
    if chance(2) { members.append((word(), anything(2))) }
    if depth < 8, chance(type == "group" ? 9 : 2) { members.append(("item", .array(inner(depth)))) }
    if chance(0) { members.append(("item", "none")) }
    return .object(shuffled(distinct(members)))
  }

  private mutating func inner(_ depth: Int) -> [JSON] {
    var all = items(depth + 1)
    if chance(3) { all.insert(note(), at: Int.random(in: 0...all.count, using: &random)) }
    if chance(2) { all.insert(note(), at: Int.random(in: 0...all.count, using: &random)) }
    return all
  }

  private static let types = [
    "group", "group", "group", "display", "boolean", "decimal", "integer", "date", "dateTime",
    "time",
    "string", "text", "url", "choice", "choice", "open-choice", "attachment", "reference",
    "quantity",
    "question", "coding", "",
  ]
}

// The parts of items.
extension RandomQuestionnaire {
  private mutating func linkID() -> JSON? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return nil
    case 1: return ""
    case 2: return 7
    case 3: return linkIDs.randomElement(using: &random).map(JSON.string)
    default:
      let id = chance(2) ? text() + "/~\(linkIDs.count)" : "q\(linkIDs.count)"
      linkIDs.append(id)
      return .string(id)
    }
  }

  private mutating func options() -> [(String, JSON)] {
    if chance(1) { return [("answerValueSet", "#set")] }
    if chance(0) { return [("answerValueSet", "https://example.org/set"), ("answerOption", [])] }
    let options = (0..<Int.random(in: 1...4, using: &random)).map { number -> JSON in
      let code = JSON.string("c\(number)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return ["valueString": .string(text())]
      case 1: return ["valueInteger": .integer(number)]
      case 2: return ["valueCoding": ["display": .string(text()), "code": code]]
      case 3:
        return [
          "valueCoding": ["system": "s", "code": code, "display": .string(text())],
          "initialSelected": .bool(chance(5)),
        ]
      case 4:
        return [
          "extension": [
            [
              "url": "http://hl7.org/fhir/StructureDefinition/ordinalValue",
              "valueDecimal": .number(digits: "1.50") ?? .null,
            ]
          ],
          "valueCoding": ["code": code],
        ]
      default: return ["valueCoding": ["system": "s", "code": code, "display": .string(text())]]
      }
    }
    if chance(0) { return [("options", ["reference": chance(5) ? "#set" : "https://x.org/set"])] }
    return [(chance(1) ? "option" : "answerOption", .array(options))]
  }

  private mutating func initial(_ type: String) -> JSON {
    switch type {
    case "boolean": ["valueBoolean": true]
    case "decimal": ["valueDecimal": JSON(content: .number("2.50"))]
    case "integer": ["valueInteger": 3]
    case "date": ["valueDate": "2024-03"]
    case "quantity": ["valueQuantity": ["value": JSON(content: .number("5.0")), "unit": "mg"]]
    default: ["valueString": .string(text())]
    }
  }

  private mutating func condition() -> JSON {
    let question = linkIDs.randomElement(using: &random) ?? "none"
    switch Int.random(in: 0..<6, using: &random) {
    case 4: return ["question": .string(question), "hasAnswer": .bool(chance(5))]
    case 5: return ["question": .string(question), "answerBoolean": .bool(chance(5))]
    case 0:
      return [
        "question": .string(question), "operator": "exists", "answerBoolean": .bool(chance(5)),
      ]
    case 1:
      return [
        "question": .string(question), "operator": "=",
        "answerCoding": ["system": "s", "code": "c1"],
      ]
    case 2: return ["question": .string(question), "operator": ">", "answerInteger": 2]
    default: return ["question": .string(question), "operator": "~", "answerString": "x"]
    }
  }

  private mutating func extensions() -> [JSON] {
    let base = "http://hl7.org/fhir/StructureDefinition/"
    let known: [(String, String, JSON)] = [
      ("questionnaire-hidden", "valueBoolean", .bool(chance(5))), ("minValue", "valueInteger", 1),
      ("maxValue", "valueDate", "2024-01-01"), ("minLength", "valueInteger", 2),
      ("maxDecimalPlaces", "valueInteger", 2), ("regex", "valueString", "[a-z]+"),
      ("entryFormat", "valueString", "a-b"), ("questionnaire-minOccurs", "valueInteger", 1),
      ("questionnaire-unit", "valueCoding", ["code": "mg", "display": "mg"]),
      ("questionnaire-unitOption", "valueCoding", ["code": "kg", "system": "u"]),
      ("questionnaire-choiceOrientation", "valueCode", "vertical"),
      (
        "questionnaire-itemControl", "valueCodeableConcept",
        ["coding": [["code": .string(chance(3) ? "page" : "slider")]]]
      ),
      ("questionnaire-validationtext", "valueString", "Not so."),
      ("unknown", "valueString", .string(text())),
    ]
    return (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
      known.randomElement(using: &random).map { name, value, json in
        .object(shuffled([("url", .string(base + name)), (value, json)]))
      }
    }
  }

  private mutating func note() -> JSON {
    let role =
      ["help", "unit", "flyover", "legal", "prompt"].randomElement(using: &random) ?? "help"
    let control = "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl"
    return .object(
      shuffled([
        ("linkId", .string(text())), ("type", "display"), ("text", .string(text())),
        (
          "extension",
          [
            [
              "url": .string(control),
              "valueCodeableConcept": ["coding": [["code": .string(role)]]],
            ]
          ]
        ),
      ]))
  }

  private mutating func translation() -> JSON {
    [
      "url": "http://hl7.org/fhir/StructureDefinition/translation",
      "extension": [
        ["url": "lang", "valueCode": "de"], ["url": "content", "valueString": .string(text())],
      ],
    ]
  }

  private func valueSet() -> JSON {
    let concepts: JSON = [["code": "y", "display": "Yes"], ["code": "n", "display": "No"]]
    return [
      "resourceType": "ValueSet", "id": "set",
      "compose": ["include": [["system": "s", "concept": concepts]]],
    ]
  }
}

// What is anything.
extension RandomQuestionnaire {
  // In so many of ten cases, or in one of a hundred.
  private mutating func chance(_ tenths: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < max(1, 10 * tenths)
  }

  private mutating func word() -> String { "x\(Int.random(in: 0..<1000, using: &random))" }

  private mutating func text() -> String {
    Self.texts.randomElement(using: &random) ?? ""
  }

  private static let texts = [
    "", "Name", "<b>Bold</b> text", "a &amp; b", "e\u{301}\u{202E}", "👩‍👩‍👧", "~0/~1", "x\\\"y",
    "line\nline", " ",
    "1 < 2",
  ]

  private mutating func anything(_ depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: .null
    case 1: .bool(chance(5))
    case 2:
      JSON(
        content: .number(
          ["1", "1.0", "-0", "1e5", "0.10"].randomElement(using: &random) ?? "1"))
    case 3, 4: .string(text())
    case 5: .array((0..<2).map { _ in anything(depth - 1) })
    default: .object(distinct([(word(), anything(depth - 1)), (word(), anything(depth - 1))]))
    }
  }

  private func distinct(_ members: [(String, JSON)]) -> [(String, JSON)] {
    var names: Set<String> = []
    return members.filter { names.insert($0.0).inserted }
  }

  private mutating func shuffled(_ members: [(String, JSON)]) -> [(String, JSON)] {
    chance(7) ? members : members.shuffled(using: &random)
  }
}
