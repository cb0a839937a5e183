package import EkibenDocuments
package import EkibenExpressions

/// The rows of a document by the link ids that expressions know them by.
package struct ExpressionRows {
  /// The link ids that there are.
  package var linkIDs: Set<String> { Set(records.keys) }
  private let records: [String: RecordID]
  private let structure: DocumentStructure
  private let registry: ComponentRegistry

  /// Knows a document.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(_ structure: DocumentStructure, _ registry: ComponentRegistry) {
    (self.structure, self.registry) = (structure, registry)
    var records: [String: RecordID] = [:]
    for section in structure.content.sections where section.fields[.template] == nil {
      let linkID = Self.linkID(of: section, structure)
      if let linkID, section.isItem { records[linkID] = .section(section.id) }
      for row in section.rows where row.fields[.template] == nil {
        if let linkID = Self.linkID(of: row, structure) { records[linkID] = .row(row.id) }
      }
    }
    self.records = records
  }

  /// The link id of a row, or of the one whose definition it follows.
  package func linkID(of row: RowID) -> String? {
    structure.row(row).flatMap { Self.linkID(of: $0, structure) }
  }

  /// The section or row of a link id, as the form has it.
  package func record(of linkID: String) -> RecordID? { records[linkID] }

  /// A row and all that it stands in, by link ids.
  package func records(around row: RowID) -> [String: RecordID] {
    guard let found = structure.row(row) else { return [:] }
    var records: [String: RecordID] = [:]
    let questions = [row] + questions(around: found)
    for question in questions {
      if let linkID = linkID(of: question) { records[linkID] = .row(question) }
    }
    let place = structure.index[questions[questions.count - 1]]
    let section = place.map { structure.content.sections[$0.section] }
    for section in [section].compactMap(\.self) + structure.sections(around: row) {
      if let linkID = Self.linkID(of: section, structure) { records[linkID] = .section(section.id) }
    }
    return records
  }

  /// The rows that an expression may read, in order, those of instances among them.
  ///
  /// - Complexity: O(n · depth) in the number of rows.
  package func rows(readBy reads: ExpressionReads) -> [RowID] {
    var inside: Set<RecordID> = []
    var found: Set<RowID> = []
    for section in structure.content.sections {
      let group = section.fields.text(.parent).map { RecordID.section(SectionID(unchecked: $0)) }
      let linkID = Self.linkID(of: section, structure) ?? ""
      let isInside =
        reads.subtrees.contains(linkID)
        || [group, section.fields.question].contains { $0.map(inside.contains) ?? false }
      if isInside { inside.insert(.section(section.id)) }
      for row in section.rows {
        let linkID = Self.linkID(of: row, structure) ?? ""
        let isRead =
          reads.isAll || isInside || reads.subtrees.contains(linkID)
          || row.fields.question.map(inside.contains) ?? false
        if isRead { inside.insert(.row(row.id)) }
        if isRead || reads.answers.contains(linkID), takesAnswer(row) {
          // With the answer of a question what is under it gets another place.
          found.formUnion([row.id] + questions(around: row))
        }
      }
    }
    return structure.content.sections.flatMap { $0.rows.map(\.id).filter(found.contains) }
  }

  // What only says something, or is part of a template, has no answer.
  private func takesAnswer(_ row: Document.Row) -> Bool {
    guard structure.template(around: row) == nil else { return false }
    return row.fields[.value] != nil
      || registry.component(row.id, structure.definition(of: row)).input != nil
  }

  // The questions that a row is under; of data that goes in circles, the first of them.
  private func questions(around row: Document.Row) -> [RowID] {
    var (found, row) = ([RowID](), row)
    while found.count < DocumentStructure.mostNested, let name = row.fields.text(.parentRow),
      let question = structure.row(RowID(unchecked: name))
    {
      if structure.template(around: question) == nil { found.append(question.id) }
      row = question
    }
    return found
  }

  private static func linkID(of row: Document.Row, _ structure: DocumentStructure) -> String? {
    let template = row.fields.text(.template).map { RowID(unchecked: $0) }
    return structure.definition(of: row).linkID(of: .row(template ?? row.id))
  }

  private static func linkID(
    of section: Document.Section, _ structure: DocumentStructure
  ) -> String? {
    let template = section.fields.text(.template).map { SectionID(unchecked: $0) }
    return structure.definition(of: section).linkID(of: .section(template ?? section.id))
  }
}

extension Fields {
  fileprivate var question: RecordID? { text(.parentRow).map { .row(RowID(unchecked: $0)) } }
}
