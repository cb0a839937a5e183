import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// The part of `ekiben import` that takes in a whole history.
enum HistoryImport {
  static func run(_ bytes: [UInt8], as name: DocumentName?, _ call: Call) throws {
    let document = try call.withStore(.create) { store in
      try store.importHistory(bytes, as: name)
    }
    report(document, isNewForm: true, [], call)
  }

  /// Says which document came in.
  static func report(
    _ document: StoredDocument, isNewForm: Bool, _ warnings: [ImportWarning], _ call: Call
  ) {
    let rows = document.formContent.sections.flatMap(\.rows)
    let opaque = rows.count { call.environment.registry.component($0.id, $0.fields) is Opaque }
    call.write(
      json: .object([
        ("form", .string(document.form.rawValue)), ("revision", .integer(document.revision)),
        ("created", .bool(isNewForm)),
        ("sections", .integer(document.formContent.sections.count)),
        ("rows", .integer(rows.count)), ("opaque", .integer(opaque)),
        ("warnings", .array(warnings.map { .string($0.description) })),
        ("document", .string(document.name.rawValue)), ("entries", .integer(document.count)),
      ]),
      lines: [
        "imported \(Notation.shown(document.name.rawValue)) with "
          + "\(Wording.count(document.count, "entry", "entries")), of form "
          + "\(Notation.shown(document.form.rawValue)) revision \(document.revision)"
      ])
  }
}
