import Ekiben
import EkibenDocuments

enum RecalculateCommand: Command {
  static let spec = CommandSpec(
    name: "recalculate", summary: "give rows back to the formulas for their answers, as one step",
    positionals: ["STORE", "DOC", "[ROW…]"], options: CommandSpec.editing,
    discussion: """
      An answer that somebody gave to a row with a formula stays, whatever becomes of the answers that the
      formula reads, until this gives the row back. Without ROW all rows that have a formula are meant.
      What a formula gives is worked out with each change anyway, so that else nothing changes.
      """)

  static func run(_ call: Call) throws {
    try call.withSession { session in
      let (document, rules) = (session.document, session.rules)
      let rows = try call.arguments.positionals.dropFirst(2).map { name in
        let row = try call.row(name, of: document)
        guard rules.rowsRead(byCalculationOf: row.id, in: document.structure) != nil else {
          let isTemplate = document.structure.template(around: row) != nil
          throw CommandFailure(
            .refused,
            isTemplate && row.fields[.calculated] != nil
              ? "\(row.id) is part of what repeats: its instances are calculated"
              : "\(row.id) has no formula for its answer")
        }
        return row.id
      }
      let entry = try session.perform(.recalculate(rows.isEmpty ? nil : rows), reason: call.reason)
      for row in rows where !rules.isActive(.row(row), in: document.structure) {
        call.note("note: \(row) is not shown as things stand, and calculated when it is")
      }
      try SetCommand.report(entry, session, call)
    }
  }
}
