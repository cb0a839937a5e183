import EkibenDocuments
import EkibenForms

/// Lays a form out as our own JSON.
enum FormWriter {
  /// The version of the format that is written, and the only one that is read.
  static let version = 1

  /// The form; what was typed in a row and is no answer stands in histories alone (rule F59).
  static func node(of form: Form, isOfHistory: Bool = false) -> JSON {
    let head: [(String, JSON)] = [
      ("ekiben-form", .integer(version)), ("form", .string(form.name.rawValue)),
    ]
    var row = RecordShape.row(form.components.registry, isOfHistory: isOfHistory)
    for record in form.sections.lazy.flatMap(\.rows) { row.define(record.id, record.fields) }
    let sections = JSON.array(form.sections.map { node(of: $0, rows: row) })
    return .object(head + RecordShape.form.members(of: form.fields) + [("sections", sections)])
  }

  private static func node(of section: Document.Section, rows shape: RecordShape) -> JSON {
    let id = ("id", JSON.string(section.id.rawValue))
    let rows = section.rows.map { row in
      let fields = shape.isOfHistory ? row.fields : row.fields.setting(.draft, nil)
      return JSON.object([("id", .string(row.id.rawValue))] + shape.members(of: fields))
    }
    let members = RecordShape.section.members(of: section.fields)
    return .object([id] + members + [("rows", .array(rows))])
  }
}
