import CEkibenSQLite

/// SQLite takes up whatever `-wal` and `-journal` it finds beside a file, also those of another file
/// that had the name before. These checks come before it reads anything (decision 0019).
extension Connection {
  /// Refuses what another file of the same name left beside this one.
  func refuseForeignLogs() throws(SQLiteError) {
    let name = unsafe sqlite3_db_filename(handle, "main")
    let (journalName, logName) = unsafe (sqlite3_filename_journal(name), sqlite3_filename_wal(name))
    if let journal = unsafe try LogFile.open(journalName, of: path),
      try !belongs(journal, besideLog: unsafe holdsCommit(logName))
    {
      throw .leftover(spelled("-journal"))
    }
    var refused: [UInt8]?
    while let log = unsafe try LogFile.open(logName, of: path),
      let header = try foreignHeader(of: log)
    {
      // A program that lives may have moved its log into the file and begun anew between two of these
      // readings, but not twice to the same salts; and one that restores a copy is done in a moment.
      if header == refused { throw .leftover(spelled("-wal")) }
      refused = header
      Self.pause(milliseconds: 20)
    }
  }

  /// The name of a file beside this one, as the path was spelled unless it goes through a link.
  private func spelled(_ ending: String) -> String {
    (filePath.hasSuffix(path) ? path : filePath) + ending
  }

  /// The beginning of a log that was not written over the file as it lies there; nil if it may be so.
  ///
  /// - Complexity: O(1) where the note stands in the page in which the log has it, else O(file).
  private func foreignHeader(of log: borrowing LogFile) throws(SQLiteError) -> [UInt8]? {
    guard var frames = LogFrames(log), frames.readCommit(of: log) else { return nil }
    let size = try fileBytes()
    // SQLite would delete the log of an empty file.
    if size == 0 { return frames.header }
    let header = try bytes(LogNote.headerBytes, at: Int64(LogNote.headerStart))
    var all: [LogFrames.Found]?
    repeat {
      guard let first = frames.notes.first, let under = frames.idsUnder(header, in: log) else {
        continue
      }
      let there = try notes(inPages: first.page...first.page, of: frames.pageBytes)
      if there.contains(where: { under.ids.contains($0.note.id) }) { return nil }
      // The commit that began the log may have moved the row to another page.
      let last = UInt32(clamping: size / Int64(frames.pageBytes))
      if all == nil { all = try notes(inPages: 1...max(1, last), of: frames.pageBytes) }
      let found = all ?? []
      // A store has lost its note only where moving the log was broken off between the two pages.
      if found.isEmpty, under.isCertain { return nil }
      for note in found where try isMixed(note, of: under.ids, frames, log) { return nil }
    } while frames.readCommit(of: log)
    // A log that another program began has no note, and says nothing.
    return frames.notes.isEmpty ? nil : frames.header
  }

  /// The notes in some pages of the file, whatever its log says.
  private func notes(
    inPages pages: ClosedRange<UInt32>, of pageBytes: Int
  ) throws(SQLiteError) -> [LogFrames.Found] {
    var notes: [LogFrames.Found] = []
    for page in pages {
      let start = Int64(page - 1) * Int64(pageBytes)
      if let found = LogNote.find(in: try bytes(pageBytes, at: start)) {
        notes.append(LogFrames.Found(note: found.note, page: page, at: found.at))
      }
    }
    return notes
  }

  /// Whether a note of the file has one of the ids, or a mixture of them and what the log has at its place:
  /// of a page that was written as the power went each byte is the old one or a new one.
  private func isMixed(
    _ found: LogFrames.Found, of ids: [[UInt8]], _ frames: LogFrames, _ log: borrowing LogFile
  ) throws(SQLiteError) -> Bool {
    if ids.contains(found.note.id) { return true }
    let place = found.at + LogNote.idStart
    let known = ids + frames.images(of: found.page, in: log, place, LogNote.idBytes)
    return found.note.id.indices.allSatisfy { byte in
      known.contains { $0[byte] == found.note.id[byte] }
    }
  }

  private func holdsCommit(_ logName: UnsafePointer<CChar>?) throws(SQLiteError) -> Bool {
    guard let log = unsafe try LogFile.open(logName, of: path), var frames = LogFrames(log) else {
      return false
    }
    return frames.readCommit(of: log)
  }

  /// Whether a rollback journal can be this file's: its transaction began on the file as it is but for
  /// one change, or on none.
  private func belongs(_ journal: borrowing LogFile, besideLog: Bool) throws(SQLiteError) -> Bool {
    guard let head = journal.read(28, at: 0), head[0] != 0 else { return true }
    let size = try fileBytes()
    let (file, pages) = (try bytes(100, at: 0), head.bigEndian(at: 16))
    let (sector, pageBytes) = (Int64(head.bigEndian(at: 20)), Int(head.bigEndian(at: 24)))
    guard size > 0, (512...65_536).contains(pageBytes), sector >= 28 else { return true }
    // Only a file in WAL mode can be one of ours, and has no journal but while its mode changes, when it
    // has no log.
    guard file[18] == 2 else { return true }
    if besideLog { return false }
    if pages == 0 { return size <= pageBytes }
    for record in 0..<Int64(head.bigEndian(at: 8)) {
      let start = sector + record * Int64(pageBytes + 8)
      guard let page = journal.read(4, at: start) else { break }
      guard page.bigEndian(at: 0) == 1, let old = journal.read(4, at: start + 28) else { continue }
      return file.bigEndian(at: 24) &- old.bigEndian(at: 0) <= 1
    }
    return file.bigEndian(at: 28) == pages
  }

  private func fileBytes() throws(SQLiteError) -> Int64 {
    let file = unsafe try file()
    var size: Int64 = 0
    try check(unsafe ekiben_file_size(file, &size), .read)
    return size
  }
}

extension LogFrames {
  /// The ids that a note of the file can have if the log, as far as it has been read, is written over it, and whether
  /// its header alone says that it is; nil if that says that it is not.
  ///
  /// The header is as it was when the log was begun, or one that the log holds. Where another program began
  /// the log, its first note is the one that the file had already, and says what the header was earlier: the
  /// counters of changes and of the schema only grow, and begin anew in copies that SQLite makes.
  fileprivate func idsUnder(
    _ header: [UInt8], in log: borrowing LogFile
  ) -> (ids: [[UInt8]], isCertain: Bool)? {
    guard let first = notes.first?.note else { return nil }
    let ids = notes.map(\.note.id)
    let images = images(of: 1, in: log, LogNote.headerStart, header.count)
    if header == first.header || images.contains(header) { return ([first.before] + ids, true) }
    guard header.bigEndian(at: 0) > 1, first.header.isEarlier(than: header),
      images.first.map({ header.isEarlier(than: $0) }) ?? true
    else { return nil }
    return (ids, !images.isEmpty)
  }

  /// Some bytes of every image of a page.
  fileprivate func images(
    of page: UInt32, in log: borrowing LogFile, _ start: Int, _ count: Int
  ) -> [[UInt8]] {
    var images: [[UInt8]] = []
    for (frame, number) in pages.enumerated() where number == page {
      if let bytes = log.read(count, at: self.start(ofFrame: frame) + Int64(start)) {
        images.append(bytes)
      }
    }
    return images
  }
}

extension [UInt8] {
  /// Whether the counters of a header are no greater than those of another one.
  fileprivate func isEarlier(than other: [UInt8]) -> Bool {
    [0, 16].allSatisfy { bigEndian(at: $0) <= other.bigEndian(at: $0) }
  }
}
