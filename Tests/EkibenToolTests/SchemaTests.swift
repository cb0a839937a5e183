import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// `form.schema.json` says what a form is: forms are valid by it, and what is no form is not.
@Suite(.timeLimit(.minutes(20))) struct SchemaTests {
  @Test func `the visit form is valid`() throws {
    let form = try JSON(parsing: try fixture("visit-form.json"))
    #expect(try schema().findings(in: form) == [])
  }

  @Test func `the schema's own examples are valid, and can be imported`() throws {
    let schema = try schema()
    let examples = try #require(schema.root["examples"]?.array)
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(schema.findings(in: example) == [])
      try ToolFolder.with { folder in
        try folder.write(example.encoded(), to: "form.json")
        try folder.succeed("import STORE form.json")
      }
    }
  }

  @Test(arguments: [
    ("\"ekiben-form\": 1", "\"ekiben-form\": 2"), ("\"form\": \"intake\"", "\"form\": \"\""),
    ("\"form\": \"intake\"", "\"form\": 7"), ("\"id\": \"person\"", "\"id\": \"a\\u0001b\""),
    ("\"sections\": [", "\"sections\": {}, \"rest\": ["), ("\"id\": \"name\", ", ""),
    ("\"component\": \"Toggle\", ", ""), ("\"required\": true", "\"required\": \"yes\""),
  ])
  func `what the schema refuses, import refuses`(part: String, wrong: String) throws {
    let text = String(decoding: try fixture("visit-form.json"), as: UTF8.self)
    let changed = text.replacing(part, with: wrong, maxReplacements: 1)
    try #require(changed != text)
    #expect(try schema().findings(in: JSON(parsing: Array(changed.utf8))) != [])
    try ToolFolder.with { folder in
      try folder.write(changed, to: "form.json")
      let result = try folder.run("import STORE form.json")
      #expect(result.status == 65, "\(result.stderr)")
      #expect(result.stderr.hasPrefix("error: form.json, line "))
    }
  }

  // Rules F40 and I1.
  @Test func `what repeats and what is only kept are valid when they are exported`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("repeats-form.json"), to: "repeats.json")
      try folder.succeed("import STORE repeats.json")
      try folder.succeed("new STORE repeats --as visit")
      try folder.succeed("add STORE visit visits")
      for line in ["export STORE --form repeats", "export STORE visit"] {
        let json = try JSON(parsing: try folder.run(line).stdoutBytes)
        #expect(try schema().findings(in: json) == [])
        let hasInstances = json.encoded().contains(#""template":"map""#)
        #expect(hasInstances == line.hasSuffix("visit"))
      }
    }
  }

  private func schema() throws -> SchemaCheck {
    try ToolFolder.with { folder in
      SchemaCheck(root: try JSON(parsing: try folder.run("schema form").stdoutBytes))
    }
  }
}
