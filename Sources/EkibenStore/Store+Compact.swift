internal import EkibenDocuments
internal import EkibenSQLite

/// What compacting a store did.
public struct Compaction: Hashable, Sendable {
  /// The size of the file before, in bytes.
  public let before: Int
  /// Its size afterwards.
  public let after: Int
  /// How many entries were archived.
  public let archived: Int
}

extension Store {
  /// Archives some of the old entries of a document's journal, so that they take less room.
  ///
  /// Call it when there is nothing else to do, until it returns false. Each call is one or two short
  /// transactions; a program that ends in between loses nothing.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - keeping: How many of the newest entries stay; the last one always does.
  /// - Returns: Whether there is more to do.
  /// - Throws: ``StoreError`` when writing fails.
  /// - Complexity: O(slice), which is bounded.
  @discardableResult
  public func archiveOldEntries(
    of document: inout StoredDocument, keeping: Int = 0
  ) throws(StoreError) -> Bool {
    try withState { (state) throws(StoreError) in
      try state.archiveOldEntries(of: &document, keeping: max(keeping, 1))
    }
  }

  /// Archives all old entries of all documents and gives the pages that they leave back to the disk; nothing
  /// that was deleted or written over is in the file or its log then.
  ///
  /// What is damaged stays as it is: making the file anew would hide it. If the current task is cancelled, it
  /// stops within a moment, and what is archived by then stays so.
  ///
  /// - Throws: ``StoreError`` when writing fails, or when others are using the file;
  ///   ``StoreError/interrupted(path:detail:)`` where its task was cancelled;
  ///   ``StoreError/remains(path:detail:)`` where all is done but for what others are reading.
  /// - Complexity: O(file).
  public func compact() throws(StoreError) -> Compaction {
    let before = try size()
    var archived = 0
    let names = try reading { (state) throws(StoreError) in try state.documents.allNames() }
    for name in names {
      do throws(StoreError) {
        var document = try document(name)
        let start = document.archived
        repeat { try checkCancellation() } while try archiveOldEntries(of: &document)
        archived += document.archived - start
      } catch {
        // Somebody has destroyed it meanwhile.
        guard case .unknownDocument = error else { throw error }
      }
    }
    try withState { (state) throws(StoreError) in
      try state.sealRows()
      try state.vacuum()
      try state.clearLog()
    }
    return Compaction(before: before, after: try size(), archived: archived)
  }

  private func checkCancellation() throws(StoreError) {
    try withState { (state) throws(StoreError) in
      try state.database.sqlite(try state.database.connection.checkCancellation())
    }
  }

  /// The size of the file's pages, in bytes.
  func size() throws(StoreError) -> Int {
    try reading { (state) throws(StoreError) in
      try state.database.number("PRAGMA page_count") * state.database.number("PRAGMA page_size")
    }
  }
}

extension StoreState {
  /// Gives every row of format 1 its checksum, in a file that is whole.
  fileprivate mutating func sealRows() throws(StoreError) {
    try write { (state) throws(StoreError) in
      if let damage = try (state.database.damagedPages() + state.database.unfitRows()).first {
        throw state.database.damaged(.init(damage))
      }
      for table in StoredTable.allCases { try state.database.run(table.seal, []) }
    }
  }

  /// Archives a slice of a document's old entries; returns whether there is more to do.
  mutating func archiveOldEntries(
    of document: inout StoredDocument, keeping: Int
  ) throws(StoreError) -> Bool {
    var newEntries: [JournalChange] = []
    // In one read, so that nobody archives in between the entries that are to be indexed.
    let task = try read { (state) throws(StoreError) in
      try state.documents.refresh(&document, &newEntries)
      return try state.archiver.task(for: document, keeping: keeping)
    }
    switch task {
    case .nothing: return false
    case .indexing: return true
    case .pass(let pass):
      let isMore = try archiveSlice(pass, of: &document, keeping: keeping)
      // Others may have written between the read and the write, so the document is not current.
      database.checkpointIfLong()
      return isMore
    }
  }

  /// Goes on with a pass over a document.
  private mutating func archiveSlice(
    _ pass: ArchivingPass, of document: inout StoredDocument, keeping: Int
  ) throws(StoreError) -> Bool {
    var pass = pass
    guard let isMore = try move(&pass, of: &document) else { return true }
    if isMore {
      journal.pages.begunPasses[document.key] = pass
      return true
    }
    journal.pages.tails[document.key] = nil
    return document.archived < document.count - keeping
  }

  /// Does one slice of a pass: a transaction.
  ///
  /// - Returns: Whether there is more to do; nil when others have archived entries in the meantime, so that
  ///   this pass is of no use any more.
  /// - Complexity: O(slice).
  private mutating func move(
    _ pass: inout ArchivingPass, of document: inout StoredDocument
  ) throws(StoreError) -> Bool? {
    if !pass.isReady, pass.nextVersions() != nil {
      let (current, start) = (document, pass.start)
      return try write { (state) throws(StoreError) -> Bool? in
        guard try state.documents.archived(of: current) == start else { return nil }
        var work = 0
        while work < ArchivingPass.workPerSlice, let (key, spots) = pass.nextVersions() {
          let moved = try state.archiver.move(key, spots, of: current)
          pass.note(done: moved.done)
          work += moved.work
        }
        return true
      }
    }
    let archived = document.archived
    guard archived < pass.last else { return false }
    let last = min(pass.last, archived + ArchivingPass.entriesPerSlice)
    let current = document
    let reached = try write { (state) throws(StoreError) in
      try state.archiver.archiveEntries(upTo: last, of: current)
    }
    document.archived = reached
    return reached < pass.last
  }
}
