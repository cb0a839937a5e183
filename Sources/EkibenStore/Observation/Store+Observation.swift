public import EkibenDocuments
internal import EkibenSQLite

/// An active observation; it ends when this goes away.
public final class ObservationToken: Sendable {
  private let hub: ObserverHub
  private let id: Int

  init(_ hub: ObserverHub, _ id: Int) {
    self.hub = hub
    self.id = id
  }

  deinit { hub.remove(id) }

  /// Ends the observation; a change that is being delivered in this moment may still arrive.
  public func cancel() { hub.remove(id) }
}

extension Store {
  /// Calls back with every change from now on: once each, and in order.
  ///
  /// Changes that this store writes are delivered when they are committed, on the thread that wrote
  /// them, after the store's lock is released, so the callback may use the store; where another thread is
  /// delivering at that moment, it delivers these as well. Changes that other stores and processes write are
  /// delivered when a document is brought up to date, or with ``refresh()``.
  ///
  /// - Parameters:
  ///   - scope: Which changes to deliver.
  ///   - callback: Is called with each change.
  /// - Returns: The observation, which ends when it goes away.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(documents) once, O(log n) of one document; O(changes) for each entry.
  public func observe(
    _ scope: ObservationScope, _ callback: @escaping @Sendable (JournalChange) -> Void
  ) throws(StoreError) -> ObservationToken {
    try observe(scope, onEnd: {}, callback)
  }

  private func observe(
    _ scope: ObservationScope, onEnd end: @escaping @Sendable () -> Void,
    _ callback: @escaping @Sendable (JournalChange) -> Void
  ) throws(StoreError) -> ObservationToken {
    try reading { (state) throws(StoreError) in
      let counts = Dictionary(
        try state.documents.counts(of: scope.document).map { ($0.key, $0.count) },
        uniquingKeysWith: { first, _ in first })
      return ObservationToken(hub, hub.add(scope, after: counts, onEnd: end, callback))
    }
  }

  /// The changes from now on as a sequence, as many as there are: none is dropped or merged.
  ///
  /// The sequence ends when the store closes, after everything that came before that.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func changes(of scope: ObservationScope) throws(StoreError) -> AsyncStream<JournalChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: JournalChange.self, bufferingPolicy: .unbounded)
    let observation = try observe(scope, onEnd: { continuation.finish() }) {
      continuation.yield($0)
    }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  /// Brings in what other stores and processes have written to observed documents, and notifies their
  /// observers: of each document in the order of its journal, document by document in that of their names.
  ///
  /// A document that cannot be read keeps no other one back.
  ///
  /// - Returns: How many entries were new.
  /// - Throws: ``StoreError`` when reading fails: of several documents the first one's, once all others are told of.
  /// - Complexity: O(documents observed + new entries).
  @discardableResult
  public func refresh() throws(StoreError) -> Int {
    tellCompanion(of: nil, count: 0)
    let (all, names) = hub.scopes
    // Put in the hub behind all, since reading begins anew where somebody writes meanwhile.
    let (changes, failure) = try reading { (state) throws(StoreError) in
      try state.database.sqlite(try state.database.connection.confirmUnmoved())
      var (changes, failure) = ([ObserverHub.SeenChange](), nil as StoreError?)
      if !all && names.isEmpty { return (changes, failure) }
      for (name, key, last) in try state.documents.counts(of: nil)
      where all || names.contains(name) {
        guard last > hub.seen(key) else { continue }
        do throws(StoreError) {
          changes += try state.documents.unseen(of: try state.documents.read(name), hub)
        } catch { failure = failure ?? error }
      }
      return (changes, failure)
    }
    hub.put(changes)
    hub.deliver()
    if let failure { throw failure }
    return changes.count
  }
}

extension DocumentTable {
  /// The entries of a document that nobody has been told of.
  func unseen(
    of document: StoredDocument, _ hub: ObserverHub, _ newEntries: [JournalChange] = []
  ) throws(StoreError) -> [ObserverHub.SeenChange] {
    if document.reading.isPart {
      return try unseen(of: try read(document.name), hub, newEntries)
    }
    let first = hub.seen(document.key) + 1
    guard first <= document.count else { return [] }
    let asksForSections = hub.asksForSections
    var seen: [ObserverHub.SeenChange] = []
    for number in first...document.count {
      let change: JournalChange
      let place = number - (newEntries.first?.entry.number ?? 0)
      if newEntries.indices.contains(place), newEntries[place].entry.number == number {
        change = newEntries[place]
      } else {
        let entry = try journal.entry(number, of: document)
        let changes = try journal.changes(of: entry, in: document)
        change = JournalChange(document: document.name, entry: entry, changes: changes)
      }
      let places = asksForSections ? document.places(of: change.changes) : [:]
      seen.append((change, document.key, places))
    }
    return seen
  }
}

extension StoredDocument {
  /// The sections that rows which change stand in.
  fileprivate func places(of changes: Changeset) -> [RowID: SectionID] {
    var places: [RowID: SectionID] = [:]
    for change in changes.changes {
      guard case .row(let row) = change.record, let place = index[row] else { continue }
      places[row] = content.sections[place.section].id
    }
    return places
  }
}

/// The changes that an observer is notified of.
public enum ObservationScope: Hashable, Sendable {
  /// Every entry of every document.
  case store
  /// Every entry of a document.
  case document(DocumentName)
  /// What changes a section of a document, or a row that stands in it before or afterwards.
  case section(SectionID, of: DocumentName)
  /// What changes a row of a document.
  case row(RowID, of: DocumentName)

  /// The document that it is about; nil is all of them.
  var document: DocumentName? {
    switch self {
    case .store: nil
    case .document(let name), .section(_, of: let name), .row(_, of: let name): name
    }
  }

  /// Whether it depends on where rows stand.
  var asksForSections: Bool { if case .section = self { true } else { false } }

  /// The part of a change that an observer of this scope is notified of, given where its rows stand
  /// afterwards; nil if there is none.
  func part(of change: JournalChange, places: [RowID: SectionID]) -> JournalChange? {
    guard document == nil || document == change.document else { return nil }
    let wanted: [Change]
    switch self {
    case .store, .document: return change
    case .section(let id, _):
      wanted = change.changes.changes.filter {
        change.sections(of: $0, places: places).contains(id)
      }
      if wanted.isEmpty { return nil }
    case .row(let id, _):
      wanted = change.changes.changes.filter { $0.record == .row(id) }
      if wanted.isEmpty { return nil }
    }
    return JournalChange(document: change.document, entry: change.entry, changes: Changeset(wanted))
  }
}
