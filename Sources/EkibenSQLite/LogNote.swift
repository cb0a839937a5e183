import CEkibenSQLite

/// What a database keeps in one of its rows to tell its own `-wal` from another file's: the row is
/// changed by the first commit of each log, so that the log holds it as well (decision 0019).
///
/// The row is one of a table without rowid: a text, and the note as its second column.
struct LogNote: Equatable {
  /// Names the state of the file from this commit to the next that begins a log.
  let id: [UInt8]
  /// The id of the note before, zeroes in the first; encoded bit by bit the other way round, so that an id
  /// stands in a page only if it is its note's.
  let before: [UInt8]
  /// Bytes 24 to 43 of the file as it lay under the log when that was begun: counters of changes and
  /// of the schema, size, free pages.
  let header: [UInt8]

  /// No text contains it, not being UTF-8.
  private static let magic: [UInt8] = [0xff, 0xeb, 0x1c, 0xbe, 0x4e, 0xa1, 0x06, 0x01]
  static let idBytes = 16
  static let headerStart = 24
  static let headerBytes = 20
  static let count = magic.count + 2 * idBytes + headerBytes
  /// Where the id stands in the encoding.
  static let idStart = magic.count

  var encoded: [UInt8] { Self.magic + id + before.map { ~$0 } + header }
}

extension LogNote {
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.count, bytes.starts(with: Self.magic) else { return nil }
    let start = Self.idStart
    id = Array(bytes[start..<start + Self.idBytes])
    before = bytes[start + Self.idBytes..<start + 2 * Self.idBytes].map { ~$0 }
    header = Array(bytes[(start + 2 * Self.idBytes)...])
  }

  /// Whether pages of a type can hold the row: leaves and inner pages of an index or of a table without rowid.
  static func isHeld(byPageOf type: UInt8) -> Bool { type == 0x0a || type == 0x02 }

  /// Finds the note in a page, and where it begins; nil where the page holds none.
  static func find(in page: [UInt8]) -> (note: LogNote, at: Int)? {
    guard page.count >= 512, isHeld(byPageOf: page[0]) else { return nil }
    // Inner pages have the number of a page more in their header, and one before each row.
    let child = page[0] == 0x0a ? 0 : 4
    let cells = Int(page[3]) << 8 | Int(page[4])
    for cell in 0..<cells {
      let pointer = 8 + child + 2 * cell
      guard pointer + 2 <= page.count else { return nil }
      let start = (Int(page[pointer]) << 8 | Int(page[pointer + 1])) + child
      if let at = noteStart(in: page, cell: start), let note = LogNote(page[at..<at + count]) {
        return (note, at)
      }
    }
    return nil
  }

  /// Where the second column of a cell begins, if the first is a text and the second could be a note.
  ///
  /// https://www.sqlite.org/fileformat2.html#record_format; names and numbers here are small, so that
  /// each stands in one byte, but for the type of the note.
  private static func noteStart(in page: [UInt8], cell: Int) -> Int? {
    guard cell + 6 < page.count else { return nil }
    let (payload, header, name) = (page[cell], page[cell + 1], page[cell + 2])
    guard payload < 0x80, header < 0x80, name < 0x80, name >= 13, name % 2 == 1 else { return nil }
    let type = Int(page[cell + 3] & 0x7f) << 7 | Int(page[cell + 4])
    guard page[cell + 3] >= 0x80, type == 12 + 2 * count else { return nil }
    let at = cell + 1 + Int(header) + (Int(name) - 13) / 2
    return at + count <= page.count ? at : nil
  }
}

extension Connection {
  /// Whether the next commit can be the first of a new log, as of the write transaction that is open.
  package func mayBeginLog() throws(SQLiteError) -> Bool {
    unsafe ekiben_may_begin_log(try file()) != 0
  }

  /// The note that belongs into a commit that can begin a log, given the one before.
  package func nextLogNote(after last: [UInt8]?) throws(SQLiteError) -> [UInt8] {
    var id = [UInt8](repeating: 0, count: LogNote.idBytes)
    unsafe id.withUnsafeMutableBytes { unsafe sqlite3_randomness(Int32($0.count), $0.baseAddress) }
    return LogNote(
      id: id, before: last.flatMap { LogNote($0)?.id } ?? Array(repeating: 0, count: id.count),
      header: try bytes(LogNote.headerBytes, at: Int64(LogNote.headerStart))
    ).encoded
  }

  /// Bytes of the database file itself, whatever its log says; zeroes behind its end.
  func bytes(_ count: Int, at start: Int64) throws(SQLiteError) -> [UInt8] {
    let file = unsafe try file()
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe ekiben_read_file(file, buffer.baseAddress, Int32(buffer.count), start)
    }
    // A short read is one of the codes of SQLITE_IOERR, and fills up with zeroes.
    guard code == SQLITE_OK || code == ekiben_short_read() else {
      throw unsafe SQLiteError(code, .read, database: nil, path: path)
    }
    return bytes
  }
}
