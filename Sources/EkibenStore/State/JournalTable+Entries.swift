internal import EkibenDocuments

extension JournalTable {
  /// Reads one entry of a document, wherever it stands.
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry.
  /// - Complexity: O(changes); O(length) for a long text.
  func entry(_ number: Int, of document: StoredDocument) throws(StoreError) -> Entry {
    guard number > 0, number <= document.history.count else {
      throw .history(.unknownEntry(number))
    }
    return try storedEntry(number, of: document)
  }

  /// Reads one entry, which the document need not know yet.
  func storedEntry(_ number: Int, of document: StoredDocument) throws(StoreError) -> Entry {
    if number > document.archived, let record = try record(number, of: document.key) {
      return try entry(record, of: document)
    }
    return try archivedEntry(number, of: document)
  }

  /// Reads entries of a document in order, and hands each on.
  ///
  /// - Complexity: O(entries).
  func eachEntry(
    of document: StoredDocument, _ range: Range<Int>,
    _ body: (Entry) throws(StoreError) -> Void
  ) throws(StoreError) {
    var blocks: [TargetKey: BlockCursor] = [:]
    try passing(&blocks) { () throws(StoreError) in
      for number in range { try body(try entry(number, of: document)) }
    }
  }

  /// Runs a body that reads the entries of a document in order: a block holds what up to 64 of them did to
  /// its field, and is read once for all.
  ///
  /// The blocks are what was read of that document through this connection before, and what is read now.
  func passing<Output>(
    _ blocks: inout [TargetKey: BlockCursor], _ body: () throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    pages.passing = blocks
    blocks = [:]
    defer {
      blocks = pages.passing ?? [:]
      pages.passing = nil
    }
    return try body()
  }

  /// Reads consecutive entries, which the document has to know.
  ///
  /// - Complexity: O(entries).
  func entries(
    of document: StoredDocument, _ range: ClosedRange<Int>
  ) throws(StoreError) -> [Entry] {
    var records: [Int: StoredEntryRecord] = [:]
    let first = max(document.archived + 1, range.lowerBound)
    if first <= range.upperBound {
      try eachRecord(of: document.key, first...range.upperBound) { found throws(StoreError) in
        records[found.number] = try record(found)
      }
    }
    return try range.map { number throws(StoreError) in
      if let record = records[number] { return try entry(record, of: document) }
      return try entry(number, of: document)
    }
  }

  /// What an entry changed in its document, whether it is a node or travelled.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  func changes(of entry: Entry, in document: StoredDocument) throws(StoreError) -> Changeset {
    if entry.kind.isNode { return entry.changes }
    return try document.history.changes(of: entry) { number throws(StoreError) in
      try self.entry(number, of: document)
    }
  }

  /// Gives a record's numbers their names, and its long texts their ends.
  func entry(_ record: StoredEntryRecord, of document: StoredDocument) throws(StoreError) -> Entry {
    let changes = try record.content.changes.map { change throws(StoreError) in
      let target = try names.target(of: change.target, in: document)
      let (before, after) = try values(of: change, target, by: record.number, in: document)
      return Change(target.record, target.field, before: before, after: after)
    }
    return try entry(
      record.number, record.kind, ChunkEntry(record), Changeset(changes),
      origins: record.content.changes.map(\.origin))
  }

  private func archivedEntry(
    _ number: Int, of document: StoredDocument
  ) throws(StoreError) -> Entry {
    guard let record = try archivedRecord(number, of: document.key) else {
      throw database.damaged("entry \(number) of \(document.name) is missing")
    }
    let kind = try kind(Int64(record.kind), of: number)
    var changes: [Change] = []
    var origins: [Int] = []
    for key in record.targets {
      let target = try names.target(of: key, in: document)
      let written = try written(
        by: number, to: key, in: document.key, tellingBefore: target.field != nil)
      guard let (known, after, origin) = written else {
        throw database.damaged("what entry \(number) of \(document.name) did is missing")
      }
      origins.append(origin)
      if target.field == nil {
        let pair = RecordPair(after)
        changes.append(Change(target.record, nil, before: pair.before, after: pair.after))
        continue
      }
      // Most often it stands in the same block.
      let before =
        if let known {
          known
        } else {
          try value(of: key, target, writtenBy: origin, asOf: number - 1, in: document)
        }
      changes.append(Change(target.record, target.field, before: before, after: after))
    }
    return try entry(number, kind, record, Changeset(changes), origins: origins)
  }

  /// What an entry did to a field, from the block in which it touched it; a pass keeps what it has read.
  private func written(
    by number: Int, to key: TargetKey, in document: Int64, tellingBefore tellsBefore: Bool
  ) throws(StoreError) -> (before: Value??, after: Value?, origin: Int)? {
    let held = try database.decoding(
      "a block of entry \(number)",
      try pages.passing?[key]?.change(by: number, tellingBefore: tellsBefore) ?? nil)
    if let held { return held }
    guard let block = try block(of: key, in: document, from: number) else { return nil }
    return try database.decoding("a block of entry \(number)") { () throws(CodingError) in
      var cursor = try BlockCursor(block)
      let found = try cursor.change(by: number, tellingBefore: tellsBefore)
      try cursor.confirmRest()
      if pages.passing?.count ?? 0 >= JournalPages.mostPassing { pages.passing = [:] }
      pages.passing?[key] = cursor
      return found
    }
  }

  private func entry(
    _ number: Int, _ kind: Entry.Kind, _ record: ChunkEntry, _ changes: Changeset, origins: [Int]
  ) throws(StoreError) -> Entry {
    let outline = record.header.outline(number: number, kind: kind)
    return Entry(
      number: number, kind: kind, parent: outline.parent, head: outline.head, step: outline.step,
      author: try names.authorName(record.author), time: record.time,
      utcOffset: record.context.utcOffset,
      reason: record.reason, isUnchecked: record.context.isUnchecked, changes: changes,
      origins: origins, flags: record.flags, mark: record.header.mark,
      reverted: record.header.reverted)
  }
}

/// Both sides of a whole record's change, as a block keeps them: the record that goes may hold what
/// several entries wrote, so it is not found by asking for one writer.
struct RecordPair {
  let before: Value?
  let after: Value?
}

extension RecordPair {
  init(_ stored: Value?) {
    let sides = (stored?.asList ?? []).map { $0 == .null ? nil : $0 }
    let isPair = sides.count == 2
    self.init(before: isPair ? sides[0] : nil, after: isPair ? sides[1] : nil)
  }

  var stored: Value { .list([before ?? .null, after ?? .null]) }
}

extension ChunkEntry {
  /// What a chunk keeps of a record.
  fileprivate init(_ record: StoredEntryRecord) {
    self.init(
      kind: UInt8(clamping: record.kind.code), header: record.content.header, time: record.time,
      author: record.author, reason: record.content.reason, context: record.content.context,
      targets: record.content.changes.map(\.target), flags: record.content.flags)
  }
}
