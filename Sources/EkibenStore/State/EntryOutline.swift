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
  private let origins: Origins
  let metadata: EditMetadata

  // What it needs of the document, of which an initializer would be given a copy.
  init(after history: History, _ origins: Origins, _ metadata: EditMetadata) {
    self.origins = origins
    number = history.count + 1
    head = number
    parent = history.count == 0 ? nil : history.head
    self.metadata = metadata
  }

  // In UTC that goes without saying.
  private var utcOffset: Int? {
    notesOffset && metadata.utcOffset != 0 ? metadata.utcOffset : nil
  }

  func entry(
    _ changes: Changeset = Changeset(), _ writers: [Int] = [], _ flags: [ChangeFlags] = []
  ) -> Entry {
    Entry(
      number: number, kind: kind, parent: parent, head: head, author: metadata.author,
      time: metadata.time, utcOffset: utcOffset, reason: metadata.reason,
      isUnchecked: isUnchecked, changes: changes, origins: writers,
      flags: flags, mark: mark, reverted: reverted
    ).noting(origins)
  }
}
