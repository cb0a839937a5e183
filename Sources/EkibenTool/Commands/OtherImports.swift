import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore

/// Publishes sets of options that were read, and says what came of it.
enum OptionSetImport {
  static func run(_ bytes: [UInt8], as name: DocumentName?, _ call: Call) throws {
    let set = try OptionSetFile.read(
      bytes, named: InputFile.stem(of: call.arguments[1]), as: name?.rawValue)
    let metadata = try call.sessionEnvironment.metadata(reason: call.reason)
    let publication = try call.withStore(.create) { store in
      try store.publish(set.name, set.document, by: metadata)
    }
    call.write(json: json(publication, set, warnings: []), lines: [sentence(publication, set)])
  }

  /// What a script is told of a set.
  static func json(_ publication: Publication, _ set: ImportedOptionSet, warnings: [ImportWarning])
    -> JSON
  {
    .object([
      "form": publication.form, "revision": publication.revision, "created": publication.isNew,
      "sections": set.document.sections.count, "rows": set.count, "opaque": 0, "warnings": warnings,
      "options": set.count,
    ])
  }

  /// What a person is told of a set.
  static func sentence(_ publication: Publication, _ set: ImportedOptionSet) -> String {
    ImportCommand.sentence(publication, "the options ", Wording.count(set.count, "option"))
  }
}

/// The part of `ekiben import` that takes in FHIR ValueSets and CodeSystems (rule I34).
enum ValueSetImport {
  static func run(_ input: ImportFile, as name: DocumentName?, _ call: Call) throws {
    let file = try ValueSetFile(input.root)
    let stem = InputFile.stem(of: call.arguments[1])
    // What cannot be read makes no store.
    if !InputFile.exists(call.path) { _ = try file.sets(named: stem, as: name?.rawValue) }
    let metadata = try call.sessionEnvironment.metadata(reason: call.reason)
    let (content, publications) = try call.withStore(.create) { store in
      try store.publish(file, named: stem, as: name, by: metadata)
    }
    ImportCommand.noteWarnings(content.warnings, call)
    let all = Array(zip(publications, content.sets))
    call.write(
      json: json(all, content.warnings), lines: all.map { OptionSetImport.sentence($0, $1) })
  }

  private static func json(
    _ all: [(Publication, ImportedOptionSet)], _ warnings: [ImportWarning]
  ) -> JSON {
    if all.count == 1 { return OptionSetImport.json(all[0].0, all[0].1, warnings: warnings) }
    let sets = all.map { OptionSetImport.json($0, $1, warnings: []) }
    return .object(["sets": sets, "warnings": warnings])
  }
}

/// The part of `ekiben import` that takes in a whole history.
enum HistoryImport {
  static func run(_ bytes: [UInt8], as name: DocumentName?, _ call: Call) throws {
    let document = try call.withStore(.create) { store in try store.importHistory(bytes, as: name) }
    report(document, isNewForm: true, [], call)
  }

  static func report(
    _ document: StoredDocument, isNewForm: Bool, _ warnings: [ImportWarning], _ call: Call
  ) {
    let rows = document.formContent.sections.flatMap(\.rows)
    let opaque = rows.count { call.environment.registry.component($0.id, $0.fields) is Opaque }
    call.write(
      json: .object([
        "form": document.form, "revision": document.revision, "created": isNewForm,
        "sections": document.formContent.sections.count, "rows": rows.count, "opaque": opaque,
        "warnings": warnings, "document": document.name, "entries": document.count,
      ]),
      lines: [
        "imported \(Notation.shown(document.name.rawValue)) with "
          + "\(Wording.count(document.count, "entry", "entries")), of form "
          + "\(Notation.shown(document.form.rawValue)) revision \(document.revision)"
      ])
  }
}

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
