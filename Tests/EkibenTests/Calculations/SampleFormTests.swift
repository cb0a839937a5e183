import Ekiben
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// One line of a table that was worked out by hand: what is answered, and what has to be shown then.
struct ScoreCase: CustomTestStringConvertible {
  /// The rows that are answered yes, and those that are answered no.
  let yes: [RowID]
  var no: [RowID] = []
  let redFlags: Bool
  let amberFlags: Bool
  /// The one outcome that is shown.
  let outcome: RowID?
  /// The calculated answer to whether oxygen is wanted.
  let oxygen: Bool?

  var testDescription: String { "\(yes.map(\.rawValue)) not \(no.map(\.rawValue))" }
}

private let low: RowID = "low-risk-outcome"
private let red: RowID = "red-flag-outcome"
private let high: RowID = "high-risk-outcome"
private let safety: RowID = "safety-advice-outcome"

/// Without a sign of infection that is answered, nothing is said; without one that is there, the risk is low.
/// A sign asks for red flags; one that is there is an outcome, and where all are denied, amber ones are asked.
private let scores: [ScoreCase] = [
  .init(yes: [], redFlags: false, amberFlags: false, outcome: nil, oxygen: nil),
  .init(yes: [], no: ["pi-fever"], redFlags: false, amberFlags: false, outcome: low, oxygen: nil),
  .init(
    yes: [], no: ["pi-fever", "pi-device", "pi-immuno"], redFlags: false, amberFlags: false,
    outcome: low, oxygen: nil),
  .init(yes: ["pi-fever"], redFlags: true, amberFlags: false, outcome: nil, oxygen: nil),
  .init(
    yes: ["pi-fever"], no: ["pi-device"], redFlags: true, amberFlags: false, outcome: nil,
    oxygen: nil),
  .init(
    yes: ["pi-fever", "redflag-o2"], redFlags: true, amberFlags: false, outcome: red, oxygen: true),
  .init(
    yes: ["pi-lookssick", "pi-ageover65", "redflag-rash", "redflag-hr"], redFlags: true,
    amberFlags: false, outcome: red, oxygen: true),
  .init(
    yes: ["pi-fever"], no: ["redflag-rr"], redFlags: true, amberFlags: true, outcome: nil,
    oxygen: nil),
  .init(
    yes: ["pi-fever", "amberflag-hr"], no: ["redflag-rr"], redFlags: true, amberFlags: true,
    outcome: high, oxygen: nil),
  .init(
    yes: ["pi-fever", "amberflag-trauma", "amberflag-urine"], no: ["redflag-rr", "redflag-o2"],
    redFlags: true, amberFlags: true, outcome: high, oxygen: nil),
  .init(
    yes: ["pi-fever"], no: ["redflag-rr", "amberflag-hr"], redFlags: true, amberFlags: true,
    outcome: safety, oxygen: nil),
  // Red flags win over amber ones, which are not even asked then.
  .init(
    yes: ["pi-fever", "redflag-o2", "amberflag-hr"], redFlags: true, amberFlags: false,
    outcome: red, oxygen: true),
  // What is hidden does not count: without a sign of infection red flags say nothing.
  .init(
    yes: ["redflag-o2"], no: ["pi-fever"], redFlags: false, amberFlags: false, outcome: low,
    oxygen: nil),
]

private func sample(_ name: String) throws -> ImportedForm {
  let folder = try #require(formsFolder)
  let bytes = Array(try Data(contentsOf: folder.appending(path: "fhir/\(name).json")))
  return try FormFile.read(bytes, named: name)
}

// Rules E13, I39 and E12.
@Suite(
  .enabled(if: formsFolder != nil, "no sample forms: set EKIBEN_FORMS to their folder"),
  .timeLimit(.minutes(20)))
struct `Expressions of sample forms` {
  private func withEditor(
    _ name: String, _ body: (Store, DocumentEditor) throws -> Void
  ) throws {
    let form = try sample(name).form
    try withTemporaryStore { store in
      try body(store, try store.editor("visit", from: form, in: .fixed()))
      #expect(try store.verify().findings == [])
    }
  }

  private func isActive(_ record: RecordID, _ editor: DocumentEditor) -> Bool {
    editor.rules.isActive(record, in: editor.document.structure)
  }

  @Test(arguments: scores)
  func `the screening for sepsis comes to the outcome that is worked out by hand`(
    score: ScoreCase
  ) throws {
    try withEditor("sepsis-risk") { store, editor in
      let answers = score.yes.map { ($0, true) } + score.no.map { ($0, false) }
      for (row, answer) in answers { try editor.set([(row, .bool(answer))]) }
      #expect(isActive(.section("redflag-group"), editor) == score.redFlags)
      #expect(isActive(.section("amberflag-group"), editor) == score.amberFlags)
      let shown = [low, red, high, safety].filter { isActive(.row($0), editor) }
      #expect(shown == [score.outcome].compactMap(\.self))
      #expect(editor["extract-red-flag-oxygen"] == score.oxygen.map(Value.bool))
      // Fast or slow, one by one or at once: the same.
      let other = try store.editor(
        "other", from: try sample("sepsis-risk").form, in: .fixed(seed: 1))
      if !answers.isEmpty { try other.set(answers.map { ($0.0, .bool($0.1)) }) }
      #expect(other.document.content == editor.document.content)
    }
  }

