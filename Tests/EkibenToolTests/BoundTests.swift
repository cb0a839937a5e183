import Foundation
import TestSupport
import Testing

/// A quantity that says only a bound, as a laboratory writes `< 5 mg` (rule F27).
@Suite(.timeLimit(.minutes(20))) struct `A bound of a quantity` {
  private static let form = #"""
    {"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [
      {"id": "q", "component": "Quantity", "title": "CRP"},
      {"id": "low", "component": "TextInput", "visible": {"row": "q", "lessThan": "6 mg"}},
      {"id": "twice", "component": "Quantity", "calculated":
       "%resource.descendants().where(linkId = 'q').answer.value * 2"}]}]}
    """#

  private static let quantity = #"{"value": 5.0, "comparator": "<", "unit": "mg"}"#

  private func withResponse(
    _ quantity: String = quantity, _ body: (ToolFolder) throws -> Void
  ) throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.write(
        #"""
        {"resourceType": "QuestionnaireResponse", "status": "in-progress", "item": [{"linkId": "s",
         "item": [{"linkId": "q", "answer": [{"valueQuantity": \#(quantity)}]}]}]}
        """#, to: "r.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v --from r.json")
      try body(folder)
    }
  }

  private func exported(_ folder: ToolFolder) throws -> String {
    try folder.succeed("export STORE v --format fhir").filter { !$0.isWhitespace }
  }

  @Test func `that is read from elsewhere is shown wherever the answer is`() throws {
    try withResponse { folder in
      #expect(try folder.succeed("get STORE v q") == "< 5.0 mg\n")
      for line in ["show STORE v", "blame STORE v", "query STORE q"] {
        #expect(try folder.succeed(line).contains("< 5.0 mg"), "\(line)")
      }
      #expect(try folder.succeed("log STORE v").contains("q: – → \"< 5.0 mg\""))
      #expect(try folder.succeed("report STORE v -o -").contains("&lt; 5.0 mg"))
      let csv = try folder.succeed("export STORE --form f --format csv")
      #expect(csv.contains(",< 5.0,mg,"), "\(csv)")
      let json = try folder.succeed("get STORE v q --json")
      #expect(json.contains(#"{"comparator":"<","number":5.0,"unit":"mg"}"#), "\(json)")
    }
  }

  @Test func `comes out as it came in, and another answer takes its place`() throws {
    try withResponse { folder in
      #expect(try exported(folder).contains(Self.quantity.filter { $0 != " " }))
      try folder.write(try folder.succeed("export STORE v"), to: "described.json")
      try folder.succeed("clear STORE v q")
      try folder.succeed("apply STORE v described.json")
      #expect(try folder.succeed("get STORE v q") == "< 5.0 mg\n")
      try folder.succeed(["set", "STORE", "v", "q", ">=7 g"])
      #expect(try exported(folder).contains(#"{"value":7,"comparator":">=","unit":"g"}"#))
      try folder.succeed(["set", "STORE", "v", "q", "7 g"])
      #expect(try !exported(folder).contains("comparator"))
      #expect(try folder.succeed("verify STORE").hasPrefix("ok"))
    }
  }

  @Test func `is read back from the log`() throws {
    try withResponse { folder in
      try folder.succeed("clear STORE v q")
      try folder.write("q: – → \"< 5.0 mg\"\n", to: "changes")
      try folder.succeed("set STORE v --changes changes")
      #expect(try folder.succeed("get STORE v q") == "< 5.0 mg\n")
    }
  }

  // Rules E2 and E6: it is no number that could be compared or reckoned with.
  @Test func `decides nothing and is not reckoned with`() throws {
    try withResponse { folder in
      for (answer, isLow, twice) in [("5 mg", true, "10 mg\n"), ("< 5 mg", false, "")] {
        try folder.succeed(["set", "STORE", "v", "q", answer])
        #expect(try folder.succeed("show STORE v --ids").contains("low") == isLow)
        #expect(try folder.succeed("get STORE v twice") == twice)
      }
    }
  }

  @Test func `of a kind that is not known is kept, and not shown`() throws {
    let quantity = #"{"value": 5.0, "comparator": "ad", "unit": "mg"}"#
    try withResponse(quantity) { folder in
      let exported = try exported(folder)
      #expect(exported.contains(quantity.filter { $0 != " " }))
      #expect(try folder.succeed("get STORE v q") == "5.0 mg\n")
    }
  }
}
