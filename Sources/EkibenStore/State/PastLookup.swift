internal import EkibenDocuments
internal import EkibenSQLite

/// What a field held once, and which entry wrote it.
///
/// Whether that was calculated stands with the entry, and is looked up where it is asked for:
/// ``PastLookup/origin(of:_:in:)``.
struct PastValue {
  let value: Value?
  /// 0 is the form.
  var writer = 0
  /// What brought it back.
  var via: Int?
}

/// What fields and documents held once, found by looking it up: nothing is replayed.
struct PastLookup {
  let database: Database
  let names: NameKeys
  let forms: FormTable
  let journal: JournalTable

  /// What a field held after an entry, found by looking it up: nothing is replayed.
  ///
  /// - Complexity: O(log n), whatever the depth.
  func past(
    _ target: Change.Target, of document: StoredDocument, at number: Int
  ) throws(StoreError) -> PastValue {
    if let past = try written(target, of: document, at: number) { return past }
    return PastValue(value: try formValue(of: target, in: document, at: number))
  }

  /// What a field held after an entry; nil where nobody had written it yet.
  private func written(
    _ target: Change.Target, of document: StoredDocument, at number: Int
  ) throws(StoreError) -> PastValue? {
    guard let key = try knownKey(of: target, in: document) else { return nil }
    return try past(key, target, of: document, at: number)
  }

  private func knownKey(
    of target: Change.Target, in document: StoredDocument
  ) throws(StoreError) -> TargetKey? {
    guard let record = try names.knownKey(of: target.record, in: document),
      let field = try names.knownKey(of: target.field)
    else { return nil }
    return TargetKey(record: record, field: field)
  }

  /// What the form gave a field of a document after an entry, whatever was written to it.
  ///
  /// - Complexity: O(1); O(log n) of a document that has gone to another revision.
  func formValue(
    of target: Change.Target, in document: StoredDocument, at number: Int
  ) throws(StoreError) -> Value? {
    if target == .formRevision { return nil }
    if let revision = try pastRevision(of: document, at: number) {
      return try forms.value(of: target, in: document, revision: revision) {
        form throws(StoreError) in
        try isCovered(target.record, in: form, of: document, at: number)
      }
    }
    // A part may have been asked of what it does not have.
    if document.reading.isPart, document.base.structure.fields(of: target.record) == nil {
      return try forms.value(of: target, in: document, revision: document.revision)
    }
    return document.base.structure.value(of: target)
  }

  /// What a field held that nobody had written: what the form gave it, if the document had its record from the form.
  ///
  /// - Complexity: O(log n); O(fields ever written) where the record was not one of the document's revision.
  func unwrittenValue(
    of key: TargetKey, _ target: Change.Target, in document: StoredDocument, at number: Int
  ) throws(StoreError) -> Value? {
    let value = try formValue(of: target, in: document, at: number)
    if value == nil || target.field == nil || target.record == .document { return value }
    let whole = try wholeRecordVersion(of: key.record, in: document, at: number)
    if let whole, whole.writer != 0 { return nil }
    // An entry that goes to another revision may write to what only that one has. What is retired was there only
    // where the document held something of it, or of what stands in it.
    let retired = Change.Target(target.record, .retired)
    if try formValue(of: retired, in: document, at: number) == nil { return value }
    return try self.document(document, at: number).structure.value(of: target)
  }

  /// Whether a record had gone after an entry with a section in which a form has it: what
  /// ``Document/covered(by:)`` tells of the present.
  private func isCovered(
    _ record: RecordID, in form: DocumentStructure, of document: StoredDocument, at number: Int
  ) throws(StoreError) -> Bool {
    if try written(.formRevision, of: document, at: number) == nil { return false }
    var (next, places) = (record, [Change.Target]())
    while places.count < DocumentStructure.mostNested {
      let field: FieldName = if case .row = next { .section } else { .parent }
      guard let around = form.fields(of: next)?.text(field) else { return false }
      places.append(Change.Target(next, field))
      next = .section(SectionID(unchecked: around))
      guard let key = try names.knownKey(of: next, in: document),
        try wholeRecordVersion(of: key, in: document, at: number)?.writer ?? 0 != 0
      else { continue }
      if try written(Change.Target(next, nil), of: document, at: number)?.value != nil {
        return false
      }
      // Whether these records are there is just what is asked, and so only their versions are.
      for place in places {
        guard let key = try knownKey(of: place, in: document) else { continue }
        let version = try lastVersion(of: key, in: document, atOrBefore: number)
        if version?.writer ?? 0 != 0 { return false }
      }
      return true
    }
    return false
  }

