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
  /// The one that was asked for last: an edit asks for its answer and for its entry.
  var last: (id: RecordID, key: Int64)?

  init(form: FormRecords, own: Keys) { (self.form, self.own) = (form, own) }

  /// The key of a record, if the file has one.
  func key(of record: RecordID) -> Int64? {
    if !own.areOfDocument || record == .document, let key = own.keys[record] { return key }
    return known.keys[record] ?? form.key(of: record)
  }

  func id(of key: Int64) -> RecordID? { own.id(of: key) ?? known.id(of: key) ?? form.id(of: key) }

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

    // Most documents have none, and an empty dictionary hashes all the same.
    func id(of key: Int64) -> RecordID? { ids.isEmpty ? nil : ids[key] }

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
