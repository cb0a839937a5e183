import Foundation
import TestSupport
import Testing

/// What conditions compare is written in forms as a person would write it, and in Questionnaires as FHIR does (rule E2).
@Suite(.timeLimit(.minutes(20))) struct `A value in a condition` {
  /// Questions `born`, `dose`, `c` (an option with a system, or one's own words) and `n` (options that are numbers), and a
  /// row that shows while a condition holds.
  private func withForm(_ condition: String, _ body: (ToolFolder) throws -> Void) throws {
    let rows = [
      #"{"id":"born","component":"DateInput"}"#,
      #"{"id":"dose","component":"Quantity","units":[{"code":"mg"},{"code":"g"}]}"#,
      #"{"id":"c","component":"Choice","other":true,"options":[{"code":"a","label":"A","system":"sys"},{"code":"b"}]}"#,
      #"{"id":"r","component":"TextInput","visible":\#(condition)}"#,
    ].joined(separator: ",")
    let check =
      #"{"id":"k","formula":\#(condition),"message":"does not hold","severity":"warning"}"#
    try ToolFolder.with { folder in
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","checks":[\#(check)],"rows":[\#(rows)]}]}"#,
        to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      try body(folder)
    }
  }

  private func isShown(_ folder: ToolFolder) throws -> Bool {
    try !folder.succeed("why STORE d r").hasPrefix("r is hidden")
  }

  @Test(arguments: [
    (#"{"row":"born","atLeast":"2020-01-01"}"#, "born", "2024-01-01", "2019-12-31"),
    (#"{"row":"born","is":"2024-01-01"}"#, "born", "2024-01-01", "2024-01-02"),
    (#"{"row":"dose","atLeast":"2 mg"}"#, "dose", "5 mg", "1 mg"),
    (#"{"row":"dose","atLeast":"2 mg"}"#, "dose", "2 mg", "1.9 mg"),
    (#"{"row":"dose","is":{"number":5,"unit":"mg"}}"#, "dose", "5.0 mg", "4 mg"),
    (#"{"row":"dose","anyOf":[{"number":5,"unit":"mg"},"1 mg"]}"#, "dose", "1 mg", "2 mg"),
    (
      #"{"row":"dose","anyOf":[{"ekiben:record":{"number":5,"unit":"mg"}}]}"#, "dose", "5 mg",
      "1 mg"
    ),
    (#"{"row":"c","is":{"code":"a","system":"sys"}}"#, "c", "A", "b"),
    (#"{"row":"c","is":{"code":"a"}}"#, "c", "A", "b"), (#"{"row":"c","is":"a"}"#, "c", "A", "b"),
    (#"{"row":"c","is":"mine"}"#, "c", "mine", "yours"),
    (#"{"row":"c","is":{"other":"mine"}}"#, "c", "mine", "A"),
  ])
  func `is what the question takes, in rules, checks, queries and exports`(
    condition: String, row: String, fitting: String, other: String
  ) throws {
    try withForm(condition) { folder in
      let broken = "does not hold"
      try folder.succeed(["set", "STORE", "d", row, other])
      #expect(try !isShown(folder))
      #expect(try folder.run(["validate", "STORE", "d"]).stdout.contains(broken))
      #expect(try folder.succeed(["query", "STORE", "--where", condition]) == "")
      try folder.succeed(["set", "STORE", "d", row, fitting])
      #expect(try isShown(folder))
      #expect(try !folder.run(["validate", "STORE", "d"]).stdout.contains(broken))
      #expect(try folder.succeed(["query", "STORE", "--where", condition]).hasPrefix("d  "))
      // What is exported is the same form.
      let form = try folder.succeed("export STORE --form f")
      try folder.write(form, to: "again.json")
      #expect(try folder.succeed("import STORE again.json").contains("has this content already"))
    }
  }

  @Test(arguments: [
    (#"{"question":"o","operator":"=","answerString":"mine"}"#, "o", "mine", "yours"),
    (#"{"question":"n","operator":"=","answerInteger":1}"#, "n", "1", "2"),
    (#"{"question":"n","operator":"!=","answerInteger":2}"#, "n", "1", "2"),
    (#"{"question":"t","operator":"=","answerTime":"10:00:00"}"#, "t", "10:00:00", "11:00:00"),
    (#"{"question":"n","operator":">","answerInteger":7}"#, "n", "10", "2"),
    (#"{"question":"n","operator":">=","answerInteger":10}"#, "n", "10", "2"),
    (#"{"question":"n","operator":"<=","answerInteger":2}"#, "n", "2", "10"),
    (#"{"question":"n","operator":"<","answerDecimal":9.5}"#, "n", "2", "10"),
    (#"{"question":"t","operator":">","answerTime":"10:30:00"}"#, "t", "11:00:00", "10:00:00"),
  ])
  func `of a Questionnaire may be an option that is no code, or one's own words`(
    condition: String, row: String, fitting: String, other: String
  ) throws {
    let items = [
      #"{"linkId":"o","type":"open-choice","answerOption":[{"valueString":"A"}]}"#,
      #"{"linkId":"n","type":"choice","answerOption":[{"valueInteger":1},{"valueInteger":2},{"valueInteger":10}]}"#,
      #"{"linkId":"t","type":"choice","answerOption":[{"valueTime":"10:00:00"},{"valueTime":"11:00:00"}]}"#,
      #"{"linkId":"r","type":"string","enableWhen":[\#(condition)]}"#,
    ].joined(separator: ",")
    let text =
      #"{"resourceType":"Questionnaire","url":"http://x/q","status":"draft","item":[\#(items)]}"#
    try ToolFolder.with { folder in
      try folder.write(text, to: "q.json")
      try folder.succeed("import STORE q.json --as f")
      try folder.succeed("new STORE f --as d")
      try folder.succeed(["set", "STORE", "d", row, other])
      #expect(try !isShown(folder))
      try folder.succeed(["set", "STORE", "d", row, fitting])
      #expect(try isShown(folder))
      let again = try folder.succeed("export STORE --form f --format fhir")
      #expect(again.filter { !$0.isWhitespace } == text)
    }
  }

  // Rule E10: an option is what the response would have it be.
  @Test(arguments: [" ", "\n", "\r\n", "\t"])
  func `of an option is a number or a text to expressions, however its file is laid out`(
    gap: String
  ) throws {
    let text = """
      {"resourceType":"Questionnaire","url":"http://x/q","status":"draft","item":[
      {"linkId":"n","type":"choice","answerOption":[{\(gap)"valueInteger":\(gap)10\(gap)}]},
      {"linkId":"c","type":"choice","answerOption":[{\(gap)"valueString":\(gap)"red"\(gap)}]}]}
      """
    try ToolFolder.with { folder in
      try folder.write(text, to: "q.json")
      try folder.succeed("import STORE q.json --as f")
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d n 10 c red")
      for (row, sum, expected) in [("n", "+ 1", "11\n"), ("c", "+ '!'", "red!\n")] {
        let expression = "%resource.item.where(linkId = '\(row)').answer.value \(sum)"
        #expect(try folder.succeed(["eval", "STORE", "d", expression]) == expected)
      }
    }
  }

  // Rule E4.
  @Test func `of a query is a date where any revision asks for one`() throws {
    try ToolFolder.with { folder in
      for component in ["TextInput", "DateInput"] {
        let row = #"{"id":"when","component":"\#(component)"}"#
        try folder.write(
          #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(row)]}]}"#, to: "f.json")
        try folder.succeed("import STORE f.json")
      }
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d when 2024-05-01")
      let found = try folder.succeed([
        "query", "STORE", "--where", #"{"row":"when","atLeast":"2024-01-01"}"#,
      ])
      #expect(found.hasPrefix("d  "), "\(found)")
    }
  }
}
