import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Rules E1 and F33: what `enableWhen` shows and hides, beside an evaluator that reads the Questionnaire's JSON by
/// itself and knows no type of ours.
///
/// `EKIBEN_CONDITIONS=1...2000` for a long run: a Questionnaire each, with 50 sets of answers.
@Suite(.timeLimit(.minutes(20))) struct `Items with enableWhen` {
  private static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_CONDITIONS"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...200
  }()

  @Test func `are shown when the Questionnaire says so`() throws {
    var counts: [Bool: Int] = [:]
    for seed in Self.seeds {
      var maker = ConditionMaker(seed: seed)
      let questionnaire = maker.questionnaire()
      let form = try readForm(questionnaire.encoded())
      #expect(form.warnings == [], "seed \(seed)")
      var document = try form.form.document()
      let index = Document.Index(document)
      for round in 0..<50 {
        let answers = maker.answers()
        for (name, place) in maker.names.compactMap({ name in
          index[RowID(unchecked: name)].map { (name, $0) }
        }) {
          document.set(maker.value(of: answers[name] ?? [], in: name), at: place)
        }
        let rules = RuleState(document, index)
        let structure = DocumentStructure(document, index)
        let slow = SlowConditions(questionnaire, answers)
        for name in maker.names {
          let isRow = index[RowID(unchecked: name)] != nil
          let record: RecordID =
            isRow ? .row(RowID(unchecked: name)) : .section(SectionID(unchecked: name))
          let (found, expected) = (rules.isActive(record, in: structure), slow.isEnabled(name))
          counts[expected, default: 0] += 1
          try #require(
            found == expected,
            "seed \(seed), round \(round): \(name) \(answers) \(questionnaire.encoded())")
        }
      }
    }
    // Neither always nor never, or nothing is tried.
    let all = counts.values.reduce(0, +)
    #expect(counts.values.allSatisfy { $0 > all / 5 }, "\(counts)")
  }
}

/// Questionnaires of groups and questions with conditions on earlier ones, and answers to them.
private struct ConditionMaker {
  private var random: SeededGenerator
  private(set) var names: [String] = []
  private var types: [String: String] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func questionnaire() -> JSON {
    ["resourceType": "Questionnaire", "status": "draft", "item": .array(items(depth: 0))]
  }

  private mutating func items(depth: Int) -> [JSON] {
    (0..<Int.random(in: 2...5, using: &random)).map { _ in item(depth: depth) }
  }

