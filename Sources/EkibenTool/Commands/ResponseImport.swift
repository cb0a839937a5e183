import Ekiben
import EkibenInterchange

/// The part of `ekiben import` that begins a document with a QuestionnaireResponse (rule I36).
enum ResponseImport {
  static func run(_ response: ImportFile, as name: DocumentName?, _ call: Call) throws {
    guard let reference = try response.root.filled("questionnaire")?.node.string else {
      throw CommandFailure(
        .content, "\(file(call)) does not say which Questionnaire it answers; \(advice(call))")
    }
    let (document, warnings) = try NewCommand.fill(name, with: response, call) { store in
      guard let form = try store.formRevisions(called: reference) else {
        throw CommandFailure(
          .content,
          "\(file(call)) answers \(reference), and \(call.path) has no form of that URL: import its "
            + "Questionnaire first, or \(advice(call))")
      }
      guard let meant = form.meant else {
        throw CommandFailure(
          .content,
          "\(file(call)) answers \(reference), and \(call.path) has no such version of \(form.name): "
            + "import that Questionnaire first, or \(advice(call, form.name.rawValue))")
      }
      return (form.name, meant.revision, meant.content)
    }
    ImportCommand.noteWarnings(warnings, call)
    HistoryImport.report(document, isNewForm: false, warnings, call)
  }

  private static func file(_ call: Call) -> String { InputFile.name(call.arguments[1]) }

  private static func advice(_ call: Call, _ form: String = "FORM") -> String {
    "begin a document of a form that you name: ekiben new \(call.path) \(form) --from "
      + call.arguments[1]
  }
}
