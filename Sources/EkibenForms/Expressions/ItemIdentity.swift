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
    guard case .verbatim(let text)? = self[name] else { return nil }
    return text
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
}

extension Document.Section {
  /// Whether it is an item of its own.
  package var isItem: Bool { fields.isItem(of: id) }
}

extension Fields {
  /// Whether a section with these fields is an item of its own: others only go on with the rows of what they
  /// stand in, or hold those outside of all groups.
  func isItem(of id: SectionID) -> Bool {
    if isTrue(.continues) { return false }
    return id.rawValue != "root" || self[.header] != nil || verbatim(.fhir) != nil
  }
}
