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
      let (old, new) = (change.section(in: change.before), change.section(in: change.after))
      return [places[row], old, new].compactMap(\.self)
    }
  }
}
