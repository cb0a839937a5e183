internal import EkibenDocuments
internal import EkibenSQLite

/// A record of the journal as the file has it, values and all, but by the file's own numbers.
struct StoredEntryRecord {
  let number: Int
  let kind: Entry.Kind
  let time: Int64
  let author: Int64
  let content: EntryRecord
}

extension EntryRecordHeader {
  /// The place in the tree with everything said that a record leaves out.
  func outline(number: Int, kind: Entry.Kind) -> History.Outline {
    History.Outline(
      number: number, kind: kind, parent: parent ?? (number > 1 ? number - 1 : nil),
      head: head ?? number, step: step ?? number, mark: mark)
  }

  /// What of an entry's place is worth saying.
  init(_ entry: Entry) {
    self.init()
    if let parent = entry.parent, parent != entry.number - 1 { self.parent = parent }
    if entry.head != entry.number { head = entry.head }
    if entry.step != entry.number { step = entry.step }
    reverted = entry.reverted
    mark = entry.mark
  }
}

/// The keys of the `entry` table: document and number in one.
enum EntryKey {
  static func of(_ number: Int, in document: Int64) -> Int64 { document << 32 | Int64(number) }

  static func number(of key: Int64) -> Int { Int(key & 0xffff_ffff) }

  /// The numbers of a document, as bounds for BETWEEN.
  static func range(_ first: Int, _ last: Int, in document: Int64) -> [Binding] {
    [.integer(of(first, in: document)), .integer(of(min(last, 0xffff_ffff), in: document))]
  }
}

/// The journals of a store's documents: records as they are written, and entries as they are read.
final class JournalTable {
  let database: Database
  let names: NameKeys
  let forms: FormTable
  var pages = JournalPages()
  // The record that was found last; nothing of it is left once the next is looked for.
  private let found = CheckedRow(StoredTable.entry.check)

  init(_ database: Database, _ names: NameKeys, _ forms: FormTable) {
    (self.database, self.names, self.forms) = (database, names, forms)
  }

  /// Forgets what was read in a transaction that is not in the file.
  func forget() { pages = JournalPages() }

