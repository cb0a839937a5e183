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
  func field(of member: FieldName) -> FieldName {
    guard let (name, tildes) = special(member) else { return member }
    if parts.contains(name) { return named(name, tildes - 1) }
    return named(name, exchanged(tildes))
  }

  /// The member that a field is written as.
  func member(of field: FieldName) -> FieldName {
    guard let (name, tildes) = special(field) else { return field }
    if parts.contains(name) { return named(name, tildes + 1) }
    return named(name, exchanged(tildes))
  }

  private func exchanged(_ tildes: Int) -> Int { tildes < 2 ? 1 - tildes : tildes }

  private func special(_ name: FieldName) -> (FieldName, Int)? {
    let bare = name.rawValue.utf8.drop { $0 == UInt8(ascii: "~") }
    let rest = FieldName(unchecked: String(Substring(bare)))
    guard parts.contains(rest) || reserved.contains(rest) else { return nil }
    return (rest, name.rawValue.utf8.count - bare.count)
  }

  private func named(_ name: FieldName, _ tildes: Int) -> FieldName {
    FieldName(unchecked: String(repeating: "~", count: max(0, tildes)) + name.rawValue)
  }
}
