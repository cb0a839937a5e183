import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

private func read(
  _ text: String, as name: String? = nil, known: [String: [Fields]] = [:]
) throws(ImportError) -> ValueSetFile.Content {
  try ValueSetFile(Array(text.utf8)).sets(named: "file", as: name, known: known)
}

private func lines(_ set: ImportedOptionSet) -> [String] {
  let names: [FieldName] = [.code, .label, .system, .parent, .group, .score]
  return set.document.sections.flatMap { $0.rows }.map { row in
    names.map { row.fields[$0].map { value in value.asText ?? Notation.text(of: value) } ?? "-" }
      .joined(separator: " ")
  }
}

/// A ValueSet or a CodeSystem with some members.
private func resource(_ type: String, _ members: String) -> String {
  #"{"resourceType":"\#(type)","url":"http://e.org/x/s","# + members + "}"
}

private let filterKept = "a filter is kept and not used; no code is left out for it"

private func bundle(_ resources: String...) -> String {
  let entries = resources.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
  return #"{"resourceType":"Bundle","entry":[\#(entries)]}"#
}

private func kept(_ fields: Fields) -> String {
  if case .verbatim(let text)? = fields["fhir"] { text } else { "" }
}

private let abc = resource(
  "CodeSystem",
  #""id":"abc","concept":[{"code":"a","display":"A"},{"code":"b","display":"B"},{"code":"c"}]"#)

private func set(_ compose: String, id: String = "set") -> String {
  #"{"resourceType":"ValueSet","id":"\#(id)","url":"http://e.org/\#(id)","compose":{\#(compose)}}"#
}

/// Rule I34.
@Suite(.timeLimit(.minutes(20))) struct `A ValueSet or a CodeSystem that is read` {
  @Test(arguments: [
    (
      resource(
        "ValueSet",
        #""compose":{"include":[{"system":"t","concept":[{"code":"b","display":"B"},{"code":"a"}]},"#
          + #"{"system":"u","concept":[{"code":"a","display":"Other"}]}]}"#),
      ["b B t - - -", "a - t - - -", "a Other u - - -"]
    ),
    (
      resource(
        "ValueSet",
        #""expansion":{"contains":[{"system":"t","code":"a","display":"A","contains":["#
          + #"{"system":"t","code":"a1","contains":[{"system":"t","code":"a11"}]}]},"#
          + #"{"abstract":true,"display":"More","contains":[{"system":"t","code":"m"}]},"#
          + #"{"abstract":true,"code":"n","contains":[{"code":"n1"}]}]},"compose":{}"#),
      ["a A t - - -", "a1 - t a - -", "a11 - t a1 - -", "m - t - More -", "n1 - - n n -"]
    ),
    (
      resource(
        "CodeSystem",
        #""concept":[{"code":"h","display":"H","property":[{"code":"notSelectable","valueBoolean":true}],"#
          + #""concept":[{"code":"a","display":"A","concept":[{"code":"b"}]}]},"#
          + #"{"code":"c","property":[{"code":"parent","valueCode":"a"},{"code":"itemWeight","valueDecimal":2.0}]},"#
          + #"{"code":"d","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/ordinalValue","#
          + #""valueDecimal":1.50}]}]"#),
      [
        "a A http://e.org/x/s h H -", "b - http://e.org/x/s a H -", "c - http://e.org/x/s a - 2.0",
        "d - http://e.org/x/s - - 1.50",
      ]
    ),
  ])
  func `lists its options in their order`(text: String, expected: [String]) throws {
    let content = try read(text)
    #expect(content.sets.map(\.name) == ["s"] && content.warnings == [])
    #expect(lines(content.sets[0]) == expected)
    #expect(content.sets[0].document.fields.text(.url) == "http://e.org/x/s")
  }

  @Test(arguments: [
    (#""include":[{"system":"http://e.org/x/s"}]"#, "abc"),
    (#""include":[{"system":"http://e.org/x/s|2"}]"#, "abc"),
    (#""include":[{"system":"http://e.org/x/s","concept":[{"code":"b"}]}]"#, "b"),
    (#""include":[{"valueSet":["http://e.org/ab"]}]"#, "ab"),
    (
      #""include":[{"system":"http://e.org/x/s","#
        + #""valueSet":["http://e.org/ab","http://e.org/bc|1"]}]"#, "b"
    ),
    (#""include":[{"valueSet":["http://e.org/bc"]},{"valueSet":["http://e.org/ab"]}]"#, "bca"),
    (
      #""include":[{"system":"http://e.org/x/s"}],"#
        + #""exclude":[{"system":"http://e.org/x/s","concept":[{"code":"b"}]}]"#,
      "ac"
    ),
    (
      #""include":[{"system":"http://e.org/x/s"}],"exclude":[{"valueSet":["http://e.org/ab"]}]"#,
      "c"
    ),
    (
      #""include":[{"system":"t","concept":[{"code":"z"}]},{"system":"http://e.org/x/s"}],"#
        + #""exclude":[{"system":"http://e.org/x/s"}]"#, "z"
    ),
  ])
  func `is composed of what the file has`(compose: String, codes: String) throws {
    let ab = #""include":[{"system":"http://e.org/x/s","concept":[{"code":"a"},{"code":"b"}]}]"#
    let bc = #""include":[{"system":"http://e.org/x/s","concept":[{"code":"b"},{"code":"c"}]}]"#
    let text = bundle(set(compose), set(ab, id: "ab"), abc, set(bc, id: "bc"))
    let content = try read(text)
    #expect(content.sets.map(\.name) == ["set", "ab", "abc", "bc"] && content.warnings == [])
    let rows = content.sets[0].document.sections.flatMap { $0.rows }
    #expect(rows.compactMap { $0.fields.text(.code) }.joined() == codes)
    // What it does not call by a label is called as in its system.
    for row in rows where row.id == "b" { #expect(row.fields.text(.label) == "B") }
  }

  @Test func `leaves out thousands of systems in seconds`() throws {
    let systems = (0..<20_000).map { "s\($0)" }
    let include = systems.map { #"{"system":"\#($0)","concept":[{"code":"c"}]}"# }
    let exclude = systems.dropLast().map { #"{"system":"\#($0)"}"# }
    let text = set(
      #""include":[\#(include.joined(separator: ","))],"#
        + #""exclude":[\#(exclude.joined(separator: ","))]"#)
    var sets: [ImportedOptionSet] = []
    let time = try ContinuousClock().measure { sets = try read(text).sets }
    #expect(sets.map(lines) == [["c - s19999 - - -"]])
    // Going through all codes for each took minutes.
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func `takes over what is known already`() throws {
    let text = set(#""include":[{"system":"t"},{"valueSet":["http://e.org/k|1"]}]"#)
    let file = try ValueSetFile(Array(text.utf8))
    #expect(file.references == ["t", "http://e.org/k|1"])
    let known: [String: [Fields]] = [
      "t": [[.code: "a", .component: "Option"]], "http://e.org/k|1": [[.code: "b", .system: "u"]],
    ]
    #expect(lines(try read(text, known: known).sets[0]) == ["a - t - - -", "b - u - - -"])
  }

  @Test func `keeps what is not understood, and labels in other languages`() throws {
    let text = resource(
      "CodeSystem",
      #""id":"k","title":"K","publisher":"me","concept":[{"code":"a","definition":"first","designation":["#
        + #"{"language":"de","use":{"code":"synonym"},"value":"Syn"},{"language":"de","value":"Eins"},"#
        + #"{"language":"fr","use":{"code":"x"},"value":"Un"}],"x":1.0}]"#)
    let set = try read(text).sets[0]
    #expect(set.name == "k" && set.document.fields.text(.title) == "K")
    #expect(kept(set.document.fields).contains(#""publisher":"me""#))
    let row = try #require(set.document.row("a"))
    #expect(
      row.fields[.translations]
        == .record([
          "de": .record([.label: "Eins"]), "fr": .record([.label: "Un"]),
        ]))
    let kept = kept(row.fields)
    #expect(kept.contains(#""definition":"first""#) && kept.contains(#""x":1.0"#))
    #expect(!kept.contains(#""code":"a""#))
  }

  @Test(arguments: [
    (
      set(#""include":[{"system":"http://e.org/x/s","filter":[{"op":"is-a"}]}]"#),
      ["at entry[0].resource.compose.include[0].filter: \(filterKept)"]
    ),
    (
      set(#""include":[{"system":"http://e.org/x/s"}],"exclude":[{"system":"u","filter":[]}]"#),
      ["at entry[0].resource.compose.exclude[0].filter: \(filterKept)"]
    ),
    (
      #"{"resourceType":"Patient"}"#,
      [#"at entry[0]: "Patient" is no set of options; it is left out"#]
    ),
    ("null", ["at entry[0]: an entry without a resource is left out"]),
    (
      #"{"resourceType":"CodeSystem","content":"not-present"}"#,
      ["at entry[0].resource: it lists no codes; it is left out"]
    ),
    (
      resource("ValueSet", #""id":"v","expansion":{"total":9,"contains":[{"code":"a"}]}"#),
      ["at entry[0].resource.expansion: a part is listed: 1 of 9 codes"]
    ),
    (
      resource("ValueSet", #""id":"v","expansion":{"total":1,"contains":[{"code":"a"}]}"#), []
    ),
    (
      #"{"resourceType":"CodeSystem","id":"f","content":"fragment","concept":[{"code":"a"}]}"#,
      ["at entry[0].resource: a part is listed: 1 codes"]
    ),
    (
      #"{"resourceType":"CodeSystem","id":"f","concept":[{"code":"a","display":5},{"code":"a","display":"b"}]}"#,
      [
        #"at entry[0].resource.concept[0].display: "display" is not used but kept: "#
          + "expected text, found 5",
        #"at entry[0].resource.concept[1]: the code "a" is there already, with another label; "#
          + "the first counts",
      ]
    ),
  ])
  func `says what it kept and did not use`(text: String, warnings: [String]) throws {
    let found = try read(bundle(text, abc)).warnings.map(\.description)
    #expect(found.map { String($0.drop { $0 != "a" }) } == warnings)
    #expect(found.allSatisfy { $0.hasPrefix("line 1, column ") })
  }

  @Test(arguments: [
    (
      set(#""include":[{"system":"http://t.org"}]"#),
      "line 1, column 96, at compose.include[0].system: the codes of http://t.org are neither in this file "
        + "nor in the store; import them first, or a ValueSet with its expansion"
    ),
    (
      set(#""include":[{"valueSet":[5]}]"#),
      "line 1, column 99, at compose.include[0].valueSet[0]: the codes of 5 are neither in this file "
        + "nor in the store; import them first, or a ValueSet with its expansion"
    ),
    (
      set(#""include":[{"valueSet":["http://e.org/set"]}]"#),
      "line 1, column 99, at compose.include[0].valueSet[0]: http://e.org/set includes itself, or sets "
        + "include each other deeper than 64"
    ),
    (set(""), "line 1, column 1: it lists no codes that could be chosen"),
    (
      set(#""include":[{}]"#),
      "line 1, column 86, at compose.include[0]: it lists no codes that could be chosen"
    ),
    (
      set(#""include":[{"concept":[{"code":"a"},{"display":"b"}]}]"#),
      "line 1, column 111, at compose.include[0].concept[1]: an option needs a code"
    ),
    (
      resource("CodeSystem", #""concept":7"#),
      "line 1, column 1: it lists no codes that could be chosen"
    ),
    (
      bundle(#"{"resourceType":"Patient"}"#),
      "line 1, column 1: this Bundle has no ValueSet and no CodeSystem that lists codes"
    ),
    (
      #"{"resourceType":"Patient"}"#,
      "line 1, column 1: this is not a FHIR ValueSet or CodeSystem, nor a Bundle"
    ),
    (
      "{",
      #"line 1, column 2: expected a member name or "}", found the end of the text"#
    ),
  ])
  func `that has no options is refused with its place`(text: String, sentence: String) throws {
    do throws(ImportError) {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect(error.description == sentence)
    }
  }

  @Test func `takes one name for one set`() throws {
    #expect(try read(bundle(abc), as: "mine").sets.map(\.name) == ["mine"])
    let two = bundle(abc, set(#""include":[{"system":"http://e.org/x/s"}]"#))
    #expect(throws: ImportError.self) { try read(two, as: "mine") }
  }

  // A set that includes one twice, and that one another, would double with every step.
  @Test func `includes others without end of work`() throws {
    let chain = (0..<60).map { number in
      let next = #"{"valueSet":["http://e.org/s\#(number + 1)"]}"#
      return set(#""include":[\#(next),\#(next)]"#, id: "s\(number)")
    }
    let last = set(#""include":[{"concept":[{"code":"a"}]}]"#, id: "s60")
    let entries = (chain + [last]).map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    let sets = try read(#"{"resourceType":"Bundle","entry":[\#(entries)]}"#).sets
    #expect(sets.count == 61 && sets.allSatisfy { $0.count == 1 })
    let gone = chain.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    #expect(throws: ImportError.self) { try read(#"{"resourceType":"Bundle","entry":[\#(gone)]}"#) }
  }
}

/// One mechanism reads the sets that stand in a Questionnaire, too.
@Suite(.timeLimit(.minutes(20))) struct `A contained value set` {
  private func options(_ contained: String) throws -> [String]? {
    let form = try readForm(
      #"{"resourceType":"Questionnaire","contained":["# + contained
        + #"],"item":[{"linkId":"q","type":"choice","answerValueSet":"http://e.org/set"}]}"#)
    let row = try form.form.document().row("q")
    return row?.fields[.options]?.asList?.map { $0.asRecord?.text(.code) ?? "-" }
  }

  @Test func `gives the options of a system beside it, and none by a filter`() throws {
    let whole = set(#""include":[{"system":"http://e.org/x/s"}]"#)
    #expect(try options(whole + "," + abc) == ["a", "b", "c"])
    #expect(try options(whole) == nil)
    let filtered = set(#""include":[{"system":"http://e.org/x/s","filter":[{}]}]"#)
    #expect(try options(filtered + "," + abc) == nil)
  }
}
