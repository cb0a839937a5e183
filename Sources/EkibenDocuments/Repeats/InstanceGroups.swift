/// The instances that a document has, with all that stands in and under them, by the record of its form below
/// which they stand.
struct InstanceGroups {
  private(set) var rows: [RowID: [Document.Row]] = [:]
  private(set) var sections: [SectionID: [Document.Section]] = [:]

  /// Takes those of a document, but for what goes where it becomes what a description says: what follows nothing in
  /// that, and what has the id of a record of it.
  ///
  /// - Complexity: O(n) in the number of rows; O(1) where nothing repeats.
  init(of document: DocumentStructure, besides description: DocumentStructure? = nil) {
    guard document.index.mayRepeat else { return }
    let described = description?.index
    var (sections, rows) = ([Document.Section](), [Document.Row]())
    for section in document.content.sections {
      if let template = section.fields.followed.map({ SectionID(unchecked: $0) }),
        described.map({ $0[section.id] == nil && $0[template] != nil }) ?? true
      {
        sections.append(section)
      }
      for row in section.rows {
        guard let template = row.fields.followed.map({ RowID(unchecked: $0) }),
          described.map({ $0[row.id] == nil && $0[template] != nil }) ?? true
        else { continue }
        rows.append(row)
      }
    }
    self.sections = sections.grouped(parent: { $0.fields.standing?.parent }) {
      document.section($0)?.fields.isOfForm ?? false
    }
    self.rows = rows.grouped(parent: \.fields.parentRow) {
      document.row($0)?.fields.isOfForm ?? false
    }
  }

  /// Gives the instances what has come to what they follow (rule F69).
  ///
  /// - Throws: ``StructureError`` where a name would be too long, or all together have too many new records.
  mutating func complete(
    following form: DocumentStructure, in document: DocumentStructure
  ) throws(StructureError) {
    var completion = InstanceCompletion(following: form, in: document)
    for (id, group) in sections { sections[id] = try completion.completed(group) }
    for (id, group) in rows { rows[id] = try completion.completed(group) }
  }

  /// Rows of a form with the instances of those that repeat: behind what else stands under them.
  func placed(in rows: some Sequence<Document.Row>) -> [Document.Row] {
    rows.placing({ $0.fields.repeatsAsRow ? self.rows[$0.id] : nil }, parent: \.fields.parentRow)
  }

  /// Sections of a form with the instances of those that they stand in: behind what else stands in those.
  func placed(in sections: some Sequence<Document.Section>) -> [Document.Section] {
    sections.placing({ self.sections[$0.id] }, parent: { $0.fields.standing?.parent })
  }
}

extension Fields {
  /// The id of the record whose definition this one follows.
  var followed: String? { text(.template) }

  var parentRow: RowID? { text(.parentRow).map { RowID(unchecked: $0) } }

  fileprivate var isOfForm: Bool { followed == nil }
}
