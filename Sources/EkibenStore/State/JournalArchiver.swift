internal import EkibenDocuments
internal import EkibenSQLite

/// Puts old entries where they take less room and are found faster, a slice at a time.
struct JournalArchiver {
  let database: Database
  let names: NameKeys
  let journal: JournalTable
  let documents: DocumentTable
  let past: PastLookup

  /// The pass over a document that has begun, or a new one, for which entries are indexed a slice at a time.
  func task(for document: StoredDocument, keeping: Int) throws(StoreError) -> ArchivingTask {
    let newest = document.count - keeping
    guard newest > document.archived else { return .nothing }
    let begun = journal.pages.begunPasses.removeValue(forKey: document.key)
    if let begun, begun.isReady || begun.start == document.archived { return .pass(begun) }
    let end = min(newest, document.archived + ArchivingPass.entriesPerPass)
    let indexed = journal.pages.tails[document.key].map { $0.range.upperBound - 1 } ?? 0
    let next = max(indexed, document.archived) + ArchivingPass.indexedPerSlice
    let tail = try past.tail(of: document, upTo: min(end, next))
    if next < end { return .indexing }
    // Its large entries are asked for each of their fields in turn.
    let last = tail.lastDecodable(upTo: end)
    return .pass(ArchivingPass(tail, after: document.archived, upTo: last))
  }

  /// Puts versions of a field into its blocks, but for those that stand there, until that is the work of a slice.
  ///
  /// - Returns: How many of them are done, of some at least one, and how much work that was.
  func move(
    _ key: TargetKey, _ spots: [TailIndex.Spot], of document: StoredDocument
  ) throws(StoreError) -> (done: Int, work: Int) {
    let target = try names.target(of: key, in: document)
    let lastBlock = try journal.block(of: key, in: document.key, from: Int.max)
    let known =
      try database.decoding("a block") { () throws(CodingError) in
        try lastBlock.map { block throws(CodingError) in try BlockReader.lastNumber(in: block) }
      } ?? 0
    var versions: [FieldVersion] = []
    var (done, work) = (0, ArchivingPass.work(for: spots.count))
    while done < spots.count, work < ArchivingPass.workPerSlice {
      let spot = spots[done]
      done += 1
      if Int(spot.number) <= known { continue }
      let version = try version(spot, of: key, target, behind: versions.last, in: document)
      if case .write(.text(let text)?, _) = version.content {
        work += ArchivingPass.work(forText: text.utf8.count)
      }
      versions.append(version)
    }
    let blocks = try database.decoding("a block", try Block.appending(versions, to: lastBlock))
    for block in blocks { try insert(block, of: key, document.key) }
    return (done, work)
  }

