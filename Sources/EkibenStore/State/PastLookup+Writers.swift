internal import EkibenDocuments

extension PastLookup {
  /// Who had written the fields of records that come back, found by looking it up: no way to the root is gone.
  ///
  /// - Complexity: O(fields · log n).
  func writers(
    of records: [History.PastRecord], in document: StoredDocument
  ) throws(StoreError) -> Origins.Writers {
    var writers = try writers(of: records, in: document, try tail(of: document))
    // Of entries that are archived a page is read for those that stand together.
    let answers = writers.compactMap { past, fields in fields[.value].map { (past, $0.entry) } }
    for (past, writer) in answers.sorted(by: { $0.1 < $1.1 }) {
      let target = Change.Target(past.record, .value)
      guard target.isAnswer else { continue }
      let isCalculated = try journal.isCalculated(target, by: writer, in: document)
      writers[past]?[.value] = Origins.Origin(entry: writer, isCalculated: isCalculated)
    }
    return writers
  }

  /// The same without telling what formulas gave, from an index of the entries that are not archived, up to the
  /// records' at least.
  func writers(
    of records: [History.PastRecord], in document: StoredDocument, _ tail: TailIndex
  ) throws(StoreError) -> Origins.Writers {
    var writers: Origins.Writers = [:]
    for past in records {
      guard let record = try names.knownKey(of: past.record, in: document) else { continue }
      func last(_ field: Int64) throws(StoreError) -> PastVersion? {
        let key = TargetKey(record: record, field: field)
        return try lastVersion(of: key, in: document, atOrBefore: past.node, tail)
      }
      // What was written before an entry made the record went with the one before it.
      let whole = try last(TargetKey.wholeRecord)
      let first = whole?.writer == 0 ? 0 : whole?.number ?? 0
      for field in try fields(of: record, in: document, tail) {
        guard let version = try last(field), version.writer != 0, version.number >= first
        else { continue }
        writers[past, default: [:]][try names.field(of: field)] =
          Origins.Origin(entry: version.writer)
      }
    }
    return writers
  }

  /// The fields of a record that any entry wrote, by their numbers.
  ///
  /// - Complexity: O(fields · log n).
  private func fields(
    of record: Int64, in document: StoredDocument, _ tail: TailIndex
  ) throws(StoreError) -> Set<Int64> {
    var (fields, last) = (tail.fields(of: record), Int64(-1))
    // A field has many blocks, which are passed over.
    while let next = try database.integer(
      """
      SELECT field FROM block WHERE document = ? AND record = ? AND field > ? ORDER BY field LIMIT 1
      """, [.integer(document.key), .integer(record), .integer(last)])
    {
      fields.insert(next)
      last = next
    }
    return fields
  }
}