  /// The revision that a document was on after an entry; nil for one that has always been on the same.
  func pastRevision(of document: StoredDocument, at number: Int) throws(StoreError) -> Int? {
    guard document.usedRevisions.haveOthers,
      let key = try knownKey(of: .formRevision, in: document)
    else { return nil }
    let past = try past(key, .formRevision, of: document, at: number)
    return try forms.revision(of: document, named: past?.value)
  }

  /// What a field held after an entry; nil where nobody had written it yet.
  func past(
    _ key: TargetKey, _ target: Change.Target, of document: StoredDocument, at number: Int
  ) throws(StoreError) -> PastValue? {
    let version = try lastVersion(of: key, in: document, atOrBefore: number)
    // A document itself never comes or goes.
    if target.field != nil, target.record != .document,
      let whole = try wholeRecordVersion(of: key.record, in: document, at: number)
    {
      let presence = Change.Target(target.record, nil)
      let made = try journal.value(
        of: TargetKey(record: key.record, field: TargetKey.wholeRecord), presence,
        writtenBy: whole.writer, asOf: number, in: document)
      // A record that is gone holds nothing; one that came later than the field was touched has
      // only what it came with, and that has versions of its own.
      guard made != nil else { return PastValue(value: nil) }
      if whole.writer != 0, version.map({ $0.number < whole.number || $0.writer == 0 }) ?? true {
        return PastValue(value: nil)
      }
    }
    guard let version, version.writer != 0 else { return nil }
    let value =
      if let found = version.value {
        found
      } else {
        try journal.value(of: key, target, writtenBy: version.writer, asOf: number, in: document)
      }
    return PastValue(
      value: value, writer: version.writer,
      via: version.writer == version.number ? nil : version.number)
  }

  /// Who wrote what a field held, and whether a formula gave it: for an answer its writer's flags say so.
  ///
  /// - Complexity: O(log n); where many are asked for, best in the order of their writers.
  func origin(
    of past: PastValue, _ target: Change.Target, in document: StoredDocument
  ) throws(StoreError) -> Origins.Origin {
    let isMarked =
      past.writer > 0 && target.isAnswer
      ? try journal.isCalculated(target, by: past.writer, in: document) : false
    return Origins.Origin(entry: past.writer, via: past.via, isCalculated: isMarked)
  }

  /// The last version of a field that is not later than an entry.
  func lastVersion(
    of key: TargetKey, in document: StoredDocument, atOrBefore number: Int
  ) throws(StoreError) -> PastVersion? {
    let tail = number > document.archived ? try tail(of: document) : nil
    return try lastVersion(of: key, in: document, atOrBefore: number, tail)
  }

  /// The same, with the index of the entries that are not archived, if the entry is one of them.
  func lastVersion(
    of key: TargetKey, in document: StoredDocument, atOrBefore number: Int, _ tail: TailIndex?
  ) throws(StoreError) -> PastVersion? {
    if let spot = tail?.last(of: key, atOrBefore: number) {
      return (Int(spot.number), Int(spot.writer), nil)
    }
    let last = min(number, document.archived)
    guard last > 0,
      let version = try journal.archivedVersion(of: key, in: document.key, atOrBefore: last)
    else { return nil }
    switch version.content {
    case .write(let after, _):
      let isWhole = key.field == TargetKey.wholeRecord
      return (version.number, version.number, isWhole ? nil : .some(after))
    case .travel(let origin): return (version.number, origin, nil)
    }
  }

  /// The last time that a record as a whole came or went.
  private func wholeRecordVersion(
    of record: Int64, in document: StoredDocument, at number: Int
  ) throws(StoreError) -> PastVersion? {
    var isThere = try tail(of: document).structuralRecordIDs.contains(record)
    if !isThere { isThere = try archivedStructuralRecordIDs(of: document).contains(record) }
    guard isThere else { return nil }
    let key = TargetKey(record: record, field: TargetKey.wholeRecord)
    return try lastVersion(of: key, in: document, atOrBefore: number)
  }

  /// The records that came or went as a whole in entries that are archived.
  private func archivedStructuralRecordIDs(of document: StoredDocument) throws(StoreError) -> Set<
    Int64
  > {
    if let known = journal.pages.structuralRecordIDs[document.key],
      known.archived == document.archived
    {
      return known.records
    }
    let found = try database.rows(
      "SELECT DISTINCT record FROM block WHERE document = ? AND field = 0",
      [.integer(document.key)]
    ) { row in try row.int64(0) }
    let records = Set(found)
    journal.pages.structuralRecordIDs[document.key] = (document.archived, records)
    return records
  }
}

/// Where the past of a field is found: the entry that touched it, the one that wrote what the field holds after that (0
/// is nobody), and what it wrote, where that came along; the outer nil is not known yet.
typealias PastVersion = (number: Int, writer: Int, value: Value??)
