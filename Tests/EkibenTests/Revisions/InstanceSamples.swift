import Ekiben
import EkibenDocuments
import EkibenStore
import Testing

/// Short forms with questions and sections that repeat, and how documents of them read.
@MainActor protocol InstanceSamples {}

extension InstanceSamples {
  static var by: EditMetadata { EditMetadata(author: "Ada", time: 1) }

  func row(_ id: String, repeats: Bool = false, under parent: String? = nil)
    -> Document.Row
  {
    var fields: Fields = [.component: "TextInput", .title: .text(id)]
    if repeats { fields[.repeats] = true }
    if let parent { fields[.parentRow] = .text(parent) }
    return Document.Row(id: RowID(unchecked: id), fields: fields)
  }

  func section(_ id: String, repeats: Bool = false, _ rows: Document.Row...)
    -> Document.Section
  {
    Document.Section(
      id: SectionID(unchecked: id), fields: repeats ? [.repeats: true, .header: .text(id)] : [:],
      rows: rows)
  }
}

extension Document {
  /// Its records in order: of those of instances what they follow, or their answers.
  var outline: [String] {
    sections.flatMap { section in
      [section.fields.text(.template).map { "\($0) of \($0)" } ?? section.id.rawValue]
        + section.rows.map { row in
          if let answer = row.fields.text(.value) { return "- \(answer)" }
          return "- "
            + (row.fields.text(.template).map { "\(row.part) of \($0)" } ?? row.id.rawValue)
        }
    }
  }
}

extension Document.Row {
  /// What an instance calls it.
  var part: String { String(id.rawValue.split(separator: "/").last ?? "") }
}
