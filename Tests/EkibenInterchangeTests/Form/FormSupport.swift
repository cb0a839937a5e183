import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Foundation
import TestSupport

/// The bytes of one of the project's own files.
func fixture(_ name: String) throws -> [UInt8] {
  try fileBytes(
    at: projectRoot.appending(path: "Tests/EkibenInterchangeTests/Fixtures/\(name).json"))
}

/// Reads a form given as text; its file would be called `file.json`.
func readForm(_ text: String) throws(ImportError) -> ImportedForm {
  try FormFile.read(Array(text.utf8), named: "file")
}

/// What is said about a file that must be refused; nil where it is accepted.
func formRefusal(_ text: String, as name: String? = nil, format: FormFormat? = nil) -> String? {
  do throws(ImportError) {
    _ = try FormFile.read(Array(text.utf8), named: "file", as: name, format: format)
    return nil
  } catch {
    return error.description
  }
}

/// A form of our own with these rows in one section.
func formText(rows: String) -> String {
  #"{"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [\#(rows)]}]}"#
}

extension ImportedForm {
  /// One line for each section and row: what there is, and under what.
  var outline: [String] {
    form.sections.flatMap { section in
      [line(of: section)] + section.rows.map { "  " + line(of: $0) }
    }
  }

  /// A row of the form.
  func row(_ id: RowID) -> Document.Row? {
    form.sections.lazy.flatMap(\.rows).first { $0.id == id }
  }

  /// A section of the form.
  func section(_ id: SectionID) -> Document.Section? {
    form.sections.first { $0.id == id }
  }

  private func line(of section: Document.Section) -> String {
    let header = section.fields[.header]?.asRecord?.text(.text)
    return [
      section.id.rawValue, section.fields[.level]?.asInteger.map { "level \($0)" },
      section.fields.text(.parent).map { "in \($0)" },
      section.fields.text(.parentRow).map { "under \($0)" }, header.map { "“\($0)”" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private func line(of row: Document.Row) -> String {
    let component = ComponentRegistry.standard.component(row.id, row.fields)
    let traits = component.input?.inputTraits
    let options = traits?.options.map { $0.map(\.code).joined(separator: "|") }
    let detail = traits?.kind ?? traits?.valueSet ?? options
    let kind = [component.name, detail].compactMap(\.self).joined(separator: " ")
    let under = row.fields.text(.parentRow).map { ", under \($0)" } ?? ""
    return "\(row.id): \(kind)\(under)"
  }
}

/// The texts, numbers and bools of a Questionnaire that its form does not hold anywhere.
///
/// Left out are linkIds and types, which become ids and components.
func lostScalars(_ bytes: [UInt8]) throws -> [String] {
  let written = FormFile.write(try FormFile.read(bytes, named: "file").form)
  let kept = Set(scalars(in: try JSON(parsing: written), besides: []))
  return scalars(in: try JSON(parsing: bytes), besides: ["linkId", "type"])
    .filter { !kept.contains($0) }
}

private func scalars(in node: JSON, besides names: [String]) -> [String] {
  switch node.content {
  case .null: ["null"]
  case .bool(let bool): ["\(bool)"]
  case .number(let digits): [digits]
  case .string(let text), .kept(let text): [text]
  case .array(let elements): elements.flatMap { scalars(in: $0, besides: names) }
  case .object(let members):
    members.filter { !names.contains($0.name) }.flatMap { scalars(in: $0.value, besides: names) }
  }
}
