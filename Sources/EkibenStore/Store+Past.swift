public import EkibenDocuments

/// What a field held after an entry, and who wrote it.
public struct FieldState: Hashable, Sendable {
  /// The value; nil is absent.
  public let value: Value?
  /// The entry that wrote it, and what brought it back; entry 0 is the form.
  public let origin: Origins.Origin
}

/// Questions about the past (rule H5): each is a look-up, and none replays the journal.
///
/// All of them are about the journal as far as the document value knows it.
extension Store {
  /// Reads one entry.
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, and whatever reading can meet.
  /// - Complexity: O(changes).
  public func entry(_ number: Int, of document: StoredDocument) throws(StoreError) -> Entry {
    try asking(document) { (state, document) throws(StoreError) in
      try state.journal.entry(number, of: document)
    }
  }

  /// What entries that the document has changed, each target once.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(changes): no value is read.
  package func targets(
    ofEntries numbers: [Int], of document: StoredDocument
  ) throws(StoreError) -> [Change.Target] {
    try asking(document) { (state, document) throws(StoreError) in
      try state.journal.targets(ofEntries: numbers, of: document)
    }
  }

  /// Reads consecutive entries; numbers that the journal does not have are left out.
  ///
  /// A long journal is read in pages, so that neither memory nor the store's lock is held for long.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(entries).
  public func entries(
    of document: StoredDocument, _ range: ClosedRange<Int>
  ) throws(StoreError) -> [Entry] {
    let first = max(range.lowerBound, 1)
    let last = min(range.upperBound, document.count)
    guard first <= last else { return [] }
    return try asking(document) { (state, document) throws(StoreError) in
      try state.journal.entries(of: document, first...last)
    }
  }

  /// What an entry changed in the document, whether it is a node or travelled.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(changes of the nodes on the way).
  public func changes(
    of entry: Entry, in document: StoredDocument
  ) throws(StoreError) -> Changeset {
    if entry.kind.isNode { return entry.changes }
    return try asking(document) { (state, document) throws(StoreError) in
      try state.journal.changes(of: entry, in: document)
    }
  }

  /// What differs between the states after two entries.
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, and whatever reading can meet.
  /// - Complexity: O(changes of the nodes between), whatever the size of the document.
  public func changes(
    in document: StoredDocument, from first: Int, to last: Int
  ) throws(StoreError) -> Changeset {
    let (source, target) = (try document.head(after: first), try document.head(after: last))
    return try asking(document) { (state, document) throws(StoreError) in
      try document.history.changes(from: source, to: target) { number throws(StoreError) in
        try state.journal.entry(number, of: document)
      }
    }
  }

  /// What fields held after an entry, and who wrote that.
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, and whatever reading can meet.
  /// - Complexity: O(log n) each, whatever the depth.
  public func fields(
    _ targets: [Change.Target], of document: StoredDocument, at number: Int
  ) throws(StoreError) -> [FieldState] {
    _ = try document.head(after: number)
    return try asking(document) { (state, document) throws(StoreError) in
      var found: [FieldState] = []
      found.reserveCapacity(targets.count)
      for target in targets {
        // What holds now is known.
        if number == document.count, target.field == .value, case .row(let row) = target.record,
          let place = document.index[row]
        {
          let value = document.content[place].fields[.value]
          found.append(FieldState(value: value, origin: document.origins[target]))
          continue
        }
        let past = try state.past.past(target, of: document, at: number)
        let origin = try state.past.origin(of: past, target, in: document)
        found.append(FieldState(value: past.value, origin: origin))
      }
      return found
    }
  }

  /// Who gave the answer of a row, which may have come from a row of another name since (rule D18).
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - origin: The origin of what the row holds.
  ///   - document: The document.
  ///   - known: The entries that were read so far: one may have written all rows.
  /// - Returns: The entry that gave it, and the one that brought it back or from the other row; nil where
  ///   the form says it.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(changes) of an entry, and that and O(log n) for each row that it came from.
  package func author(
    of row: RowID, _ origin: Origins.Origin, in document: StoredDocument,
    _ known: inout [Int: Entry]
  ) throws(StoreError) -> (entry: Entry, via: Int?)? {
    if origin.entry == 0 { return nil }
    var (row, number, via) = (row, origin.entry, origin.via)
    while true {
      let read = known[number]
      let entry = if let read { read } else { try self.entry(number, of: document) }
      known[number] = entry
      guard let old = entry.renamed(to: row), let parent = entry.parent else { return (entry, via) }
      let former = try fields([Change.Target(.row(old), .value)], of: document, at: parent)
      guard let writer = former.first?.origin.entry, writer > 0 else { return (entry, via) }
      (row, number, via) = (old, writer, via ?? entry.number)
    }
  }

  /// What a row of a document's form holds now, and what the form says of it, without reading the document.
  ///
  /// - Returns: nil where only the whole document says that: one that has records of its own or differs from
  ///   its form in more than answers, one whose form has no such row or that is not there, and for a secret.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(log n), however many rows the form and answers the document has.
  package func formRow(
    _ row: RowID, of document: DocumentName
  ) throws(StoreError) -> (row: Document.Row, state: FieldState)? {
    try reading { (state) throws(StoreError) in try state.documents.formRow(row, of: document) }
  }

  /// The document as it stood after an entry (rule H5).
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, and whatever reading can meet.
  /// - Complexity: O(fields ever written), or O(changes between that entry and now) if that is less.
  public func content(of document: StoredDocument, at number: Int) throws(StoreError) -> Document {
    let head = try document.head(after: number)
    return try asking(document) { (state, document) throws(StoreError) in
      let document = try state.documents.whole(document)
      return try state.past.content(of: document, at: number, head: head)
    }
  }

  /// The number of the last entry at or before a time: clocks go back, numbers don't (rule H11).
  ///
  /// - Returns: nil when every entry is later.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(entries since), much less for those in chunks.
  public func lastEntry(
    of document: StoredDocument, atOrBefore time: Int64
  ) throws(StoreError) -> Int? {
    try asking(document) { (state, document) throws(StoreError) in
      try state.past.lastEntry(of: document, atOrBefore: time)
    }
  }

  /// Reads on one state of the file, with a document value that knows what is archived in it.
  func asking<Output>(
    _ document: StoredDocument,
    _ body: (inout StoreState, StoredDocument) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try reading { (state) throws(StoreError) in
      if let renewed = try state.documents.renewed(document) { return try body(&state, renewed) }
      return try body(&state, document)
    }
  }
}

extension StoredDocument {
  /// The node whose state is that after an entry.
  func head(after number: Int) throws(StoreError) -> Int {
    guard let head = history.head(after: number) else { throw .history(.unknownEntry(number)) }
    return head
  }
}
