import EkibenDocuments
import EkibenForms

/// Reads our own form JSON, keeping every member that it does not know.
struct FormReader {
  let root: JSONCursor
  let naming: FormNaming
  let registry: ComponentRegistry
  private let isOfHistory: Bool
  private var rowShape: RecordShape
  private var sections: [Document.Section] = []
  private var notes: [ImportNote] = []
  // The places of all ids.
  private var marks: [(id: RecordID, mark: SourceMark)] = []

  init(
    root: JSONCursor, naming: FormNaming, registry: ComponentRegistry, isOfHistory: Bool = false
  ) {
    (self.root, self.naming) = (root, naming)
    (self.registry, self.isOfHistory) = (registry, isOfHistory)
    rowShape = RecordShape.row(registry, isOfHistory: isOfHistory)
  }

  mutating func read() throws(ImportError) -> ImportedForm {
    try checkVersion()
    let (fields, name, url): (Fields, JSONCursor?, JSONCursor?)
    do throws(JSONError) {
      fields = try RecordShape.form.read(root)
      (name, url) = (try root.optional("form"), try root.optional("url"))
      _ = try name?.string()
      try noteChecks(of: .document, fields, root)
      let places = try root.required("sections").array()
      try defineTemplates(places)
      for section in places { try readSection(section) }
    } catch { throw ImportError(error) }
    try refuseDuplicates()
    let form = Form(
      try naming.name(id: name, url: url), fields: fields, sections: sections,
      components: LiveComponents(registry: registry))
    return ImportedForm(
      form: form, format: .ekiben, warnings: notes.warnings(in: root), ownName: name?.node.string)
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

  // An instance may stand before the row whose definition it follows.
  private mutating func defineTemplates(_ sections: [JSONCursor]) throws(JSONError) {
    let rows = sections.flatMap { $0.node["rows"]?.array ?? [] }
    let templates = Set(rows.compactMap { $0["template"]?.string })
    if templates.isEmpty { return }
    for section in sections {
      for row in try section.optional("rows")?.array() ?? [] {
        guard let id = row.node["id"]?.string, templates.contains(id) else { continue }
        rowShape.define(RowID(unchecked: id), try rowShape.read(row))
      }
    }
  }

  private mutating func readSection(_ cursor: JSONCursor) throws(JSONError) {
    let place = try cursor.required("id")
    let id: SectionID = try place.name()
    marks.append((.section(id), SourceMark(place)))
    var section = Document.Section(id: id, fields: try RecordShape.section.read(cursor))
    try checkOccurs(section.fields, cursor)
    try noteChecks(of: .section(id), section.fields, cursor)
    try noteFormulas(of: .section(id), section.fields, cursor)
    for row in try cursor.optional("rows")?.array() ?? [] { section.rows.append(try readRow(row)) }
    sections.append(section)
  }

  private mutating func readRow(_ row: JSONCursor) throws(JSONError) -> Document.Row {
    let place = try row.required("id")
    let id: RowID = try place.name()
    marks.append((.row(id), SourceMark(place)))
    // What follows another row's definition has its component.
    if try row.optional("template") == nil { _ = try row.required("component") }
    var fields = try rowShape.read(row)
    try checkOccurs(fields, row)
    if !isOfHistory {
      fields[.initial] = try initial(of: id, fields, row)
      fields[.draft] = nil  // older programs wrote it, too
    }
    if let pattern = fields.text(.pattern), Pattern(pattern) == nil {
      notes.append(ImportNote(.patternNotRun(id, pattern), at: row))
    }
    let isSecret = fields.isSecret
    for name in isSecret ? [.minLength, .maxLength, .pattern] : Limits.unusable(in: fields) {
      guard let place = try row.optional(name.rawValue) else { continue }
      let expected = isSecret ? "no limit of a secret" : "a limit to compare answers with"
      notes.append(ImportNote(notUsed: name.rawValue, expected: expected, place))
    }
    try noteFormulas(of: .row(id), fields, row)
    return Document.Row(id: id, fields: fields)
  }

  private func checkOccurs(_ fields: Fields, _ cursor: JSONCursor) throws(JSONError) {
    let (least, greatest) = fields.occurs
    guard !isOfHistory, let greatest, greatest < least, let place = try cursor.optional("maxOccurs")
    else { return }
    throw place.error(.invalid("at most \(greatest) is less than at least \(least)"))
  }

  private func initial(
    of row: RowID, _ fields: Fields, _ cursor: JSONCursor
  ) throws(JSONError) -> Value? {
    guard let place = try cursor.optional("initial") else { return fields[.initial] }
    do throws(InputError) {
      return try registry.component(row, fields).acceptedInitial() ?? fields[.initial]
    } catch { throw place.error(.invalid(Notation.shown(error.description))) }
  }

  private mutating func noteChecks(
    of record: RecordID, _ fields: Fields, _ cursor: JSONCursor
  ) throws(JSONError) {
    for (check, place) in try elements(
      of: .checks, fields, cursor, where: { Check(record: $0) == nil })
    {
      notes.append(ImportNote(.checkNotUsed(record, check: check.text("id") ?? ""), at: place))
    }
  }

  // The records of a list that are to be told of, with where they stand: only then are there cursors for all.
  private func elements(
    of name: FieldName, _ fields: Fields, _ cursor: JSONCursor, where isTold: (Fields) -> Bool
  ) throws(JSONError) -> [(Fields, JSONCursor)] {
    let records = (fields[name]?.asList ?? []).map { $0.asRecord ?? [:] }
    guard records.contains(where: isTold) else { return [] }
    let places = try cursor.optional(name.rawValue)?.array() ?? []
    return zip(records, places).filter { isTold($0.0) }
  }

  // What is neither true nor false nor a formula was kept as it stands.
  private mutating func noteFormulas(
    of record: RecordID, _ fields: Fields, _ cursor: JSONCursor
  ) throws(JSONError) {
    func note(
      _ name: FieldName, of fields: Fields, _ cursor: JSONCursor, option: String? = nil
    ) throws(JSONError) {
      guard case .verbatim? = fields[name], let place = try cursor.optional(name.rawValue) else {
        return
      }
      let kind: ImportWarning.Kind =
        name == .visible ? .conditionNotUsed(record) : .formulaNotUsed(record, name, option: option)
      notes.append(ImportNote(kind, at: place))
    }
    for name in [FieldName.visible, .required, .readOnly] { try note(name, of: fields, cursor) }
    let options = try elements(of: .options, fields, cursor) {
      if case .verbatim? = $0[.offered] { true } else { false }
    }
    for (option, place) in options {
      try note(.offered, of: option, place, option: option.text(.code))
    }
  }

  // One error for all of them, sections first, so that a person mends the file in one go (rule D4).
  private func refuseDuplicates() throws(ImportError) {
    let indices = Dictionary(grouping: marks.indices) { marks[$0].id }
    let repeated = indices.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    guard !repeated.isEmpty else { return }
    let places = SourcePlace.places(of: marks.map(\.mark), in: root.source)
    let duplicates = repeated.map { id, indices in
      ImportError.Duplicate(id: id, places: indices.map { places[$0] })
    }
    throw ImportError(.duplicates(duplicates), at: duplicates[0].places[1])
  }
}
