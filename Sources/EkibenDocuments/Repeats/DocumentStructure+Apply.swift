extension DocumentStructure {
  /// A description with the document's instances where it says nothing of instances at all: like
  /// answers, they change only where it gives some (rule F44).
  ///
  /// - Complexity: O(n) in the number of rows.
  package func keepingInstances(in description: Document) -> Document {
    guard index.mayRepeat, !description.sections.contains(where: \.followsDefinitions) else {
      return description
    }
    var sections = Array(description.sections)
    for at in sections.indices { keepAnswers(in: &sections[at]) }
    keepSections(in: &sections)
    return Document(keeping: description.fields, sections: sections)
  }

  /// A description with the answers that the document has and it does not give, and what was typed there and
  /// was none.
  ///
  /// - Complexity: O(sections), and O(rows) of those that both do not share in memory.
  package func keepingAnswers(in description: Document) -> Document {
    var result = description
    for (at, section) in description.sections.enumerated() {
      let own = index[section.id].map { content.sections[$0].rows }
      if own?.isShared(with: section.rows) ?? false { continue }
      for (row, record) in section.rows.enumerated() where record.fields[.value] == nil {
        guard let kept = index[record.id].map({ content[$0].fields }) else { continue }
        let place = Document.Place(section: at, row: row)
        if let answer = kept[.value] { result.set(answer, at: place) }
        if let draft = kept[.draft] { result.set(draft, of: .draft, at: place) }
      }
    }
    return result
  }

  // Each goes behind the section behind which it stands.
  private func keepSections(in sections: inout [Document.Section]) {
    var (result, kept) = ([Document.Section](), Set(sections.map(\.id)))
    var behind: [SectionID: [Document.Section]] = [:]
    var last: SectionID?
    for section in content.sections {
      if section.fields[.template] != nil, let parent = section.fields.standing?.parent, let last,
        kept.contains(parent)
      {
        kept.insert(section.id)
        behind[last, default: []].append(section)
      } else if kept.contains(section.id) {
        last = section.id
      }
    }
    for section in sections { result += [section] + (behind[section.id] ?? []) }
    sections = result
  }

  // Each goes behind its question and what stands under that.
  private func keepAnswers(in section: inout Document.Section) {
    guard section.rows.contains(where: { $0.fields.repeatsAsRow }) else { return }
    var rows: [Document.Row] = []
    var waiting: [Document.Row] = []
    var above: Set<RowID> = []
    for row in section.rows {
      let parent = row.fields.text(.parentRow).map { RowID(unchecked: $0) }
      if let parent, above.contains(parent) {
        above.insert(row.id)
      } else {
        rows += waiting
        (waiting, above) = ([], [])
        if row.fields.repeatsAsRow, let place = index[row.id] {
          waiting = self.rows(under: place).filter { $0.fields[.template] != nil }
          above = [row.id]
        }
      }
      rows.append(row)
    }
    section.rows = ChunkedList(rows + waiting)
  }
}

extension Document.Section {
  fileprivate var followsDefinitions: Bool {
    fields[.template] != nil || rows.contains { $0.fields[.template] != nil }
  }
}
