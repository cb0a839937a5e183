package import EkibenDocuments
package import EkibenExpressions

/// The rows of a document by the link ids that expressions know them by.
package struct ExpressionRows {
  package let linkIDs: Set<TextKey>
  private let records: [TextKey: RecordID]
  package let structure: DocumentStructure
  private let registry: ComponentRegistry

  /// Knows a document.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(_ structure: DocumentStructure, _ registry: ComponentRegistry) {
    (self.structure, self.registry) = (structure, registry)
    var records: [TextKey: RecordID] = [:]
    for section in structure.content.sections where section.fields[.template] == nil {
      let linkID = RecordID.section(section.id).linkID(in: structure)
      if let linkID, section.isItem { records[TextKey(linkID)] = .section(section.id) }
      for row in section.rows where row.fields[.template] == nil {
        if let linkID = row.linkID(in: structure) { records[TextKey(linkID)] = .row(row.id) }
      }
    }
    self.records = records
    linkIDs = Set(records.keys)
  }

  /// The section or row of a link id, as the form has it.
  package func record(of linkID: String) -> RecordID? { records[TextKey(linkID)] }

  /// The rows that an expression may read, as the form has them: of what repeats the templates.
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
        found.append(isInside ? ReadRow(row, inside: item) : ReadRow(row, .nearest))
      }
    }
    return found
  }

  private func definitions(read reads: ExpressionReads.Items, isAll: Bool) -> [RowID] {
    let rows = isAll || !reads.subtrees.isEmpty ? content(in: reads, isAll: isAll) : []
    var found: [RowID] = []
    for linkID in reads.answers.sorted() {
      if case .row(let id)? = records[linkID], let row = structure.row(id) {
        found += [id] + row.questions(in: structure).map(\.id)
      }
    }
    var known: Set<RowID> = []
    return (found + rows).filter { known.insert($0).inserted }
  }

  // The rows of the form that stand in what is read as a whole.
  private func content(in reads: ExpressionReads.Items, isAll: Bool) -> [RowID] {
    structure.content.sections.flatMap { section in
      section.rows.lazy.filter { row in
        guard row.fields[.template] == nil else { return false }
        let chain = RecordID.row(row.id).chain(in: structure)
        return isAll
          || chain.contains {
            $0.linkID(in: structure).map { reads.subtrees.contains(TextKey($0)) } ?? false
          }
      }.flatMap { [$0.id] + $0.questions(in: structure).map(\.id) }
    }
  }

  // What only says something, or is part of a template, has no answer.
  func takesAnswer(_ row: Document.Row) -> Bool {
    guard structure.template(around: row) == nil else { return false }
    return row.fields[.value] != nil
      || registry.component(row.id, structure.definition(of: row)).input != nil
  }
}

extension Document.Index {
  /// Whether a row stands before another one; where one of them is not there, their ids say it.
  package func precedes(_ one: RowID, _ other: RowID) -> Bool {
    guard let left = self[one], let right = self[other] else { return one < other }
    return left < right
  }
}
