import CEkibenSQLite

/// One open database file, set up the only way this package uses SQLite, closed when it goes away.
///
/// Made for one thread at a time: it is not `Sendable` and belongs inside a `Mutex`. Its methods
/// borrow it, so that statements can be used while others are running.
@safe package struct Connection: ~Copyable {
  /// What the file is opened for.
  package enum Access: Equatable, Sendable {
    /// Reads and writes a file that exists.
    case readWrite
    /// Reads and writes a file, and makes it if there is none.
    case create
    /// Reads only, along with other processes that may write; may make the `-shm` file.
    case readOnly
    /// Reads a file that nobody writes, without any lock and without looking for a `-wal`.
    case immutable
    /// A new database in memory, of this connection alone; the path only names it in errors.
    case memory
  }

  /// The path that was asked for, as it was spelled.
  package let path: String

  package let access: Access

  let handle: OpaquePointer
  let cache: StatementCache

  /// On the heap, because SQLite keeps its address while this value may move.
  let walFrameCount: UnsafeMutablePointer<Int32>

  /// What the file looked like when it was opened as immutable by `openReadOnly`.
  var openingStamp: FileStamp?

  /// Which file it was when it was opened; nil in memory.
  package internal(set) var place: FilePlace?

  /// Whether another value has taken over all of it.
  private var isTaken = false

  /// Opens a file with every safeguard set and waits up to `busyTimeout` milliseconds for locks.
  ///
  /// The content is not read yet: whether the file is a database shows with the first statement.
  package init(path: String, access: Access, busyTimeout: Int = 0) throws(SQLiteError) {
    self.init(taking: try Self.configured(path: path, access: access, busyTimeout: busyTimeout))
  }

  /// Not in the initializer's body: an initializer of a noncopyable type cannot throw once the value
  /// is whole, and only a whole value is closed by `deinit`.
  private static func configured(
    path: String, access: Access, busyTimeout: Int
  ) throws(SQLiteError) -> Connection {
    let uri = try DatabaseURI(path: path, isImmutable: access == .immutable)
    guard unsafe access == .memory || ekiben_is_too_long(path) == 0 else {
      throw SQLiteError(SQLITE_CANTOPEN, .open, "the path is too long", path: path)
    }
    if access == .create { try FilePlace.prepareNewFile(at: path) }
    let handle = unsafe try open(uri, path: path, access: access)
    var connection = unsafe Connection(owning: handle, path, access)
    // SQLite by itself opens a file that may not be written for reading.
    if access == .readWrite || access == .create, unsafe sqlite3_db_readonly(handle, "main") != 0 {
      throw SQLiteError(SQLITE_READONLY, .open, "the file may not be written", path: path)
    }
    if access != .memory {
      connection.place = try connection.currentPlace()
      try connection.confirmUnmoved()
      if access != .immutable { try connection.refuseForeignLogs() }
    }
    try connection.configure(busyTimeout: busyTimeout)
    return connection
  }

  private init(taking other: consuming Connection) {
    unsafe (handle, walFrameCount) = (other.handle, other.walFrameCount)
    (path, access, cache) = (other.path, other.access, other.cache)
    (openingStamp, place) = (other.openingStamp, other.place)
    other.isTaken = true
  }

  private init(owning handle: OpaquePointer, _ path: String, _ access: Access) {
    unsafe self.handle = handle
    (self.path, self.access) = (path, access)
    cache = StatementCache()
    (openingStamp, place) = (nil, nil)
    unsafe walFrameCount = .allocate(capacity: 1)
    unsafe walFrameCount.initialize(to: 0)
  }

  deinit {
    guard !isTaken, !cache.isClosed else { return }
    releaseResources()
    // A statement that is still alive keeps the database open until it goes away too.
    unsafe sqlite3_close_v2(handle)
  }

  /// Closes the file without a checkpoint, so that a `-wal` stays as it is.
  ///
  /// Throws if a statement is still alive; the file is then closed when that statement goes away.
  /// The connection is of no use after that.
  package func close() throws(SQLiteError) {
    releaseResources()
    let code = unsafe sqlite3_close(handle)
    guard code != SQLITE_OK else { return }
    let error = unsafe SQLiteError(code, .close, database: handle, path: path)
    unsafe sqlite3_close_v2(handle)
    throw error
  }

  private func releaseResources() {
    cache.close()
    // The hook's address is about to be freed, and a statement may outlive this value.
    unsafe sqlite3_wal_hook(handle, nil, nil)
    unsafe walFrameCount.deallocate()
  }

  /// Lends SQLite's own handle to a body that must not close it, for what tests attach to it.
  package func withRawHandle<Result>(
    _ body: (OpaquePointer) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try unsafe body(handle)
  }

  private static func open(
    _ uri: DatabaseURI, path: String, access: Access
  ) throws(SQLiteError) -> OpaquePointer {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(uri.text, &handle, flags(for: access), nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let error = unsafe SQLiteError(code, .open, database: handle, path: path)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    return unsafe handle
  }

  private static func flags(for access: Access) -> Int32 {
    let shared = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
    return switch access {
    case .readWrite: shared | SQLITE_OPEN_READWRITE
    case .create: shared | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readOnly, .immutable: shared | SQLITE_OPEN_READONLY
    case .memory: shared | SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
    }
  }
}