  private func insert(_ block: Block, of key: TargetKey, _ document: Int64) throws(StoreError) {
    try database.sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        fixed: """
          INSERT INTO block(document, record, field, first, touches, checksum)
          VALUES (?1, ?2, ?3, ?4, ?5, ekiben_checksum('block', ?1, ?2, ?3, ?4, ?5))
          ON CONFLICT (document, record, field, first) DO UPDATE
          SET touches = excluded.touches, checksum = excluded.checksum
          """
      ) { statement throws(SQLiteError) in
        try statement.bind(document, at: 1)
        try statement.bind(key.record, at: 2)
        try statement.bind(key.field, at: 3)
        try statement.bind(Int64(block.first), at: 4)
        try statement.run(lending: block.bytes, at: 5)
      }
    }
  }

  private func version(
    _ spot: TailIndex.Spot, of key: TargetKey, _ target: Change.Target,
    behind last: FieldVersion?, in document: StoredDocument
  ) throws(StoreError) -> FieldVersion {
    let (number, writer) = (Int(spot.number), Int(spot.writer))
    guard writer == number else {
      return FieldVersion(number: number, content: .travel(origin: writer))
    }
    guard let entry = try journal.decodedEntry(number, of: document), let record = entry.record
    else { throw database.damaged("entry \(number) of \(document.name) is missing") }
    let change = entry[key].map { record.changes[$0] }
    // A record that an entry made holds its fields; they have no changes, and no origins, of their own.
    let origin = change?.origin ?? 0
    if target.field == nil, case .values(let before, let after)? = change?.content {
      let pair = RecordPair(before: before, after: after)
      return FieldVersion(number: number, content: .write(after: pair.stored, origin: origin))
    }
    let after: Value? =
      switch change?.content {
      case .values(_, let value)?: value
      case .edit(let edit)?:
        try journal.text(
          after: [edit],
          try value(of: key, target, writtenBy: origin, asOf: number - 1, last, in: document))
      case nil: try journal.value(of: key, target, writtenBy: number, asOf: number, in: document)
      }
    return FieldVersion(number: number, content: .write(after: after, origin: origin))
  }

  // A long text is most often the difference to that of the version before, which stands in a block where it is not
  // the last one made. Its records would be the way back to where it stands whole, anew for each version.
  private func value(
    of key: TargetKey, _ target: Change.Target, writtenBy origin: Int, asOf number: Int,
    _ last: FieldVersion?, in document: StoredDocument
  ) throws(StoreError) -> Value? {
    let known =
      last?.number == origin
      ? last : try journal.archivedVersion(of: key, in: document.key, atOrBefore: origin)
    if let known, known.number == origin, case .write(let value, _) = known.content { return value }
    return try journal.value(of: key, target, writtenBy: origin, asOf: number, in: document)
  }

  /// Puts the headers of records into chunks and takes the records away.
  ///
  /// - Returns: The last entry that stands in a chunk now; others may have archived more.
  func archiveEntries(upTo last: Int, of document: StoredDocument) throws(StoreError) -> Int {
    let archived = try documents.archived(of: document)
    guard archived < last else { return archived }
    var entries: [ChunkEntry] = []
    var outlines: [History.Outline] = []
    try journal.eachRecord(of: document.key, archived + 1...last) { found throws(StoreError) in
      let kind = try journal.kind(found.kind, of: found.number)
      let frame = try journal.frame(found)
      entries.append(frame)
      outlines.append(frame.header.outline(number: found.number, kind: kind))
    }
    guard entries.count == last - archived else {
      throw database.damaged("entries of \(document.name) are missing")
    }
    try insertChunks(of: entries, from: archived + 1, document.key)
    try archiveTravels(outlines, of: document)
    try database.run(
      "DELETE FROM entry WHERE key BETWEEN ? AND ?",
      EntryKey.range(archived + 1, last, in: document.key))
    try database.run(
      StoredTable.document.update("archived", where: "key = ?2"),
      [.integer(Int64(last)), .integer(document.key)])
    return last
  }

  /// Adds headers behind those that stand in chunks; one that is not full is filled first.
  private func insertChunks(
    of entries: [ChunkEntry], from first: Int, _ document: Int64
  ) throws(StoreError) {
    var (first, rest) = (first, entries[...])
    if let last = try journal.chunk(with: first - 1, of: document),
      last.numbers.count < Chunk.maximumEntries
    {
      let known = try database.decoding("a chunk", try last.allEntries())
      rest = (known + entries)[...]
      first = last.numbers.lowerBound
    }
    while !rest.isEmpty {
      let slice = rest.prefix(Chunk.maximumEntries)
      let chunk = try database.decoding("a chunk", try Chunk(Array(slice), first: first))
      try database.run(
        StoredTable.chunk.upsert,
        [
          .integer(document), .integer(Int64(first)), .integer(chunk.since), .blob(chunk.tree),
          .blob(chunk.entries),
        ])
      first += slice.count
      rest = rest.dropFirst(slice.count)
    }
  }

  /// Keeps which child redo takes, where the way back down went over others than the newest.
  private func archiveTravels(
    _ outlines: [History.Outline], of document: StoredDocument
  ) throws(StoreError) {
    var visited: [Int: Int] = [:]
    var newest: Set<Int> = []
    for outline in outlines {
      let parent = outline.parent ?? 0
      if outline.kind.isNode {
        visited[parent] = nil
        newest.insert(parent)
        continue
      }
      for node in document.history.path(from: parent, to: outline.head).down {
        if let parent = document.history.parent(of: node) { visited[parent] = node }
      }
    }
    // Only nodes that were visited once have a record to take away.
    let known = Set(
      try database.rows(
        "SELECT node FROM visited WHERE document = ? AND \(StoredTable.visited.intact())",
        [.integer(document.key)]
      ) { row in try row.int(0) })
    for node in newest.intersection(known) where visited[node] == nil {
      try database.run(
        "DELETE FROM visited WHERE document = ? AND node = ?",
        [.integer(document.key), .integer(Int64(node))])
    }
    for (node, child) in visited {
      try database.run(
        StoredTable.visited.upsert,
        [.integer(document.key), .integer(Int64(node)), .integer(Int64(child))])
    }
  }
}
