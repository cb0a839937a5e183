internal import EkibenDocuments

/// An entry as it was decoded, whose changes are found by their targets.
struct DecodedEntry {
  /// What its record says; nil where it is archived.
  let record: EntryRecord?
  /// What is known of each change; empty where nothing is of any.
  let flags: [ChangeFlags]
  private let targets: [TargetKey]
  private let places: [TargetKey: Int]

  /// So many are looked through, and such an entry is not kept.
  static let fewChanges = 16

  /// Whether it is worth keeping.
  fileprivate var isLarge: Bool { !places.isEmpty }

  fileprivate init(_ targets: [TargetKey], _ flags: [ChangeFlags], _ record: EntryRecord? = nil) {
    (self.targets, self.flags, self.record) = (targets, flags, record)
    let isLarge = targets.count > Self.fewChanges
    places = isLarge ? Dictionary(zip(targets, targets.indices)) { $1 } : [:]
  }

  /// The place of the change of a target; nil where it has none of its own.
  subscript(target: TargetKey) -> Int? {
    isLarge ? places[target] : targets.lastIndex(of: target)
  }

  /// The place of the change of a target, which for a field may be that of its record as a whole.
  func place(of target: TargetKey) -> Int? {
    let whole = self[TargetKey(record: target.record, field: TargetKey.wholeRecord)]
    // A record that an entry made holds its fields; a field's own change, if there is one, is behind that.
    return [self[target], whole].compactMap(\.self).max()
  }
}

/// Large entries that were decoded lately, by their keys: questions about many fields go from one to another.
struct DecodedEntries {
  private var entries: [Int64: DecodedEntry] = [:]
  // How much room they take in the file.
  private var bytes = 0

  /// How much room those take in the file that are kept, up to twenty times as much in memory; a larger one is kept
  /// alone.
  static let mostBytes = 1 << 20

  subscript(key: Int64) -> DecodedEntry? { entries[key] }

  fileprivate mutating func keep(_ entry: DecodedEntry, _ key: Int64, bytes added: Int) {
    guard entry.isLarge else { return }
    if bytes + added > Self.mostBytes { self = DecodedEntries() }
    bytes += added
    entries[key] = entry
  }
}

extension JournalTable {
  /// An entry whose targets are asked for one at a time; nil where it is archived and has no flags.
  ///
  /// Entries never change, so large ones are kept.
  ///
  /// - Complexity: O(log n + changes); O(1) where it is kept.
  func decodedEntry(
    _ number: Int, of document: StoredDocument
  ) throws(StoreError) -> DecodedEntry? {
    let key = EntryKey.of(number, in: document.key)
    if let known = pages.decoded[key] { return known }
    if number > document.archived, let found = try foundRecord(number, of: document.key) {
      let record = try record(found).content
      let entry = DecodedEntry(record.changes.map(\.target), record.flags, record)
      pages.decoded.keep(entry, key, bytes: found.bytes.count)
      return entry
    }
    guard let chunk = try chunk(with: number, of: document.key), chunk.hasFlags(number),
      let record = try archivedRecord(number, of: document.key)
    else { return nil }
    let entry = DecodedEntry(record.targets, record.flags)
    // Of these the targets alone are kept, and how many bytes are theirs is not known.
    pages.decoded.keep(entry, key, bytes: 4 * record.targets.count)
    return entry
  }
}
