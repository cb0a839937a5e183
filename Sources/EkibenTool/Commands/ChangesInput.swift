import Ekiben
import EkibenDocuments
import EkibenForms

/// Sets the answers that `--changes` gives in the notation of `log` and `diff`.
enum ChangesInput {
  static func run(_ call: Call, _ source: String) throws {
    let text = try InputFile.text(source)
    let changes: Changeset
    do { changes = try Notation.parse(lines: text) } catch {
      throw CommandFailure(.content, "\(InputFile.name(source)), \(error)")
    }
    try call.withSession { session in
      var rows: [RowID] = []
      let entry = try session.set(reason: call.reason) { document, input in
        let answers = try changes.changes.map { try answer($0, document, input) }
        rows = answers.map(\.row)
        return answers
      }
      try SetCommand.noteIssues(of: rows, session, call)
      try SetCommand.noteOverriding(of: rows, session, call)
      try SetCommand.report(entry, session, call)
    }
  }

  // What stands before the arrow is a promise of the caller, so it is checked and not overwritten.
  private static func answer(
    _ change: Change, _ document: StoredDocument, _ input: RowInput
  ) throws -> (row: RowID, value: Value?) {
    guard case .row(let id) = change.record, change.field == .value else {
      let target = Notation.text(of: change.target)
      throw CommandFailure(.refused, "\(target): only the answers of rows can be set so far")
    }
    guard let row = document.row(id) else {
      throw StoreError.unknownRow(id, document: document.name)
    }
    let found = row.fields[.value]
    func meant(_ value: Value) throws(InputError) -> Value {
      value == found ? value : try input.answer(writtenAs: value, in: row)
    }
    try input.checkEditable(row)
    var before = change.before
    // What the row would not take is not what stands there.
    do throws(InputError) { before = try before.map(meant) } catch {}
    guard found == before else {
      let words = ChangeWords(document, input)
      let expected =
        row.fields.isSecret && before != nil ? "another secret" : words.brief(before, of: row)
      throw CommandFailure(
        .refused,
        "\(Notation.name(id.rawValue)): expected \(expected), "
          + "found \(words.brief(found, of: row)); nothing was changed: look at it again, and write what "
          + "is there before the arrow if the change is to stand")
    }
    return (id, try change.after.map(meant))
  }
}

extension RowInput {
  /// The answer that a value in a line of changes means: a quantity may be a text, as a unit with a blank
  /// has to be.
  func answer(writtenAs value: Value, in row: Document.Row) throws(InputError) -> Value {
    if case .text(let text) = value, case .record? = traits(of: row)?.shape {
      return try read(text, for: row)
    }
    return try answer(meantBy: value, in: row)
  }
}
