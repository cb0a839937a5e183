import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

private func variable(_ name: String, _ text: String, _ language: String = "text/fhirpath") -> JSON
{
  [
    "url": "http://hl7.org/fhir/StructureDefinition/variable",
    "valueExpression": [
      "name": .string(name), "language": .string(language), "expression": .string(text),
    ],
  ]
}

private func calculated(_ text: String) -> JSON {
  [
    "url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression",
    "valueExpression": ["language": "text/fhirpath", "expression": .string(text)],
  ]
}

private let launched: JSON = [
  "url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-launchContext",
  "extension": [["url": "name", "valueCoding": ["code": "patient"]]],
]

/// Rule I38.
@Suite(.timeLimit(.minutes(20)))
struct `The expressions of a Questionnaire` {
  private static let form: JSON = [
    "resourceType": "Questionnaire",
    "extension": [
      launched, variable("a", "1"), variable("b", "%a + 1"), variable("a", "5"),
      variable("born", "%patient.birthDate"),
      variable("found", "Patient?x", "application/x-fhir-query"),
      variable("resource", "2"), variable("c", "%later"), variable("later", "3"),
    ],
    "item": [
      [
        "linkId": "g", "extension": [calculated("%a"), variable("a", "%a + 10")],
        "item": [
          ["linkId": "in", "extension": [calculated("%a + %b")]],
          ["linkId": "own", "extension": [variable("d", "%born"), calculated("%d.toString()")]],
        ],
      ],
      [
        "linkId": "out",
        "extension": [calculated("%a"), calculated("%d"), calculated("%found.id")],
      ],
      [
        "linkId": "text",
        "_text": [
          "extension": [
            [
              "url": "http://hl7.org/fhir/StructureDefinition/cqf-expression",
              "valueExpression": ["language": "text/cql", "expression": "Title"],
            ]
          ]
        ],
      ],
    ],
  ]

