/// Gives instances the rows and sections that have come to what they follow since they were made (rule F69).
///
/// These begin without answers and without instances, as what comes to a form does in documents that it has.
struct InstanceCompletion {
  /// What the instances follow.
  private let form: DocumentStructure
  /// Where they stand.
  private let document: DocumentStructure
  private var builder: InstanceBuilder

  init(following form: DocumentStructure, in document: DocumentStructure) {
    (self.form, self.document) = (form, document)
    builder = InstanceBuilder(form, InstanceIDs([]) { _ in false }, begins: false)
  }

  /// Instances of a section, one after the other with what stands in them, with what they lack.
  ///
  /// - Throws: ``StructureError`` where a name would be too long, or all together have too many new records.
  /// - Complexity: O(n) in their number of rows and sections.
  mutating func completed(
    _ sections: [Document.Section]
  ) throws(StructureError) -> [Document.Section] {
    var parts: [SectionID: [SectionID: SectionID]] = [:]
    for section in sections {
      guard let parent = section.fields.standing?.parent, let template = section.fields.followed
      else { continue }
      parts[parent, default: [:]][SectionID(unchecked: template)] = section.id
    }
    var additions = Additions<Document.Section>()
    var result = sections
    for at in sections.indices {
      let section = sections[at]
      guard let (template, instance) = self.template(of: section) else { continue }
      result[at].rows = ChunkedList(try completed(Array(section.rows), of: template, in: instance))
      try addParts(of: template, in: instance, to: section, parts[section.id] ?? [:], &additions)
    }
    return additions.merged(with: result) { $0.fields.standing?.parent }
  }

  /// Instances of a question, one after the other with what stands under them, with what they lack.
  ///
  /// - Throws: as for sections.
  /// - Complexity: O(n) in the number of rows, and in that of the section of the question.
  mutating func completed(_ rows: [Document.Row]) throws(StructureError) -> [Document.Row] {
    var additions = Additions<Document.Row>()
    try addParts(ofInstancesIn: rows, to: &additions)
    return additions.merged(with: rows, parent: \.fields.parentRow)
  }

  /// The template of a section with rows of its own, and what the instance is called that it belongs to; nil
  /// for the place of a section that repeats in one.
  private func template(
    of section: Document.Section
  ) -> (template: Document.Section, instance: String)? {
    guard let name = section.fields.followed,
      let template = form.section(SectionID(unchecked: name))
    else { return nil }
    if document.isInstance(section) { return (template, section.id.rawValue) }
    guard !template.fields.isTrue(.repeats), section.id.rawValue.hasSuffix("/\(name)") else {
      return nil
    }
    return (template, String(section.id.rawValue.dropLast(name.count + 1)))
  }

  private mutating func completed(
    _ rows: [Document.Row], of template: Document.Section, in instance: String
  ) throws(StructureError) -> [Document.Row] {
    let rows = self.rows(rows, following: template)
    var additions = Additions<Document.Row>()
    try add(Array(template.rows), in: instance, under: nil, besides: rows, nil, &additions)
    try addParts(ofInstancesIn: rows, to: &additions)
    return additions.merged(with: rows, parent: \.fields.parentRow)
  }

  // What follows nothing there goes, as the row does that it followed, and what stands under it.
  private func rows(
    _ rows: [Document.Row], following template: Document.Section
  ) -> [Document.Row] {
    let home = form.index[template.id]
    var gone: Set<RowID> = []
    return rows.filter { row in
      let followed = row.fields.followed.flatMap { form.index[RowID(unchecked: $0)] }
      let isKept = followed?.section == home && !(row.fields.parentRow.map(gone.contains) ?? false)
      if !isKept { gone.insert(row.id) }
      return isKept
    }
  }

  private mutating func addParts(
    ofInstancesIn rows: [Document.Row], to additions: inout Additions<Document.Row>
  ) throws(StructureError) {
    let instances = rows.filter { document.isInstance($0) }
    if instances.isEmpty { return }
    let ids = Set(instances.lazy.map(\.id))
    let parts = rows.lazy.filter { !ids.contains($0.id) }
      .grouped(parent: \.fields.parentRow, below: ids.contains)
    for row in instances {
      guard let name = row.fields.followed, let place = form.index[RowID(unchecked: name)] else {
        continue
      }
      try add(
        form.rows(under: place), in: row.id.rawValue, under: RowID(unchecked: name),
        besides: parts[row.id] ?? [], row.id, &additions)
    }
  }

  /// Adds the copies of rows of a template that an instance lacks, each behind those before it in the template.
  private mutating func add(
    _ templates: [Document.Row], in instance: String, under question: RowID?,
    besides rows: [Document.Row], _ start: RowID?, _ additions: inout Additions<Document.Row>
  ) throws(StructureError) {
    let known = Dictionary(
      rows.compactMap { row in row.fields.followed.map { (RowID(unchecked: $0), row.id) } },
      uniquingKeysWith: { first, _ in first })
    let made = try builder.rows(templates, in: instance, under: question, besides: known)
    var new = made[...]
    var last = start
    for template in templates where !new.isEmpty {
      if new.first?.fields.followed == template.id.rawValue {
        let row = new.removeFirst()
        additions.add(row, behind: last, isInside: row.fields.parentRow == last)
      } else if let id = known[template.id] {
        last = id
      }
    }
  }

  private mutating func addParts(
    of template: Document.Section, in instance: String, to section: Document.Section,
    _ known: [SectionID: SectionID], _ additions: inout Additions<Document.Section>
  ) throws(StructureError) {
    var last = section.id
    for part in form.index.parts[template.id] ?? [] {
      if let id = known[part] {
        last = id
        continue
      }
      guard let inner = form.section(part), inner.fields[.template] == nil else { continue }
      let made = builder.sections.count
      try builder.add(
        inner, as: SectionID(legal: "\(instance)/\(part)"), below: section.id.rawValue,
        in: instance, depth: 0)
      for new in builder.sections[made...] {
        additions.add(new, behind: last, isInside: last == section.id)
      }
    }
  }
}
