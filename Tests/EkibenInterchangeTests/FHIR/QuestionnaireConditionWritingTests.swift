import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// What a form that was made here says of conditions, pages and itself (rule I31).
@Suite(.timeLimit(.minutes(20))) struct `Conditions that are written as a Questionnaire` {
  private static let q = #""linkId":"q","type":"string""#
  private static let asked = Formula.Reference("n")
  private static func condition(_ sign: String, _ answer: String) -> String {
    #"{"question":"n","operator":"\#(sign)",\#(answer)}"#
  }
  private static let enabled =
    #""extension":[{"url":"SDCsdc-questionnaire-enableWhenExpression",\#(writtenExpression("1 = 1"))}]"#

  struct Shown: Sendable {
    let formula: Formula
    let members: String

    init(_ formula: Formula, _ members: String) {
      (self.formula, self.members) = (formula, members)
    }
  }

  @Test(
    arguments: [
      Shown(
        .compares(asked, .equal, .value(1)),
        #"\#(q),"enableWhen":[\#(condition("=", #""answerInteger":1"#))]"#
      ),
      Shown(
        .compares(asked, .unequal, .value(1)),
        #"\#(q),"enableWhen":[\#(condition("!=", #""answerInteger":1"#))]"#
      ),
      Shown(
        .compares(asked, .less, .value(1)),
        #"\#(q),"enableWhen":[\#(condition("<", #""answerInteger":1"#))]"#
      ),
      Shown(
        .compares(asked, .atMost, .value(1)),
        #"\#(q),"enableWhen":[\#(condition("<=", #""answerInteger":1"#))]"#
      ),
      Shown(
        .compares(asked, .greater, .value(1)),
        #"\#(q),"enableWhen":[\#(condition(">", #""answerInteger":1"#))]"#
      ),
      Shown(
        .compares(asked, .atLeast, .value(1)),
        #"\#(q),"enableWhen":[\#(condition(">=", #""answerInteger":1"#))]"#
      ),
      Shown(
        .exists(asked, true),
        #"\#(q),"enableWhen":[\#(condition("exists", #""answerBoolean":true"#))]"#
      ),
      Shown(
        .exists(asked, false),
        #"\#(q),"enableWhen":[\#(condition("exists", #""answerBoolean":false"#))]"#
      ),
      Shown(
        .anyOf(asked, [1, 2]),
        #"\#(q),"enableWhen":[\#(condition("=", #""answerInteger":1"#)),\#(condition("=", #""answerInteger":2"#))],"enableBehavior":"any""#
      ),
      Shown(
        .all([.exists(asked, true), .compares(asked, .less, .value(2))]),
        #"\#(q),"enableWhen":[\#(condition("exists", #""answerBoolean":true"#)),\#(condition("<", #""answerInteger":2"#))],"enableBehavior":"all""#
      ),
      Shown(.fhirPath("1 = 1"), "\(enabled),\(q)"),
      Shown(
        .all([.exists(asked, true), .fhirPath("1 = 1")]),
        #"\#(enabled),\#(q),"enableWhen":[\#(condition("exists", #""answerBoolean":true"#))]"#
      ),
    ])
  func `says while what an item is enabled`(shown: Shown) throws {
    try expectItem(
      ["component": "TextInput", "visible": .record(shown.formula.record)], shown.members)
  }

  @Test(
    arguments: [
      .not(.exists(asked, true)), .count(asked, .atLeast, 1), .contains(asked, "x"),
      .compares(asked, .equal, .row("q")), .compares(.init("gone"), .equal, .value(1)), .all([]),
      .any([.exists(asked, true), .all([.exists(asked, true), .exists(asked, false)])]),
      .compares(.init("n", .every), .equal, .value(1)),
    ] as [Formula])
  func `loses a condition that it cannot say, and no other one takes its place`(formula: Formula)
    throws
  {
    let (json, warnings) = try writtenItem([
      "component": "TextInput", "visible": .record(formula.record),
    ])
    #expect(try json == JSON(parsing: Array("{\(Self.q)}".utf8)))
    #expect(warnings == [#"q: "visible" is left out, since a Questionnaire cannot say it"#])
  }

  @Test(arguments: [
    ("s", nil), ("Other", #"section:s: "page" is left out, since a Questionnaire cannot say it"#),
  ])
  func `says of a group that it is a page by itself`(page: String, warning: String?) throws {
    let form = Form("f", fields: [:], sections: [.init(id: "s", fields: [.page: .text(page)])])
    let written = try FormFile.writeQuestionnaire(form)
    #expect(written.warnings.map(\.description) == [warning].compactMap(\.self))
    let group = try JSON(parsing: written.bytes)["item"]?.array?.first
    let code = group?["extension"]?.array?.first?["valueCodeableConcept"]?["coding"]?.array?.first?[
      "code"]
    #expect(code == (warning == nil ? "page" : nil))
  }

  @Test(arguments: [
    ("visit-1.b", "visit-1.b"), ("a b", nil), ("é", nil), (String(repeating: "x", count: 64), "x"),
    (String(repeating: "x", count: 65), nil), ("a_b", nil),
  ])
  func `has an id that FHIR takes, or none`(name: String, start: String?) throws {
    let form = Form(try DocumentName(name), fields: [.url: "http://x/f", "odd": 1], sections: [])
    let written = try FormFile.writeQuestionnaire(form)
    let json = try JSON(parsing: written.bytes)
    #expect(json["id"]?.string == (start == nil ? nil : name))
    let names = ["resourceType"] + (start == nil ? [] : ["id"]) + ["url", "status", "item"]
    #expect(json.object?.map(\.name) == names)
    #expect(
      written.warnings.map(\.description) == [
        #"the form: "odd" is left out, since a Questionnaire cannot say it"#
      ])
  }
}
