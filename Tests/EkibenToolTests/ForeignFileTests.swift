import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

private let codes = #"""
  {"resourceType":"CodeSystem","id":"colors","url":"http://e.org/cs","concept":[
    {"code":"r","display":"Red","designation":[{"language":"de","value":"Rot"}]},
    {"code":"g","display":"Green"},{"code":"b","display":"Blue"}]}
  """#

private let light = #"""
  {"resourceType":"ValueSet","id":"colors","url":"http://e.org/ValueSet/colors","version":"1",
   "compose":{"include":[{"system":"http://e.org/cs"}],
     "exclude":[{"system":"http://e.org/cs","concept":[{"code":"b"}]}]}}
  """#

private let question = #"""
  {"resourceType":"Questionnaire","id":"q","url":"http://e.org/q","version":"2","item":[
    {"linkId":"c","type":"choice","text":"Colour","answerValueSet":"http://e.org/ValueSet/colors|1"}]}
  """#

/// Files that others made, as a person imports them.
@Suite(.timeLimit(.minutes(20))) struct `Files of other programs` {
  // Rule I34.
  @Test func `bring options that a Questionnaire finds by their URL`() throws {
    try ToolFolder.with { folder in
      try folder.write(codes, to: "codes.json")
      try folder.write(light, to: "light.json")
      try folder.write(question, to: "q.json")
      // Without its system it is not to be had, and makes no store.
      let alone = try folder.run("import STORE light.json")
      #expect(alone.status == 65)
      #expect(
        alone.stderr.hasPrefix(
          "error: light.json, line 2, column 34, at compose.include[0].system: "))
      #expect(try folder.files()["STORE"] == nil)
      try folder.succeed("import STORE codes.json")
      #expect(
        try folder.succeed("import STORE light.json")
          == "imported the options colors-valueset, revision 1: 2 options\n")
      #expect(
        try folder.succeed("import STORE light.json")
          == "colors-valueset has this content already, as revision 1\n")
      try folder.succeed("import STORE q.json")
      try folder.succeed("new STORE q --as d")
      #expect(try folder.succeed("options STORE d c") == "r  Red\ng  Green\n")
      #expect(try folder.succeed("options STORE d c --language de").hasPrefix("r  Rot\n"))
      try folder.succeed("set STORE d c Red")
      #expect(try folder.run("set STORE d c b").status == 65)
      #expect(
        try folder.succeed("export STORE d --format fhir").contains(
          #""system": "http://e.org/cs""#))
      #expect(try folder.succeed("verify STORE").hasPrefix("ok"))
    }
  }

  @Test func `come in a Bundle all or not at all`() throws {
    try ToolFolder.with { folder in
      let patient = #"{"resource":{"resourceType":"Patient"}}"#
      let bundle = { (second: String) in
        #"{"resourceType":"Bundle","entry":[{"resource":\#(codes)},\#(patient),"#
          + #"{"resource":\#(second)}]}"#
      }
      try folder.write(bundle(light), to: "all.json")
      let said = try folder.run("import STORE all.json --json")
      #expect(
        said.stderr
          == "warning: line 3, column 67, at entry[1]: \"Patient\" is no set of options; "
          + "it is left out\n")
      let json = try JSON(parsing: Array(said.stdout.utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "import") == [])
      let names = json["sets"]?.array?.compactMap { $0["form"]?.string }
      #expect(names == ["colors", "colors-valueset"])
      // Both names that the second could have are those of forms, and the first is written already.
      for name in ["other", "other-valueset"] {
        try folder.write(#"{"ekiben-form":1,"form":"\#(name)","sections":[]}"#, to: "form.json")
        try folder.succeed("import STORE form.json")
      }
      let before = try folder.dump()
      let other = light.replacing(#""id":"colors""#, with: #""id":"other""#)
        .replacing("ValueSet/colors", with: "ValueSet/other")
      try folder.write(bundle(other).replacing("Red", with: "Crimson"), to: "clash.json")
      let refused = try folder.run("import STORE clash.json")
      #expect(refused.status == 1 && refused.stderr.contains("other-valueset"), "\(refused.stderr)")
      #expect(try folder.dump() == before)
      try folder.write(bundle(light).replacing("Red", with: "Crimson"), to: "new.json")
      #expect(
        try folder.succeed("import STORE new.json")
          == "imported the options colors, revision 2: 3 options\n"
          + "imported the options colors-valueset, revision 2: 2 options\n")
    }
  }

  // Rule I35.
  @Test(arguments: [
    (
      "import STORE -", "<x xmlns=\"http://www.w3.org/2002/xforms\"/>",
      "standard input: this is an XForm"
    ),
    ("import STORE survey.json", "", "survey.json: this is a SurveyJS form"),
    ("import STORE survey.json --format fhir", "", "survey.json: this is a SurveyJS form"),
    (
      "apply STORE visit -", "{\"components\":[{\"key\":\"q\"}]}",
      "standard input: this is a Form.io form"
    ),
    ("import STORE -", "{", "standard input, line 1, column 2"),
    (
      "import STORE -", #"{"resourceType":"Questionnaire"}"#,
      "standard input: nothing in it says what"
    ),
    ("import STORE - --format options", "label", "standard input, line 1, column 1: the first"),
    ("import STORE - --format options", "{}", "standard input, line 1, column 1: this is not a"),
    ("import STORE - --format jsonl", "{}", "standard input, line 1"),
    ("new STORE intake --from -", "{}", "standard input, line 1, column 1: this is not a FHIR Q"),
    ("replay -", "{}", "standard input, line 1"),
    ("verify STORE --against -", "x", "standard input: "),
    ("set STORE visit --changes -", "nonsense", "standard input, line 1"),
    ("restore - STORE", "not a store", "standard input is not an Ekiben store"),
  ])
  func `are named, and said to be what they are`(line: String, input: String, words: String) throws
  {
    try ToolFolder.withVisit { folder in
      try folder.write(#"{"elements":[{"name":"q"}]}"#, to: "survey.json")
      let before = try folder.dump()
      let result = try folder.run(EkibenToolTests.words(of: line), stdin: Array(input.utf8))
      #expect(result.status == (line.hasPrefix("restore") ? 69 : 65), "\(result.stderr)")
      #expect(result.stderr.hasPrefix("error: \(words)"), "\(result.stderr)")
      #expect(try folder.dump() == before)
      #expect(try folder.files()["STORE-from-input"] == nil)
    }
  }

  @Test func `come by standard input wherever a file is read`() throws {
    try ToolFolder.withVisit { folder in
      let form = try fixture("visit-form.json")
      #expect(
        try folder.run(["import", "NEW", "-"], stdin: form).stdout.hasPrefix("imported intake"))
      #expect(
        try folder.run(
          ["import", "NEW", "-", "--as", "set", "--format", "options"], stdin: Array("code\na".utf8)
        )
        .stdout == "imported the options set, revision 1: 1 option\n")
      #expect(try folder.run(["apply", "STORE", "visit", "-"], stdin: form).status == 0)
      let history = try folder.succeed("export STORE visit --format jsonl")
      #expect(try folder.run(["replay", "-"], stdin: Array(history.utf8)).status == 0)
      let words = ["import", "NEW", "-", "--as", "again"]
      #expect(try folder.run(words, stdin: Array(history.utf8)).status == 0)
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("backup STORE COPY")
      let restored = try folder.run(
        ["restore", "-", "OTHER"], stdin: try fileBytes(at: folder.file("COPY")))
      #expect(restored.stdout == "restored OTHER: 1 document\n", "\(restored.stderr)")
      #expect(try folder.succeed("get OTHER visit name") == "Ada\n")
      #expect(try folder.files()["OTHER-from-input"] == nil)
    }
  }

  // Rule I36.
  @Test func `answer a form that the store knows by its URL`() throws {
    try ToolFolder.with { folder in
      func response(_ form: String) -> String {
        #"{"resourceType":"QuestionnaireResponse","questionnaire":"\#(form)","item":["#
          + #"{"linkId":"c","answer":[{"valueCoding":{"code":"g"}}]},{"linkId":"x"}]}"#
      }
      try folder.write(question, to: "q.json")
      try folder.succeed("import STORE q.json")
      try folder.write(question.replacing(#""2""#, with: #""3""#), to: "q3.json")
      try folder.succeed("import STORE q3.json")
      for (form, revision) in [
        ("http://e.org/q", 2), ("http://e.org/q|2", 1), ("http://e.org/q|3", 2),
        ("Questionnaire/q", 2),
      ] {
        let text = response(form)
        let made = try folder.run(["import", "STORE", "-", "--json"], stdin: Array(text.utf8))
        #expect(made.stderr.hasPrefix("warning: line 1, column "), "\(made.stderr)")
        let json = try JSON(parsing: Array(made.stdout.utf8))
        #expect(try SchemaCheck(named: "output").findings(in: json, definition: "import") == [])
        #expect(json["revision"]?.number == "\(revision)" && json["entries"]?.number == "1")
        let name = try #require(json["document"]?.string)
        let out = try folder.succeed("export STORE \(name) --format fhir")
        #expect(try JSON(parsing: Array(out.utf8)) == JSON(parsing: Array(text.utf8)))
      }
      let before = try folder.dump()
      try folder.write(response("http://e.org/none|1"), to: "r.json")
      try Refusal(
        code: 65,
        mentions: ["r.json answers http://e.org/none|1", "ekiben new STORE FORM --from r.json"]
      ).expect(["import", "STORE", "r.json"], in: folder)
      try folder.write(response("http://e.org/q|9"), to: "r.json")
      try Refusal(
        code: 65, mentions: ["no such version of q:", "ekiben new STORE q --from r.json"]
      ).expect(["import", "STORE", "r.json"], in: folder)
      try folder.write(#"{"resourceType":"QuestionnaireResponse"}"#, to: "r.json")
      try Refusal(code: 65, mentions: ["r.json does not say which Questionnaire it answers"])
        .expect(["import", "STORE", "r.json"], in: folder)
      try folder.write(response("http://e.org/q"), to: "r.json")
      let said = try folder.succeed("import STORE r.json --as mine")
      #expect(said.hasPrefix("imported mine with 1 entry"))
      #expect(try folder.run("import STORE r.json --as mine").status == 1)
      #expect(try folder.dump().count > before.count)
      #expect(try folder.run("import NONE r.json").status == 66)
    }
  }
}
