public import EkibenDocuments

/// The changes that an observer is notified of.
public enum ObservationScope: Hashable, Sendable {
  /// Every entry of every document.
  case store
  /// Every entry of a document.
  case document(DocumentName)
  /// What changes a section of a document, or a row that stands in it before or afterwards.
  case section(SectionID, of: DocumentName)
  /// What changes a row of a document.
  case row(RowID, of: DocumentName)

  /// The document that it is about; nil is all of them.
  var document: DocumentName? {
    switch self {
    case .store: nil
    case .document(let name), .section(_, of: let name), .row(_, of: let name): name
    }
  }

  /// Whether it depends on where rows stand.
  var asksForSections: Bool { if case .section = self { true } else { false } }

  /// The part of a change that an observer of this scope is notified of, given where its rows stand
  /// afterwards; nil if there is none.
  func part(of change: JournalChange, places: [RowID: SectionID]) -> JournalChange? {
    guard document == nil || document == change.document else { return nil }
    let wanted: [Change]
    switch self {
    case .store, .document: return change
    case .section(let id, _):
      wanted = change.changes.changes.filter {
        change.sections(of: $0, places: places).contains(id)
      }
      if wanted.isEmpty { return nil }
    case .row(let id, _):
      wanted = change.changes.changes.filter { $0.record == .row(id) }
      if wanted.isEmpty { return nil }
    }
    return JournalChange(document: change.document, entry: change.entry, changes: Changeset(wanted))
  }
}
