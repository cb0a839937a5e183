/// The instances that a document has, with all that stands in and under them, by the record of its form below
/// which they stand.
struct InstanceGroups {
  private(set) var rows: [RowID: [Document.Row]] = [:]
  private(set) var sections: [SectionID: [Document.Section]] = [:]

  /// - Parameters:
  ///   - document: The document.
  ///   - description: What it is to become: a record of that with an instance's id takes its place.
  /// - Complexity: O(n) in the number of rows; O(1) where nothing repeats.
  init(of document: DocumentStructure, besides description: Document? = nil) {
    guard document.index.mayRepeat else { return }
    let described = description.map { Document.Index($0) }
    var (aboveRows, aboveSections) = ([RowID: RowID](), [SectionID: SectionID]())
    for section in document.content.sections {
      if section.fields[.template] != nil, described?[section.id] == nil,
        let parent = section.fields.standing?.parent,
        let above = aboveSections[parent] ?? document.section(parent)?.idOfForm
      {
        aboveSections[section.id] = above
        sections[above, default: []].append(section)
      }
      for row in section.rows where row.fields[.template] != nil && described?[row.id] == nil {
        guard let parent = row.parentRow,
          let above = aboveRows[parent] ?? document.row(parent)?.idOfForm
        else { continue }
        aboveRows[row.id] = above
        rows[above, default: []].append(row)
      }
    }
  }

  /// Rows of a form with the instances of those that repeat: behind what else stands under them.
  func placed(in rows: some Sequence<Document.Row>) -> [Document.Row] {
    rows.placing({ $0.fields.repeatsAsRow ? self.rows[$0.id] : nil }, parent: \.parentRow)
  }

  /// Sections of a form with the instances of those that they stand in: behind what else stands in those.
  func placed(in sections: some Sequence<Document.Section>) -> [Document.Section] {
    sections.placing({ self.sections[$0.id] }, parent: { $0.fields.standing?.parent })
  }
}

extension Sequence where Element: Identifiable {
  /// The records with groups of others, each behind the record that has it and what stands under that.
  ///
  /// - Complexity: O(n · depth).
  fileprivate func placing(
    _ group: (Element) -> [Element]?, parent: (Element) -> Element.ID?
  ) -> [Element] {
    var result: [Element] = []
    // Records that what comes next may stand under, the innermost last.
    var waiting: [(above: Set<Element.ID>, group: [Element])] = []
    for record in self {
      let parent = parent(record)
      while let last = waiting.last, !(parent.map { last.above.contains($0) } ?? false) {
        result += last.group
        waiting.removeLast()
      }
      for at in waiting.indices { waiting[at].above.insert(record.id) }
      result.append(record)
      if let group = group(record) { waiting.append(([record.id], group)) }
    }
    return waiting.reversed().reduce(into: result) { $0 += $1.group }
  }
}

extension Document.Section {
  /// Its id; nil where it belongs to an instance.
  fileprivate var idOfForm: SectionID? { fields[.template] == nil ? id : nil }
}

extension Document.Row {
  fileprivate var idOfForm: RowID? { fields[.template] == nil ? id : nil }

  fileprivate var parentRow: RowID? {
    fields.text(.parentRow).map { RowID(unchecked: $0) }
  }
}
