/// What a store held at one time: for each document how many entries it had, and the id of the last.
///
/// An id stands for all that came before it, so the fingerprint of a certificate stands for all
/// histories of a store. Kept where the store's keeper cannot change it, it shows every rewrite.
public struct Certificate: Hashable, Sendable {
  /// A document as it stood.
  public struct Document: Hashable, Sendable {
    /// The 16 bytes that name it everywhere.
    public let uid: [UInt8]
    /// How many entries its journal had.
    public let entries: Int
    /// The id of the last one.
    public let last: EntryID
    /// Who purged the document, when and why; nil where it was not purged.
    public let destruction: EditMetadata?

    /// Describes a document as it stands.
    public init(uid: [UInt8], entries: Int, last: EntryID, destruction: EditMetadata? = nil) {
      (self.uid, self.entries, self.last, self.destruction) = (uid, entries, last, destruction)
    }

    /// The line of a file, without the line feed that ends it; its SHA-256 is a leaf of the fingerprint.
    var line: [UInt8] {
      var json = CanonicalJSON()
      json.raw("{")
      json.member("document")
      json.digits(uid)
      json.member("entries", entries)
      json.member("last", last)
      if let destruction {
        json.member("destroyed")
        json.raw("{")
        json.member("author", destruction.author)
        json.member("time", Int(destruction.time))
        json.member("reason", destruction.reason)
        json.raw("}")
      }
      json.raw("}")
      return json.bytes
    }
  }

  /// What the first line of a certificate's file says the format is.
  public static let format = "ekiben-certificate/1"

  /// The documents, in the order of their uids, those that were destroyed among them.
  public let documents: [Document]

  /// Gathers documents, in any order.
  public init(_ documents: [Document]) {
    self.documents = documents.sorted { $0.uid.lexicographicallyPrecedes($1.uid) }
  }

  /// The root of a Merkle tree over the lines of the documents: one text for all that a store holds.
  ///
  /// - Complexity: O(documents).
  public var fingerprint: SHA256.Digest {
    SHA256.merkleRoot(of: documents.lazy.map { SHA256.digest(of: $0.line) })
  }

  /// The file that lists the documents: JSON Lines, a header first.
  ///
  /// - Complexity: O(documents).
  public func encoded() -> [UInt8] {
    var json = CanonicalJSON()
    json.raw("{")
    json.member("format", Self.format)
    json.member("fingerprint", fingerprint)
    json.member("documents", documents.count)
    json.raw("}\n")
    for document in documents {
      json.raw(bytes: document.line)
      json.raw("\n")
    }
    return json.bytes
  }
}
