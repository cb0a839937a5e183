package import EkibenDocuments
package import EkibenExpressions

/// The rows of a document by the link ids that expressions know them by.
package struct ExpressionRows {
  /// The link ids that there are.
  package let linkIDs: Set<String>
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
      let linkID = RecordID.section(section.id).linkID(in: structure)
      if let linkID, section.isItem { records[linkID] = .section(section.id) }
      for row in section.rows where row.fields[.template] == nil {
        if let linkID = row.linkID(in: structure) { records[linkID] = .row(row.id) }
      }
    }
    self.records = records
    linkIDs = Set(records.keys)
  }

  /// The link id of a record, or of the one whose definition it follows; nil of the document.
  func linkID(of record: RecordID) -> String? { record.linkID(in: structure) }

  /// The link id of a row, or of the one whose definition it follows.
  package func linkID(of row: RowID) -> String? {
    structure.row(row).flatMap { $0.linkID(in: structure) }
  }

  /// The section or row of a link id, as the form has it.
  package func record(of linkID: String) -> RecordID? { records[linkID] }

  /// A row and all that it stands in, by link ids: of what repeats the instances.
  package func records(around row: RowID) -> [String: RecordID] {
    guard let found = structure.row(row) else { return [:] }
    var records: [String: RecordID] = [:]
    let questions = [row] + questions(around: found)
    for question in questions {
      guard let linkID = linkID(of: question), records[linkID] == nil else { continue }
      records[linkID] = .row(question)
    }
    let place = structure.index[questions[questions.count - 1]]
    let section = place.map { structure.content.sections[$0.section] }
    for section in [section].compactMap(\.self) + structure.sections(around: row) {
      guard let linkID = RecordID.section(section.id).linkID(in: structure),
        records[linkID] == nil
      else { continue }
      records[linkID] = .section(section.id)
    }
    return records
  }

  /// The rows that an expression may read, in order, those of instances among them.
  ///
  /// - Parameters:
  ///   - reads: What it reads.
  ///   - around: The items that carry it and its variables, by link ids, as they stand around its row.
  /// - Returns: The rows; of an item that is not around, those of all its instances.
  /// - Complexity: O(n · depth) in the number of rows.
  package func rows(
    readBy reads: ExpressionReads, around: [String: RecordID] = [:]
  ) -> [RowID] {
    var found = rows(read: reads.anywhere, isAll: reads.isAll)
    for (linkID, items) in reads.inside {
      let item = around[linkID]
      found.formUnion(
        rows(read: items, isAll: false).filter { row in
          item.map { stands(row, in: $0) } ?? true
        })
    }
    return structure.content.sections.flatMap { $0.rows.map(\.id).filter(found.contains) }
  }

  // The questions that a row is under are read with it.
  private func stands(_ row: RowID, in item: RecordID) -> Bool {
    RecordID.row(row).chain(in: structure).contains(item)
      || item.chain(in: structure).contains(.row(row))
  }

  private func rows(read reads: ExpressionReads.Items, isAll: Bool) -> Set<RowID> {
    var inside: Set<RecordID> = []
    var found: Set<RowID> = []
    for section in structure.content.sections {
      let group = section.fields.text(.parent).map { RecordID.section(SectionID(unchecked: $0)) }
      let linkID = RecordID.section(section.id).linkID(in: structure) ?? ""
      let isInside =
        reads.subtrees.contains(linkID)
        || [group, section.fields.question].contains { $0.map(inside.contains) ?? false }
      if isInside { inside.insert(.section(section.id)) }
      for row in section.rows {
        let linkID = row.linkID(in: structure) ?? ""
        let isRead =
          isAll || isInside || reads.subtrees.contains(linkID)
          || row.fields.question.map(inside.contains) ?? false
        if isRead { inside.insert(.row(row.id)) }
        if isRead || reads.answers.contains(linkID), takesAnswer(row) {
          // With the answer of a question what is under it gets another place.
          found.formUnion([row.id] + questions(around: row))
        }
      }
    }
    return found
  }

  /// The same as the form has them: of what repeats the templates, and no instances.
  ///
  /// - Complexity: O(answers), and O(n · depth) in the number of rows where it reads whole groups.
  package func definitions(readBy reads: ExpressionReads) -> [ReadRow] {
    let anywhere = definitions(read: reads.anywhere, isAll: reads.isAll)
    var known = Set(anywhere)
    var found = anywhere.map { ReadRow($0) }
    for (linkID, items) in reads.inside.sorted(by: { $0.key < $1.key }) {
      guard let item = records[linkID] else { continue }
      for row in definitions(read: items, isAll: false) where known.insert(row).inserted {
        // A question that the item is under stands around it.
        let isInside = RecordID.row(row).chain(in: structure).contains(item)
        found.append(ReadRow(row, inside: isInside ? item : nil))
      }
    }
    return found
  }

  private func definitions(read reads: ExpressionReads.Items, isAll: Bool) -> [RowID] {
    let rows = isAll || !reads.subtrees.isEmpty ? content(in: reads, isAll: isAll) : []
    var found: [RowID] = []
    for linkID in reads.answers.sorted() {
      if case .row(let id)? = records[linkID], let row = structure.row(id) {
        found += [id] + questions(around: row, inTemplates: true)
      }
    }
    var known: Set<RowID> = []
    return (found + rows).filter { known.insert($0).inserted }
  }

  /// Whether a row stands before another.
  package func precedes(_ one: RowID, _ other: RowID) -> Bool {
    structure.index.precedes(one, other)
  }

  // The rows of the form that stand in what is read as a whole.
  private func content(in reads: ExpressionReads.Items, isAll: Bool) -> [RowID] {
    structure.content.sections.flatMap { section in
      section.rows.lazy.filter { row in
        guard row.fields[.template] == nil else { return false }
        let chain = RecordID.row(row.id).chain(in: structure)
        return isAll
          || chain.contains { $0.linkID(in: structure).map(reads.subtrees.contains) ?? false }
      }.flatMap { [$0.id] + questions(around: $0, inTemplates: true) }
    }
  }

  // What only says something, or is part of a template, has no answer.
  private func takesAnswer(_ row: Document.Row) -> Bool {
    guard structure.template(around: row) == nil else { return false }
    return row.fields[.value] != nil
      || registry.component(row.id, structure.definition(of: row)).input != nil
  }

  // The questions that a row is under; of data that goes in circles, the first of them.
  private func questions(around row: Document.Row, inTemplates: Bool = false) -> [RowID] {
    var (found, row) = ([RowID](), row)
    while found.count < DocumentStructure.mostNested, let name = row.fields.text(.parentRow),
      let question = structure.row(RowID(unchecked: name))
    {
      if inTemplates || structure.template(around: question) == nil { found.append(question.id) }
      row = question
    }
    return found
  }
}

extension Fields {
  fileprivate var question: RecordID? { text(.parentRow).map { .row(RowID(unchecked: $0)) } }
}

extension Document.Index {
  /// Whether a row stands before another one; where one of them is not there, their ids say it.
  package func precedes(_ one: RowID, _ other: RowID) -> Bool {
    guard let left = self[one], let right = self[other] else { return one < other }
    return left < right
  }
}
