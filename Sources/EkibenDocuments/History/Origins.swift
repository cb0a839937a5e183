/// Which entry wrote what a field holds: what blame reads.
///
/// An edit makes itself the origin. Undo, redo and checkout bring an origin back together with the
/// value, and become the entry *via* which it came (rule H10).
public struct Origins: Sendable, Equatable {
  /// The entry that wrote a field, and the one that brought it back, if any did.
  public struct Origin: Hashable, Sendable {
    /// The entry that wrote the value; 0 is the form.
    public var entry: Int { Int(writer) }
    /// The undo or redo that brought it back, or nil.
    public var via: Int? { bringer == 0 ? nil : Int(bringer) }
    /// Whether a formula gave the value that the field holds (rule H25).
    ///
    /// Only answers are calculated.
    public var isCalculated: Bool { bringerAndMark >> 31 != 0 }

    // Eight bytes: a document has one of these for each answer.
    private let writer: UInt32
    private let bringerAndMark: UInt32

    private var bringer: UInt32 { bringerAndMark & 0x7fff_ffff }

    /// Names an entry and what brought its value back.
    ///
    /// Numbers that no entry can have are taken for the nearest: 0, or ``History/maximumCount``.
    public init(entry: Int, via: Int? = nil, isCalculated: Bool = false) {
      func number(_ entry: Int) -> UInt32 { UInt32(min(max(entry, 0), History.maximumCount)) }
      writer = number(entry)
      bringerAndMark = number(via ?? 0) | (isCalculated ? 1 << 31 : 0)
    }
  }

  /// Who had written the fields of past records; nil stands for a record as a whole.
  package typealias Writers = [History.PastRecord: [FieldName?: Origin]]

  // Nearly all are of answers, which need no second dictionary each, and only rows have those.
  private var answers: [RowID: Origin] = [:]
  private var others: [RecordID: [FieldName?: Origin]] = [:]

  /// Starts with every field coming from the form.
  public init() {}

  /// Makes room for the origins of so many answers.
  package mutating func reserveCapacity(_ count: Int) { answers.reserveCapacity(count) }

  /// The origin of what a field holds; entry 0 where it comes from the form.
  public subscript(target: Change.Target) -> Origin {
    get {
      if case .row(let row) = target.record, target.field == .value {
        return answers[row] ?? Origin(entry: 0)
      }
      return others[target.record]?[target.field] ?? Origin(entry: 0)
    }
    set {
      let origin = newValue == Origin(entry: 0) ? nil : newValue
      if case .row(let row) = target.record, target.field == .value {
        answers[row] = origin
      } else if let origin {
        others[target.record, default: [:]][target.field] = origin
      } else {
        others[target.record]?[target.field] = nil
        if others[target.record]?.isEmpty == true { others[target.record] = nil }
      }
    }
  }

  /// The fields of a record that an entry wrote, nil being the record itself.
  func names(of record: RecordID) -> [FieldName?] {
    let names = others[record].map { Array($0.keys) } ?? []
    guard case .row(let row) = record, answers[row] != nil else { return names }
    return names + [.value]
  }

  /// Everything that an entry wrote.
  ///
  /// - Complexity: O(n).
  package var targets: [Change.Target] {
    answers.keys.map { Change.Target(.row($0), .value) }
      + others.flatMap { record, fields in fields.keys.map { Change.Target(record, $0) } }
  }

  /// Whether nothing but answers, and some other fields, was written by entries.
  ///
  /// - Complexity: O(records of which something else was).
  package func areOfAnswers(or names: Set<FieldName>) -> Bool {
    others.values.allSatisfy { fields in
      fields.keys.allSatisfy { $0.map(names.contains) ?? false }
    }
  }

  /// The origins of what a changeset is about to replace, one number for each change.
  public func before(_ changes: Changeset) -> [Int] { replaced(by: changes).map { $0.entry } }

  /// The origins of what a changeset is about to replace, one for each change.
  package func replaced(by changes: Changeset) -> [Origin] {
    let changes = changes.changes
    return changes.indices.map { self[changes[$0].target] }
  }

  /// Updates the origins with those that an entry leaves.
  ///
  /// - Complexity: O(changes of the entry).
  public mutating func apply(_ entry: Entry, in journal: Journal) {
    apply(changes(by: entry, in: journal))
  }

  /// The updates that ``apply(_:in:)`` makes.
  package func changes(
    by entry: Entry, in journal: Journal
  ) -> [(target: Change.Target, origin: Origin)] {
    changes(by: entry, in: journal.history, journal.known)
  }

  /// Makes the updates that ``changes(by:in:_:)`` worked out.
  package mutating func apply(_ changes: [(target: Change.Target, origin: Origin)]) {
    for (target, origin) in changes { self[target] = origin }
  }

