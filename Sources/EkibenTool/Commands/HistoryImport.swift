import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

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
