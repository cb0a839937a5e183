import EkibenDocuments
import EkibenForms
import Testing

private func issues(_ component: String, _ fields: Fields) -> [ValidationIssue] {
  RowInput().issues(
    of: Document.Row(id: "row", fields: fields.setting(.component, .text(component))))
}

@Suite(.timeLimit(.minutes(20))) struct ValidationIssueTests {
  // A person counts what they see: one flag is one Character, an accent is none of its own.
  @Test(arguments: [
    ("abc", 3), ("", 0), ("e\u{301}\u{e9}a", 3), ("👩‍👩‍👧‍👦👍🏽🇯🇵", 3), ("\r\n", 1), ("한글", 2),
    ("\u{1112}\u{1161}\u{11ab}", 1),
  ])
  func `maxLength counts Characters`(text: String, characters: Int) {
    for limit in 0...4 {
      let found = issues("TextInput", [.value: .text(text), .maxLength: .integer(Int64(limit))])
      let rule = ValidationIssue.Rule.maxLength(limit: limit, actual: characters)
      #expect(found.map(\.rule) == (characters > limit ? [rule] : []))
    }
  }

  @Test(
    arguments: [
      ("TextInput", nil, true), ("TextInput", .null, true), ("TextInput", "", true),
      ("TextInput", "Ada", false), ("TextInput", " ", false),
      ("Toggle", nil, true), ("Toggle", false, false), ("Toggle", true, false),
      ("Choice", nil, true), ("Choice", "m", false), ("Description", nil, false),
      ("Opaque", nil, false),
    ] as [(String, Value?, Bool)])
  func `required asks for an answer`(component: String, value: Value?, isMissing: Bool) {
    var fields: Fields = [.required: true]
    fields[.value] = value
    #expect(issues(component, fields).map(\.ruleName) == (isMissing ? ["required"] : []))
    fields[.required] = nil
    #expect(issues(component, fields) == [])
  }

  // Rules F5 and D19: a revision can ask for another kind, and what was answered stays.
  @Test(
    arguments: [
      ("TextInput", 0, "kind"), ("Toggle", "yes", "kind"), ("Choice", true, "kind"),
      ("DateInput", 5, "kind"), ("TextInput", .masked, nil), ("Toggle", .masked, nil),
      ("Toggle", .null, nil),
      ("Description", 1, nil), ("Opaque", 1, nil),
    ] as [(String, Value, String?)])
  func `an answer of another kind than the row takes is one`(
    component: String, value: Value, name: String?
  ) {
    let found = issues(component, [.value: value])
    #expect(found.map(\.ruleName) == [name].compactMap(\.self))
    #expect(found.allSatisfy { $0.message.hasPrefix("the answer is of another kind; this takes ") })
  }

  // What is there of one is its mask, or what stood there before it was one.
  @Test(arguments: [("plain", ["maxLength"]), ("secret", [])] as [(String, [String])])
  func `a secret is held to no limits`(kind: String, rules: [String]) {
    let fields: Fields = [.kind: .text(kind), .value: "abc", .maxLength: 2]
    #expect(issues("TextInput", fields).map(\.ruleName) == rules)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func `a limit from data may be anything`(limit: Int64) {
    let found = issues("TextInput", [.value: "ab", .maxLength: .integer(limit)])
    #expect(found.isEmpty == (limit >= 2))
  }

  @Test func `an issue is worded in one place`() {
    let found = issues("TextInput", [.value: "Ada", .maxLength: 2])
    #expect(found.map(\.message) == ["at most 2 characters are allowed, there are 3"])
    #expect(found.map(\.ruleName) == ["maxLength"])
    #expect(found.map(\.severity) == [.error])
    #expect(found.map(\.row) == ["row"])
    #expect(issues("Toggle", [.required: true]).map(\.message) == ["an answer is needed"])
  }
}