  @Test func `are named with what becomes of each, in the order of the form`() {
    let lines = QuestionnaireExpressions(Self.form).all.map { found in
      let name = found.name.map { " %\($0)" } ?? ""
      return "\(found.linkID ?? "-") \(found.kind)\(name): \(found.verdict.why ?? "compiled")"
    }
    #expect(
      lines == [
        "- variable %a: compiled", "- variable %b: compiled",
        "- variable %a: %a is something else here",
        "- variable %born: needs %patient",
        "- variable %found: is written in application/x-fhir-query",
        "- variable %resource: %resource is something else here",
        "- variable %c: 1:1: nothing defines %later", "- variable %later: compiled",
        "g variable %a: compiled", "g calculatedExpression: compiled",
        "in calculatedExpression: compiled",
        "own variable %d: needs %patient", "own calculatedExpression: needs %patient",
        "out calculatedExpression: compiled", "out calculatedExpression: 1:1: nothing defines %d",
        "out calculatedExpression: needs %found", "text cqf-expression: is written in text/cql",
      ])
  }

  @Test func `say where nothing acts on them`() throws {
    let core = "http://hl7.org/fhir/StructureDefinition/"
    let sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-"
    func expression(_ text: String, _ url: String) -> JSON {
      [
        "url": .string(url),
        "valueExpression": ["language": "text/fhirpath", "expression": .string(text)],
      ]
    }
    func beside(_ text: String) -> JSON {
      ["extension": [expression(text, core + "cqf-expression")]]
    }
    func inside(_ text: String, _ url: String) -> JSON {
      ["url": .string(url), "_valueInteger": beside(text)]
    }
    let form: JSON = [
      "resourceType": "Questionnaire", "_title": beside("1"),
      "item": [
        [
          "linkId": "used", "_text": beside("2"),
          "extension": [
            expression("3", sdc + "calculatedExpression"),
            expression("4", sdc + "initialExpression"),
            expression("5", sdc + "enableWhenExpression"),
            expression("6", core + "variable"), expression("7", core + "targetConstraint"),
            inside("8", core + "minValue"), inside("9", sdc + "maxQuantity"),
            [
              "url": .string(core + "questionnaire-constraint"),
              "extension": [["url": "expression", "valueString": "10"]],
            ],
            [
              "url": .string(sdc + "answerOptionsToggleExpression"),
              "extension": [expression("11", "expression")],
            ],
          ],
        ],
        [
          "linkId": "not", "_prefix": beside("12"), "_required": beside("13"),
          "_answerValueSet": beside("14"),
          "answerOption": [["valueCoding": ["code": "a", "_display": beside("15")]]],
          "extension": [
            expression("16", sdc + "answerExpression"), inside("17", core + "questionnaire-hidden"),
            inside("18", core + "minLength"), inside("19", core + "questionnaire-maxOccurs"),
          ],
        ],
      ],
    ]
    let unused = QuestionnaireExpressions(form).all.filter { $0.verdict != .compiled }
    #expect(unused.map(\.text) == ["1", "12", "13", "14", "15", "16", "17", "18", "19"])
    #expect(unused.allSatisfy { $0.verdict == .withoutEffect })
    #expect(unused.first?.verdict.why == "stands where nothing here acts on it")
  }

  @Test func `see the variables of their own item and of all around it, the nearest first`() throws
  {
    let found = QuestionnaireExpressions(Self.form)
    var environment = ExpressionEnvironment(milliseconds: 0)
    for variable in found.variables(seenBy: "in") where variable.expression.variables != ["patient"]
    {
      environment.variables[variable.name] = try variable.expression.value(
        of: .none, in: environment)
    }
    #expect(environment.variables["a"] == .one(.integer(11)))
    #expect(environment.variables["b"] == .one(.integer(2)))
    #expect(!found.variables(seenBy: "out").map(\.name).contains("d"))
    #expect(Set(found.variables(seenBy: "own").map(\.name)).isSuperset(of: ["d", "a"]))
  }

  @Test func `may be called like what a launch hands over, and are then meant instead`() throws {
    let form: JSON = [
      "resourceType": "Questionnaire", "extension": [launched, variable("patient", "7")],
      "item": [["linkId": "in", "extension": [calculated("%patient + 1")]]],
    ]
    for found in [
      QuestionnaireExpressions(form), QuestionnaireExpressions(form, handingOver: ["patient"]),
    ] {
      #expect(found.all.map(\.verdict) == [.compiled, .compiled])
      #expect(found.variables(seenBy: "in").map(\.name) == ["patient"])
    }
  }

  @Test func `feed all that read them, also by others`() throws {
    let found = QuestionnaireExpressions(Self.form)
    let fed = found.all.indices.map { found.linkIDs(fedBy: $0) }
    #expect(Set(fed[0]) == ["g", "in", "out"])
    #expect(fed[1] == ["in"])
    #expect(fed[3] == ["own"])
    #expect(fed[4] == ["out"])
    #expect(Set(fed[8]) == ["g", "in"])
    #expect(fed[10] == ["in"])
  }

  @Test func `say which launch context a form made here needs, and are read as it was`() throws {
    let form = Form("intake") {
      Section("about") {
        TextInput(Field<Int>("born"), title: "Year of birth").calculated(
          "%patient.birthDate.toString().substring(0, 4).toInteger() - %offset")
      }
    }
    .launchContext("patient").launchContext("user").variable("offset", "%user.id.count()")
    let written = try FormFile.writeQuestionnaire(form)
    #expect(written.warnings.isEmpty)
    let json = try JSON(parsing: written.bytes)
    #expect(
      try json["extension"]?.array?.first
        == JSON(
          parsing: Array(
            #"""
            {"url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-launchContext",
             "extension": [
               {"url": "name", "valueCoding": {
                 "system": "http://hl7.org/fhir/uv/sdc/CodeSystem/launchContext",
                 "code": "patient"}},
               {"url": "type", "valueCode": "Patient"}]}
            """#.utf8)))
    let read = try FormFile.read(written.bytes, named: "intake").form
    #expect(read.fields[.variables] == form.fields[.variables])
    // Written once more, nothing is said twice.
    #expect(try FormFile.writeQuestionnaire(read).bytes == written.bytes)
  }

  @Test func `leave out launch context of which nobody knows what it is`() throws {
    let form = Form("intake") { Section("s") { Toggle(Field<Bool>("ok"), title: "OK?") } }
      .launchContext("visits")
    let warnings = try FormFile.writeQuestionnaire(form).warnings
    #expect(warnings.map(\.record) == [.document] && warnings.map(\.field) == ["variables"])
  }

  // Followed once for each that reads it, the last of these would be followed 2^60 times.
  @Test func `take no longer where each variable reads the one before it twice`() throws {
    let variables = (0..<60).map { number in
      variable("v\(number)", number == 0 ? "%patient | item" : "%v\(number - 1) | %v\(number - 1)")
    }
    let form: JSON = ["extension": .array([launched] + variables)]
    let found = QuestionnaireExpressions(form)
    let last = try #require(found.all.last)
    #expect(last.verdict == .needs(["patient"]))
    let expression = try #require(last.compiled)
    #expect(
      VariableScope(linkIDs: [], found.variables(seenBy: nil)).reads(of: expression, at: nil).isAll)
    for step in [".repeat(item)", ".select(repeat(item | answer)"] {
      let ends = step.hasPrefix(".s") ? String(repeating: ")", count: 60) : ""
      let text = "repeat(item)" + String(repeating: step, count: 60) + ends
      let compiled = try CompiledExpression(fhirPath: text)
      let reads = VariableScope(linkIDs: []).reads(of: compiled, at: nil)
      #expect(reads.isAll)
    }
  }

  @Test(
    .enabled(if: !RealForms.files.isEmpty),
    arguments: [
      ("sepsis-risk.json", 38, 17), ("danger-signs.json", 15, 13),
      ("new-patient-registration.json", 9, 0), ("covid-19-assessment.json", 0, 0),
    ])
  func `of real forms are understood, but for what needs more`(
    name: String, count: Int, understood: Int
  ) throws {
    let file = try #require(RealForms.files.first { $0.name == name })
    let all = QuestionnaireExpressions(try JSON(parsing: file.bytes)).all
    #expect(all.count == count)
    #expect(all.count { $0.verdict == .compiled } == understood)
    for found in all {
      if case .refused(let error) = found.verdict { Issue.record("\(found.text): \(error)") }
    }
  }
}
