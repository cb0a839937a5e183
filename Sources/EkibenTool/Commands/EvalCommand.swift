import Ekiben
import EkibenDocuments
import EkibenInterchange

enum EvalCommand: Command {
  static let spec = CommandSpec(
    name: "eval", summary: "print the value of a FHIRPath expression on a document",
    positionals: ["STORE", "DOC", "EXPRESSION"],
    options: [
      CommandSpec.at, .init("--row ROW", "as a rule of that row: its item is %context"),
      .init("--reads", "print the rows that it reads instead"), CommandSpec.given,
    ] + CommandSpec.reading,
    discussion: """
      Paths begin at the document as the QuestionnaireResponse that it would be exported as, or with
      --row at the item of the row; %resource is always the document, %questionnaire its form and
      %qitem the row's item in it, and the form's own variables are there, too. Answers that a rule hides
      are not. An item is a line; nothing
      is printed where there is no answer. now() and today() are those of this moment, or of the entry
      that --at names.

        ekiben eval clinic.ekiben visit-17 "repeat(item).where(linkId = 'age').answer.value > 17"
      """)

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let row = try call.arguments["row"].map { try call.row($0, of: reading.document).id }
      let found: DocumentExpression
      do {
        found = try reading.store.expression(
          call.arguments[2], on: reading.document, for: row, at: call.entryNumber(of: reading),
          in: call.sessionEnvironment)
      } catch let error as ExpressionError {
        throw CommandFailure.usage("EXPRESSION cannot be read: \(error)")
      }
      let items: [ExpressionItem]
      do throws(ExpressionError) { items = try found.value().list } catch {
        throw CommandFailure(.refused, "EXPRESSION has no value: \(error)")
      }
      for linkID in found.unknownLinkIDs {
        call.note("note: no item has the linkId \(Notation.quoted(linkID))")
      }
      try call.write(
        json: .object([
          "value": try items.map { try JSONOutput.item($0) }, "reads": found.reads,
        ]),
        lines: call.arguments.has("reads")
          ? found.reads.map { Notation.shown(Notation.name($0.rawValue)) }
          : items.map { Notation.shown(try $0.written ?? JSONOutput.item($0).encoded()) })
    }
  }
}
