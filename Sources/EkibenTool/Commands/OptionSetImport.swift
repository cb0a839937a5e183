import Ekiben

/// Publishes a set of options that was read, and says what came of it.
enum OptionSetImport {
  static func run(_ set: ImportedOptionSet, _ call: Call) throws {
    let surroundings = try call.surroundings
    let publication = try call.withStore(.create) { store in
      try store.publish(
        set.name, set.document, by: surroundings.stamp(reason: call.arguments["reason"]))
    }
    if call.isJSON {
      call.console.write(
        .object([
          ("form", .string(publication.form.rawValue)),
          ("revision", .integer(publication.revision)), ("created", .bool(publication.isNew)),
          ("sections", .integer(set.document.sections.count)), ("rows", .integer(set.count)),
          ("opaque", .integer(0)), ("warnings", .array([])), ("options", .integer(set.count)),
        ]))
    } else {
      call.console.write(
        ImportCommand.sentence(publication, "the options ", Wording.count(set.count, "option")))
    }
  }
}
