internal import EkibenDocuments
internal import EkibenSQLite

/// Parts of journals that were read lately, so that neighbours need no second look-up.
///
/// Chunks never change, so those are kept; blocks and the index of the other entries hold for one state
/// of the file.
struct JournalPages {
  var begunPasses: [Int64: ArchivingPass] = [:]

  /// Of a document that is being read as a whole: the last block of each field; else nil.
  var passing: [TargetKey: BlockCursor]?
  /// How many blocks are held meanwhile: about 15 MB where all are full.
  static let mostPassing = 16_384

  /// Whether entries are read for the index of the newest entries, which asks who wrote and not what: what the
  /// form gave is found with that index.
  var isIndexing = false

  /// A chunk whose entries are asked for one at a time, often in turn.
  fileprivate struct Page {
    let document: Int64
    let numbers: Range<Int>
    var chunk: OpenChunk
  }

  fileprivate var page: Page?
  var decoded = DecodedEntries()
  var texts = TextWaypoints()
  var tails: [Int64: TailIndex] = [:]
  /// For each document the records that came or went in archived entries, as of a watermark.
  var structuralRecordIDs: [Int64: (archived: Int, records: Set<Int64>)] = [:]
}

extension JournalTable {
  /// The chunk that an old entry stands in, or nil when it is not archived.
  func chunk(with number: Int, of document: Int64) throws(StoreError) -> OpenChunk? {
    try turnPage(to: number, of: document) ? pages.page?.chunk : nil
  }

  /// Opens the chunk that an old entry stands in, unless it is open, and says whether there is one.
  private func turnPage(to number: Int, of document: Int64) throws(StoreError) -> Bool {
    if let page = pages.page, page.document == document, page.numbers.contains(number) {
      return true
    }
    guard let chunk = try readChunk(with: number, of: document) else { return false }
    let open = try database.decoding("the chunk of entry \(number)", try OpenChunk(chunk))
    let numbers = open.numbers
    guard numbers.contains(number) else { return false }
    pages.page = JournalPages.Page(document: document, numbers: numbers, chunk: open)
    return true
  }

  private func readChunk(
    with number: Int, of document: Int64
  ) throws(StoreError) -> Chunk? {
    try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        fixed: """
          SELECT first, since, tree, lines FROM chunk
          WHERE document = ? AND first <= ?
            AND ekiben_intact('chunk', checksum, document, first, since, tree, lines)
          ORDER BY first DESC LIMIT 1
          """
      ) { statement throws(SQLiteError) in
        try statement.bind(document, at: 1)
        try statement.bind(Int64(number), at: 2)
        guard try statement.step() else { return nil }
        return Chunk(
          first: Int(clamping: try statement.int64(0)), since: try statement.int64(1),
          tree: try statement.blob(2), entries: try statement.blob(3))
      }
    }
  }

  /// The last block of a field that begins at or before an entry.
  func block(
    of target: TargetKey, in document: Int64, from number: Int
  ) throws(StoreError) -> Block? {
    try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        fixed: """
          SELECT first, touches FROM block
          WHERE document = ? AND record = ? AND field = ? AND first <= ?
            AND ekiben_intact('block', checksum, document, record, field, first, touches)
          ORDER BY first DESC LIMIT 1
          """
      ) { statement throws(SQLiteError) in
        try statement.bind(document, at: 1)
        try statement.bind(target.record, at: 2)
        try statement.bind(target.field, at: 3)
        try statement.bind(Int64(number), at: 4)
        guard try statement.step() else { return nil }
        return Block(first: Int(clamping: try statement.int64(0)), bytes: try statement.blob(1))
      }
    }
  }

  /// The last version of a field in blocks that is not later than an entry.
  func archivedVersion(
    of target: TargetKey, in document: Int64, atOrBefore number: Int
  ) throws(StoreError) -> FieldVersion? {
    guard let block = try block(of: target, in: document, from: number) else { return nil }
    return try database.decoding("a block of entry \(number)") { () throws(CodingError) in
      let index = try BlockIndex(block)
      return try index.last(atOrBefore: number).map { slot throws(CodingError) in
        try index.version(in: slot)
      }
    }
  }

  /// What the chunk of an old entry says of it; nil when it is not archived.
  func archivedRecord(
    _ number: Int, of document: Int64
  ) throws(StoreError) -> ChunkEntry? {
    guard try turnPage(to: number, of: document) else { return nil }
    let entry = try database.decoding(
      "the chunk of entry \(number)", try pages.page?.chunk.entry(number))
    guard let entry else { throw database.damaged("entry \(number) is missing") }
    return entry
  }
}
