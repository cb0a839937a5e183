import EkibenDocuments
import EkibenExpressions
import EkibenForms

/// Reads our own form JSON, keeping every member that it does not know.
struct FormReader {
  let root: JSONCursor
  let naming: FormNaming
  let registry: ComponentRegistry
  private let isOfHistory: Bool
  private let rowShape: RecordShape

  init(
    root: JSONCursor, naming: FormNaming, registry: ComponentRegistry, isOfHistory: Bool = false
  ) {
    (self.root, self.naming) = (root, naming)
    (self.registry, self.isOfHistory) = (registry, isOfHistory)
    rowShape = RecordShape.row(registry, isOfHistory: isOfHistory)
  }

  func read() throws(ImportError) -> ImportedForm {
    try checkVersion()
    let parts: Parts
    do throws(JSONError) { parts = try readParts() } catch { throw ImportError(error) }
    try refuseDuplicates(parts.marks)
    let name = try naming.name(id: parts.name, url: parts.url)
    let form = Form(
      name, fields: parts.fields, sections: parts.sections,
      components: LiveComponents(registry: registry))
    return ImportedForm(
      form: form, format: .ekiben, warnings: parts.notes.warnings(in: root),
      ownName: parts.name?.node.string)
  }

  /// What the file holds, with the places of all ids.
  private struct Parts {
    var name: JSONCursor?
    var url: JSONCursor?
    var fields: Fields
    var sections: [Document.Section] = []
    var marks: [(id: RecordID, mark: SourceMark)] = []
    var notes: [ImportNote] = []
    var rows: RecordShape
  }

  private func checkVersion() throws(ImportError) {
    let version: JSONCursor
    do throws(JSONError) { version = try root.required("ekiben-form") } catch {
      throw ImportError(error)
    }
    guard version.node.number == "\(FormWriter.version)" else {
      throw ImportError(.version(version.text), at: version)
    }
  }

  private func readParts() throws(JSONError) -> Parts {
    var parts = Parts(fields: try RecordShape.form.read(root), rows: rowShape)
    parts.name = try root.optional("form")
    _ = try parts.name?.string()
    parts.url = try root.optional("url")
    try noteChecks(of: .document, parts.fields, root, &parts.notes)
    for section in try root.required("sections").array() {
      try read(section, into: &parts)
    }
    return parts
  }

  private func read(_ cursor: JSONCursor, into parts: inout Parts) throws(JSONError) {
    let place = try cursor.required("id")
    let id: SectionID = try place.name()
    parts.marks.append((.section(id), SourceMark(place)))
    var section = Document.Section(id: id, fields: try RecordShape.section.read(cursor))
    try checkOccurs(section.fields, cursor)
    try noteChecks(of: .section(id), section.fields, cursor, &parts.notes)
    try noteFormulas(of: .section(id), section.fields, cursor, &parts.notes)
    for row in try cursor.optional("rows")?.array() ?? [] {
      let place = try row.required("id")
      let id: RowID = try place.name()
      parts.marks.append((.row(id), SourceMark(place)))
      // What follows another row's definition has its component.
      if try row.optional("template") == nil { _ = try row.required("component") }
      var fields = try parts.rows.read(row)
      try checkOccurs(fields, row)
      if !isOfHistory { fields[.initial] = try initial(of: id, fields, row) }
      if let pattern = fields.text(.pattern), Pattern(pattern) == nil {
        parts.notes.append(ImportNote(.patternNotRun(id, pattern), at: row))
      }
      for name in Limits.unusable(in: fields) {
        guard let place = try row.optional(name.rawValue) else { continue }
        parts.notes.append(
          ImportNote(notUsed: name.rawValue, expected: "a limit to compare answers with", place))
      }
      try noteFormulas(of: .row(id), fields, row, &parts.notes)
      parts.rows.define(id, fields)
      section.rows.append(Document.Row(id: id, fields: fields))
    }
    parts.sections.append(section)
  }

  private func checkOccurs(_ fields: Fields, _ cursor: JSONCursor) throws(JSONError) {
    let (least, greatest) = fields.occurs
    guard !isOfHistory, let greatest, greatest < least,
      let place = try cursor.optional("maxOccurs")
    else { return }
    throw place.error(.invalid("at most \(greatest) is less than at least \(least)"))
  }

  private func initial(
    of row: RowID, _ fields: Fields, _ cursor: JSONCursor
  ) throws(JSONError) -> Value? {
    guard let place = try cursor.optional("initial") else { return fields[.initial] }
    do throws(InputError) {
      return try registry.component(row, fields).acceptedInitial() ?? fields[.initial]
    } catch {
      throw place.error(.invalid(Notation.shown(error.description)))
    }
  }

  private func noteChecks(
    of record: RecordID, _ fields: Fields, _ cursor: JSONCursor, _ notes: inout [ImportNote]
  ) throws(JSONError) {
    for (at, check) in (fields[.checks]?.asList ?? []).enumerated() {
      let fields = check.asRecord ?? [:]
      guard Check(record: fields) == nil, let place = try cursor.optional("checks")?.array()[at]
      else { continue }
      notes.append(ImportNote(.checkNotUsed(record, check: fields.text("id") ?? ""), at: place))
    }
  }

  // What is neither true nor false nor a formula was kept as it stands.
  private func noteFormulas(
    of record: RecordID, _ fields: Fields, _ cursor: JSONCursor, _ notes: inout [ImportNote]
  ) throws(JSONError) {
    func note(
      _ name: FieldName, of fields: Fields, _ cursor: JSONCursor, option: String? = nil
    ) throws(JSONError) {
      guard case .verbatim? = fields[name], let place = try cursor.optional(name.rawValue) else {
        return
      }
      let kind: ImportWarning.Kind =
        name == .visible
        ? .conditionNotUsed(record) : .formulaNotUsed(record, name, option: option)
      notes.append(ImportNote(kind, at: place))
    }
    for name in [FieldName.visible, .required, .readOnly] { try note(name, of: fields, cursor) }
    for (at, option) in (fields[.options]?.asList ?? []).enumerated() {
      guard let option = option.asRecord, case .verbatim? = option[.offered],
        let place = try cursor.optional("options")?.array()[at]
      else { continue }
      try note(.offered, of: option, place, option: option.text(.code))
    }
  }

  // One error for all of them, sections first, so that a person mends the file in one go (rule D4).
  private func refuseDuplicates(_ marks: [(id: RecordID, mark: SourceMark)]) throws(ImportError) {
    var indices: [RecordID: [Int]] = [:]
    for (index, mark) in marks.enumerated() { indices[mark.id, default: []].append(index) }
    let repeated = indices.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    guard !repeated.isEmpty else { return }
    let places = SourcePlace.places(of: marks.map(\.mark), in: root.source)
    let duplicates = repeated.map { id, indices in
      ImportError.Duplicate(id: id, places: indices.map { places[$0] })
    }
    throw ImportError(.duplicates(duplicates), at: duplicates[0].places[1])
  }
}
