import EkibenDocuments

extension RecordID {
  /// A record and all that it stands in, from the inside: rows under questions, sections, and the document; of
  /// data that goes in circles, the first of them.
  ///
  /// - Complexity: O(depth).
  func chain(in structure: DocumentStructure) -> [RecordID] {
    var (found, next) = ([RecordID](), Optional(self))
    while let record = next, record != .document, found.count < 2 * DocumentStructure.mostNested {
      found.append(record)
      let fields = record.definition(in: structure)
      next =
        if let question = fields?.text(.parentRow) {
          .row(RowID(unchecked: question))
        } else if case .row(let row) = record {
          structure.index[row].map { .section(structure.content.sections[$0.section].id) }
        } else {
          fields?.text(.parent).map { .section(SectionID(unchecked: $0)) }
        }
    }
    return found + [.document]
  }

  /// Its fields, of what follows another those of that.
  func definition(in structure: DocumentStructure) -> Fields? {
    switch self {
    case .document: structure.content.fields
    case .section(let id): structure.section(id).map { structure.definition(of: $0) }
    case .row(let id): structure.row(id).map { structure.definition(of: $0) }
    }
  }

  /// Its link id, or that of the record whose definition it follows; nil of the document.
  ///
  /// - Complexity: O(fields).
  func linkID(in structure: DocumentStructure) -> String? {
    switch self {
    case .document: nil
    case .section(let id):
      structure.section(id).flatMap {
        structure.definition(of: $0).linkID(of: $0.fields.definition(of: self))
      }
    case .row(let id): structure.row(id).flatMap { $0.linkID(in: structure) }
    }
  }
}

extension Document.Row {
  /// The questions that it is under, from the inside; of data that goes in circles, the first of them.
  ///
  /// - Complexity: O(depth).
  func questions(in structure: DocumentStructure) -> [Document.Row] {
    var found: [Document.Row] = []
    while found.count < DocumentStructure.mostNested,
      let name = (found.last ?? self).fields.text(.parentRow),
      let question = structure.row(RowID(unchecked: name))
    { found.append(question) }
    return found
  }

  /// Its link id, or that of the row whose definition it follows.
  func linkID(in structure: DocumentStructure) -> String? {
    structure.definition(of: self).linkID(of: .row(fields.definition(of: id)))
  }
}
