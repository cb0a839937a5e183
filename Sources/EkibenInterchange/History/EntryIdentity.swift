public import EkibenDocuments

/// What an entry is outside of the store that it stands in.
public struct EntryIdentity: Hashable, Sendable {
  /// Its id.
  public let id: EntryID
  /// The 16 bytes of the store that wrote it; none where that was not noted.
  public let store: [UInt8]
  /// What the id is the SHA-256 of; a line of a history begins with it.
  let encoding: [UInt8]
}

extension HistoryEntry {
  /// Whether a line begins with what the entry's id is a hash of, and with that id.
  func begins(_ line: [UInt8]) -> Bool {
    guard let identity else { return false }
    var json = CanonicalJSON()
    json.raw(bytes: identity.encoding.dropLast())
    json.member("id", identity.id)
    return line.starts(with: json.bytes)
  }
}
