internal import EkibenDocuments
internal import EkibenSQLite

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
  func storedEntry(
    _ number: Int, of document: StoredDocument
  ) throws(StoreError) -> Entry {
    if number > document.archived, let line = try line(number, of: document.key) {
      return try entry(line, of: document)
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
    // A block holds what up to 64 entries did to its field, and is read once for all of them.
    pages.passing = [:]
    defer { pages.passing = nil }
    for number in range { try body(try entry(number, of: document)) }
  }

  /// Reads a line that is not archived yet; nil when it is.
  func line(_ number: Int, of document: Int64) throws(StoreError) -> StoredLine? {
    var found: StoredLine?
    try eachLine(of: document, number...number) { line in found = line }
    return found
  }

  /// Gives a line's numbers their names, and its long texts their ends.
  func entry(
    _ line: StoredLine, of document: StoredDocument
  ) throws(StoreError) -> Entry {
    var changes: [Change] = []
    for change in line.line.changes {
      let target = try names.target(of: change.target, in: document)
      let (before, after) = try values(of: change, target, by: line.number, in: document)
      changes.append(Change(target.record, target.field, before: before, after: after))
    }
    let header = ChunkLine(
      kind: UInt8(clamping: line.kind.code), header: line.line.header, time: line.time,
      author: line.author, reason: line.line.reason, context: line.line.context,
      flags: line.line.flags)
    return try entry(
      line.number, line.kind, header, Changeset(changes), origins: line.line.changes.map(\.origin))
  }

  private func archivedEntry(
    _ number: Int, of document: StoredDocument
  ) throws(StoreError) -> Entry {
    guard let page = try page(with: number, of: document.key) else {
      throw .damaged(path: database.path, detail: "entry \(number) of \(document.name) is missing")
    }
    let line = try self.line(number, in: page)
    let kind = try kind(Int64(line.kind), of: number)
    var changes: [Change] = []
    var origins: [Int] = []
    for key in line.targets {
      let target = try names.target(of: key, in: document)
      let (change, origin) = try archivedChange(number, key, target, in: document)
      changes.append(change)
      origins.append(origin)
    }
    return try entry(number, kind, line, Changeset(changes), origins: origins)
  }

  private func archivedChange(
    _ number: Int, _ key: TargetKey, _ target: Change.Target, in document: StoredDocument
  ) throws(StoreError) -> (Change, origin: Int) {
    let index = try passedBlock(of: key, in: document.key, with: number)
    guard let index, let (after, origin) = try writtenValue(by: number, in: index) else {
      throw .damaged(
        path: database.path, detail: "what entry \(number) of \(document.name) did is missing")
    }
    if target.field == nil {
      let pair = RecordPair(after)
      return (Change(target.record, nil, before: pair.before, after: pair.after), origin)
    }
    // Most often it stands in the same block.
    let before: Value?
    if let (value, _) = try writtenValue(by: origin, in: index) {
      before = value
    } else {
      before = try value(
        of: key, target, writtenBy: origin, asOf: number - 1, in: document)
    }
    return (Change(target.record, target.field, before: before, after: after), origin)
  }

  /// The block in which an entry touched a field.
  private func passedBlock(
    of key: TargetKey, in document: Int64, with number: Int
  ) throws(StoreError) -> BlockIndex? {
    if let known = pages.passing?[key], known.last(atOrBefore: number)?.number == number {
      return known
    }
    let index = try blockIndex(of: key, in: document, from: number)
    if pages.passing?.count ?? 0 >= JournalPages.mostPassing { pages.passing = [:] }
    pages.passing?[key] = index
    return index
  }

  /// What an entry wrote, if it did so in this block.
  private func writtenValue(
    by number: Int, in index: BlockIndex
  ) throws(StoreError) -> (after: Value?, origin: Int)? {
    let version = try database.decoding("a block of entry \(number)") { () throws(CodingError) in
      try index.version(number)
    }
    guard case .write(let after, let origin)? = version?.content else { return nil }
    return (after, origin)
  }

  private func entry(
    _ number: Int, _ kind: Entry.Kind, _ line: ChunkLine, _ changes: Changeset, origins: [Int]
  ) throws(StoreError) -> Entry {
    let outline = line.header.outline(number: number, kind: kind)
    return Entry(
      number: number, kind: kind, parent: outline.parent, head: outline.head, step: outline.step,
      author: try names.authorName(line.author), time: line.time, utcOffset: line.context.utcOffset,
      reason: line.reason, isUnchecked: line.context.isUnchecked, changes: changes,
      origins: origins, flags: line.flags, mark: line.header.mark, reverted: line.header.reverted)
  }
}

/// Both sides of a whole record's change, as a block keeps them: the record that goes may hold what
/// several entries wrote, so it is not found by asking for one writer.
struct RecordPair {
  let before: Value?
  let after: Value?

  init(before: Value?, after: Value?) {
    self.before = before
    self.after = after
  }

  init(_ stored: Value?) {
    guard case .list(let sides)? = stored, sides.count == 2 else {
      self.init(before: nil, after: nil)
      return
    }
    self.init(before: Self.side(sides[0]), after: Self.side(sides[1]))
  }

  var stored: Value { .list([before ?? .null, after ?? .null]) }

  private static func side(_ value: Value) -> Value? { value == .null ? nil : value }
}
