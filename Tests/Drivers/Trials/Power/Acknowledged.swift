import EkibenDocuments
import EkibenStore
import EkibenTesting
import RandomWork

/// What was written to one store, in the order in which it was acknowledged.
struct Acknowledged {
  /// One thing that a store must still know.
  enum Item: Equatable {
    case entry(DocumentName, number: Int, digest: String)
    case revision(Int)
  }

  /// What a document holds after one of its entries.
  private struct Place: Hashable {
    let document: DocumentName
    let number: Int
  }

  private(set) var items: [Item] = []
  /// How many items there are after each transaction.
  private var ends: Set<Int> = [0]
  private var states: [Place: String] = [:]

  /// Notes the entries of one transaction, which are the document's last.
  mutating func note(_ entries: [Entry], of document: StoredDocument, in store: Store) throws {
    if entries.isEmpty { return }
    // All or none of them, if reading fails.
    items += try entries.map { entry in
      let changes = try store.changes(of: entry, in: document)
      return .entry(document.name, number: entry.number, digest: digest(of: entry, changes))
    }
    states[Place(document: document.name, number: document.count)] = Self.stateDigest(of: document)
    ends.insert(items.count)
  }

  /// Notes a revision of the form.
  mutating func note(revision: Int) {
    items.append(.revision(revision))
    ends.insert(items.count)
  }

  /// Notes what a store holds more: the one transaction that was refused and done all the same.
  mutating func adopt(from store: Store) throws {
    var counts: [DocumentName: Int] = [:]
    for case .entry(let name, let number, _) in items { counts[name] = number }
    var transactions = 0
    for summary in try store.documents() + store.documents(deleted: true) {
      let first = (counts[summary.name] ?? 0) + 1
      guard summary.entries >= first else { continue }
      let document = try store.document(summary.name)
      try note(try store.entries(of: document, first...document.count), of: document, in: store)
      transactions += 1
    }
    let found = try store.forms().first?.revision ?? 0
    if found > revisions {
      note(revision: found)
      transactions += 1
    }
    try demand(transactions <= 1, "\(transactions) transactions were done that were refused")
  }

  /// The number of a form that is the newest or, if it is published, makes a revision more: revision N
  /// is form N − 1, so that none becomes the current one again.
  func nextForm(_ random: inout SeededGenerator) -> Int {
    max(0, revisions - random.number(in: 0...1))
  }

  private var revisions: Int { items.count { if case .revision = $0 { true } else { false } } }

  /// Forgets all but the first items, which are what is left.
  mutating func cut(to count: Int) {
    items.removeLast(items.count - count)
    ends = ends.filter { $0 <= count }
  }

  /// Compares a store with this: it holds what its first transactions left, whole and in order.
  ///
  /// - Parameter isThorough: Whether each entry is read and compared, and not only the last of each
  ///   document.
  /// - Returns: How many items the store holds.
  func examine(_ store: Store, isThorough: Bool) throws -> Int {
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
    let documents = try names.map { try store.document($0) }
    let revision = try store.forms().first?.revision ?? 0
    let found = documents.reduce(revision) { $0 + $1.count }
    try demand(
      found <= items.count, "\(found) entries and revisions, where \(items.count) were made")
    var (counts, revisions) = ([DocumentName: Int](), 0)
    for item in items.prefix(found) {
      switch item {
      case .entry(let name, let number, _): counts[name] = number
      case .revision(let number): revisions = number
      }
    }
    for document in documents {
      let expected = counts.removeValue(forKey: document.name) ?? 0
      try demand(
        document.count == expected,
        "\(document.name) has \(document.count) entries, not the \(expected) of the first \(found) "
          + "things done")
    }
    try demand(counts.isEmpty, "\(counts.keys.sorted()) are gone, and what came later is there")
    try demand(revision == revisions, "revision \(revision), not \(revisions)")
    try demand(ends.contains(found), "half a transaction: \(found) entries and revisions")
    for document in documents { try compare(document, in: store, isThorough) }
    return found
  }

  private func compare(
    _ document: StoredDocument, in store: Store, _ isThorough: Bool
  ) throws {
    let last = Place(document: document.name, number: document.count)
    try demand(
      states[last] == Self.stateDigest(of: document), "\(document.name) holds something else")
    let first = isThorough ? 1 : document.count
    var expected: [Int: String] = [:]
    for case .entry(document.name, let number, let digest) in items { expected[number] = digest }
    for entry in try store.entries(of: document, first...document.count) {
      let found = digest(of: entry, try store.changes(of: entry, in: document))
      try demand(
        expected[entry.number] == found, "\(document.name): entry \(entry.number) is another")
    }
  }

  private static func stateDigest(of document: StoredDocument) -> String {
    let lines = CanonicalDump(document).lines.joined(separator: "\n")
    let bytes = SHA256.hash(Array(lines.utf8))
    return bytes.prefix(12).map { String($0, radix: 16) }.joined(separator: ".")
  }
}
