internal import EkibenDocuments

/// Which entries changed which field, for the part of a journal that is not archived in blocks.
///
/// No index is written while editing, so this one is built in memory from the records when a question
/// about the past is asked, and goes on from there with the next one.
struct TailIndex {
  /// One entry's version of one field.
  struct Spot {
    let number: UInt32
    /// The entry that wrote what the field holds after it: itself, or for a travel another; 0 is nobody.
    let writer: UInt32
  }

  /// The entries that are in it.
  private(set) var range: Range<Int>
  private(set) var spots: [TargetKey: [Spot]] = [:]
  private var fields: Set<Int64> = []
  // Large entries, and how much room they take in the file.
  private var large: [(number: Int, bytes: Int)] = []
  /// The records that came or went as a whole.
  private(set) var structuralRecordIDs: Set<Int64> = []

  init(after archived: Int) { range = archived + 1..<archived + 1 }

  mutating func append(
    _ versions: [(key: TargetKey, writer: Int)], of number: Int, bytes: Int
  ) {
    if versions.count > DecodedEntry.fewChanges { large.append((number, bytes)) }
    for version in versions {
      if version.key.field == TargetKey.wholeRecord {
        structuralRecordIDs.insert(version.key.record)
      }
      fields.insert(version.key.field)
      spots[version.key, default: []].append(
        Spot(number: UInt32(clamping: number), writer: UInt32(clamping: version.writer)))
    }
    range = range.lowerBound..<number + 1
  }

  /// The last entry, up to another, whose large ones can be kept decoded all together; the first in any case.
  ///
  /// - Complexity: O(large entries).
  func lastDecodable(upTo end: Int) -> Int {
    var bytes = 0
    for entry in large where entry.number <= end {
      bytes += entry.bytes
      if bytes > DecodedEntries.mostBytes { return max(entry.number - 1, range.lowerBound) }
    }
    return end
  }

  /// The fields of a record of which it has versions; 0 is the record as a whole.
  ///
  /// - Complexity: O(fields of all records that differ).
  func fields(of record: Int64) -> Set<Int64> {
    fields.filter { spots[TargetKey(record: record, field: $0)] != nil }
  }

  /// The last version of a field that is not later than an entry.
  ///
  /// - Complexity: O(log versions).
  func last(of key: TargetKey, atOrBefore number: Int) -> Spot? {
    guard let spots = spots[key] else { return nil }
    return spots[..<spots.firstPlace { $0.number > number }].last
  }
}

extension PastLookup {
  /// The index of all entries that are not archived, or of those up to an entry, brought up to date.
  ///
  /// - Complexity: O(entries since it was asked for last).
  func tail(of document: StoredDocument, upTo end: Int = .max) throws(StoreError) -> TailIndex {
    var tail =
      journal.pages.tails.removeValue(forKey: document.key) ?? TailIndex(after: document.archived)
    if tail.range.upperBound <= document.archived { tail = TailIndex(after: document.archived) }
    let last = min(end, document.history.count)
    guard tail.range.upperBound <= last else {
      journal.pages.tails[document.key] = tail
      return tail
    }
    var outlines: [(number: Int, bytes: Int, kind: Entry.Kind, targets: [TargetKey])] = []
    try journal.eachRecord(of: document.key, tail.range.upperBound...last) {
      found throws(StoreError) in
      let targets = try journal.frame(found).targets
      let kind = try journal.kind(found.kind, of: found.number)
      outlines.append((found.number, found.bytes.count, kind, targets))
    }
    guard outlines.count == last + 1 - tail.range.upperBound else {
      throw database.damaged("entries of \(document.name) are missing")
    }
    journal.pages.isIndexing = true
    defer { journal.pages.isIndexing = false }
    for (number, bytes, kind, targets) in outlines {
      let versions = try versions(of: number, kind, targets, in: document, tail)
      tail.append(versions, of: number, bytes: bytes)
    }
    journal.pages.tails[document.key] = tail
    return tail
  }

  private func versions(
    of number: Int, _ kind: Entry.Kind, _ targets: [TargetKey], in document: StoredDocument,
    _ tail: TailIndex
  ) throws(StoreError) -> [(key: TargetKey, writer: Int)] {
    if kind.isNode, !targets.contains(where: { $0.field == TargetKey.wholeRecord }) {
      return targets.map { ($0, number) }
    }
    if kind == .mark { return [] }
    return try versions(of: try journal.entry(number, of: document), in: document, tail)
  }

  /// Which fields an entry touched, and who wrote what they hold after it.
  ///
  /// - Complexity: O(changes · log n), of the entry or of the nodes that it travelled.
  private func versions(
    of entry: Entry, in document: StoredDocument, _ tail: TailIndex
  ) throws(StoreError) -> [(key: TargetKey, writer: Int)] {
    // Nothing is known of what was there before; a record that goes takes its fields along anyway.
    let origins = try Origins().changes(by: entry, in: document.history) {
      number throws(StoreError) in
      try journal.entry(number, of: document)
    } writers: { records throws(StoreError) in
      try writers(of: records, in: document, tail)
    }
    var versions: [(key: TargetKey, writer: Int)] = []
    for (target, origin) in origins {
      // What a record that went took along is nobody's, and needs no version of its own.
      if entry.kind.isNode, origin.entry == 0 { continue }
      guard let record = try names.knownKey(of: target.record, in: document),
        let field = try names.knownKey(of: target.field)
      else { throw database.damaged("\(document.name) has no field \(target)") }
      versions.append((TargetKey(record: record, field: field), origin.entry))
    }
    return versions
  }
}
