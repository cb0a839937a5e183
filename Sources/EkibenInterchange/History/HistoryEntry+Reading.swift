import EkibenDocuments

extension HistoryEntry {
  private static let members = [
    "entry", "kind", "parent", "head", "of", "author", "time", "reason", "step", "mark", "form",
    "changes",
  ]

  // What the encoding of an entry has that the numbers and changes of its line give again: read are
  // those, and the encoding is made of them and compared.
  private static let identityMembers = [
    "ekiben-entry", "document", "after", "ids", "revision", "root", "id", "store", "offset",
    "unchecked",
  ]

  /// Reads the line of an entry; whether it fits what stands before it is for ``HistoryReader``.
  init(_ root: JSONCursor, hasIdentity: Bool) throws(JSONError) {
    try root.refuseMembers(besides: Self.members + (hasIdentity ? Self.identityMembers : []))
    let kind = try Self.kind(try root.required("kind"))
    let of = try root.required("of").array().map { number throws(JSONError) in try number.int() }
    let lines = try root.required("changes").array().map { line throws(JSONError) in
      try ChangeLine(line, hasFlags: hasIdentity && kind.isNode, hasOrigin: kind.isNode)
    }
    let changes = try Self.changes(lines)
    let entry = Entry(
      number: try root.required("entry").int(), kind: kind,
      parent: try root.optional("parent")?.int(), head: try root.required("head").int(),
      step: try root.required("step").int(), author: try root.required("author").string(),
      time: try Self.time(try root.required("time")), utcOffset: try root.optional("offset")?.int(),
      reason: try root.optional("reason")?.string(),
      isUnchecked: try root.optional("unchecked")?.bool() ?? false,
      changes: kind.isNode ? changes : Changeset(),
      origins: kind.isNode ? lines.map(\.origin) : [], flags: kind.isNode ? lines.map(\.flags) : [],
      mark: try root.optional("mark")?.string(), reverted: kind == .revert ? of.first : nil)
    let store = try root.optional("store")?.uid("a store's id")
    self.init(
      entry, of: of, changes: changes, form: try root.optional("form")?.int(),
      identity: hasIdentity
        ? EntryIdentity(id: try root.required("id").digest(), store: store ?? [], encoding: [])
        : nil)
  }

  private static func kind(_ cursor: JSONCursor) throws(JSONError) -> Entry.Kind {
    guard let kind = Entry.Kind(rawValue: try cursor.string()) else {
      throw cursor.error(.invalid("this is no kind of entry"))
    }
    return kind
  }

  private static func time(_ cursor: JSONCursor) throws(JSONError) -> Int64 {
    let text = try cursor.string()
    guard let time = Timestamp.parse(text), ByteText.equal(Timestamp.text(time), text) else {
      throw cursor.error(.invalid("a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"))
    }
    return time
  }

  private static func changes(_ lines: [ChangeLine]) throws(JSONError) -> Changeset {
    var targets: Set<Change.Target> = []
    for line in lines where !targets.insert(line.change.target).inserted {
      throw line.cursor.error(.invalid("an entry changes each field once"))
    }
    return Changeset(lines.map(\.change))
  }
}

/// One change as a line has it.
private struct ChangeLine {
  let cursor: JSONCursor
  let change: Change
  var flags: ChangeFlags = []
  let origin: Int

  init(_ cursor: JSONCursor, hasFlags: Bool, hasOrigin: Bool) throws(JSONError) {
    self.cursor = cursor
    let flagged: [(name: String, flag: ChangeFlags)] =
      hasFlags ? [("calculated", .calculated), ("madeRoom", .madeRoom)] : []
    try cursor.refuseMembers(
      besides: ["record", "field", "before", "after", "origin"] + flagged.map(\.name))
    let field: FieldName? = try cursor.optional("field")?.name()
    func value(_ name: String) throws(JSONError) -> Value? {
      try cursor.optional(name).map { value throws(JSONError) in try HistoryValue.read(value) }
    }
    let (before, after) = (try value("before"), try value("after"))
    // A whole record is a record or nothing; anything else would vanish when it is applied.
    if field == nil, [before, after].contains(where: { $0 != nil && $0?.asRecord == nil }) {
      throw cursor.error(.invalid("a change without a field is one of a whole record"))
    }
    change = Change(
      try RecordText.read(try cursor.required("record")), field, before: before, after: after)
    for (name, flag) in flagged where try cursor.optional(name)?.bool() ?? false {
      flags.insert(flag)
    }
    let origin = try cursor.optional("origin")
    if let origin, !hasOrigin {
      throw origin.error(
        .invalid("an entry that travels brings origins back and has none of its own"))
    }
    self.origin = try origin?.int() ?? 0
  }
}
