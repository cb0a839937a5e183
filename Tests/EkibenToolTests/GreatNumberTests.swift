import TestSupport
import Testing

/// Numbers that a file may hold, and nothing can be added to.
@Suite(.timeLimit(.minutes(20))) struct `The greatest and the least number in a form` {
  private static let names = [
    "minLength", "maxLength", "decimals", "minCount", "maxCount", "columns", "states", "minOccurs",
    "maxOccurs", "least", "greatest", "step", "height", "level", "ekiben:moreOptions",
  ]

  private func row(_ id: String, _ component: String, _ number: Int64, _ more: String) -> String {
    let style = #"{"cornerRadius":\#(number),"margins":[\#(number),\#(number),\#(number),1]}"#
    let fields = Self.names.map { #""\#($0)":\#(number)"# }.joined(separator: ",")
    return #"{"id":"\#(id)","component":"\#(component)",\#(fields),"style":\#(style)\#(more)}"#
  }

  // Each of its fields that is a whole number is this one.
  private func form(_ number: Int64) -> String {
    let options = #"[{"code":"a","score":\#(number)},{"code":"b"},{"code":"c"},{"code":"d"}]"#
    let rows = [
      row("text", "TextInput", number, ""),
      row("number", "TextInput", number, #","kind":"decimal""#),
      row("date", "DateInput", number, ""), row("toggle", "Toggle", number, ""),
      row("choice", "Choice", number, #","options":\#(options)"#),
      row("several", "Choice", number, #","multiple":true,"options":\#(options)"#),
      row("space", "EmptySpace", number, ""), row("high", "EmptySpace", number, ""),
      row("many", "TextInput", number, #","repeats":true"#),
    ]
    let occurs = #""repeats":true,"minOccurs":\#(number),"maxOccurs":\#(number)"#
    return """
      {"ekiben-form":1,"form":"f","sections":[
        {"id":"s","level":\(number),"rows":[\(rows.joined(separator: ","))]},
        {"id":"t","parent":"s","level":\(number),\(occurs),"rows":[
          \(row("inner", "TextInput", number, ""))]},
        {"id":"u","parent":"t","level":\(number),"rows":[\(row("last", "Toggle", number, ""))]}]}
      """
  }

  /// How each call ends for both numbers.
  private static let calls: [(line: String, greatest: Int32, least: Int32)] = [
    ("show STORE d", 0, 0), ("show STORE d --all --json", 0, 0), ("validate STORE d", 1, 1),
    ("why STORE d text", 0, 0), ("why STORE d several", 0, 0), ("options STORE d several", 0, 0),
    ("set STORE d text bye", 0, 0), ("add STORE d t", 0, 1), ("add STORE d many", 0, 1),
    ("show STORE d", 0, 0), ("submit STORE d", 1, 1), ("report STORE d -o page", 0, 0),
    ("form STORE f", 0, 0), ("verify STORE", 0, 0), ("export STORE d", 0, 0),
    ("export STORE d --format fhir", 0, 0), ("export STORE --form f --format fhir", 0, 0),
    ("export STORE --form f --format csv", 0, 0), ("duplicate STORE d --as e", 1, 0),
  ]

  @Test(arguments: [Int64.max, .min])
  func `ends no command`(number: Int64) throws {
    try ToolFolder.with { folder in
      try folder.write(form(1), to: "one.json")
      try folder.succeed("import STORE one.json")
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d text hello number 1.5 toggle true choice a several [\"a\"]")
      // As it is, no document could begin with it.
      try folder.write(form(number), to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("migrate STORE d")
      for (line, greatest, least) in Self.calls {
        let result = try folder.run(line)
        #expect(result.status == (number > 0 ? greatest : least), "\(line): \(result.stderr)")
      }
      try folder.write(try folder.succeed("export STORE d --format jsonl"), to: "h.jsonl")
      try folder.succeed("replay h.jsonl")
      try folder.succeed("import OTHER h.jsonl")
    }
  }
}
