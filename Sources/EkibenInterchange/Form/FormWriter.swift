import EkibenDocuments
import EkibenForms

/// Lays a form out as our own JSON.
enum FormWriter {
  /// The version of the format that is written, and the only one that is read.
  static let version = 1

  /// The form with all its sections.
  static func node(of form: Form) -> FormNode {
    let head: [(String, FormNode)] = [
      ("ekiben-form", .raw("\(version)")), ("form", .text(form.name.rawValue)),
    ]
    let sections = FormNode.array(form.sections.map(node))
    return .object(head + RecordShape.form.members(of: form.fields) + [("sections", sections)])
  }

  private static func node(of section: Document.Section) -> FormNode {
    let id = ("id", FormNode.text(section.id.rawValue))
    let rows = ("rows", FormNode.array(section.rows.map(node)))
    return .object([id] + RecordShape.section.members(of: section.fields) + [rows])
  }

  private static func node(of row: Document.Row) -> FormNode {
    .object([("id", .text(row.id.rawValue))] + RecordShape.row.members(of: row.fields))
  }
}
