import EkibenDocuments
import Testing

// Decision 0061.
@Suite(.timeLimit(.minutes(20))) struct `The rows of a form` {
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let fields: Fields
    var testDescription: String { what }

    init(_ what: String, _ fields: Fields) { (self.what, self.fields) = (what, fields) }
  }

  private static let formula: Value = .record(["row": "a", "is": true])

  static let dependent = [
    Case("hidden by a rule", [.visible: formula]), Case("never shown", [.visible: false]),
    Case("flagged as hidden", [.hidden: true]), Case("required by a rule", [.required: formula]),
    Case("read-only by a rule", [.readOnly: formula]), Case("repeating", [.repeats: true]),
    Case("instances", [.template: "t"]), Case("checked", [.checks: []]),
    Case("calculated", [.calculated: formula]),
    Case("calculated once", [.initialExpression: formula]),
    Case("named by a formula", [.textExpression: formula]),
    Case("offering what another says", [.optionsOf: "b"]),
    Case(
      "offering some by a rule",
      [.options: [.record([.code: "x"]), .record([.code: "y", .offered: formula])]]),
  ]

  static let independent = [
    Case("plain", [:]), Case("always required", [.required: true]),
    Case("always read-only", [.readOnly: true]), Case("limited", [.maxLength: 3, .least: "today"]),
    Case("choices", [.options: [.record([.code: "x"])]]), Case("secret", [.kind: "secret"]),
    Case("under another", [.parentRow: "a"]), Case("begun with", [.initial: "x"]),
  ]

  private func form(
    _ fields: Fields, ofSection: Bool = false, header: Fields = [:]
  ) throws -> Document {
    try Document(
      fields: header,
      sections: [
        .init(id: "s", rows: [.init(id: "a")]),
        .init(
          id: "t", fields: ofSection ? fields : Fields(),
          rows: [.init(id: "b", fields: ofSection ? Fields() : fields)]),
      ])
  }

  @Test(arguments: dependent) func `depend on each other where they are`(_ some: Case) throws {
    #expect(try !form(some.fields).hasIndependentRows)
    #expect(try !form(some.fields, ofSection: true).hasIndependentRows)
  }

  @Test(arguments: independent) func `stand alone where they are`(_ some: Case) throws {
    #expect(try form(some.fields).hasIndependentRows)
    #expect(try form(some.fields, ofSection: true).hasIndependentRows)
  }

  @Test func `depend on each other where the form has checks or policies`() throws {
    #expect(try !form([:], header: [.checks: []]).hasIndependentRows)
    #expect(try !form([:], header: [.policies: .record([:])]).hasIndependentRows)
    #expect(try form([:], header: [.title: "T"]).hasIndependentRows)
  }
}
