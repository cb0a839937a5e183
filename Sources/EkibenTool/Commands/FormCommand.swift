import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum FormCommand: Command {
  static let spec = CommandSpec(
    name: "form", summary: "show a form, or the expressions that it brings",
    positionals: ["STORE", "FORM"],
    options: [
      .init("--expressions", "each expression: where, what, and what it reads"),
      CommandSpec.ids, CommandSpec.language,
    ] + CommandSpec.reading,
    discussion: """
      The newest revision is shown as a new document would begin. Expressions in FHIRPath act, and can
      be tried with eval. What cannot be evaluated says why: it needs what a host hands over, is
      written in another language, or is refused at a line and a column of its text. All are kept and
      exported as they came.
      """)

  static func run(_ call: Call) throws {
    let name: DocumentName = try call.existing("form", call.arguments[1])
    try call.withStore(.readOnly) { store in
      let (revision, content) = try store.form(name)
      let expressions = try store.expressions(of: name)
      if call.isJSON {
        call.console.write(
          .object(["form": name, "revision": revision, "expressions": expressions]))
      } else if call.arguments.has("expressions") {
        write(expressions, call)
      } else {
        let context = try store.inputContext(call.sessionEnvironment)
        let asked = content.withoutTemplateAnswers(of: content, at: Document.Index(content))
        let drawn = asked.drawn(.reading(content), showsHidden: true).shown(in: context)
        let title = content.fields.shown { context }.text(.title) ?? name.rawValue
        call.console.write(Notation.shown("\(title) — \(name) revision \(revision)") + "\n")
        let displays = drawn.displays(call.environment.registry)
        call.console.write(TableDrawing(displays, showsIDs: call.arguments.has("ids")).description)
      }
    }
  }

  private static func write(_ expressions: [FormExpression], _ call: Call) {
    for found in expressions {
      let expression = found.expression
      let place = expression.linkID.map(Notation.name) ?? "the form"
      let name = expression.name.map { " %\($0)" } ?? ""
      call.say("\(place): \(expression.kind)\(name)")
      call.say("  \(expression.text)")
      if let why = expression.verdict.why {
        call.say("  \(why)")
      } else if !found.reads.isEmpty {
        let rows = found.reads.map { Notation.name($0.rawValue) }.joined(separator: ", ")
        call.say("  reads \(rows)")
      }
      // Any other says something of the place where it stands.
      if expression.name != nil, !found.feeds.isEmpty {
        let records = found.feeds.map { Notation.name($0.text) }.joined(separator: ", ")
        call.say("  feeds \(records)")
      }
    }
    let count = expressions.count { $0.expression.verdict == .compiled }
    call.console.write(
      "\(Wording.count(expressions.count, "expression")), \(count) of them can be evaluated")
  }
}

extension FormExpression: JSONConvertible {
  var json: JSON {
    .object([
      "text": expression.text, "place": expression.linkID, "kind": expression.kind,
      "name": expression.name, "compiled": expression.verdict == .compiled,
      "why": expression.verdict.why, "reads": reads, "feeds": feeds.map(\.text),
    ])
  }
}
