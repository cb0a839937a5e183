import EkibenDocuments
import EkibenForms
import Testing

private func number(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

/// Each rule, its name and its words.
private let wordings: [(ValidationIssue.Rule, String, String)] = [
  (.required, "required", "an answer is needed"),
  (.kind(takes: "a date"), "kind", "the answer is of another kind; this takes a date"),
  (.draft(text: "1x", message: "1x is no number"), "draft", "1x is no number"),
  (
    .minLength(limit: 3, actual: 2), "minLength",
    "at least 3 characters are wanted, there are 2"
  ),
  (
    .maxLength(limit: 2, actual: 3), "maxLength",
    "at most 2 characters are allowed, there are 3"
  ),
  (.least(18), "least", "at least 18 is wanted"),
  (.least(.date("2024-03")), "least", "at least 2024-03 is wanted"),
  (.greatest(.decimal(number("1.50"))), "greatest", "at most 1.50 is allowed"),
  (
    .greatest(.record([.number: .decimal(number("100")), .unit: "mg"])), "greatest",
    "at most 100 mg is allowed"
  ),
  (.step(number("0.25")), "step", "only whole steps of 0.25 are allowed"),
  (.decimals(limit: 2), "decimals", "at most 2 digits behind the point are allowed"),
  (.pattern("[a-z]+"), "pattern", "the text does not match the pattern [a-z]+"),
  (.decimals(limit: 1), "decimals", "at most 1 digit behind the point is allowed"),
  (.minLength(limit: 1, actual: 0), "minLength", "at least 1 character is wanted, there are 0"),
  (.maxLength(limit: 1, actual: 2), "maxLength", "at most 1 character is allowed, there are 2"),
  (.minCount(limit: 2, actual: 1), "minCount", "at least 2 answers are wanted, there is 1"),
  (.maxCount(limit: 1, actual: 2), "maxCount", "at most 1 answer is allowed, there are 2"),
  (.exclusive(option: "None"), "exclusive", "“None” stands alone, or not at all"),
  (.notOffered(option: "Wine"), "notOffered", "“Wine” cannot be chosen any more"),
  (.check(id: "sum", message: "too much"), "sum", "too much"),
  (.pending(check: "name"), "pending", "“name” is still being checked"),
  (
    .unchecked(what: "visible", why: "no reason"), "unchecked",
    "whether it is shown could not be worked out: no reason"
  ),
  (
    .unchecked(what: "required", why: "no reason"), "unchecked",
    "whether it is needed could not be worked out: no reason"
  ),
  (
    .unchecked(what: "sum", why: "no reason"), "unchecked",
    "the check “sum” could not be evaluated: no reason"
  ),
  (.calculation(why: "no reason"), "calculation", "nothing is calculated: no reason"),
  (.custom(name: "odd", parameters: ["limit": 2], message: "no odd ones"), "odd", "no odd ones"),
]

// Rules F5 and F25.
@Suite(.timeLimit(.minutes(20))) struct `What is wrong with an answer` {
  @Test(arguments: wordings)
  func `has a name for data and a sentence for a person`(
    rule: ValidationIssue.Rule, name: String, message: String
  ) {
    let issue = ValidationIssue(row: "r", rule: rule)
    #expect(rule.name == name && issue.ruleName == name)
    #expect(rule.message == message && issue.message == message)
    #expect(issue.severity == .error && issue.words == nil)
    #expect(issue.isUnchecked == (name == "unchecked"))
    #expect(ValidationIssue(row: "r", rule: rule, words: "the form's").message == "the form's")
  }

  // What is known of no row: texts as they are, numbers with their digits, else the notation.
  @Test(
    arguments: [
      ("a \"b\"", "a \"b\""), (.verbatim("{}"), "{}"), (.date("2024-03"), "2024-03"),
      (.decimal(number("1.50")), "1.50"), (7, "7"), (true, "true"), (["a"], #"["a"]"#),
      (.record([.number: .decimal(number("5.0")), .unit: "mg"]), "5.0 mg"),
      (.record([.number: 5]), "5"),
    ] as [(Value, String)])
  func `has values in its words as a person writes them`(value: Value, text: String) {
    #expect(ValueText.bare(value) == text)
    #expect(ValidationIssue.Rule.least(value).message == "at least \(text) is wanted")
  }

  @Test(
    arguments: [
      .record([.unit: "mg"]), .record([.number: 5, .unit: "mg", "more": 1]), .null,
    ] as [Value])
  func `has values that are no amount in their notation`(value: Value) {
    #expect(ValueText.bare(value) == Notation.text(of: value))
  }
}

/// A section or a question that repeats, with some instances, of which the last ones are answered.
private struct Instances: Sendable, CustomTestStringConvertible {
  var fields: Fields
  var count: Int
  var answered = 0
  var words: [String]

  var testDescription: String { "\(count) of \(fields)" }

  func sections() throws -> Document {
    let instances = (0..<count).map { number in
      Document.Section(
        id: SectionID(unchecked: "k\(number)"), fields: [.template: "kids", .parent: "kids"],
        rows: [
          Document.Row(
            id: RowID(unchecked: "k\(number)/name"),
            fields: ([.template: "name"] as Fields).setting(
              .value, number >= count - answered ? "Ada" : nil))
        ])
    }
    let kids = Document.Section(
      id: "kids", fields: fields.setting(.repeats, true),
      rows: [Document.Row(id: "name", fields: [.component: "TextInput"])])
    return try Document(sections: [kids] + instances)
  }

  func rows() throws -> Document {
    let instances = (0..<count).map { number in
      Document.Row(
        id: RowID(unchecked: "k\(number)"), fields: [.template: "kids", .parentRow: "kids"])
    }
    let kids = Document.Row(
      id: "kids", fields: fields.setting(.repeats, true).setting(.component, "TextInput"))
    return try Document(sections: [.init(id: "s", rows: [kids] + instances)])
  }
}

// Rule F48.
@Suite(.timeLimit(.minutes(20))) struct `The number of instances` {
  private static let cases: [Instances] = [
    .init(
      fields: [.minOccurs: 2, .instanceLabel: "Kid", .title: "Kids"], count: 1,
      words: ["at least 2 × “Kid” wanted, there are 1"]),
    .init(fields: [.minOccurs: 2], count: 2, words: []),
    .init(
      fields: [.maxOccurs: 1, .title: "Kids"], count: 2,
      words: ["at most 1 × “Kids” allowed, there are 2"]),
    .init(fields: [.maxOccurs: 2], count: 2, words: []),
    .init(fields: [.maxOccurs: 0], count: 1, words: ["at most 0 × “kids” allowed, there are 1"]),
    .init(
      fields: [.minOccurs: 1, .header: Section.supplement("Your kids"), .title: "Kids"], count: 0,
      words: ["at least 1 × “Your kids” wanted, there are 0"]),
    .init(fields: [.required: true], count: 0, words: ["an answer is needed"]),
    .init(fields: [.required: true, .readOnly: true], count: 0, words: []),
    // What is missing comes before what is needed.
    .init(
      fields: [.required: true, .minOccurs: 1], count: 0,
      words: ["at least 1 × “kids” wanted, there are 0"]),
  ]

  @Test(arguments: cases)
  fileprivate func `of a section is held to its limits`(instances: Instances) throws {
    let issues = try instances.sections().issues()
    #expect(issues.map(\.message) == instances.words)
    #expect(issues.allSatisfy { $0.row == "kids" && $0.severity == .error })
  }

  @Test(arguments: cases)
  fileprivate func `of a question is held to its limits`(instances: Instances) throws {
    let issues = try instances.rows().issues()
    #expect(issues.map(\.message) == instances.words)
    #expect(issues.allSatisfy { $0.row == "kids" && $0.severity == .error })
  }

  @Test(arguments: [(2, 0, ["required"]), (2, 1, []), (1, 1, [])] as [(Int, Int, [String])])
  func `that a section needs counts those that are answered`(
    count: Int, answered: Int, names: [String]
  ) throws {
    let instances = Instances(
      fields: [.required: true], count: count, answered: answered, words: [])
    #expect(try instances.sections().issues().map(\.ruleName) == names)
  }
}
