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
  private func foreignHeader(of log: borrowing LogFile) throws(SQLiteError) -> [UInt8]? {
    guard var frames = LogFrames(log), frames.readCommit(of: log) else { return nil }
    // SQLite would delete the log of an empty file.
    if try fileBytes() == 0 { return frames.header }
    repeat {
      if !frames.notes.isEmpty, try isPlausible(frames, log) { return nil }
    } while frames.readCommit(of: log)
    // A log that another program began has no note, and says nothing.
    return frames.notes.isEmpty ? nil : frames.header
  }

  /// Whether the file is as it was when the log was begun, or became so by moving what the log holds
  /// into it, wherever that was broken off.
  private func isPlausible(
    _ frames: LogFrames, _ log: borrowing LogFile
  ) throws(SQLiteError) -> Bool {
    guard let first = frames.notes.first else { return true }
    let header = try bytes(LogNote.headerBytes, at: Int64(LogNote.headerStart))
    guard
      header == first.note.header
        || frames.images(of: 1, in: log, LogNote.headerStart, header.count).contains(header)
    else { return false }
    if first.note.isFirst { return true }
    let ids = [first.note.before] + frames.notes.map(\.note.id)
    for found in frames.notes where try holds(ids, at: found, frames, log) { return true }
    return false
  }

  /// Whether the page of a note holds one of the ids, or at the note's place what the log has there: of
  /// a page that was written as the power went each byte is the old one or a new one.
  private func holds(
    _ ids: [[UInt8]], at found: LogFrames.Found, _ frames: LogFrames, _ log: borrowing LogFile
  ) throws(SQLiteError) -> Bool {
    let page = try bytes(frames.pageBytes, at: Int64(found.page - 1) * Int64(frames.pageBytes))
    let place = found.at + LogNote.idStart
    if ids.contains(where: { page.holds($0) }) { return true }
    let known = ids + frames.images(of: found.page, in: log, place, LogNote.idBytes)
    return (0..<LogNote.idBytes).allSatisfy { byte in
      known.contains { $0[byte] == page[place + byte] }
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

extension [UInt8] {
  /// Whether these bytes stand anywhere in it.
  fileprivate func holds(_ bytes: [UInt8]) -> Bool {
    (0...Swift.max(0, count - bytes.count)).contains { self[$0...].starts(with: bytes) }
  }
}

extension LogFrames {
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
