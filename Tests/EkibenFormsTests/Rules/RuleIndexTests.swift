import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rules F33, E12 and E19.
@Suite(.timeLimit(.minutes(20))) struct `The rules of a form` {
  /// A row of a form with a launch context `p` and two variables, and what is known of its rules.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let row: TextInput
    let facts: String
    var testDescription: String { name }
    init(_ name: String, _ facts: String, _ change: (TextInput) -> TextInput = { $0 }) {
      (self.name, self.facts) = (name, facts)
      row = change(TextInput(Field<String>("n"), title: "N"))
    }
  }

  private static let other = Field<String>("m")

  static let cases: [Case] = [
    Case("none", "empty"),
    Case("flags", "empty") { $0.readOnly().required() },
    Case("flags that change nothing", "empty") { $0.setting(.required, to: false) },
    Case("shown", "empty") { $0.setting(.visible, to: true) },
    Case("not shown", "") { $0.setting(.visible, to: false) },
    Case("hidden", "") { $0.setting(.hidden, to: true) },
    Case("a condition", "") { $0.visible(when: other.isAnswered) },
    Case("one that is not understood", "empty") { $0.setting(.visible, to: .record(["x": 1])) },
    Case("a condition on the time", "time, hides by environment") {
      $0.visible(when: .fhirPath("today() > @2020-01-01"))
    },
    Case("a condition on the time by a variable", "time, hides by environment") {
      $0.visible(when: .any([other.isAnswered, .fhirPath("%clock > @2020-01-01")]))
    },
    Case("a condition on the host", "host, hides by host, hides by environment") {
      $0.visible(when: .fhirPath("%p.exists()"))
    },
    Case("a condition on the host by a variable", "host, hides by host, hides by environment") {
      $0.visible(when: .fhirPath("%mine = 'x'"))
    },
    Case("required by the host", "host") { $0.required(when: .fhirPath("%p.exists()")) },
    Case("read-only by the time", "time") { $0.readOnly(when: .fhirPath("now() > @2020")) },
    Case("calculated", "calculates") { $0.calculated("'a'") },
    Case("calculated from the time", "time, calculates") { $0.calculated("today().toString()") },
    Case("begins with the time", "time, calculates") { $0.initially("now().toString()") },
    Case("a text of the host", "host") { $0.textExpression("%p.name") },
    Case("a text that is no expression", "") { $0.textExpression("1 +") },
  ]

  private func index(_ row: any Component) throws -> RuleIndex {
    let document = try Form("f") {
      Section("s") {
        row
        TextInput(Self.other)
      }
    }
    .launchContext("p").variable("clock", "today()").variable("mine", "%p.name").document()
    return RuleIndex(document, Document.Index(document))
  }

  @Test(arguments: cases) func `are known by what they ask for`(test: Case) throws {
    let index = try index(test.row)
    let facts = [
      ("empty", index.isEmpty), ("time", index.asksForTime), ("host", index.asksHost),
      ("hides by host", index.hidesByLaunchContext),
      ("hides by environment", index.hidesByEnvironment), ("calculates", index.calculates),
      ("options", index.offersOptions),
    ]
    #expect(facts.filter(\.1).map(\.0).joined(separator: ", ") == test.facts)
  }

  @Test func `offer options where one has a formula`() throws {
    let options = [
      Choice.Option("a"), Choice.Option("b").offered(when: Self.other.isAnswered),
    ]
    let index = try index(Choice(Field<String>("n"), title: "N", options: options))
    #expect(index.offersOptions && !index.isEmpty && !index.calculates)
    #expect(index.rules.map(\.key.option) == [1])
  }

  // What comes, goes, moves or is defined anew, and no more, is read anew.
  @Test(
    arguments: [
      (.value, false, false), (.draft, false, false), (.title, false, false), (.text, false, false),
      (.section, true, false), (.order, true, false), (.component, true, false),
      (.policies, true, false), (.variables, true, false), (.linkID, true, false),
      (.visible, true, true), (.required, true, true), (.readOnly, true, true),
      (.hidden, true, true), (.options, true, true), (.calculated, true, true),
      (.textExpression, true, true), (.template, true, false), (.parent, true, false),
      (.parentRow, true, false), (.repeats, true, false),
    ] as [(FieldName, Bool, Bool)])
  func `are others after some changes`(field: FieldName, concerns: Bool, brings: Bool) {
    let change = Change(.row("a"), field, before: nil, after: "x")
    #expect(change.concernsRules == concerns)
    #expect(change.bringsRules == brings)
  }

  @Test func `come with a record that has some, and any record that comes or goes concerns them`() {
    for (fields, brings) in [
      ([.visible: false], true), ([.hidden: true], true), ([.title: "T"], false),
    ] as [(Fields, Bool)] {
      let coming = Change(.row("a"), nil, before: nil, after: .record(fields))
      #expect(coming.bringsRules == brings && coming.concernsRules)
      let going = Change(.row("a"), nil, before: .record(fields), after: nil)
      #expect(!going.bringsRules && going.concernsRules)
    }
  }
}

// Rule F55.
@Suite(.timeLimit(.minutes(20))) struct `What a rule of a program reads` {
  private static let (one, list) = (Field<String>("one"), Field<[String]>("list"))
  private let input = RuleInput(rows: ["one", "list", "none"]) { reference in
    let answers: [RowID: [[Value]]] = [
      "one": [[], ["a"], ["b"]], "list": [["a", "b"]], "x": [["z"]],
    ]
    let found = answers[reference.row] ?? []
    return reference.reach == .nearest ? Array(found.suffix(1)) : found
  }

  @Test func `is the nearest answer, or those of all instances`() {
    #expect(input[Self.one] == "b")
    #expect(input.all(Self.one) == ["a", "b"])
    #expect(input[Self.list] == ["a", "b"])
    #expect(input[Field<Int>("one")] == nil && input.all(Field<Int>("one")) == [])
  }

  @Test func `is nothing of what is not answered, and of rows that it does not name`() {
    #expect(input[Field<String>("none")] == nil)
    #expect(input[Field<String>("x")] == nil && input.all(Field<String>("x")) == [])
  }
}
