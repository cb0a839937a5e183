/// The name of an entry everywhere: the SHA-256 of its canonical encoding (rule H30).
///
/// Every other entry stands in that by *its* id, so an id stands for all that came before. Numbers are
/// the order of arrival in one store, and are not in it.
public typealias EntryID = SHA256.Digest

/// Why an entry has no encoding: facts, worded by whoever knows where the entry stands.
package enum EntryEncodingProblem: Error, Equatable, CustomStringConvertible {
  /// It names an entry that does not stand before it.
  case unknownEntry(Int)
  /// Its time is outside of the years 0 to 9999.
  case time(Int64)
  /// A value is nested too deep.
  case tooDeep

  /// What is wrong, for the end of a sentence.
  package var description: String {
    switch self {
    case .unknownEntry(let number): "it names entry \(number), which does not stand before it"
    case .time: "its time is not of the years 0 to 9999"
    case .tooDeep: "a value is nested too deep"
    }
  }
}

extension Entry {
  /// Why the entry cannot be encoded, as far as it alone tells; nil where nothing is wrong with it.
  package var encodingProblem: EntryEncodingProblem? {
    guard UTCTime.writable.contains(time) else { return .time(time) }
    let others = origins + [step == number ? 0 : step, reverted ?? 0]
    return others.first { !(0..<number).contains($0) }.map { .unknownEntry($0) }
  }
}

/// The ids of a journal's entries, worked out in order, each from those before it.
package struct EntryIDs: Sendable {
  /// Entry N is at index N − 1.
  package private(set) var ids: [EntryID] = []
  private let document: [UInt8]
  // One buffer for all, as there can be millions of entries.
  private var json = CanonicalJSON()

  /// Begins the journal of a document, which these 16 bytes name everywhere.
  package init(document: [UInt8]) { self.document = document }

  /// Works out the id of the next entry.
  ///
  /// - Complexity: O(n) in the size of the entry and the nodes that it travelled over.
  @discardableResult package mutating func append(
    _ entry: Entry, _ context: EntryContext
  ) throws(EntryEncodingProblem) -> EntryID {
    append(encoded: try encoding(of: entry, context))
  }

  /// Appends the id of the next entry, given its encoding.
  @discardableResult package mutating func append(encoded encoding: [UInt8]) -> EntryID {
    let id = SHA256.digest(of: encoding)
    ids.append(id)
    return id
  }

  package mutating func append(known id: EntryID) { ids.append(id) }

  /// The canonical encoding of the entry that comes next; its SHA-256 is the entry's id.
  package mutating func encoding(
    of entry: Entry, _ context: EntryContext
  ) throws(EntryEncodingProblem) -> [UInt8] {
    try encode(entry, context)
    return json.bytes
  }

  private func id(_ number: Int) throws(EntryEncodingProblem) -> EntryID {
    guard number > 0, number <= ids.count else { throw .unknownEntry(number) }
    return ids[number - 1]
  }

  // The members come in one order, and what follows from the others is left out.
  private mutating func encode(
    _ entry: Entry, _ context: EntryContext
  ) throws(EntryEncodingProblem) {
    guard UTCTime.writable.contains(entry.time) else { throw .time(entry.time) }
    let root = try root(of: entry)
    json.clear()
    json.raw("{")
    json.member("ekiben-entry", 1)
    json.member("document")
    json.digits(document)
    json.member("after", ids.suffix(1)) { $0.digits($1) }
    json.member("kind", entry.kind.rawValue)
    try writeReferences(of: entry, context)
    json.member("revision", context.revision)
    json.member("author", entry.author)
    if !context.store.isEmpty {
      json.member("store")
      json.digits(context.store)
    }
    json.member("time")
    json.time(entry.time)
    json.member("offset", entry.utcOffset)
    if entry.isUnchecked { json.raw(",\"unchecked\":true") }
    json.member("reason", entry.reason)
    json.member("mark", entry.mark)
    json.member("root", root)
    json.raw("}")
  }

  // The usual entry is a node upon the one before it, and names that one only.
  private mutating func writeReferences(
    of entry: Entry, _ context: EntryContext
  ) throws(EntryEncodingProblem) {
    let parent = entry.parent == ids.count ? nil : entry.parent
    let head = entry.kind.isNode ? nil : entry.head
    let step = entry.step == ids.count + 1 ? nil : entry.step
    if parent == nil, head == nil, step == nil, context.of.isEmpty { return }
    json.member("ids")
    json.raw("{")
    try refer("parent", to: parent)
    try refer("head", to: head)
    if !context.of.isEmpty {
      let travelled = try context.of.map { (number) throws(EntryEncodingProblem) in try id(number) }
      json.member("of", travelled) { $0.digits($1) }
    }
    try refer("step", to: step)
    json.raw("}")
  }

  private mutating func refer(_ name: String, to number: Int?) throws(EntryEncodingProblem) {
    if let number { json.member(name, try id(number)) }
  }

  /// The root over a node's changes; nil where there are none.
  private mutating func root(of entry: Entry) throws(EntryEncodingProblem) -> SHA256.Digest? {
    guard entry.kind.isNode, !entry.changes.isEmpty else { return nil }
    var leaves: [SHA256.Digest] = []
    for (at, change) in entry.changes.changes.enumerated() {
      json.clear()
      let origin = at < entry.origins.count ? entry.origins[at] : 0
      do { try json.begin(change, withBefore: false) } catch { throw .tooDeep }
      if at < entry.flags.count { json.flags(entry.flags[at]) }
      try refer("origin", to: origin == 0 ? nil : origin)
      json.raw("}")
      leaves.append(SHA256.digest(of: json.bytes))
    }
    return leaves.count == 1 ? leaves[0] : SHA256.merkleRoot(of: leaves)
  }
}

extension CanonicalJSON {
  /// Writes a change, without the end of the object.
  ///
  /// What is hashed has not what was there before: the origin wrote that, or the form says it.
  package mutating func begin(_ change: Change, withBefore: Bool) throws(CodingError) {
    raw("{")
    member("record", Notation.text(of: change.record))
    member("field", change.field?.rawValue)
    if withBefore { try member("before", change.before) }
    try member("after", change.after)
  }

  /// Writes what is known of a change beside its values, as members of its object.
  package mutating func flags(_ flags: ChangeFlags) {
    if flags.contains(.calculated) { raw(",\"calculated\":true") }
    if flags.contains(.madeRoom) { raw(",\"madeRoom\":true") }
  }
}
