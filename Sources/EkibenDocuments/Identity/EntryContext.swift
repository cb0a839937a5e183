/// What an entry's canonical encoding holds beside the entry itself.
package struct EntryContext: Sendable {
  /// The nodes that it travelled over; of a revert, the entry that it took back.
  package let of: [Int]
  /// The 16 bytes of the store that wrote it; none where that is not known.
  package let store: [UInt8]
  /// Of `create` and `move`: the identity of the form's revision.
  package let revision: SHA256.Digest?

  package init(of: [Int], store: [UInt8], revision: SHA256.Digest?) {
    (self.of, self.store, self.revision) = (of, store, revision)
  }
}

extension Entry {
  /// Of a `move`: the identity of the revision that the document goes to.
  package var formRevision: SHA256.Digest? {
    guard kind == .migrate else { return nil }
    return changes.formRevision.flatMap { $0.flatMap(SHA256.Digest.init) }
  }

  /// Of a `move`: the row whose answer went to this row, which is the same under a new name (rule
  /// D18).
  package func renamed(to row: RowID) -> RowID? {
    guard kind == .migrate else { return nil }
    // What was taken from the one stands right before what was given to the other.
    let at = changes.changes.firstIndex { $0.record == .row(row) && $0.field == .value }
    guard let at, at > 0, case .row(let old) = changes.changes[at - 1].record,
      changes.changes[at - 1].field == .value, changes.changes[at - 1].after == nil
    else { return nil }
    return old
  }
}

extension Changeset {
  /// The revision that a document goes to: the outer nil says that it stays, the inner nil is the
  /// revision that it was created from.
  package var formRevision: Value?? {
    changes.first { $0.field == .formRevision && $0.record == .document }.map(\.after)
  }
}

extension SHA256.Digest {
  /// Reads what ``value`` wrote.
  package init?(_ value: Value) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes: bytes)
  }

  /// The bytes, as a field holds them.
  package var value: Value { .bytes(bytes) }
}

/// Entries of a document that one store wrote, one after the other.
package struct EntrySource: Hashable, Sendable {
  /// The number of the last of them.
  package let until: Int
  /// The 16 bytes of the store; none where it was not noted.
  package let store: [UInt8]

  /// Names the store that wrote entries up to one.
  package init(until: Int, store: [UInt8]) { (self.until, self.store) = (until, store) }
}

/// What the ids of a document's entries cover beside the entries.
package struct IdentityFacts: Sendable {
  /// The 16 bytes that name the document everywhere.
  package let document: [UInt8]
  /// The identity of the revision that it was created from.
  package let revision: SHA256.Digest
  /// Who wrote its entries, in order.
  package let sources: [EntrySource]

  package init(document: [UInt8], revision: SHA256.Digest, sources: [EntrySource]) {
    (self.document, self.revision, self.sources) = (document, revision, sources)
  }

  /// What belongs to an entry.
  ///
  /// - Complexity: O(distance) for an entry that travelled, O(log sources) for any other.
  package func context(of entry: Entry, in history: History) -> EntryContext {
    let path = history.travelled(by: entry)
    return EntryContext(
      of: path.undone + path.redone + [entry.reverted].compactMap(\.self),
      store: store(of: entry.number),
      revision: entry.kind == .create ? revision : entry.formRevision)
  }

  private func store(of number: Int) -> [UInt8] {
    let place = sources.firstPlace { $0.until >= number }
    return place < sources.count ? sources[place].store : []
  }
}
