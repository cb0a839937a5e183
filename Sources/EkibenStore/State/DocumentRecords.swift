internal import EkibenDocuments

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

  init(form: FormRecords, own: Keys) { (self.form, self.own) = (form, own) }

  /// The key of a record, if the file has one.
  func key(of record: RecordID) -> Int64? {
    own.keys[record] ?? known.keys[record] ?? form.key(of: record)
  }

  /// The record of a key.
  func id(of key: Int64) -> RecordID? { own.id(of: key) ?? known.id(of: key) ?? form.id(of: key) }

  /// Whether the document has no section or row of its own, and never had one.
  var areOfForm: Bool { own.ids.values.allSatisfy { $0 == .document } }

  /// Takes note of a record of the form.
  mutating func know(_ id: RecordID, key: Int64) { known.insert(id, key: key) }

  mutating func give(_ id: RecordID, key: Int64) {
    own.insert(id, key: key)
    given.append(id)
  }

  /// Takes note that a transaction has begun, so that nothing was given out in it yet.
  mutating func begin() { given.removeAll() }

  /// Forgets what was given out since.
  mutating func abandon() {
    for id in given { own.remove(id) }
    given.removeAll()
  }

  /// Records and their keys, both ways.
  struct Keys: Sendable {
    private(set) var keys: [RecordID: Int64] = [:]
    private(set) var ids: [Int64: RecordID] = [:]

    init(capacity: Int) {
      keys.reserveCapacity(capacity)
      ids.reserveCapacity(capacity)
    }

    // Most documents have none, and an empty dictionary hashes all the same.
    func id(of key: Int64) -> RecordID? { ids.isEmpty ? nil : ids[key] }

    mutating func insert(_ id: RecordID, key: Int64) {
      keys[id] = key
      ids[key] = id
    }

    mutating func remove(_ id: RecordID) {
      if let key = keys.removeValue(forKey: id) { ids[key] = nil }
    }
  }
}
