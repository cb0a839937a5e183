/// Which entry wrote what a field holds: what blame reads.
///
/// An edit makes itself the origin. Undo, redo and checkout bring an origin back together with the
/// value, and become the entry *via* which it came (rule H10).
public struct Origins: Sendable, Equatable {
  /// Who wrote a field, and what brought it back, if anything did.
  public struct Origin: Hashable, Sendable {
    /// The entry that wrote the value; 0 is the form.
    public let entry: Int
    /// The undo or redo that brought it back, or nil.
    public let via: Int?

    /// Names an entry and what brought its value back.
    public init(entry: Int, via: Int? = nil) {
      self.entry = entry
      self.via = via
    }
  }

  private var origins: [RecordID: [FieldName?: Origin]] = [:]

  /// Knows of nothing yet.
  public init() {}

  /// The origin of what a field holds; entry 0 where it comes from the form.
  public subscript(target: Change.Target) -> Origin {
    get { origins[target.record]?[target.field] ?? Origin(entry: 0) }
    set {
      var fields = origins[target.record] ?? [:]
      fields[target.field] = newValue == Origin(entry: 0) ? nil : newValue
      origins[target.record] = fields.isEmpty ? nil : fields
    }
  }

  /// The origins of what a changeset is about to replace, one number for each change.
  public func before(_ changes: Changeset) -> [Int] {
    changes.changes.map { self[$0.target].entry }
  }

  /// Whether an entry wrote all that a target holds, which for a whole record is every field of it.
  ///
  /// - Complexity: O(1); O(fields) for a whole record.
  func areWritten(by entry: Int, _ target: Change.Target) -> Bool {
    guard target.field == nil else { return self[target].entry == entry }
    return self[target].entry == entry
      && (origins[target.record] ?? [:]).values.allSatisfy { $0.entry == entry }
  }

  /// Takes note of an entry.
  ///
  /// - Complexity: O(changes of the entry).
  public mutating func follow(_ entry: Entry, in journal: Journal) {
    for (target, origin) in changes(by: entry, in: journal) { self[target] = origin }
  }

  /// What an entry makes the origins of what it touches; the entry need not be in the journal yet.
  ///
  /// - Complexity: O(changes of the entry); where undo brings a whole record back, O(depth) for it.
  public func changes(by entry: Entry, in journal: Journal) -> [Change.Target: Origin] {
    var draft = Draft(known: origins)
    if entry.kind.isNode {
      for change in entry.changes.changes { draft.write(change, by: Origin(entry: entry.number)) }
      return draft.byTarget
    }
    let path = journal.travelled(by: entry)
    for node in path.undone.compactMap({ journal[$0] }) {
      for (change, before) in zip(node.changes.changes, node.origins).reversed() {
        if change.field == nil {
          // A whole record keeps one origin, but its fields may have many: they are looked up.
          let writers = journal.writers(of: change.record, at: node.parent ?? 0)
          draft.restore(change.record, writers, via: entry.number)
        } else {
          draft.found[change.record, default: [:]][change.field] =
            Origin(bringingBack: before, via: entry.number)
        }
      }
    }
    for node in path.redone.compactMap({ journal[$0] }) {
      for change in node.changes.changes {
        draft.write(change, by: Origin(entry: node.number, via: entry.number))
      }
    }
    return draft.byTarget
  }
}

extension Origins.Origin {
  // What nobody had written nobody brings back.
  fileprivate init(bringingBack entry: Int, via number: Int) {
    self.init(entry: entry, via: entry == 0 ? nil : number)
  }
}

/// The origins that one entry leaves, record by record.
private struct Draft {
  let known: [RecordID: [FieldName?: Origins.Origin]]
  var found: [RecordID: [FieldName?: Origins.Origin]] = [:]

  // Who writes a whole record writes all its fields, and nobody has written any other.
  mutating func write(_ change: Change, by origin: Origins.Origin) {
    guard change.field == nil else {
      found[change.record, default: [:]][change.field] = origin
      return
    }
    forget(change.record)
    for name in [nil] + (change.after?.asRecord?.names ?? []).map(Optional.some) {
      found[change.record, default: [:]][name] = origin
    }
  }

  mutating func restore(_ record: RecordID, _ writers: [FieldName?: Int], via number: Int) {
    forget(record)
    for (name, writer) in writers {
      found[record, default: [:]][name] = Origins.Origin(bringingBack: writer, via: number)
    }
  }

  private mutating func forget(_ record: RecordID) {
    for fields in [known[record], found[record]].compactMap(\.self) {
      for name in fields.keys { found[record, default: [:]][name] = Origins.Origin(entry: 0) }
    }
  }

  var byTarget: [Change.Target: Origins.Origin] {
    var result: [Change.Target: Origins.Origin] = [:]
    for (record, fields) in found {
      for (name, origin) in fields { result[Change.Target(record, name)] = origin }
    }
    return result
  }
}
