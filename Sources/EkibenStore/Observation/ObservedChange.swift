public import EkibenDocuments

/// An entry of a document's journal with what it changed, as far as somebody asked to be told.
public struct ObservedChange: Hashable, Sendable {
  /// The document.
  public let document: DocumentName
  /// The entry.
  public let entry: Entry
  /// What it changed of what is observed; nothing for marks.
  public let changes: Changeset
}

/// What somebody wants to be told of.
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

  /// What of a change somebody is told who observes this; nil is nothing.
  func part(of change: SeenChange) -> ObservedChange? {
    guard document == nil || document == change.document else { return nil }
    let wanted: [Change]
    switch self {
    case .store, .document:
      wanted = change.changes.changes
    case .section(let id, _):
      wanted = change.changes.changes.filter { change.sections(of: $0).contains(id) }
      if wanted.isEmpty { return nil }
    case .row(let id, _):
      wanted = change.changes.changes.filter { $0.record == .row(id) }
      if wanted.isEmpty { return nil }
    }
    return ObservedChange(
      document: change.document, entry: change.entry, changes: Changeset(wanted))
  }
}

/// A change as the store saw it, with the sections that its rows stand in afterwards.
struct SeenChange: Sendable {
  let document: DocumentName
  let entry: Entry
  let changes: Changeset
  let places: [RowID: SectionID]

  /// The sections that a change is about.
  func sections(of change: Change) -> [SectionID] {
    switch change.record {
    case .document: return []
    case .section(let id): return [id]
    case .row(let row):
      var names = [places[row]]
      for side in [change.before, change.after] {
        let text = change.field == nil ? side?.asRecord?.text(.section) : side?.asText
        if change.field == nil || change.field == .section {
          names.append(text.map { SectionID(unchecked: $0) })
        }
      }
      return names.compactMap(\.self)
    }
  }
}
