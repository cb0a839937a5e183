import CEkibenSQLite

/// A `-wal` or `-journal` read past SQLite, which keeps no locks on it.
struct LogFile: ~Copyable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Opens the file of a name; nil where there is none, or none that this process may read: SQLite
  /// then says the same.
  static func open(_ name: UnsafePointer<CChar>?, of path: String) throws(SQLiteError) -> LogFile? {
    guard let name = unsafe name else { return nil }
    let descriptor = unsafe ekiben_open_log(name)
    if descriptor >= 0 {
      let log = LogFile(descriptor)
      // A database of that name would be taken for an empty log, and written over.
      if log.read(16, at: 0) == Array("SQLite format 3\0".utf8) {
        throw unsafe .leftover(String(cString: name))
      }
      return log
    }
    let error = ekiben_last_error()
    if ekiben_means_absent(error) != 0 || ekiben_means_forbidden(error) != 0 { return nil }
    throw unsafe .leftover(String(cString: name))
  }

  deinit { ekiben_close_log(descriptor) }

  /// Fills the buffer from a place on; false where the file ends before.
  func read(_ buffer: inout [UInt8], at start: Int64) -> Bool {
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe ekiben_read_log(descriptor, buffer.baseAddress, Int64(buffer.count), start)
    }
    return count == buffer.count
  }

  func read(_ count: Int, at start: Int64) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return read(&bytes, at: start) ? bytes : nil
  }
}

/// The frames of a `-wal` that SQLite would take up, as far as they have been read
/// (https://www.sqlite.org/fileformat2.html#walformat).
struct LogFrames {
  struct Found {
    let note: LogNote
    let page: UInt32
    let at: Int
  }

  static let headerBytes = 32
  static let frameHeaderBytes = 24

  let header: [UInt8]
  let pageBytes: Int
  /// The pages of the frames, in their order, and the notes in them.
  private(set) var pages: [UInt32] = []
  private(set) var notes: [Found] = []
  private var checksum: (UInt32, UInt32)
  private var pending: (pages: [UInt32], notes: [Found]) = ([], [])
  private var buffer: [UInt8]

  /// Reads the beginning; nil where SQLite would find nothing in it.
  init?(_ log: borrowing LogFile) {
    guard let header = log.read(Self.headerBytes, at: 0) else { return nil }
    pageBytes = Int(header.bigEndian(at: 8))
    guard header.bigEndian(at: 0) & ~1 == 0x377f_0682, header.bigEndian(at: 4) == 3_007_000,
      (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0
    else { return nil }
    self.header = header
    checksum = (0, 0)
    buffer = Array(repeating: 0, count: Self.frameHeaderBytes + pageBytes)
    add(header, 0..<24)
    guard checksum == (header.bigEndian(at: 24), header.bigEndian(at: 28)) else { return nil }
  }

  /// Reads the frames of one more commit; false where there is no other.
  mutating func readCommit(of log: borrowing LogFile) -> Bool {
    while readFrame(of: log) {
      guard buffer.bigEndian(at: 4) != 0 else { continue }
      pages += pending.pages
      notes += pending.notes
      pending = ([], [])
      return true
    }
    return false
  }

  /// Where in the log a frame's page begins.
  func start(ofFrame frame: Int) -> Int64 {
    Int64(Self.headerBytes + Self.frameHeaderBytes)
      + Int64(frame) * Int64(Self.frameHeaderBytes + pageBytes)
  }

  private mutating func readFrame(of log: borrowing LogFile) -> Bool {
    let frame = pages.count + pending.pages.count
    let start = start(ofFrame: frame) - Int64(Self.frameHeaderBytes)
    guard log.read(&buffer, at: start) else { return false }
    add(buffer, 0..<8)
    add(buffer, Self.frameHeaderBytes..<buffer.count)
    let page = buffer.bigEndian(at: 0)
    guard page != 0, buffer[8..<16] == header[16..<24],
      checksum == (buffer.bigEndian(at: 16), buffer.bigEndian(at: 20))
    else { return false }
    pending.pages.append(page)
    if LogNote.isHeld(byPageOf: buffer[Self.frameHeaderBytes]),
      let found = LogNote.find(in: Array(buffer[Self.frameHeaderBytes...]))
    {
      pending.notes.append(Found(note: found.note, page: page, at: found.at))
    }
    return true
  }

  /// Goes on with the checksum, whose words are of the byte order that the log was written in.
  private mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    let isBigEndian = header[3] & 1 == 1
    var (first, second) = checksum
    unsafe bytes.withUnsafeBytes { bytes in
      for at in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let (left, right) = unsafe (
          bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
        )
        first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
        second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
      }
    }
    checksum = (first, second)
  }
}

extension [UInt8] {
  /// Four bytes as a number, the greatest first.
  func bigEndian(at start: Int) -> UInt32 {
    self[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
