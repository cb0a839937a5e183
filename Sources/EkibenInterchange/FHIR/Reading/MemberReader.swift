import EkibenDocuments

/// Takes the members of an object one by one and hands over what is left, so that nothing is lost.
///
/// A member that is not what it should be is noted and left.
struct MemberReader {
  let cursor: JSONCursor
  private(set) var notes: [ImportNote] = []
  private var taken: [String] = []

  init(_ cursor: JSONCursor) { self.cursor = cursor }

  mutating func text(_ name: String) -> Value? {
    take(name, expected: "text") { $0.node.string.map(Value.text) }
  }

  mutating func bool(_ name: String) -> Value? {
    // Spelled out: the optimizer of Swift 6.3 stops at `bool.map(Value.bool)` here.
    take(name, expected: "true or false") { member in
      switch member.node.bool {
      case true?: .bool(true)
      case false?: .bool(false)
      case nil: nil
      }
    }
  }

  /// A length: a whole number that is not negative.
  mutating func length(_ name: String) -> Value? {
    take(name, expected: "a whole number") { member in
      member.node.number.flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : .integer($0) }
    }
  }

  /// A list, as the bytes that stand there.
  mutating func list(_ name: String) -> Value? {
    take(name, expected: "a list") { $0.node.array == nil ? nil : .verbatim($0.text) }
  }

  /// Takes a member that somebody else reads.
  mutating func skip(_ name: String) { taken.append(name) }

  /// All members that were not taken, as one JSON object; nil where there are none.
  func rest() -> Value? {
    let members = cursor.memberTexts(besides: taken)
    return members.isEmpty ? nil : .verbatim("{\(members.joined(separator: ", "))}")
  }

  /// The names of all members in their order, where they do not come out so by themselves (``MemberList``).
  ///
  /// - Parameter names: Those that are put back; nil is all that were taken.
  /// - Returns: A JSON list.
  func order(taken names: [String]? = nil) -> Value? {
    let all = (cursor.node.object ?? []).map(\.name)
    let taken = names ?? taken
    let (put, kept) = (all.filter(taken.contains), all.filter { !taken.contains($0) })
    if MemberList.order(putting: put, among: kept) == all { return nil }
    return .verbatim(JSON.array(all.map(JSON.string)).encoded())
  }

  private mutating func take(
    _ name: String, expected: String, _ read: (JSONCursor) -> Value?
  ) -> Value? {
    guard let member = cursor.member(name) else { return nil }
    guard let value = read(member) else {
      notes.append(ImportNote(notUsed: name, expected: expected, member))
      return nil
    }
    taken.append(name)
    return value
  }
}

/// A warning whose line and column are not worked out yet.
struct ImportNote {
  let kind: ImportWarning.Kind
  let mark: SourceMark

  init(_ kind: ImportWarning.Kind, at cursor: JSONCursor) {
    self.kind = kind
    mark = SourceMark(cursor)
  }

  init(_ kind: ImportWarning.Kind, at offset: Int) {
    self.kind = kind
    mark = SourceMark(offset: offset, path: .root)
  }

  init(notUsed name: String, expected: String, _ cursor: JSONCursor) {
    let found = cursor.node.number.map { JSONError.shortened($0, to: 40) } ?? cursor.node.kindName
    self.init(.notUsed(member: name, expected: expected, found: found), at: cursor)
  }

  /// That an element says that something changes what it means, which nobody here understands; nil where it does not.
  init?(modifying cursor: JSONCursor) {
    guard let place = cursor.member("modifierExtension") else { return nil }
    self.init(
      notUsed: "modifierExtension", expected: "nothing that changes what the rest means", place)
  }
}

extension [ImportNote] {
  /// The warnings, with their places in a file.
  func warnings(in root: JSONCursor) -> [ImportWarning] {
    let places = SourcePlace.places(of: map(\.mark), in: root.source)
    return zip(self, places).map { ImportWarning(kind: $0.kind, place: $1) }
  }
}
