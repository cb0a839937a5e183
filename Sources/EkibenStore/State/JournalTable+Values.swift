internal import EkibenDocuments

extension JournalTable {
  /// What fields held once.
  var past: PastLookup {
    PastLookup(database: database, names: names, forms: forms, journal: self)
  }

  /// What the record of an entry changed a field from and to.
  func values(
    of change: EntryRecordChange, _ target: Change.Target, by number: Int,
    in document: StoredDocument
  ) throws(StoreError) -> (before: Value?, after: Value?) {
    switch change.content {
    case .values(let before, let after): return (before, after)
    case .edit where pages.isIndexing: return (nil, nil)
    case .edit(let edit):
      let before = try value(
        of: change.target, target, writtenBy: change.origin, asOf: number - 1, in: document)
      return (before, try text(after: [edit], before))
    }
  }

  /// The value that an entry wrote to a field; where it is 0, that of the form as the document had it after
  /// the entry `number`.
  ///
  /// A long text may stand in records as differences; then the way back to where it stands whole, or to a text that
  /// another way back has led past, is gone, and the differences are applied from there.
  ///
  /// - Complexity: O(log n); for a long text O(length), and a few steps for each of its neighbours that is asked for next.
  func value(
    of key: TargetKey, _ target: Change.Target, writtenBy origin: Int, asOf number: Int,
    in document: StoredDocument
  ) throws(StoreError) -> Value? {
    var edits: [(edit: ByteEdit, writer: Int)] = []
    var (writer, number) = (origin, number)
    var value: Value?
    search: while true {
      if writer == 0 {
        if pages.isIndexing { return nil }
        value = try past.unwrittenValue(of: key, target, in: document, at: number)
        break
      }
      let place = TextWaypoints.Place(document: document.key, key: key, writer: writer)
      if let known = pages.texts[place] {
        value = known
        break
      }
      guard let content = try content(of: key, writtenBy: writer, in: document) else {
        throw database.damaged("entry \(writer) of \(document.name) did not write \(target.record)")
      }
      switch content {
      case .whole(let whole):
        value = target.field == nil ? RecordPair(whole).after : whole
        break search
      case .edit(let edit, let origin):
        // Every way back leads to smaller numbers, so a damaged one ends too.
        guard origin < writer else { throw .history(.broken(entry: writer)) }
        edits.append((edit, writer))
        number = writer - 1
        writer = origin
      }
    }
    return try text(after: edits, value, of: key, in: document)
  }

  /// Whether what an entry wrote to an answer came from a formula; what it did to the record as a whole
  /// says so for the answer in it.
  ///
  /// - Complexity: O(log n + changes of the entry); O(1) where it is large and was asked for lately.
  func isCalculated(
    _ target: Change.Target, by number: Int, in document: StoredDocument
  ) throws(StoreError) -> Bool {
    guard let entry = try decodedEntry(number, of: document), !entry.flags.isEmpty,
      let record = try names.knownKey(of: target.record, in: document)
    else { return false }
    let field = try names.knownKey(of: target.field) ?? TargetKey.wholeRecord
    let place = entry.place(of: TargetKey(record: record, field: field))
    return place.map { entry.flags[$0].contains(.calculated) } ?? false
  }

  /// What entries changed, each target once; no value is read.
  ///
  /// - Complexity: O(log n) for each entry, and O(changes).
  func targets(
    ofEntries numbers: [Int], of document: StoredDocument
  ) throws(StoreError) -> [Change.Target] {
    var (found, known) = ([Change.Target](), Set<TargetKey>())
    for number in numbers {
      for key in try targets(ofEntry: number, of: document) where known.insert(key).inserted {
        found.append(try names.target(of: key, in: document))
      }
    }
    return found
  }

  private func targets(
    ofEntry number: Int, of document: StoredDocument
  ) throws(StoreError) -> [TargetKey] {
    if number > document.archived, let found = try foundRecord(number, of: document.key) {
      return try frame(found).targets
    }
    guard let record = try archivedRecord(number, of: document.key) else {
      throw database.damaged("entry \(number) of \(document.name) is missing")
    }
    return record.targets
  }

  private enum Written {
    case whole(Value?)
    case edit(ByteEdit, origin: Int)
  }

  private func content(
    of key: TargetKey, writtenBy number: Int, in document: StoredDocument
  ) throws(StoreError) -> Written? {
    if number > document.archived, let entry = try decodedEntry(number, of: document),
      let record = entry.record
    {
      guard let place = entry.place(of: key) else { return nil }
      return try content(of: key, in: record.changes[place])
    }
    let version = try archivedVersion(of: key, in: document.key, atOrBefore: number)
    guard let version, version.number == number, case .write(let after, _) = version.content else {
      return nil
    }
    return .whole(after)
  }

  // The change may be that of the record as a whole.
  private func content(
    of key: TargetKey, in change: EntryRecordChange
  ) throws(StoreError) -> Written? {
    switch change.content {
    case .edit(let edit):
      return change.target == key ? .edit(edit, origin: change.origin) : nil
    case .values(let before, let after):
      if key.field == TargetKey.wholeRecord {
        return .whole(RecordPair(before: before, after: after).stored)
      }
      if change.target == key { return .whole(after) }
      return try names.field(of: key.field).map { .whole(after?.asRecord?[$0]) }
    }
  }
}
