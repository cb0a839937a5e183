public import EkibenDocuments

/// An entry of a document's journal together with what it changed, as sessions, observers and
/// replays receive it.
public struct JournalChange: Hashable, Sendable {
  /// The document.
  public let document: DocumentName
  /// The entry.
  public let entry: Entry
  /// What the entry changed in the document, also where it travels and so holds no changes itself;
  /// for an observer, only what is observed.
  public let changes: Changeset

  /// The sections that one of its changes is about, the row's place afterwards among them.
  func sections(of change: Change, places: [RowID: SectionID]) -> [SectionID] {
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
