import TestSupport
import Testing

/// How `eval` prints what an expression gives, for people and for scripts.
@Suite(.timeLimit(.minutes(20))) struct `The value of an expression` {
  private static let name = "item.item.where(linkId = 'name')"

  @Test(
    arguments: [
      ("true", "true", "[true]"), ("-3", "-3", "[-3]"), ("1.50", "1.50", "[1.50]"),
      ("10000000000", "10000000000", "[10000000000]"), ("'a b'", "a b", #"["a b"]"#),
      ("'1'", "1", #"["1"]"#), ("@2024-03", "2024-03", #"["2024-03"]"#),
      ("@T10:00", "10:00", #"["10:00"]"#), ("4 'mg'", "4 'mg'", #"["4 'mg'"]"#),
      ("descendants().ofType(Quantity).count()", "0", "[0]"),
      ("item.all($this is BackboneElement and $this is Element)", "true", "[true]"),
      ("item.ofType(Bogus).count()", "0", "[0]"),
      ("{}", nil, "[]"), ("1 | 'x'", "1\nx", #"[1,"x"]"#),
      ("%resource.status", "in-progress", #"["in-progress"]"#),
      ("\(name).linkId", "name", #"["name"]"#), ("\(name).answer.value", "Ada", #"["Ada"]"#),
      ("\(name).answer", #"{"valueString":"Ada"}"#, #"[{"valueString":"Ada"}]"#),
      (
        name, #"{"linkId":"name","text":"Name","answer":[{"valueString":"Ada"}]}"#,
        #"[{"linkId":"name","text":"Name","answer":[{"valueString":"Ada"}]}]"#
      ),
      (
        "item.where(linkId = 'person')",
        #"{"linkId":"person","text":"About you","item":[{"linkId":"name","text":"Name","answer":[{"valueString":"Ada"}]},{"linkId":"age","text":"Age","answer":[{"valueInteger":36}]}]}"#,
        #"[{"linkId":"person","text":"About you","item":[{"linkId":"name","text":"Name","answer":[{"valueString":"Ada"}]},{"linkId":"age","text":"Age","answer":[{"valueInteger":36}]}]}]"#
      ),
    ] as [(String, String?, String)])
  func `is printed as FHIRPath has it, and as FHIR has it for scripts`(
    expression: String, text: String?, json: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada age 36")
      let printed = try folder.succeed(["eval", "STORE", "visit", "--", expression])
      #expect(printed == (text.map { $0 + "\n" } ?? ""))
      let forScripts = try folder.succeed(["eval", "STORE", "visit", "--json", "--", expression])
      #expect(forScripts.hasPrefix(#"{"value":\#(json),"reads":["#), "\(forScripts)")
    }
  }
}
