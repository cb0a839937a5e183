import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// Runs `ekiben why STORE DOC ROW`.
enum WhyCommand: Command {
  static let spec = CommandSpec(
    name: "why", summary: "say why a row is hidden, required, read-only, calculated or invalid",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "ROW")],
    options: [CommandSpec.given] + CommandSpec.reading,
    discussion: """
      Names each rule of the row, and of the sections and rows that it stands in, and each limit and check
      that is broken, with the answers that it rests on: who gave them, when, in which entry. Of a row
      that has a formula for its answer it says what came of that.
      """)

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let document = reading.document
      let row = try call.row(call.arguments[2], of: document)
      let context = try call.input(reading.store).context
      let reasons = try reading.store.why(row.id, in: document, context)
      let registry = call.environment.registry
      let held = document.held(row, document.rules([], registry, in: context.expressionEnvironment))
      let issues = try reading.store.whyInvalid(row.id, in: document, context)
      if call.isJSON { return call.console.write(json(held, reasons, issues)) }
      let state = held.fields.isHidden ? "hidden" : "shown"
      call.console.write(Notation.shown("\(Notation.name(row.id.rawValue)) is \(state)"))
      for reason in reasons { write(reason, call) }
      // What becomes of the formula has been said.
      for issue in issues where issue.issue.ruleName != "calculation" {
        call.console.write(Notation.shown("- \(issue.sentence)"))
      }
      if reasons.isEmpty, issues.isEmpty { call.console.write("- no rule says anything of it") }
    }
  }

  private static func write(_ reason: RuleExplanation, _ call: Call) {
    call.console.write(Notation.shown("- \(reason.sentence)"))
    if let calculation = reason.calculation, let words = reason.words {
      call.console.write(Notation.shown("    its formula is \(words)"))
      guard calculation.state == .overridden else { return }
      let back = ["recalculate", call.path, call.arguments[1], call.arguments[2]]
      call.console.write("    give it back to that with: \(Wording.command(back))")
    } else if let words = reason.words, reason.aspect == .text {
      call.console.write(Notation.shown("    its text is \(words)"))
    } else if let words = reason.words, !reason.answers.isEmpty {
      call.console.write(Notation.shown("    \(reason.aspect.heading) while \(words)"))
    }
  }

  private static func json(
    _ row: Document.Row, _ reasons: [RuleExplanation], _ issues: [IssueExplanation]
  ) -> JSON {
    .object([
      ("row", .string(row.id.rawValue)), ("visible", .bool(!row.fields.isHidden)),
      ("required", .bool(row.fields.isTrue(.required))),
      (
        "readOnly",
        // That the document takes no edits is no rule of the row.
        .bool(row.fields.isTrue(.readOnly) || reasons.contains { $0.record == .document })
      ),
      ("because", .array(reasons.map { json($0) })),
      ("issues", .array(issues.map { json($0) })),
    ])
  }

  private static func json(_ issue: IssueExplanation) -> JSON {
    .object(
      JSONOutput.members(of: issue.issue) + [
        ("sentence", .string(issue.sentence)),
        ("formula", JSONOutput.value(issue.formula.map { .record($0.record) })),
        ("words", .string(issue.words)), ("answers", .array(issue.answers.map { json($0) })),
      ])
  }

  private static func json(_ reason: RuleExplanation) -> JSON {
    let calculation = reason.calculation.map { found -> [(String, JSON)] in
      [
        ("state", .string(found.state.rawValue)), ("result", JSONOutput.value(found.result)),
        ("failure", .string(found.why)),
      ]
    }
    return .object(
      [
        ("rule", .string(reason.aspect.rawValue)), ("option", .string(reason.option)),
        ("record", .string(Notation.text(of: reason.record))), ("holds", .bool(reason.holds)),
        ("sentence", .string(reason.sentence)),
        ("formula", JSONOutput.value(reason.formula.map { .record($0.record) })),
        ("words", .string(reason.words)), ("answers", .array(reason.answers.map { json($0) })),
      ] + (calculation ?? []))
  }

  private static func json(_ answer: RuleExplanation.Answer) -> JSON {
    .object([
      ("row", .string(answer.row.rawValue)), ("title", .string(answer.title)),
      ("value", JSONOutput.value(answer.value)), ("text", .string(answer.text)),
      ("counts", .bool(answer.counts)), ("entry", .integer(answer.entry?.number)),
      ("author", .string(answer.entry?.author)),
      ("time", .string(answer.entry.map { Timestamp.text($0.time) })),
      ("calculated", .bool(answer.isCalculated)),
    ])
  }
}

extension RuleAspect {
  fileprivate var heading: String {
    switch self {
    case .visible: "shown"
    case .required: "required"
    case .readOnly: "read-only"
    case .offered: "offered"
    case .calculated: "calculated"
    case .initial: "given at first"
    case .text: "its text"
    }
  }
}
