internal import EkibenDocuments
internal import Synchronization

/// The keys in the file of every record that a document can speak of: its form's and its own.
///
/// Where both have one of the same id, the document's own counts: it was there first for its journal.
struct DocumentRecords: Sendable {
  /// The form's, which all its documents share.
  private let form: FormRecords
  private var own: Keys
  /// Those of the form's that a document which was read in part has.
  private var known = Keys(capacity: 0)
  /// Those that a transaction gave keys to, which are in the file only when it is committed.
  private var given: [RecordID] = []
  /// The one that was asked for last: an edit asks for its answer and for its entry.
  var last: (id: RecordID, key: Int64)?

  init(form: FormRecords, own: Keys) { (self.form, self.own) = (form, own) }

  /// The key of a record, if the file has one.
  func key(of record: RecordID) -> Int64? {
    if !own.areOfDocument || record == .document, let key = own.keys[record] { return key }
    return known.keys[record] ?? form.key(of: record)
  }

  /// The record of a key.
  func id(of key: Int64) -> RecordID? { own.ids[key] ?? known.ids[key] ?? form.id(of: key) }

  /// Whether the document has no section or row of its own, and never had one.
  var areOfForm: Bool { own.areOfDocument }

  /// Takes note of a record of the form.
  mutating func know(_ id: RecordID, key: Int64) { known.insert(id, key: key) }

  mutating func give(_ id: RecordID, key: Int64) {
    own.insert(id, key: key)
    given.append(id)
  }

  /// Takes note that a transaction has begun, so that nothing was given out in it yet.
  mutating func begin() { (given, last) = ([], nil) }

  /// Forgets what was given out since.
  mutating func abandon() {
    for id in given { own.remove(id) }
    begin()
  }

  /// Records and their keys, both ways.
  struct Keys: Sendable {
    private(set) var keys: [RecordID: Int64] = [:]
    private(set) var ids: [Int64: RecordID] = [:]
    /// Whether no section or row is among them, so that those need not be looked for.
    private(set) var areOfDocument = true

    init(capacity: Int) {
      keys.reserveCapacity(capacity)
      ids.reserveCapacity(capacity)
    }

    mutating func insert(_ id: RecordID, key: Int64) {
      keys[id] = key
      ids[key] = id
      if id != .document { areOfDocument = false }
    }

    mutating func remove(_ id: RecordID) {
      if let key = keys.removeValue(forKey: id) { ids[key] = nil }
    }
  }
}

/// The records of a form and their keys, which never change.
///
/// Neither way of looking is prepared before it is gone: who reads a form of a hundred thousand rows needs none.
final class FormRecords: Sendable {
  typealias Record = (id: RecordID, key: Int64)

  /// Those of a document of which no record of the form is known beforehand.
  static let none = FormRecords([])

  private let all: [Record]
  private let sorted = Mutex<[Record]?>(nil)
  private let keys = Mutex<[RecordID: Int64]?>(nil)

  init(_ all: [Record]) { self.all = all }

  /// The key of a record, if the form has it.
  ///
  /// - Complexity: O(n) the first time, then O(1).
  func key(of id: RecordID) -> Int64? {
    if all.isEmpty { return nil }
    return keys.withLock { known in
      if let known { return known[id] }
      var keys: [RecordID: Int64] = [:]
      keys.reserveCapacity(all.count)
      for record in all { keys[record.id] = record.key }
      known = keys
      return keys[id]
    }
  }

  /// The record of a key, if it is one of the form's.
  ///
  /// - Complexity: O(n log n) the first time, then O(1) where keys follow each other, as those that came with one
  ///   revision do, else O(log n).
  func id(of key: Int64) -> RecordID? {
    if all.isEmpty { return nil }
    return sorted.withLock { known in
      if let known { return Self.id(of: key, in: known) }
      let sorted = all.sorted { $0.key < $1.key }
      known = sorted
      return Self.id(of: key, in: sorted)
    }
  }

  private static func id(of key: Int64, in records: [Record]) -> RecordID? {
    guard let first = records.first, key >= first.key else { return nil }
    // The keys of a form mostly have no gaps.
    let place = Int(clamping: UInt64(bitPattern: key &- first.key))
    if place < records.count, records[place].key == key { return records[place].id }
    var (low, high) = (0, min(place, records.count))
    while low < high {
      let middle = (low + high) / 2
      if records[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].key == key ? records[low].id : nil
  }
}
