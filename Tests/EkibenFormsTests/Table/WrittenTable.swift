import EkibenDocuments
import EkibenForms

/// A document in one line: `A#Hello: a b=Ada | B@1^Bye: c@Toggle`.
///
/// Sections are separated by `|`, rows by spaces. `#` starts a section's header, `^` its footer, `@`
/// its level, `~` and `%` the supplements called `sidebar` and `note 2`; of a row `=` starts the answer
/// and `@` its component (else `TextInput`).
func table(_ text: String) throws -> Document {
  if text.isEmpty { return Document() }
  let sections = text.split(separator: "|").map { written in
    let parts = written.split(separator: ":", maxSplits: 1)
    let rows = parts.count > 1 ? parts[1].split(separator: " ").map { row($0) } : []
    return section(parts.first ?? "", rows)
  }
  return try Document(sections: sections)
}

private func section(_ text: Substring, _ rows: [Document.Row]) -> Document.Section {
  let parts = marked(text.trimming(), by: "#^@~%")
  var fields = Fields()
  fields[.header] = parts["#"].map { EkibenForms.Section.supplement($0) }
  fields[.footer] = parts["^"].map { EkibenForms.Section.supplement($0) }
  fields["sidebar"] = parts["~"].map { EkibenForms.Section.supplement($0) }
  fields["note 2"] = parts["%"].map { EkibenForms.Section.supplement($0) }
  fields[.level] = parts["@"].flatMap { Int64($0) }.map(Value.integer)
  return Document.Section(id: SectionID(unchecked: parts[" "] ?? ""), fields: fields, rows: rows)
}

private func row(_ text: Substring) -> Document.Row {
  let parts = marked(text, by: "=@")
  let id = parts[" "] ?? ""
  var fields: Fields = [.component: .text(parts["@"] ?? "TextInput"), .title: .text(id)]
  fields[.value] = parts["="].map { $0 == "true" ? .bool(true) : .text($0) }
  return Document.Row(id: RowID(unchecked: id), fields: fields)
}

/// The parts of a text by the mark before them; the first one's mark is a space.
private func marked(_ text: Substring, by marks: String) -> [Character: String] {
  var parts: [Character: String] = [:]
  var mark: Character = " "
  for character in text {
    if marks.contains(character) {
      mark = character
    } else {
      parts[mark, default: ""].append(character)
    }
  }
  return parts
}

extension Substring {
  fileprivate func trimming() -> Substring {
    drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().reduce(into: "") { $0.append($1) }
  }
}

/// What a plan does, sort by sort: `IS 2, MS 1, IR 3` (sections and rows deleted, inserted, moved;
/// rows updated `U` or replaced `RV`; supplements `S`).
func sorts(of plan: TablePlan) -> String {
  let counts: [(String, (TableOperations) -> Int)] = [
    ("DS", { $0.deleteSections.count }), ("IS", { $0.insertSections.count }),
    ("MS", { $0.moveSections.count }), ("DR", { $0.deleteRows.count }),
    ("IR", { $0.insertRows.count }), ("MR", { $0.moveRows.count }),
    ("U", { $0.updateRows.count }), ("RV", { $0.replaceViews.count }),
    ("S", { $0.supplements.count }),
  ]
  return counts.compactMap { name, count in
    let total = plan.stages.reduce(0) { $0 + count($1.operations) }
    return total > 0 ? "\(name) \(total)" : nil
  }.joined(separator: ", ")
}

/// Rows in both tables whose cell is another one although the component is the same, or the same
/// although it is not; cells are given by their tokens.
func changedCells(
  _ before: [RowID: Int], _ after: [RowID: Int], from old: Document, to new: Document
) -> [RowID] {
  let components = Dictionary(
    uniqueKeysWithValues: old.sections.flatMap { section in
      section.rows.map { ($0.id, $0.fields[.component]) }
    })
  return new.sections.flatMap(\.rows).filter { row in
    guard let component = components[row.id] else { return false }
    return (before[row.id] == after[row.id]) != (component == row.fields[.component])
  }.map(\.id)
}

@MainActor extension HeadlessTable {
  /// The token of each row's cell.
  var tokens: [RowID: Int] {
    Dictionary(
      uniqueKeysWithValues: sections.flatMap { $0.cells.map { ($0.id, $0.token) } })
  }

  /// The row ids of each section, as they are shown.
  var layout: [String] {
    sections.map { section in
      "\(section.id): " + section.cells.map(\.id.rawValue).joined(separator: " ")
    }
  }
}
