import Foundation
import TestSupport
import Testing

/// What a Questionnaire says and this program does not use comes out as it came, however the file is spaced.
@Suite(.timeLimit(.minutes(20))) struct `A spaced Questionnaire` {
  private func expectKept(_ item: String, _ sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let text =
      #"{"resourceType": "Questionnaire", "url": "http://x/q", "status": "draft", "item": [\#(item)]}"#
    try ToolFolder.with { folder in
      try folder.write(text, to: "q.json")
      try folder.succeed("import STORE q.json --as f")
      let out = try folder.run(["export", "STORE", "--form", "f", "--format", "fhir"])
      let (said, meant) = (
        try JSONSerialization.jsonObject(with: Data(out.stdout.utf8)) as? NSDictionary,
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
      )
      #expect(said == meant, "\(out.stdout)", sourceLocation: sourceLocation)
      #expect(out.stderr == "", sourceLocation: sourceLocation)
    }
  }

  // Rules I30 and I38.
  @Test func `keeps a condition in another language, and the one beside it`() throws {
    try expectKept(
      #"""
      {"linkId": "a", "type": "integer"},
      {"linkId": "c", "type": "string", "enableWhen": [{"question": "a", "operator": ">", "answerInteger": 5}],
       "extension": [{"url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression",
         "valueExpression": {"language": "text/cql", "expression": "Cond"}}]}
      """#)
  }

  @Test func `keeps options without a code`() throws {
    try expectKept(
      #"""
      {"linkId": "c", "type": "choice", "answerOption": [
        {"valueCoding": {"system": "s", "_code": {"extension": [{"url": "u", "valueString": "v"}]}}},
        {"_valueString": {"extension": [{"url": "u", "valueString": "w"}]}}, {"valueString": "z"}]}
      """#)
  }

  // Rules I1 and I30.
  @Test(arguments: [
    (
      #"{"linkId":"a","type":"string","modifierExtension":[{"url":"http://u","valueBoolean":true}]}"#,
      "modifierExtension"
    ),
    (
      #"{"linkId":"a","type":"integer","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/regex","valueString":"[1-9]"}]}"#,
      "a pattern that is kept but not checked"
    ),
  ])
  func `says what it keeps and does not act on`(item: String, words: String) throws {
    let text =
      #"{"resourceType":"Questionnaire","url":"http://x/q","status":"draft","item":[\#(item)]}"#
    try ToolFolder.with { folder in
      try folder.write(text, to: "q.json")
      let read = try folder.run(["import", "STORE", "q.json", "--as", "f"])
      #expect(read.status == 0 && read.stderr.contains(words), "\(read.stderr)")
      let out = try folder.succeed("export STORE --form f --format fhir")
      #expect(out.filter { !$0.isWhitespace } == text)
    }
  }

  // Rule F9: only what was written anew is the same form.
  @Test func `is no revision when it is spaced or escaped otherwise`() throws {
    let texts = [
      #"""
      {"resourceType":"Questionnaire","url":"http://x/q","status":"draft",
       "extension":[{"url":"http://u","valueString":"für 1 µg"}],"item":[
        {"linkId":"g","type":"group","text":"G","_text":{"id":"x"},"code":[{"code":"a","display":"Ä"}],"item":[
         {"linkId":"c","type":"choice","answerOption":[{"valueCoding":{"code":"v"},"extension":[{"url":"w","valueDecimal":1.50}]}]},
         {"linkId":"r","type":"reference","code":[]}]}]}
      """#,
      #"""
      { "resourceType" : "Questionnaire", "url" : "http:\/\/x\/q", "status" : "draft",
        "extension" : [ { "url" : "http://u", "valueString" : "f\u00fcr 1 \u00b5g" } ], "item" : [
          { "linkId" : "g", "type" : "group", "text" : "G", "_text" : { "id" : "x" },
            "code" : [ { "code" : "a", "display" : "\u00c4" } ], "item" : [
            { "linkId" : "c", "type" : "choice", "answerOption" : [
                { "valueCoding" : { "code" : "v" }, "extension" : [ { "url" : "w", "valueDecimal" : 1.50 } ] } ] },
            { "linkId" : "r", "type" : "reference", "code" : [ ] } ] } ] }
      """#,
    ]
    for (first, second) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      try ToolFolder.with { folder in
        try folder.write(first, to: "q.json")
        try folder.succeed("import STORE q.json --as f")
        try folder.succeed("new STORE f --as d")
        try folder.write(second, to: "again.json")
        let again = try folder.succeed("import STORE again.json --as f")
        #expect(again == "f has this content already, as revision 1\n")
        let applied = try folder.run(["apply", "STORE", "d", "again.json", "--dry-run"])
        #expect(applied.stdout == "nothing would change\n", "\(applied.stdout)")
        // Digits are what FHIR says of a number's precision.
        try folder.write(second.replacing("1.50", with: "1.5"), to: "other.json")
        let other = try folder.succeed("import STORE other.json --as f")
        #expect(other.hasPrefix("imported f, revision 2"), "\(other)")
      }
    }
  }

  // An option is answered with what it is.
  @Test func `has its options in responses, with all that names them`() throws {
    let options = [
      #"{"valueReference":{"reference":"Patient/1"}}"#, #"{"valueCoding":{"display":"Yes"}}"#,
      #"{"valueCoding":{"system":"http://s","version":"7","code":"v","display":"V"}}"#,
    ]
    let answers = ["Patient/1", "Yes", "V"]
    for (option, answer) in zip(options, answers) {
      try ToolFolder.with { folder in
        try folder.write(
          #"{"resourceType":"Questionnaire","url":"http://x/q","status":"draft","item":[{"linkId":"c","type":"choice","answerOption":[\#(option)]}]}"#,
          to: "q.json")
        try folder.succeed("import STORE q.json --as f")
        try folder.succeed("new STORE f --as d")
        try folder.succeed(["set", "STORE", "d", "c", answer])
        let response = try folder.succeed("export STORE d --format fhir")
        #expect(
          response.filter { !$0.isWhitespace }.contains(option.dropFirst().dropLast()),
          "\(response)")
        try folder.write(response, to: "r.json")
        try folder.succeed("new STORE f --from r.json --as e")
        let again = try folder.succeed("export STORE e --format fhir")
        #expect(
          again.filter { !$0.isWhitespace }.contains(option.dropFirst().dropLast()), "\(again)")
      }
    }
  }

  // Rules I3 and E13.
  @Test(arguments: ["calculatedExpression", "initialExpression"])
  func `may give a group an expression for an answer, which it does not take`(kind: String) throws {
    try ToolFolder.with { folder in
      let url = "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-\(kind)"
      try folder.write(
        #"{"resourceType":"Questionnaire","url":"http://x/q","item":[{"linkId":"g","type":"group","extension":[{"url":"\#(url)","valueExpression":{"language":"text/fhirpath","expression":"1"}}],"item":[{"linkId":"b","type":"string"}]}]}"#,
        to: "q.json")
      let read = try folder.run(["import", "STORE", "q.json", "--as", "f"])
      #expect(read.status == 0 && read.stderr.contains("a group takes none"), "\(read.stderr)")
      try folder.succeed("new STORE f --as d")
      for command in ["show STORE d", "validate STORE d", "submit STORE d"] {
        try folder.succeed(command)
      }
    }
  }
}
