import Ekiben
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
