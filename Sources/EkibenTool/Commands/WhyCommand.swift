import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum WhyCommand: Command {
  static let spec = CommandSpec(
    name: "why", summary: "say why a row is hidden, required, read-only, calculated or invalid",
    positionals: ["STORE", "DOC", "ROW"], options: [CommandSpec.given] + CommandSpec.reading,
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
      let (fields, isHidden) = (held.fields, held.fields.isHidden)
      if call.isJSON {
        // That the document takes no edits is no rule of the row.
        let isReadOnly = fields.isTrue(.readOnly) || reasons.contains { $0.record == .document }
        return call.console.write(
          .object([
            "row": row.id, "visible": !isHidden, "required": fields.isTrue(.required),
            "readOnly": isReadOnly, "because": reasons, "issues": issues,
          ]))
      }
      call.say("\(Notation.name(row.id.rawValue)) is \(isHidden ? "hidden" : "shown")")
      for reason in reasons { try write(reason, of: row.id, reading, call) }
      // What becomes of the formula has been said.
      for issue in issues where issue.issue.ruleName != "calculation" {
        call.say("- \(issue.sentence)")
      }
      if reasons.isEmpty, issues.isEmpty { call.console.write("- no rule says anything of it") }
    }
  }

  private static func write(
    _ reason: RuleExplanation, of row: RowID, _ reading: DocumentReading, _ call: Call
  ) throws {
    call.say("- \(reason.sentence)")
    if let calculation = reason.calculation, let words = reason.words {
      call.say("    its formula is \(words)")
      guard calculation.state == .overridden else { return }
      let back = try call.back(
        "recalculate", reading.document.name, [row.rawValue], in: reading.store)
      call.console.write("    give it back to that with: \(back)")
    } else if let words = reason.words, reason.aspect == .text {
      call.say("    its text is \(words)")
    } else if let words = reason.words, !reason.answers.isEmpty {
      call.say("    \(reason.aspect.heading) while \(words)")
    }
  }
}

extension IssueExplanation: JSONConvertible {
  var json: JSON {
    .object([
      "row": issue.row, "rule": issue.ruleName, "severity": issue.severity.rawValue,
      "message": issue.message, "sentence": sentence, "formula": formula?.record, "words": words,
      "answers": answers,
    ])
  }
}

extension RuleExplanation: JSONConvertible {
  var json: JSON {
    let result = calculation.map { $0.result.json }
    return .object([
      "rule": aspect.rawValue, "option": option, "record": Notation.text(of: record),
      "holds": holds, "sentence": sentence, "formula": formula?.record, "words": words,
      "answers": answers, "state": OptionalMember(calculation?.state.rawValue),
      "result": OptionalMember(result), "failure": OptionalMember(calculation.map(\.why.json)),
    ])
  }
}

extension RuleExplanation.Answer: JSONConvertible {
  var json: JSON {
    .object([
      "row": row, "title": title, "value": value, "text": text, "counts": counts,
      "entry": entry?.number, "author": entry?.author,
      "time": entry.map { Timestamp.text($0.time) }, "calculated": isCalculated,
    ])
  }
}

extension RuleAspect {
  fileprivate var heading: String {
    switch self {
    case .visible: "shown"
    case .readOnly: "read-only"
    case .initial: "given at first"
    case .required, .offered, .calculated, .text: rawValue
    }
  }
}
