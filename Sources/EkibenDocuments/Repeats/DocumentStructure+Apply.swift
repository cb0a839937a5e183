extension Document {
  /// A description of a document, in which sections stand by themselves where what they stand in goes, or never was
  /// (rule D19).
  ///
  /// - Complexity: O(sections / 16) where none stands in another, else O(sections).
  package func separated(from structure: DocumentStructure) -> Document {
    // Mostly none stands in another, and an apply costs what it changes.
    let wereNested = !structure.index.parts.isEmpty || !structure.index.copies.isEmpty
    let known = wereNested ? ChunkedList() : structure.content.sections
    let areNested = sections.chunks(besides: known).contains { _, chunk in
      // By index, so that no section is copied.
      chunk.indices.contains { chunk[$0].fields.has(.parent) }
    }
    if !areNested { return self }
    let described = Set(sections.lazy.map(\.id))
    var result = self
    for (at, section) in sections.enumerated() {
      guard let parent = section.fields.text(.parent).map({ SectionID(unchecked: $0) }),
        !described.contains(parent),
        // A form may say so, too.
        structure.index[parent] != nil
          || structure.section(section.id)?.fields[.parent] != .text(parent.rawValue)
      else { continue }
      result.sections.update(at: at) { $0.fields[.parent] = nil }
    }
    return result
  }
}

extension DocumentStructure {
  /// A description with the document's instances where it says nothing of instances at all: like
  /// answers, they change only where it gives some (rule F44), and with what they follow (rule F69).
  ///
  /// - Throws: ``StructureError`` where a name would be too long, or they have too many new records.
  /// - Complexity: O(n) in the number of rows.
  package func keepingInstances(in description: Document) throws(StructureError) -> Document {
    guard index.mayRepeat else { return description }
    let hasInstances = description.sections.contains { section in
      section.fields[.template] != nil || section.rows.contains { $0.fields[.template] != nil }
    }
    if hasInstances { return description }
    let form = DocumentStructure(description, Document.Index(description))
    var groups = InstanceGroups(of: self, besides: form)
    try groups.complete(following: form, in: self)
    let sections = description.sections.map { section in
      guard section.rows.contains(where: { $0.fields.repeatsAsRow }) else { return section }
      var section = section
      section.rows = ChunkedList(groups.placed(in: section.rows))
      return section
    }
    return Document(keeping: description.fields, sections: groups.placed(in: sections))
  }

  /// A description with the answers that the document has and it does not give, and what was typed there and
  /// was none, where it gives no other answer.
  ///
  /// - Complexity: O(sections / 16 + n) where n rows stand in sections that both do not share in memory.
  package func keepingAnswers(in description: Document) -> Document {
    var result = description
    for (start, chunk) in description.sections.chunks(besides: content.sections) {
      for (at, section) in zip(start..., chunk) {
        let own = index[section.id].map { content.sections[$0].rows }
        if own?.isShared(with: section.rows) ?? false { continue }
        for (row, record) in section.rows.enumerated() {
          let kept = index[record.id].map { content[$0].fields }
          let place = Document.Place(section: at, row: row)
          let given = record.fields[.value]
          if given == nil, let answer = kept?[.value] { result.set(answer, at: place) }
          // Of what is typed a description says nothing, whatever document it was made of.
          let draft = given == nil || given == kept?[.value] ? kept?[.draft] : nil
          if draft != record.fields[.draft] { result.set(draft, of: .draft, at: place) }
        }
      }
    }
    return result
  }
}
