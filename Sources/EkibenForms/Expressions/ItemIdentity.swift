package import EkibenDocuments

extension FieldName {
  /// The linkId, where the record's id is not just its escaped form; null where there was none.
  package static let linkID: FieldName = "linkId"
  /// All members that nothing else was made of: one JSON object, each member as it was written.
  package static let fhir: FieldName = "fhir"
}

extension Fields {
  /// The source text that a field keeps.
  package func verbatim(_ name: FieldName) -> String? {
    if case .verbatim(let text)? = self[name] { text } else { nil }
  }

  /// The linkId of a record with these fields; nil where it has none.
  package func linkID(of record: RecordID) -> String? {
    switch self[.linkID] {
    case .text(let text)?: text
    case .null?: nil
    default: record.unescapedLinkID
    }
  }

  /// The field that says the text of an item: of what only says something it is `text`, and so of a header
  /// that is not put together of prefix and title.
  package func textName(isHeader: Bool) -> FieldName {
    isHeader ? text(.prefix) == nil ? .text : .title : self[.title] == nil ? .text : .title
  }

  /// The record whose definition a record with these fields follows, or itself.
  package func definition(of record: RecordID) -> RecordID {
    guard let template = text(.template) else { return record }
    return switch record {
    case .document: record
    case .section: .section(SectionID(unchecked: template))
    case .row: .row(RowID(unchecked: template))
    }
  }

  /// The row whose definition a row with these fields follows, or itself.
  package func definition(of row: RowID) -> RowID {
    text(.template).map { RowID(unchecked: $0) } ?? row
  }

  /// Whether a section with these fields is an item of its own: others only go on with the rows of what they
  /// stand in, or hold those outside of all groups.
  func isItem(of id: SectionID) -> Bool {
    if isTrue(.continues) { return false }
    return id.rawValue != "root" || self[.header] != nil || verbatim(.fhir) != nil
  }
}

extension RecordID {
  /// The row, if it is one.
  package var row: RowID? { if case .row(let id) = self { id } else { nil } }

  /// The id of a section or row; nothing of the document.
  package var text: String {
    switch self {
    case .document: ""
    case .section(let id): id.rawValue
    case .row(let id): id.rawValue
    }
  }

  /// The linkId that was escaped so; of an id that is none, the id.
  fileprivate var unescapedLinkID: String {
    var (text, scalars) = ("", self.text.unicodeScalars[...])
    while let scalar = scalars.popFirst() {
      switch (scalar, scalars.first) {
      case ("~", "0"?): text += "~"
      case ("~", "1"?): text += "/"
      default:
        text.unicodeScalars.append(scalar)
        continue
      }
      scalars.removeFirst()
    }
    return text
  }

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

extension Document.Section {
  /// Whether it is an item of its own.
  package var isItem: Bool { fields.isItem(of: id) }
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
