internal import EkibenSQLite
internal import Synchronization

/// One SQLite file that holds forms and the documents filled in from them.
///
/// A store may be used from any thread; one lock guards its connection, so calls follow each other.
/// Every edit is one transaction. Close a store with ``close()``, which leaves one whole file.
public final class Store: Sendable {
  /// What a store is opened for.
  public enum Access: Sendable {
    /// Reading and writing; the file is made if there is none.
    case create
    /// Reading and writing a file that exists.
    case readWrite
    /// Reading only: no byte of the file or of its `-wal` changes.
    case readOnly
  }

  /// The file's path, as it was given.
  public let path: String
  /// What the layers above keep with the store, and this one only hands on: the app's components.
  package let registry: (any Sendable)?

  private let handle: Mutex<StoreHandle>
  let companionSlot = Mutex<(any StoreCompanion)?>(nil)
  let hub = ObserverHub()

  /// Opens a store, bringing its schema up to date where it is opened for writing (rule P8).
  ///
  /// An older store that is opened for reading only stays as it is. If two processes upgrade one store
  /// at once, one waits for the other, `timeout` milliseconds at most.
  ///
  /// - Parameters:
  ///   - path: The file's path; it is never read as a URI.
  ///   - access: What the store is opened for.
  ///   - registry: What the layers above keep with the store.
  ///   - durability: What commits survive, read back after it is set; nil takes what the store is set to
  ///     (``setStoredDurability(_:)``), else ``Durability/processCrash``.
  ///   - timeout: How many milliseconds to wait for the locks of other programs.
  ///   - now: The time, in UTC milliseconds since 1970, noted with migrations that are applied.
  ///   - id: 16 bytes by which a store that is made or gets its id is told from all others; nil takes
  ///     random ones.
  /// - Throws: ``StoreError`` when there is no such file, or it is none of ours, newer or locked; for
  ///   reading only, ``StoreError/upgradeNeeded(path:format:newest:)`` when it is too old for that.
  public convenience init(
    _ path: String, access: Access = .create, registry: (any Sendable)? = nil,
    durability: Durability? = nil, timeout: Int = 5000, now: Int64, id: [UInt8]? = nil
  ) throws(StoreError) {
    let opening = StoreOpening(
      path: path, access: access, timeout: timeout, now: now, durability: durability,
      defaultDurability: .processCrash, schema: .current, id: id,
      activity: registry as? any AnswerActivitySource)
    try self.init(opening, registry: registry)
  }

  /// Opens a store with a durability where neither the caller nor the store says one, or with a schema of
  /// tests.
  ///
  /// Here the compiler knows that the registry says which answers count; to find it out takes a program
  /// that only reads one answer a twentieth of its time.
  package convenience init(
    _ path: String, access: Access = .create, registry: (any AnswerActivitySource)? = nil,
    durability: Durability? = nil, defaultDurability: Durability = .processCrash,
    timeout: Int = 5000, now: Int64, id: [UInt8]? = nil, schema: StoreSchema
  ) throws(StoreError) {
    let opening = StoreOpening(
      path: path, access: access, timeout: timeout, now: now, durability: durability,
      defaultDurability: defaultDurability, schema: schema, id: id, activity: registry)
    try self.init(opening, registry: registry)
  }

  private init(_ opening: StoreOpening, registry: (any Sendable)?) throws(StoreError) {
    path = opening.path
    self.registry = registry
    var state = try opening.open()
    if opening.access != .readOnly { try state.completeActivity() }
    handle = Mutex(StoreHandle(state: state, opening: opening))
  }

