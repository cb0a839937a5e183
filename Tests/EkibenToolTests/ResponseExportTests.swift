import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// Rule I32.
@Suite(.timeLimit(.minutes(20))) struct `Answers as QuestionnaireResponses` {
  @Test func `stand in the items that they answer, an item or an answer for each instance`() throws
  {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as d")
      for thing in ["phone", "phone", "members"] { try folder.succeed("add STORE d \(thing)") }
      let phones = try ids(in: folder, matching: #""id":"(phone/[a-z0-9]+)""#)
      let members = try ids(in: folder, matching: #""id":"(members/[a-z0-9]+)""#)
      try folder.succeed("add STORE d \(members[1])/visits")
      let places = try ids(
        in: folder, matching: #""id":"(members/[a-z0-9]+/visits/[a-z0-9]+/place)""#)
      try folder.succeed("set STORE d address Road done no \(places[0]) Rome")
      try folder.succeed("set STORE d \(phones[0]) 12 \(phones[0])/owner Ada \(phones[1]) 34")
      try folder.succeed("set STORE d \(members[0])/name Bob \(members[1])/name Cleo")
      let text = try folder.succeed("export STORE d --format fhir")
      let expected = #"""
        [{"linkId":"home","text":"Home","item":[
          {"linkId":"address","text":"Address","answer":[{"valueString":"Road"}]},
          {"linkId":"phone","text":"Phone","answer":[
            {"valueString":"12","item":[
              {"linkId":"owner","text":"Whose?","answer":[{"valueString":"Ada"}]}]},
            {"valueString":"34"}]}]},
         {"linkId":"members","text":"Members","item":[
           {"linkId":"name","text":"Name","answer":[{"valueString":"Bob"}]}]},
         {"linkId":"members","text":"Members","item":[
           {"linkId":"name","text":"Name","answer":[{"valueString":"Cleo"}]},
           {"linkId":"visits","text":"Visits","item":[
             {"linkId":"place","text":"Where","answer":[{"valueString":"Rome"}]}]}]},
         {"linkId":"end","item":[
           {"linkId":"done","text":"Done","answer":[{"valueBoolean":false}]}]}]
        """#
      let json = try JSON(parsing: Array(text.utf8))
      #expect(try json["item"] == JSON(parsing: Array(expected.utf8)), "\(text)")
      #expect(json["status"]?.string == "in-progress" && json["questionnaire"] == nil)
    }
  }

  // Document order.
  private func ids(in folder: ToolFolder, matching pattern: String) throws -> [String] {
    let json = try folder.succeed("show STORE d --json")
    let regex = try NSRegularExpression(pattern: pattern)
    return regex.matches(in: json, range: NSRange(json.startIndex..., in: json)).compactMap {
      Range($0.range(at: 1), in: json).map { String(json[$0]) }
    }
  }

  private static let questionnaire = #"""
    {"resourceType":"Questionnaire","id":"q","url":"https://example.org/q","version":"2","item":[
      {"linkId":"a/1","text":"Sex","type":"choice","answerOption":[
        {"valueCoding":{"system":"s","code":"f","display":"Female"}},{"valueString":"other"}]},
      {"linkId":"b","type":"open-choice","repeats":true,"answerOption":[{"valueCoding":{"code":"x"}}]},
      {"linkId":"c","type":"decimal"},{"linkId":"d","type":"dateTime"},{"linkId":"e","type":"url"},
      {"linkId":"f","type":"quantity","extension":[{"url":
        "http://hl7.org/fhir/StructureDefinition/questionnaire-unitOption",
        "valueCoding":{"system":"u","code":"mg","display":"milligram"}}]},
      {"linkId":"g","type":"string","enableWhen":[
        {"question":"c","operator":"=","answerDecimal":1.50}]}]}
    """#

  @Test func `keep digits and precision, and say codes as the form does`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.questionnaire, to: "q.json")
      try folder.succeed("import STORE q.json")
      try folder.succeed("new STORE q --as d")
      try folder.succeed(["set", "STORE", "d", "c", "1.50", "g", "shown"])
      try folder.succeed([
        "set", "STORE", "d", "a~11", "f", "b", "x", "d", "2024", "e", "https://e.org", "f",
        "5.0 mg",
      ])
      let text = try folder.succeed("export STORE d --format fhir")
      let expected = #"""
        [{"linkId":"a/1","text":"Sex","answer":[
           {"valueCoding":{"system":"s","code":"f","display":"Female"}}]},
         {"linkId":"b","answer":[{"valueCoding":{"code":"x"}}]},
         {"linkId":"c","answer":[{"valueDecimal":1.50}]},
         {"linkId":"d","answer":[{"valueDateTime":"2024"}]},
         {"linkId":"e","answer":[{"valueUri":"https://e.org"}]},
         {"linkId":"f","answer":[
           {"valueQuantity":{"value":5.0,"unit":"milligram","system":"u","code":"mg"}}]},
         {"linkId":"g","answer":[{"valueString":"shown"}]}]
        """#
      let json = try JSON(parsing: Array(text.utf8))
      #expect(try json["item"] == JSON(parsing: Array(expected.utf8)), "\(text)")
      #expect(json["questionnaire"]?.string == "https://example.org/q|2")
      try folder.succeed("set STORE d c 2")
      #expect(try !folder.succeed("export STORE d --format fhir").contains("shown"))
      #expect(try folder.succeed("export STORE d --format fhir --all").contains("shown"))
      try folder.succeed("submit STORE d")
      #expect(try folder.succeed("export STORE d --format fhir").contains(#""completed""#))
    }
  }

  // Rule I33.
  @Test func `that began without items say the texts of what is answered since`() throws {
    for (items, says) in [
      ("", true), (#","item":[]"#, true), (#","item":[{"linkId":"home"}]"#, false),
      (#","item":[{"linkId":"home","text":"Home"}]"#, true),
    ] {
      try ToolFolder.with { folder in
        try folder.write(household, to: "household.json")
        try folder.succeed("import STORE household.json")
        try folder.write(
          #"{"resourceType":"QuestionnaireResponse","status":"in-progress"\#(items)}"#, to: "r.json"
        )
        try folder.succeed("new STORE household --as d --from r.json")
        try folder.succeed("set STORE d address Lane")
        let out = try folder.succeed("export STORE d --format fhir")
        #expect(out.contains("Lane"))
        #expect(out.contains(#""text": "Address""#) == says, "\(items): \(out)")
      }
    }
  }

  // Rules D19 and I33.
  @Test func `leave out what is retired, until it is asked for`() throws {
    try ToolFolder.with { folder in
      func form(_ items: String) -> String {
        #"{"resourceType":"Questionnaire","url":"http://x.org/f","item":[\#(items)]}"#
      }
      func response(_ items: String) throws -> JSON {
        try JSON(parsing: Array("[\(items)]".utf8))
      }
      let (rows, gone) = (#"{"linkId":"a","type":"string"}"#, #"{"linkId":"b","type":"string"}"#)
      let (a, b) = (
        #"{"linkId":"a","answer":[{"id":"x","valueString":"1"}]}"#,
        #"{"linkId":"b","answer":[{"valueString":"2"}]}"#
      )
      try folder.write(form("\(rows),\(gone)"), to: "1.json")
      try folder.write(form(rows), to: "2.json")
      try folder.write(
        #"{"resourceType":"QuestionnaireResponse","item":[\#(a),\#(b)]}"#, to: "r.json")
      try folder.succeed("import STORE 1.json --as f")
      try folder.succeed("new STORE f --as d --from r.json")
      try folder.succeed("import STORE 2.json --as f")
      func items(_ options: String) throws -> JSON? {
        let text = try folder.succeed("export STORE d --format fhir\(options)")
        return try JSON(parsing: Array(text.utf8))["item"]
      }
      #expect(try items("") == response("\(a),\(b)"))
      try folder.succeed("migrate STORE d")
      #expect(try items("") == response(a))
      #expect(try items(" --all") == response("\(a),\(b)"))
      try folder.succeed("undo STORE d")
      #expect(try items("") == response("\(a),\(b)"))
    }
  }

  // Rules D19 and I32.
  @Test(arguments: [
    // The group has another name, the parts stand outside of it, or in one that does not repeat.
    #"{"linkId":"other","type":"group","repeats":true,"item":[PARTS]}"#,
    #"{"linkId":"group","type":"group","repeats":true,"item":[{"linkId":"c","type":"string"}]},PARTS"#,
    #"{"linkId":"other","type":"group","item":[PARTS]}"#,
  ])
  func `have what is retired in an instance of what it stood in`(next: String) throws {
    let parts = #"""
      {"linkId":"a","type":"string"},
      {"linkId":"inner","type":"group","repeats":true,"item":[{"linkId":"b","type":"string"}]}
      """#
    func form(_ items: String) -> String {
      let items = items.replacingOccurrences(of: "PARTS", with: parts)
      return #"{"resourceType":"Questionnaire","url":"http://x/f","item":[\#(items)]}"#
    }
    func group(_ a: String, _ b: [String]) -> JSON {
      func item(_ name: String, _ answer: String) -> JSON {
        ["linkId": .string(name), "answer": [["valueString": .string(answer)]]]
      }
      let inner = b.map { JSON.object([("linkId", "inner"), ("item", [item("b", $0)])]) }
      return ["linkId": "group", "item": .array([item("a", a)] + inner)]
    }
    let items: JSON = [group("1", ["2", "3"]), group("4", ["5"])]
    try ToolFolder.with { folder in
      let response: JSON = ["resourceType": "QuestionnaireResponse", "item": items]
      try folder.write(
        form(#"{"linkId":"group","type":"group","repeats":true,"item":[PARTS]}"#), to: "1.json")
      try folder.write(form(next), to: "2.json")
      try folder.write(response.encoded(), to: "r.json")
      try folder.succeed("import STORE 1.json --as f")
      try folder.succeed("new STORE f --as d --from r.json")
      try folder.succeed("import STORE 2.json --as f")
      try folder.succeed("migrate STORE d")
      let all = try folder.run("export STORE d --format fhir --all")
      #expect(try JSON(parsing: Array(all.stdout.utf8))["item"] == items)
      #expect(all.stderr.isEmpty)
    }
  }

  // Rule I33.
  @Test func `begin a document, in its first entry, and come out again`() throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      let response = #"""
        {"resourceType":"QuestionnaireResponse","subject":{"display":"Road 1"},"status":"completed",
         "item":[{"linkId":"home","item":[{"linkId":"address","answer":[{"valueString":"Road"}]},
           {"linkId":"garden","answer":[{"valueBoolean":true}]}]},
          {"linkId":"members","item":[{"linkId":"name","answer":[{"valueString":"Bob"}]}]},
          {"linkId":"members","item":[{"linkId":"name","answer":[{"valueString":"Cleo"}]}]}]}
        """#
      try folder.write(response, to: "r.json")
      let made = try folder.run("new STORE household --as d --from r.json --author Ada")
      #expect(made.status == 0 && made.stdout == "d\n")
      #expect(
        made.stderr
          == "warning: line 3, column 4, at item[0].item[1]: the form asks nothing called "
          + "\"garden\" here; it is kept and not used\n")
      let why = try folder.succeed(
        "new STORE household --as e --from r.json --author Ada --reason moved")
      #expect(why == "e\n")
      #expect(try folder.succeed("log STORE e").contains("moved"))
      try folder.succeed("delete STORE e")
      let show = try folder.succeed("show STORE d")
      #expect(show.contains("Bob") && show.contains("Cleo") && show.contains("entry 1"))
      #expect(try folder.succeed("blame STORE d address").contains("Ada"))
      #expect(try folder.succeed("log STORE d").contains("with a QuestionnaireResponse"))
      let out = try folder.succeed("export STORE d --format fhir")
      #expect(try JSON(parsing: Array(out.utf8)) == JSON(parsing: Array(response.utf8)))
      try folder.succeed("set STORE d address Lane")
      let changed = try JSON(parsing: Array(folder.succeed("export STORE d --format fhir").utf8))
      #expect(changed["subject"]?["display"]?.string == "Road 1")
      let edited = response.replacingOccurrences(of: "Road\"}]", with: "Lane\"}]")
      #expect(try changed["item"] == JSON(parsing: Array(edited.utf8))["item"])
      try folder.succeed("undo STORE d")
      #expect(try folder.succeed("export STORE d --format fhir") == out)
      let copy = try folder.run(
        ["new", "STORE", "household", "--from", "-"], stdin: Array(out.utf8))
      #expect(copy.status == 0)
      #expect(try folder.succeed("verify STORE").hasPrefix("ok"))
      #expect(try folder.run("new STORE household --from household.json").status == 65)
      #expect(try folder.run("new STORE household --from none.json").status == 66)
      #expect(try folder.run("new STORE none --from r.json").status == 1)
    }
  }

  @Test func `are a Bundle of all documents of a form`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.questionnaire, to: "q.json")
      try folder.succeed("import STORE q.json")
      let empty = try folder.succeed("export STORE --form q --format fhir-bundle")
      #expect(try JSON(parsing: Array(empty.utf8))["entry"]?.array?.isEmpty == true)
      for name in ["one", "two", "gone"] {
        try folder.succeed("new STORE q --as \(name)")
        try folder.succeed("set STORE \(name) c 1")
      }
      try folder.succeed("delete STORE gone")
      let text = try folder.succeed("export STORE --form q --format fhir-bundle")
      let entries = try JSON(parsing: Array(text.utf8))["entry"]?.array ?? []
      let single = try ["one", "two"].map {
        try JSON(parsing: Array(folder.succeed("export STORE \($0) --format fhir").utf8))
      }
      #expect(entries.compactMap { $0["resource"] } == single)
      #expect(try folder.run("export STORE one --format fhir-bundle").status == 64)
      #expect(try folder.run("export STORE one --format fhir --status draft").status == 64)
      #expect(try folder.run("export STORE --form none --format fhir-bundle").status == 1)
    }
  }
}