  /// The origins that an entry leaves for the targets that it touches; the entry need not be in the
  /// journal yet.
  ///
  /// - Complexity: O(changes of the entry); where undo passes whole records, O(depth) for all of them together.
  package func changes<Failure>(
    by written: Entry, in history: History, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [(target: Change.Target, origin: Origin)] {
    try changes(by: written, in: history, entry) { records throws(Failure) in
      try history.writers(of: records, entry)
    }
  }

  /// The same; where undo passes whole records, a body says who had written their fields.
  ///
  /// - Complexity: O(changes of the entry), and what the body takes, which is called once at most.
  package func changes<Failure>(
    by written: Entry, in history: History, _ entry: (Int) throws(Failure) -> Entry,
    writers: ([History.PastRecord]) throws(Failure) -> Writers
  ) throws(Failure) -> [(target: Change.Target, origin: Origin)] {
    if written.kind.isNode { return left(by: written) }
    let path = history.travelled(by: written)
    // Most travels pass one step of one entry, which needs no draft of records.
    let nodes = path.undone + path.redone
    if nodes.count == 1 {
      let node = try entry(nodes[0])
      if node.changes.changes.allSatisfy({ $0.field != nil }) {
        return left(passing: node, isUndone: !path.undone.isEmpty, by: written.number)
      }
    }
    let undone = try path.undone.map { number throws(Failure) in try entry(number) }
    let records = undone.flatMap(\.pastRecords)
    let found = records.isEmpty ? [:] : try writers(records)
    var draft = Draft(known: self)
    for node in undone { draft.restore(node, found, via: written.number) }
    for number in path.redone { draft.write(try entry(number), via: written.number) }
    return draft.byTarget
  }

  // In the order of the targets, as a draft has them.
  private func left(
    passing node: Entry, isUndone: Bool, by number: Int
  ) -> [(target: Change.Target, origin: Origin)] {
    let changes = node.changes.changes
    let touched = isUndone ? changes.indices.prefix(node.origins.count) : changes.indices[...]
    let found = touched.map { at -> (target: Change.Target, origin: Origin) in
      let target = changes[at].target
      if isUndone { return (target, Origin(before: at, of: node, broughtBackBy: number)) }
      return (target, Origin(of: target, writtenBy: node, at: at, via: number))
    }
    return found.count < 2 ? found : found.sorted { $0.target < $1.target }
  }

  /// The same of a node, which no history is needed for.
  package func left(by node: Entry) -> [(target: Change.Target, origin: Origin)] {
    let changes = node.changes.changes
    if changes.allSatisfy({ $0.field != nil }) {
      return changes.indices.map { at in
        let target = changes[at].target
        return (target, Origin(of: target, writtenBy: node, at: at))
      }
    }
    var draft = Draft(known: self)
    draft.write(node)
    return draft.byTarget
  }
}

extension Origins.Origin {
  /// Who wrote what an entry left by one of its changes; that of a whole record wrote all its fields, and
  /// says of its answer whether that is calculated.
  init(of target: Change.Target, writtenBy entry: Entry, at change: Int, via number: Int? = nil) {
    let isMarked = target.isAnswer && entry.flags(at: change).contains(.calculated)
    self.init(entry: entry.number, via: number, isCalculated: isMarked)
  }

  /// Who wrote what a field held before one of an entry's changes, which another entry brings back.
  fileprivate init(before change: Int, of entry: Entry, broughtBackBy number: Int) {
    let isMarked =
      entry.changes.changes[change].target.isAnswer
      && entry.flags(at: change).contains(.wasCalculated)
    self = Self(entry: entry.origins[change], isCalculated: isMarked).broughtBack(by: number)
  }

  // What nobody had written nobody brings back.
  fileprivate func broughtBack(by number: Int) -> Self {
    entry == 0 ? Self(entry: 0) : Self(entry: entry, via: number, isCalculated: isCalculated)
  }
}

/// The origins that one entry leaves, record by record.
private struct Draft {
  let known: Origins
  var found: [RecordID: [FieldName?: Origins.Origin]] = [:]

  // Who writes a whole record writes all its fields, and nobody has written any other.
  mutating func write(_ entry: Entry, via number: Int? = nil) {
    for (at, change) in entry.changes.changes.enumerated() {
      var names = [change.field]
      if change.field == nil {
        forget(change.record)
        names += (change.after?.asRecord?.names ?? []).map(Optional.some)
      }
      for name in names {
        let target = Change.Target(change.record, name)
        found[change.record, default: [:]][name] =
          Origins.Origin(of: target, writtenBy: entry, at: at, via: number)
      }
    }
  }

  mutating func restore(_ node: Entry, _ writers: Origins.Writers, via number: Int) {
    for at in node.changes.changes.indices.prefix(node.origins.count).reversed() {
      let change = node.changes.changes[at]
      let record = change.record
      if change.field != nil {
        found[record, default: [:]][change.field] =
          Origins.Origin(before: at, of: node, broughtBackBy: number)
        continue
      }
      forget(record)
      // What came with the record goes with it, whether anything is known of it or not.
      for name in [nil] + (change.after?.asRecord?.names ?? []).map(Optional.some) {
        found[record, default: [:]][name] = Origins.Origin(entry: 0)
      }
      // A whole record keeps one origin, but its fields may have many, also where another revision of the form took it.
      let before = writers[node.past(record)] ?? [:]
      found[record, default: [:]].merge(before.mapValues { $0.broughtBack(by: number) }) { $1 }
    }
  }

  private mutating func forget(_ record: RecordID) {
    let names = known.names(of: record) + Array((found[record] ?? [:]).keys)
    for name in names { found[record, default: [:]][name] = Origins.Origin(entry: 0) }
  }

  // In the order of the targets, so that the same edit writes the same bytes every time.
  var byTarget: [(target: Change.Target, origin: Origins.Origin)] {
    found.flatMap { record, fields in
      fields.map { (target: Change.Target(record, $0), origin: $1) }
    }.sorted { $0.target < $1.target }
  }
}
