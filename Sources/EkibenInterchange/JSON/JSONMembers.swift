internal import EkibenDocuments

/// The members of an object while it is read, with the names seen so far.
///
/// Few names are searched one by one; many go into a hash set, so that an object with 100,000
/// members costs time in proportion. The set hashes bytes, with the seed that Swift draws for each
/// process, so that nobody can prepare names that collide.
struct JSONMembers {
  private(set) var list: [JSON.Member] = []
  private var names: Set<TextKey>?

  private static let fewNames = 16

  /// Appends a member whose name was claimed before.
  mutating func add(_ name: String, _ value: JSON) {
    list.append(JSON.Member(name: name, value: value))
  }

  /// Says whether the name is new; from now on it is taken.
  mutating func claim(_ name: String) -> Bool {
    if names != nil { return names?.insert(TextKey(name)).inserted ?? true }
    guard !list.contains(where: { ByteText.equal($0.name, name) }) else { return false }
    if list.count == JSONMembers.fewNames {
      names = Set(list.map { TextKey($0.name) } + [TextKey(name)])
    }
    return true
  }
}
