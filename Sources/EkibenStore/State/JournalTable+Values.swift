internal import EkibenDocuments

extension JournalTable {
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
  /// A long text may stand in records as differences; then the way back to where it stands whole is
  /// gone, and the differences are applied from there.
  ///
  /// - Complexity: O(log n); O(length) for a long text.
  func value(
    of key: TargetKey, _ target: Change.Target, writtenBy origin: Int, asOf number: Int,
    in document: StoredDocument
  ) throws(StoreError) -> Value? {
    var edits: [ByteEdit] = []
    var (writer, number) = (origin, number)
    var value: Value?
    search: while true {
      if writer == 0 {
        let past = PastLookup(database: database, names: names, forms: forms, journal: self)
        if pages.isIndexing { return nil }
        value = try past.unwrittenValue(of: key, target, in: document, at: number)
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
        edits.append(edit)
        number = writer - 1
        writer = origin
      }
    }
    return edits.isEmpty ? value : try text(after: edits.reversed(), value)
  }

  /// Whether what an entry wrote to an answer came from a formula; what it did to the record as a whole
  /// says so for the answer in it.
  ///
  /// - Complexity: O(log n + changes of the entry); O(log n) where it has no flags.
  func isCalculated(
    _ target: Change.Target, by number: Int, in document: StoredDocument
  ) throws(StoreError) -> Bool {
    let flags: [ChangeFlags]
    let targets: [TargetKey]
    if number > document.archived, let record = try record(number, of: document.key) {
      (flags, targets) = (record.content.flags, record.content.changes.map(\.target))
    } else {
      guard let chunk = try chunk(with: number, of: document.key), chunk.hasFlags(number),
        let record = try archivedRecord(number, of: document.key)
      else { return false }
      (flags, targets) = (record.flags, record.targets)
    }
    if !flags.contains(where: { $0.contains(.calculated) }) { return false }
    guard let record = try names.knownKey(of: target.record, in: document) else { return false }
    let fields = [try names.knownKey(of: target.field), TargetKey.wholeRecord]
    let changes = targets.indices.filter {
      targets[$0].record == record && fields.contains(targets[$0].field)
    }
    // A field's own change is behind the one of its record.
    return changes.last.map { flags[$0].contains(.calculated) } ?? false
  }

  /// What an entry changed, by the numbers of the file.
  func targets(
    ofEntry number: Int, of document: StoredDocument
  ) throws(StoreError) -> [TargetKey] {
    if number > document.archived, let record = try record(number, of: document.key) {
      return record.content.changes.map(\.target)
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
    if number > document.archived, let record = try record(number, of: document.key) {
      return try content(of: key, in: record)
    }
    let version = try archivedVersion(of: key, in: document.key, atOrBefore: number)
    guard let version, version.number == number, case .write(let after, _) = version.content else {
      return nil
    }
    return .whole(after)
  }

  // A record that an entry made holds its fields; a field's own change, if there is one, is behind that.
  private func content(
    of key: TargetKey, in record: StoredEntryRecord
  ) throws(StoreError) -> Written? {
    for change in record.content.changes.reversed() where change.target.record == key.record {
      if change.target == key {
        switch change.content {
        case .values(let before, let after):
          let isWhole = key.field == TargetKey.wholeRecord
          return .whole(isWhole ? RecordPair(before: before, after: after).stored : after)
        case .edit(let edit): return .edit(edit, origin: change.origin)
        }
      }
      if change.target.field == TargetKey.wholeRecord,
        case .values(_, let after) = change.content, let name = try names.field(of: key.field)
      {
        return .whole(after?.asRecord?[name])
      }
    }
    return nil
  }

  /// The text that edits make of one before.
  func text(
    after edits: some Sequence<ByteEdit>, _ before: Value?
  ) throws(StoreError) -> Value {
    guard case .text(let before)? = before else {
      throw database.damaged("a text is the difference to what is none")
    }
    return .text(try database.decoding("a text", try edits.after(before)))
  }
}
