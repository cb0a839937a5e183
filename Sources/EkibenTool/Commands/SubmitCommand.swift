import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum SubmitCommand: Command {
  static let spec = CommandSpec(
    name: "submit", summary: "make a document final, if nothing is wrong with it",
    positionals: ["STORE", "DOC"],
    options: [
      .init("--unchecked", "although conditions or checks cannot be evaluated: the history says so")
    ] + CommandSpec.editing,
    discussion: """
      A final document takes no edits, no undo and no other travel until reopen makes it a draft again.
      What is in the way is printed, as validate does; warnings are not in the way.
      """)

  static func run(_ call: Call) throws {
    try call.withSession { session in
      let entry: Entry?
      do {
        entry = try session.submit(reason: call.reason, unchecked: call.arguments.has("unchecked"))
      } catch SessionError.incomplete(let issues) {
        call.write(
          json: JSONOutput.status(nil, session.document, issues),
          lines: issues.map { ValidateCommand.line($0, session.document) })
        // What could not be evaluated is nothing that whoever fills the form in can mend.
        let refusal =
          issues.allSatisfy(\.isUnchecked)
          ? "\(Wording.count(issues.count, "condition or check", "conditions or checks")) could not be "
            + "evaluated; --unchecked submits it all the same"
          : Wording.count(issues.count, "issue")
        throw CommandFailure(.refused, "\(session.document.name) cannot be submitted: \(refusal)")
      }
      let issues = try call.issues(of: session.document, in: session.store)
      if call.isJSON {
        return call.console.write(JSONOutput.status(entry, session.document, issues))
      }
      for issue in issues { call.console.note(ValidateCommand.line(issue, session.document)) }
      let name = session.document.name.rawValue
      let back = Wording.call("reopen", [call.path, name], ["--reason", "…"])
      let status = entry?.isUnchecked ?? false ? "final, unchecked" : "final"
      call.report(entry, name, is: "\(status); take back with: \(back)")
    }
  }
}

enum ReopenCommand: Command {
  static let spec = CommandSpec(
    name: "reopen", summary: "make a final document a draft again, which needs a reason",
    positionals: ["STORE", "DOC"], options: CommandSpec.editing,
    discussion: "Undo and other travel do not go back behind it; answers can be changed.",
    needed: [CommandSpec.reason.name])

  static func run(_ call: Call) throws {
    guard let reason = call.reason, EditMetadata.says(reason) else {
      throw CommandFailure.usage("reopen needs --reason TEXT")
    }
    try call.withSession { session in
      let entry = try session.perform(.reopen, reason: reason)
      if call.isJSON { return call.console.write(JSONOutput.status(entry, session.document, [])) }
      call.report(entry, session.document.name.rawValue, is: "a draft again")
    }
  }
}

enum ValidateCommand: Command {
  static let spec = CommandSpec(
    name: "validate", summary: "what submit would complain of", positionals: ["STORE", "DOC"],
    options: [CommandSpec.given] + CommandSpec.reading,
    discussion: """
      Nothing is changed. It ends with 1 if there is an error, and not for warnings. What submit is
      --given has to be given here, too.
      """)

  static func run(_ call: Call) throws {
    let (document, issues) = try call.withDocument { reading in
      (reading.document, try call.issues(of: reading.document, in: reading.store))
    }
    call.write(
      json: .object(["issues": issues]),
      lines: issues.isEmpty
        ? ["nothing is wrong with \(Notation.shown(document.name.rawValue))"]
        : issues.map { line($0, document) })
    let errors = issues.count { $0.severity == .error }
    if errors > 0 {
      throw CommandFailure(
        .refused, "\(document.name) cannot be submitted: \(Wording.count(errors, "issue"))")
    }
  }

  /// `name, “What is your name?”: an answer is needed`.
  static func line(_ issue: ValidationIssue, _ document: StoredDocument) -> String {
    let title = document.row(issue.row)?.fields.text(.title).map { ", “\($0)”" } ?? ""
    let mark = issue.severity == .warning ? "warning: " : ""
    return Notation.shown("\(mark)\(issue.row)\(title): \(issue.message)")
  }
}

extension Call {
  // As submit finds them: each edit says anew which answers count (rule E19).
  func issues(of document: StoredDocument, in store: Store) throws -> [ValidationIssue] {
    document.content.issues(
      LiveComponents(registry: environment.registry), in: try input(store).context)
  }
}

extension JSONOutput {
  fileprivate static func status(
    _ entry: Entry?, _ document: StoredDocument, _ issues: [ValidationIssue]
  ) -> JSON {
    .object([
      "entry": entry?.number, "status": document.status.rawValue, "issues": issues,
      "unchecked": unchecked(entry),
    ])
  }
}
