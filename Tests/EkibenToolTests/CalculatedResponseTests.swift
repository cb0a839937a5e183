import TestSupport
import Testing

// Rules E16 and E17, and what another engine does with saved answers (the LHC-Forms rows of the facts on
// peers): a value that the formula gives follows, any other stays.
@Suite(.timeLimit(.minutes(20))) struct `A response that is imported` {
  private static let form = #"""
    {"ekiben-form": 1, "form": "bmi", "sections": [{"id": "s", "rows": [
      {"id": "weight", "component": "TextInput", "kind": "decimal", "title": "Weight"},
      {"id": "height", "component": "TextInput", "kind": "decimal", "title": "Height"},
      {"id": "bmi", "component": "TextInput", "kind": "decimal", "title": "BMI",
       "calculated": "(%w / %h.power(2)).round(1)"},
      {"id": "unit", "component": "TextInput", "title": "Unit", "initialExpression": "'k' & 'g'"}]}],
     "variables": [
       {"name": "w", "fhirpath": "descendants().where(linkId = 'weight').answer.value"},
       {"name": "h", "fhirpath": "descendants().where(linkId = 'height').answer.value"}]}
    """#

  private func response(bmi: String) -> String {
    func item(_ id: String, _ value: String) -> String {
      #"{"linkId": "\#(id)", "answer": [{"valueDecimal": \#(value)}]}"#
    }
    let items = [item("weight", "70"), item("height", "1.70"), item("bmi", bmi)]
    return #"""
      {"resourceType": "QuestionnaireResponse", "status": "in-progress",
       "item": [{"linkId": "s", "item": [\#(items.joined(separator: ", "))]}]}
      """#
  }

  @Test(arguments: [("24.2", "27.7"), ("24.20", "27.7"), ("25", "25")])
  func `follows its formula, or stays as it came`(bmi: String, later: String) throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.write(response(bmi: bmi), to: "r.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE bmi --as v --from r.json")
      #expect(try folder.run("get STORE v bmi").stdout == bmi + "\n")
      // Nothing is given at first to what comes from elsewhere.
      #expect(try folder.run("get STORE v unit").stdout.isEmpty)
      try folder.succeed("set STORE v weight 80")
      #expect(try folder.run("get STORE v bmi").stdout == later + "\n")
      #expect(try folder.run("verify STORE").status == 0)
    }
  }

  @Test func `is none where a document begins anew`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE bmi --as v")
      #expect(try folder.run("get STORE v unit").stdout == "kg\n")
      try folder.succeed("clear STORE v unit")
      try folder.succeed("set STORE v weight 80 height 2")
      #expect(try folder.run("get STORE v unit").stdout.isEmpty)
      #expect(try folder.run("get STORE v bmi").stdout == "20\n")
    }
  }
}
