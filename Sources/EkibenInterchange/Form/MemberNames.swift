import EkibenDocuments

/// What the members of a record in a file are called as fields, where that is not the same.
///
/// Some names mean something else in one of the two. None of them may get lost or be mistaken, so
/// the tilde that they get is taken away again on the way back.
struct MemberNames {
  /// Members that are no fields but parts of the record, such as its id.
  ///
  /// A field that is called so, which only a program can make, is written as `~id`.
  var parts: [FieldName] = []

  /// Fields that hold the record's place, such as its order key.
  ///
  /// A member that is called `order` becomes the field `~order`, and the other way round.
  var reserved: [FieldName] = []

  /// The field that a member becomes; not for parts.
  func field(of member: FieldName) -> FieldName { renamed(member, byTildes: -1) }

  /// The member that a field is written as.
  func member(of field: FieldName) -> FieldName { renamed(field, byTildes: 1) }

  // Of a part; what is reserved and what has one tilde change places.
  private func renamed(_ name: FieldName, byTildes more: Int) -> FieldName {
    let bare = name.rawValue.utf8.drop { $0 == UInt8(ascii: "~") }
    let rest = FieldName(unchecked: String(Substring(bare)))
    let isPart = parts.contains(rest)
    guard isPart || reserved.contains(rest) else { return name }
    let tildes = name.rawValue.utf8.count - bare.count
    let count = isPart ? max(0, tildes + more) : tildes < 2 ? 1 - tildes : tildes
    return FieldName(unchecked: String(repeating: "~", count: count) + rest.rawValue)
  }
}