  private mutating func item(depth: Int) -> JSON {
    let known = names.filter { types[$0] != "group" }
    let kinds = ["boolean", "integer", "decimal", "date", "string", "choice", "several", "group"]
    let type = depth > 2 ? "integer" : kinds.randomElement(using: &random) ?? ""
    let name = "q\(names.count)"
    names.append(name)
    self.types[name] = type
    var members: [(String, JSON)] = [
      ("linkId", .string(name)), ("type", .string(type == "several" ? "choice" : type)),
    ]
    if type == "several" { members.append(("repeats", true)) }
    if type == "several" || type == "choice" {
      let options = ["a", "b", "c"].map { code -> JSON in ["valueCoding": Self.coding(code)] }
      members.append(("answerOption", .array(options)))
    }
    if !known.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
      let count = Int.random(in: 1...3, using: &random)
      let conditions = (0..<count).map { _ in condition(on: known.randomElement(using: &random)!) }
      members.append(("enableWhen", .array(conditions)))
      let behavior = Bool.random(using: &random) ? "any" : "all"
      members.append(("enableBehavior", .string(behavior)))
    }
    if type == "group" { members.append(("item", .array(items(depth: depth + 1)))) }
    return .object(members)
  }

  private mutating func condition(on name: String) -> JSON {
    let type = types[name] ?? ""
    let isOrdered = ["integer", "decimal", "date"].contains(type)
    let operators = ["exists", "=", "!="] + (isOrdered ? ["<", ">", "<=", ">="] : [])
    let sign = operators.randomElement(using: &random) ?? ""
    let answer =
      sign == "exists"
      ? ("answerBoolean", JSON.bool(Bool.random(using: &random))) : self.answer(type)
    return .object([("question", .string(name)), ("operator", .string(sign)), answer])
  }

  private mutating func answer(_ type: String) -> (String, JSON) {
    let text = texts(of: type).randomElement(using: &random) ?? ""
    switch type {
    case "boolean": return ("answerBoolean", .bool(text == "true"))
    case "integer": return ("answerInteger", JSON(content: .number(text)))
    case "decimal": return ("answerDecimal", JSON(content: .number(text)))
    case "date": return ("answerDate", .string(text))
    case "choice", "several": return ("answerCoding", Self.coding(text))
    default: return ("answerString", .string(text))
    }
  }

  private func texts(of type: String) -> [String] {
    switch type {
    case "boolean": ["true", "false"]
    case "integer": ["1", "2", "3"]
    case "decimal": ["1.5", "1.50", "2", "2.25"]
    case "date": ["2024-01-31", "2024-02-01", "2025-01-01"]
    case "choice", "several": ["a", "b", "c"]
    default: ["x", "y", "X"]
    }
  }

  private static func coding(_ code: String) -> JSON { ["system": "s", "code": .string(code)] }

  /// The answers by linkId, as texts; a question may have none.
  mutating func answers() -> [String: [String]] {
    var answers: [String: [String]] = [:]
    for name in names where types[name] != "group" && Int.random(in: 0..<4, using: &random) > 0 {
      let type = types[name] ?? ""
      let several = type == "several" ? Int.random(in: 1...2, using: &random) : 1
      answers[name] = Array(texts(of: type).shuffled(using: &random).prefix(several))
    }
    return answers
  }

  /// As a document holds them.
  func value(of answers: [String], in name: String) -> Value? {
    guard let text = answers.first else { return nil }
    return switch types[name] {
    case "boolean": .bool(text == "true")
    case "integer": Int64(text).map(Value.integer)
    case "decimal": DecimalNumber(text).map(Value.decimal)
    case "date": DateText(text).map(Value.date)
    case "several": .list(answers.map(Value.text))
    default: .text(text)
    }
  }
}

/// FHIR R4's words on `enableWhen`, one after the other.
private struct SlowConditions {
  private var items: [String: (item: JSON, parent: String?)] = [:]
  private let answers: [String: [String]]

  init(_ questionnaire: JSON, _ answers: [String: [String]]) {
    self.answers = answers
    var waiting: [(JSON, String?)] = (questionnaire["item"]?.array ?? []).map { ($0, nil) }
    while let (item, parent) = waiting.popLast() {
      let name = item["linkId"]?.string ?? ""
      items[name] = (item, parent)
      waiting += (item["item"]?.array ?? []).map { ($0, name) }
    }
  }

  func isEnabled(_ name: String) -> Bool {
    guard let (item, parent) = items[name] else { return false }
    if let parent, !isEnabled(parent) { return false }
    guard let conditions = item["enableWhen"]?.array else { return true }
    return item["enableBehavior"]?.string == "any"
      ? conditions.contains { holds($0) } : conditions.allSatisfy { holds($0) }
  }

  private func holds(_ condition: JSON) -> Bool {
    let question = condition["question"]?.string ?? ""
    // What is not enabled has no answer for others.
    let given = isEnabled(question) ? answers[question] ?? [] : []
    let wanted = condition.object?.first { $0.name.hasPrefix("answer") }?.value ?? .null
    switch condition["operator"]?.string {
    case "exists": return wanted.bool == !given.isEmpty
    case "=": return given.contains { Self.order($0, wanted) == .orderedSame }
    case "!=": return !given.contains { Self.order($0, wanted) == .orderedSame }
    case "<": return given.contains { Self.order($0, wanted) == .orderedAscending }
    case ">": return given.contains { Self.order($0, wanted) == .orderedDescending }
    case "<=": return given.contains { Self.order($0, wanted) != .orderedDescending }
    default: return given.contains { Self.order($0, wanted) != .orderedAscending }
    }
  }

  private static func order(_ given: String, _ wanted: JSON) -> ComparisonResult {
    if let number = wanted.number, let left = Double(given), let right = Double(number) {
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    let text = wanted.string ?? wanted["code"]?.string ?? wanted.bool.map { "\($0)" } ?? ""
    return given < text ? .orderedAscending : given > text ? .orderedDescending : .orderedSame
  }
}