  /// Adds a record to the journal; nothing else is written on the edit path.
  func insert(_ entry: Entry, author: Int64, _ document: inout StoredDocument) throws(StoreError) {
    guard entry.number <= History.maximumCount else { throw .history(.tooManyEntries) }
    guard entry.isStorable else { throw .history(.broken(entry: entry.number)) }
    var record = EntryRecord(header: EntryRecordHeader(entry), reason: entry.reason)
    record.context = EntryRecordContext(utcOffset: entry.utcOffset, isUnchecked: entry.isUnchecked)
    let changes = entry.changes.changes
    record.changes.reserveCapacity(changes.count)
    for at in changes.indices.prefix(entry.origins.count) {
      record.changes.append(
        EntryRecordChange(
          target: try names.key(of: changes[at].target, in: &document),
          content: document.longTexts.content(of: changes[at]), origin: entry.origins[at],
          flags: entry.flags(at: at)))
    }
    let bytes = try database.encoding(try EntryRecordCoding.encode(record, number: entry.number))
    let key = EntryKey.of(entry.number, in: document.key)
    try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        fixed: """
          INSERT INTO entry(key, kind, time, author, line, checksum)
          VALUES (?1, ?2, ?3, ?4, ?5, ekiben_checksum('entry', ?1, ?2, ?3, ?4, ?5))
          """
      ) { statement throws(SQLiteError) in
        try statement.bind(key, at: 1)
        try statement.bind(entry.kind.code, at: 2)
        try statement.bind(entry.time, at: 3)
        try statement.bind(author, at: 4)
        try statement.run(lending: bytes, at: 5)
      }
    }
  }

  func insert(_ mark: String, at node: Int, of document: StoredDocument) throws(StoreError) {
    try database.run(
      StoredTable.mark.upsert, [.integer(document.key), .text(mark), .integer(Int64(node))])
  }

  private static let recordsBetween = """
    SELECT \(StoredTable.entry.checkedColumns("e")) FROM entry e
    WHERE key BETWEEN ? AND ? ORDER BY key
    """

  /// Reads a record that is not archived yet; nil when it is.
  ///
  /// - Complexity: O(log n).
  func record(_ number: Int, of document: Int64) throws(StoreError) -> StoredEntryRecord? {
    guard let found = try foundRecord(number, of: document) else { return nil }
    return try record(found)
  }

  /// The same, not decoded yet.
  func foundRecord(_ number: Int, of document: Int64) throws(StoreError) -> FoundRecord? {
    guard (1...History.maximumCount).contains(number) else { return nil }
    return try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        fixed: "SELECT checksum, key, kind, time, author, line FROM entry WHERE key = ?"
      ) { statement throws(SQLiteError) -> FoundRecord? in
        try statement.bind(EntryKey.of(number, in: document), at: 1)
        guard try statement.step() else { return nil }
        try found.read(statement)
        return try FoundRecord(found)
      }
    }
  }

  /// What a record says, values and all.
  func record(_ found: FoundRecord) throws(StoreError) -> StoredEntryRecord {
    let content = try database.decoding(
      "entry \(found.number)", try EntryRecordCoding.decode(found.bytes, number: found.number))
    return StoredEntryRecord(
      number: found.number, kind: try kind(found.kind, of: found.number), time: found.time,
      author: found.author, content: content)
  }

  /// The kind of an entry by its number in the file.
  func kind(_ code: Int64, of number: Int) throws(StoreError) -> Entry.Kind {
    if code == Entry.Kind.mergeCode {
      throw .newerContent(path: database.path, detail: "entry \(number)")
    }
    guard let kind = Entry.Kind(code: code) else {
      throw database.damaged("entry \(number) is of an unknown kind")
    }
    return kind
  }

  /// What a chunk keeps of a record, whose values are not looked at.
  func frame(_ found: FoundRecord) throws(StoreError) -> ChunkEntry {
    var frame = try database.decoding(
      "entry \(found.number)",
      try EntryRecordCoding.frame(of: found.bytes, number: found.number))
    (frame.kind, frame.time) = (UInt8(clamping: found.kind), found.time)
    frame.author = found.author
    return frame
  }

  /// Reads records that are not archived yet, and hands each on without looking into it.
  ///
  /// - Complexity: O(records).
  func eachRecord(
    of document: Int64, _ range: ClosedRange<Int>,
    _ body: (FoundRecord) throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.each(
      Self.recordsBetween, EntryKey.range(range.lowerBound, range.upperBound, in: document),
      { row in
        try found.read(row)
        return try FoundRecord(found)
      }, body)
  }

  func outline(
    _ number: Int, _ code: Int64, _ bytes: [UInt8]
  ) throws(StoreError) -> History.Outline {
    let kind = try kind(code, of: number)
    let header = try database.decoding(
      "entry \(number)", try EntryRecordCoding.header(of: bytes, number: number))
    return header.outline(number: number, kind: kind)
  }
}

/// A record as the file has it, not decoded yet.
struct FoundRecord {
  let number: Int
  let kind: Int64
  let time: Int64
  let author: Int64
  let bytes: [UInt8]

  init(_ row: CheckedRow) throws(SQLiteError) {
    number = EntryKey.number(of: try row.int64(1))
    (kind, time) = (try row.int64(2), try row.int64(3))
    (author, bytes) = (try row.int64(4), try row.blob(5))
  }
}

extension Entry.Kind {
  // The numbers stand in files, so the order of this list never changes; new kinds go to its end.
  // An edit is 1, which takes no room in a row.
  private static let codes: [Entry.Kind] = [
    .create, .edit, .apply, .revert, .migrate, .import, .submit, .reopen, .undo, .redo, .checkout,
    .mark,
  ]

  /// Kept for an entry that joins branches.
  static var mergeCode: Int64 { Int64(codes.count) }

  var code: Int64 { Int64(Self.codes.firstIndex(of: self) ?? 0) }

  init?(code: Int64) {
    guard let index = Int(exactly: code), Self.codes.indices.contains(index) else { return nil }
    self = Self.codes[index]
  }
}

extension Entry {
  /// Whether a record can keep all that it says.
  fileprivate var isStorable: Bool {
    let isFlagged = flags.isEmpty || flags.count == changes.changes.count
    return isFlagged && flags.allSatisfy { $0.isSubset(of: .known) }
      && utcOffset.map(EntryRecordContext.utcOffsets.contains) != false
  }
}
