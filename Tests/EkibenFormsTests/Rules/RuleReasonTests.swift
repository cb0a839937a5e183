import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rules F33, F34, F35 and F38.
@Suite(.timeLimit(.minutes(20))) struct `Why something holds of a row` {
  private static let (a, c) = (Field<Bool>("a"), Field<String>("c"))

  private static let form = Form("f") {
    Section("q") {
      Toggle(a)
      TextInput(c).visible(when: a == true)
      TextInput(Field<String>("plain"))
      TextInput(Field<String>("flags")).required().readOnly().setting(.hidden, to: true)
      TextInput(Field<String>("odd")).setting(.visible, to: .record(["x": 1]))
        .setting(.required, to: .record(["x": 1]))
      TextInput(Field<String>("when")).setting(.enableWhen, to: .verbatim("[]"))
      TextInput(Field<String>("broken")).visible(when: .fhirPath("1 + 'a'"))
      Choice(
        Field<String>("pick"), options: [.init("x"), .init("y").offered(when: c.isAnswered)])
    }
    Section("s") {
      TextInput(Field<String>("b")).visible(when: c == "x" || a.isAnswered).required()
        .readOnly(when: c.isAnswered)
      TextInput(Field<Int>("n")).calculated("1 + 1").textExpression("'N'").initially("1")
    }
    .visible(when: a == true).textExpression("'S'")
  }

  private let words = FormulaWords(
    title: \.rawValue, text: { value, _ in ValueText.bare(value) })

  private func reasons(for row: RowID, answering answers: [RowID: Value] = [:]) throws -> [String] {
    var document = try Self.form.document()
    let index = Document.Index(document)
    for (row, value) in answers { document.set(value, at: try #require(index[row])) }
    let structure = DocumentStructure(document, index)
    return RuleState(document, index).reasons(for: row, in: structure).map { reason in
      let ground =
        switch reason.ground {
        case .formula(let formula, _): words.words(for: formula)
        case .flag: "flag"
        case .notUnderstood: "not understood"
        }
      let reads = reason.reads.map { $0.counts ? "\($0.row)" : "(\($0.row))" }
      let option = reason.option.map { " \($0)" } ?? ""
      let start = "\(reason.record.text) \(reason.aspect.rawValue)\(option) \(reason.holds)"
      let failure = reason.failure.map { " failed: \($0)" } ?? ""
      return (["\(start): \(ground)"] + reads).joined(separator: " ← ") + failure
    }
  }

  @Test(
    arguments: [
      ("plain", []), ("nobody", []), ("a", []),
      ("c", ["c visible false: “a” is true ← a"]),
      (
        "flags",
        ["flags visible false: flag", "flags required true: flag", "flags readOnly true: flag"]
      ),
      ("odd", ["odd visible true: not understood", "odd required false: not understood"]),
      ("when", ["when visible true: not understood"]),
      (
        "broken", ["broken visible true: 1 + 'a' is true failed: 1:3: + cannot be done with a text"]
      ),
      ("pick", ["pick offered 1 false: “c” is answered ← (c)"]),
      (
        "b",
        [
          "b visible false: “c” is x or “a” is answered ← (c) ← a", "b required true: flag",
          "b readOnly false: “c” is answered ← (c)", "s visible false: “a” is true ← a",
        ]
      ),
      (
        "n",
        [
          "n calculated false: 1 + 1 is true", "n text false: 'N' is true",
          "s visible false: “a” is true ← a",
        ]
      ),
    ] as [(RowID, [String])])
  func `is each rule of it and of what it stands in`(row: RowID, expected: [String]) throws {
    #expect(try reasons(for: row) == expected)
  }

  @Test func `follows the answers`() throws {
    #expect(
      try reasons(for: "b", answering: ["a": true, "c": "x"]) == [
        "b visible true: “c” is x or “a” is answered ← c ← a", "b required true: flag",
        "b readOnly true: “c” is answered ← c", "s visible true: “a” is true ← a",
      ])
    #expect(
      try reasons(for: "pick", answering: ["a": true, "c": "x"]) == [
        "pick offered 1 true: “c” is answered ← c"
      ])
  }
}