  /// A condition, answers while which it holds (nil: it never does), and others.
  struct SignCase: CustomTestStringConvertible {
    let record: RecordID
    let holds: [(RowID, Value)]?
    let doesNot: [(RowID, Value)]
    var testDescription: String { record.text }
  }

  private static let signs: [SignCase] = {
    let (convulsing, continuing): (RowID, RowID) = ("Ccc.B7.DE02", "Ccc.B7-B8-B9.DE01")
    let stable: [(RowID, Value)] = [(convulsing, false)]
    let (vomits, drinks): (RowID, RowID) = ("Ccc.B7.DE10", "Ccc.B7.DE09")
    let test = stable + [(drinks, true)]
    let given: [(RowID, Value)] = [("Ccc.B22.DE08", "Ccc.B22.DE09")]
    let notGiven: [(RowID, Value)] = [("Ccc.B22.DE14", .list(["Ccc.B22.DE14"]))]
    return [
      SignCase(
        record: .row(continuing), holds: [(convulsing, true)], doesNot: [(convulsing, false)]),
      SignCase(record: .section("stable-child"), holds: stable, doesNot: [(convulsing, true)]),
      SignCase(
        record: .section("stable-child"),
        holds: [(convulsing, true), (continuing, "Ccc.B7-B8-B9.DE02")],
        doesNot: [(convulsing, true), (continuing, "Ccc.B7-B8-B9.DE03")]),
      // `AgeInMonth.cql` is a path that finds nothing, so nothing is known.
      SignCase(record: .row("Ccc.B7.DE03"), holds: nil, doesNot: stable),
      SignCase(
        record: .row("Ccc.B7.DE08"), holds: stable + [("Ccc.B7.DE08b", true)],
        doesNot: stable + [("Ccc.B7.DE08b", false)]),
      SignCase(
        record: .row("Ccc.B7.DE08a"), holds: stable + [("Ccc.B7.DE08b", true)], doesNot: stable),
      SignCase(
        record: .section("Ccc.B22.FluidTest"), holds: stable + [(vomits, true)],
        doesNot: stable + [(vomits, false), (drinks, false)]),
      SignCase(record: .row("Ccc.B22.DE08"), holds: test, doesNot: test + notGiven),
      SignCase(record: .row("Ccc.B22.DE14"), holds: test, doesNot: test + given),
      SignCase(
        record: .row("Ccc.B22.DE14a"), holds: test, doesNot: stable + [(drinks, false)]),
      // It compares a coding with true.
      SignCase(record: .row("Ccc.B22.DE15"), holds: nil, doesNot: test + notGiven),
      SignCase(record: .row("Ccc.B22.DE16"), holds: nil, doesNot: test),
    ]
  }()

  @Test(arguments: signs)
  func `each condition of the danger signs is seen to hold, and not to`(sign: SignCase) throws {
    for (answers, expected) in [(sign.holds, true), (sign.doesNot, false)] {
      guard let answers else { continue }
      try withEditor("danger-signs") { _, editor in
        for (row, answer) in answers { try editor.set([(row, answer)]) }
        #expect(isActive(sign.record, editor) == expected)
      }
    }
  }

  @Test func `whether a child needs fluid is calculated from what was tried`() throws {
    try withEditor("danger-signs") { _, editor in
      try editor.set([("Ccc.B7.DE02", false), ("Ccc.B7.DE09", true)])
      #expect(editor["Ccc.B22.DE14a"] == false)
      try editor.set([("Ccc.B22.DE14", .list(["Ccc.B22.DE14"])), ("DS", true)])
      #expect(editor["Ccc.B22.DE14a"] == true)
      #expect(editor["timestamp"] == .date("2026-01-01T00:00:00.000Z"))
    }
  }

  // What needs a server or another language is named, with its cause.
  @Test func `what cannot be evaluated is told when a form is imported`() throws {
    func causes(_ name: String) throws -> [String] {
      try sample(name).warnings.compactMap { warning in
        guard case .expressionNotUsed(let expression) = warning.kind else { return nil }
        return "\(expression.kind) \(expression.verdict.why ?? "")"
      }
    }
    #expect(
      try causes("danger-signs")
        == Array(repeating: "initialExpression is written in text/cql-identifier", count: 2))
    let sepsis = try causes("sepsis-risk")
    #expect(sepsis.count == 21)
    #expect(sepsis.allSatisfy { $0.contains("needs %") || $0.contains("x-fhir-query") })
  }
}
