internal import EkibenDocuments

/// The next entry of a document, as it is put together.
struct EntryOutline {
  var kind = Entry.Kind.edit
  var head: Int
  var mark: String?
  var reverted: Int?
  /// Whether a formula asked which day it is.
  var notesOffset = false
  var isUnchecked = false
  private let number: Int
  private let parent: Int?
  let metadata: EditMetadata

  // What it needs of the document, of which an initializer would be given a copy.
  init(after history: History, _ metadata: EditMetadata) {
    number = history.count + 1
    head = number
    parent = history.count == 0 ? nil : history.head
    self.metadata = metadata
  }

  /// The entry, given the origins of what its changes replace.
  func entry(
    _ changes: Changeset = Changeset(), _ replaced: [Origins.Origin] = [],
    _ flags: [ChangeFlags] = []
  ) -> Entry {
    // In UTC the offset goes without saying.
    let utcOffset = notesOffset && metadata.utcOffset != 0 ? metadata.utcOffset : nil
    return Entry(
      number: number, kind: kind, parent: parent, head: head, author: metadata.author,
      time: metadata.time, utcOffset: utcOffset, reason: metadata.reason,
      isUnchecked: isUnchecked, changes: changes, origins: replaced.map { $0.entry },
      flags: flags, mark: mark, reverted: reverted
    ).noting(replaced: replaced)
  }
}
