public import EkibenDocuments

/// The differences between a store and a certificate of it.
public struct CertificateComparison: Hashable, Sendable {
  /// How a store relates to a certificate of it.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// Every document is as it was, and there is no other.
    case same
    /// Entries or documents were added, or documents were purged and the store records by whom; all
    /// else is as it was.
    case grown
    /// Something is not as it was.
    case changed
  }

  /// A document that is not as the certificate says.
  public struct Finding: Hashable, Sendable {
    /// How a document differs from the certificate.
    public enum Kind: Hashable, Sendable {
      /// The document is new.
      case added
      /// Entries were added.
      case grown
      /// The document was purged, as the store records.
      case destroyed(EditMetadata)
      /// Its entries up to the one that the certificate names are not what they were.
      case changed
      /// It has fewer entries than it had.
      case cutOff
      /// The document is missing, without a record of a purge.
      case takenOut
    }

    /// The 16 bytes that name the document everywhere.
    public let uid: [UInt8]
    /// Its name in the store; nil where it is not there.
    public let name: DocumentName?
    /// How the document differs from the certificate.
    public let kind: Kind
    /// How many entries it had; 0 where the certificate does not know it.
    public let before: Int
    /// How many it has.
    public let after: Int
    /// Who wrote the entries that came, and how many; in the order of their first ones.
    public let authors: [Author]
  }

  /// An author of entries that the certificate does not have.
  public struct Author: Hashable, Sendable {
    /// The author's name.
    public let name: String
    /// The number of those entries.
    public let entries: Int
  }

  /// What was found, in the order of the documents' uids; nothing where all is the same.
  public let findings: [Finding]
  /// The fingerprint of the store as it stands.
  public let fingerprint: SHA256.Digest

  /// How the store relates to the certificate.
  public var relation: Relation {
    if findings.isEmpty { return .same }
    return findings.allSatisfy(\.kind.isGrowth) ? .grown : .changed
  }
}

extension CertificateComparison.Finding.Kind {
  /// Whether the store has only grown, or records itself what it lost.
  public var isGrowth: Bool {
    switch self {
    case .added, .grown, .destroyed: true
    case .changed, .cutOff, .takenOut: false
    }
  }
}

extension Store {
  /// Compares the store, as of one moment, with what it was when it was certified.
  ///
  /// Whatever was done to the history since is found, unless the certificate was changed, too: an id
  /// stands for all entries before it.
  ///
  /// - Throws: ``StoreError`` when a document cannot be read.
  /// - Complexity: O(entries).
  public func compare(with certificate: Certificate) throws(StoreError) -> CertificateComparison {
    try reading { (state) throws(StoreError) in try state.documents.compare(with: certificate) }
  }
}

extension DocumentTable {
  fileprivate func compare(
    with certificate: Certificate
  ) throws(StoreError) -> CertificateComparison {
    var known = Dictionary(
      certificate.documents.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
    var findings: [CertificateComparison.Finding] = []
    let now = try certify { document, ids throws(StoreError) in
      let before = known.removeValue(forKey: document.uid)
      if let finding = try self.finding(document, ids, before) { findings.append(finding) }
    }
    for destroyed in now.documents where destroyed.destruction != nil {
      let before = known.removeValue(forKey: destroyed.uid)
      if before != destroyed { findings.append(Self.finding(destroyed, before)) }
    }
    findings += known.values.map {
      CertificateComparison.Finding(
        uid: $0.uid, name: nil, kind: .takenOut, before: $0.entries, after: 0, authors: [])
    }
    return CertificateComparison(
      findings: findings.sorted { $0.uid.lexicographicallyPrecedes($1.uid) },
      fingerprint: now.fingerprint)
  }

  private func finding(
    _ document: StoredDocument, _ ids: [EntryID], _ before: Certificate.Document?
  ) throws(StoreError) -> CertificateComparison.Finding? {
    let kind: CertificateComparison.Finding.Kind? =
      switch before {
      case nil: .added
      case let before? where before.destruction != nil || before.entries < 1: .changed
      case let before? where before.entries > ids.count: .cutOff
      case let before? where ids[before.entries - 1] != before.last: .changed
      case let before?: before.entries == ids.count ? nil : .grown
      }
    guard let kind else { return nil }
    let entries = before?.entries ?? 0
    return CertificateComparison.Finding(
      uid: document.uid, name: document.name, kind: kind, before: entries, after: ids.count,
      authors: kind.isGrowth ? try authors(of: document, after: entries) : [])
  }

  /// What became of a document that the store says was destroyed.
  private static func finding(
    _ destroyed: Certificate.Document, _ before: Certificate.Document?
  ) -> CertificateComparison.Finding {
    var kind = CertificateComparison.Finding.Kind.changed
    let wasThere = before?.destruction == nil
    // Of entries that came between certificate and destruction nothing is left to compare.
    let fits = before.map { $0.entries < destroyed.entries || $0.last == destroyed.last } ?? true
    if wasThere, fits, let destruction = destroyed.destruction { kind = .destroyed(destruction) }
    return CertificateComparison.Finding(
      uid: destroyed.uid, name: nil, kind: kind, before: before?.entries ?? 0,
      after: destroyed.entries, authors: [])
  }

  private func authors(
    of document: StoredDocument, after first: Int
  ) throws(StoreError) -> [CertificateComparison.Author] {
    var names: [String] = []
    var counts: [Value: Int] = [:]
    try journal.eachEntry(of: document, first + 1..<document.count + 1) {
      entry throws(StoreError) in
      let author = Value.text(entry.author)
      if counts[author] == nil { names.append(entry.author) }
      counts[author, default: 0] += 1
    }
    return names.map {
      CertificateComparison.Author(name: $0, entries: counts[.text($0)] ?? 0)
    }
  }
}