  /// Closes the file; if nobody else has it open it is then one whole file without a `-wal` (rule P5).
  ///
  /// Others who are reading are waited for, a tenth of the time that the store waits for locks, and others
  /// who only have it open for a moment: readers and writers that rest cannot be told from each other.
  /// Observations end, and so do the sequences of changes. Further calls throw ``StoreError/closed(path:)``; closing
  /// twice does nothing. A store that is suspended is not opened once more.
  ///
  /// - Returns: Whether all is done, or left to another who is writing the file now; false says that a
  ///   `-wal` stays beside the file, whose next writer moves it when it closes, or at the path that the file has
  ///   left: the file needs it beside it again.
  /// - Throws: ``StoreError/unfinished(path:detail:)`` when the `-wal` cannot be moved into the file; what
  ///   was committed is safe in it.
  /// - Complexity: O(`-wal`). Entries of a document edited here are archived, if more than 32,768 are not: that
  ///   takes some microseconds each, and opening would otherwise read them all every time.
  @discardableResult
  public func close() throws(StoreError) -> Bool {
    defer { hub.end() }
    var isDone = true
    try withHandle { (handle) throws(StoreError) in
      let opening = handle.opening.take()
      if let last = handle.state.take() {
        isDone = try last.close()
      } else if let opening, opening.access != .readOnly {
        do throws(SQLiteError) { isDone = try !FilePlace.hasLog(path) } catch {
          throw StoreError(error, path: path)
        }
      }
    }
    return isDone
  }

  func withHandle(_ body: (inout StoreHandle) throws(StoreError) -> Void) throws(StoreError) {
    try handle.withLock { (handle) throws(StoreError) in try body(&handle) }
  }

  func withState<Result>(
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try handle.withLock { (handle) throws(StoreError) in
      guard var open = handle.state.take() else {
        throw handle.opening == nil ? .closed(path: path) : .suspended(path: path)
      }
      do throws(StoreError) {
        let result = try body(&open)
        handle.state = consume open
        return result
      } catch {
        handle.state = consume open
        throw error
      }
    }
  }

  /// Runs a body that may bring new entries of a document, and notifies observers of them afterwards.
  ///
  /// What was committed is committed: a failure to say so does not undo it, and everything that could
  /// not be told now is told the next time.
  func notifyingObservers<Result>(
    of document: inout StoredDocument, _ newEntries: inout [JournalChange], atOnce: Bool = true,
    _ body: (inout StoreState, inout StoredDocument, inout [JournalChange]) throws(StoreError) ->
      Result
  ) throws(StoreError) -> Result {
    defer { if atOnce { hub.deliver() } }
    return try withState { (state) throws(StoreError) in
      let count = document.count
      defer {
        if document.count > count { tellCompanion(of: document.name, count: document.count) }
      }
      let result = try body(&state, &document, &newEntries)
      if hub.isObserved(document.name) {
        do { hub.put(try state.documents.unseen(of: document, hub, newEntries)) } catch {}
      }
      return result
    }
  }

  /// Runs a body on one state of the file.
  func reading<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try withState { (state) throws(StoreError) in try state.read(body) }
  }
}

/// What a store's lock guards: the open file, and how to open it again.
struct StoreHandle: ~Copyable {
  var state: StoreState?
  /// How it was opened; nil once the store is closed.
  var opening: StoreOpening?
  /// Which file it was when it was suspended.
  var place: FilePlace?
}

extension StoreState {
  /// Leaves one whole file, if nobody else has it open, and says whether no `-wal` has to stay.
  consuming func close() throws(StoreError) -> Bool {
    let (path, timeout) = (database.path, database.opening.timeout)
    let isReadOnly = database.isReadOnly
    archiveLongTails()
    do throws(SQLiteError) {
      if isReadOnly {
        try database.connection.close()
        return true
      }
      // Not as long as for a lock: readers who follow each other without a pause would use it all up.
      return try database.connection.closeCheckpointing(waiting: timeout / 10) != .logStays
    } catch {
      throw isReadOnly ? StoreError(error, path: path) : .unfinished(error, path: path)
    }
  }

  /// Archives the entries of documents that have very many, so that the next opening is quick.
  ///
  /// Every entry is safe where it stands; a pass that fails is begun again another time.
  private mutating func archiveLongTails() {
    for name in longTails {
      do {
        var document = try documents.read(name)
        while try archiveOldEntries(of: &document, keeping: 1) {}
      } catch {
        // What is not archived is whole and is archived another time; closing goes on.
      }
    }
  }
}
