import EkibenDocuments

extension HistoryEntry {
  private static let members = [
    "entry", "kind", "parent", "head", "of", "author", "time", "reason", "step", "mark", "form",
    "changes",
  ]

  /// Reads the line of an entry; whether it fits what stands before it is for ``HistoryReader``.
  init(_ root: JSONCursor) throws(JSONError) {
    try root.refuseMembers(besides: Self.members)
    let kind = try Self.kind(try root.required("kind"))
    let (changes, origins) = try Self.changes(try root.required("changes"))
    let of = try Self.numbers(try root.required("of"))
    let entry = Entry(
      number: try root.required("entry").int(), kind: kind,
      parent: try root.optional("parent")?.int(), head: try root.required("head").int(),
      step: try root.required("step").int(), author: try root.required("author").string(),
      time: try Self.time(try root.required("time")),
      reason: try root.optional("reason")?.string(),
      changes: kind.isNode ? changes : Changeset(), origins: kind.isNode ? origins : [],
      mark: try root.optional("mark")?.string(), reverted: kind == .revert ? of.first : nil)
    self.init(
      entry, of: of, changes: changes,
      form: try root.optional("form")?.int())
    if !kind.isNode, origins.contains(where: { $0 != 0 }) {
      throw try root.required("changes").error(
        .invalid("an entry that travels brings origins back and has none of its own"))
    }
  }

  private static func kind(_ cursor: JSONCursor) throws(JSONError) -> Entry.Kind {
    guard let kind = Entry.Kind(rawValue: try cursor.string()) else {
      throw cursor.error(.invalid("this is no kind of entry"))
    }
    return kind
  }

  private static func time(_ cursor: JSONCursor) throws(JSONError) -> Int64 {
    let text = try cursor.string()
    guard let time = Timestamp.parse(text), JSON.sameBytes(Timestamp.text(time), text) else {
      throw cursor.error(.invalid("a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"))
    }
    return time
  }

  private static func numbers(_ cursor: JSONCursor) throws(JSONError) -> [Int] {
    var numbers: [Int] = []
    for element in try cursor.array() { numbers.append(try element.int()) }
    return numbers
  }

  private static func changes(
    _ cursor: JSONCursor
  ) throws(JSONError) -> (changes: Changeset, origins: [Int]) {
    var changes: [Change] = []
    var origins: [Int] = []
    var targets: Set<Change.Target> = []
    for element in try cursor.array() {
      let (change, origin) = try change(element)
      guard targets.insert(change.target).inserted else {
        throw element.error(.invalid("an entry changes each field once"))
      }
      changes.append(change)
      origins.append(origin)
    }
    return (Changeset(changes), origins)
  }

  private static func change(
    _ cursor: JSONCursor
  ) throws(JSONError) -> (change: Change, origin: Int) {
    try cursor.refuseMembers(besides: ["record", "field", "before", "after", "origin"])
    let field: FieldName? = try cursor.optional("field")?.name()
    let before = try cursor.optional("before").map { value throws(JSONError) in
      try HistoryValue.read(value)
    }
    let after = try cursor.optional("after").map { value throws(JSONError) in
      try HistoryValue.read(value)
    }
    // A whole record is a record or nothing; anything else would vanish when it is applied.
    if field == nil, [before, after].contains(where: { $0 != nil && $0?.asRecord == nil }) {
      throw cursor.error(.invalid("a change without a field is one of a whole record"))
    }
    return (
      Change(
        try RecordText.read(try cursor.required("record")), field, before: before, after: after),
      try cursor.optional("origin")?.int() ?? 0
    )
  }
}
