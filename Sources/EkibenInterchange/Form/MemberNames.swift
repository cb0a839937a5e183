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

  /// Fields that hold the record's place, such as its order key, and are written nowhere.
  ///
  /// A member that is called `order` becomes the field `~order`, and `~order` becomes `~~order`.
  var reserved: [FieldName] = []

  /// Fields of a document that no form has, such as what was typed and is no answer.
  ///
  /// A member that is called `draft` becomes the field `~draft`, and the other way round.
  var exchanged: [FieldName] = []

  /// The field that a member becomes; not for parts.
  ///
  /// - Throws: ``InvalidName`` where it would be too long.
  func field(of member: FieldName) throws(InvalidName) -> FieldName {
    guard let name = renamed(member, byTildes: -1) else { return member }
    return try FieldName(name)
  }

  /// The member that a field is written as; nil of one that is reserved.
  func member(of field: FieldName) -> FieldName? {
    if reserved.contains(field) { return nil }
    return renamed(field, byTildes: 1).map { FieldName(unchecked: $0) } ?? field
  }

  // By so many of a part, and the other way of what is reserved; nil of what is called the same.
  private func renamed(_ name: FieldName, byTildes more: Int) -> String? {
    let bare = name.rawValue.utf8.drop { $0 == UInt8(ascii: "~") }
    let rest = FieldName(unchecked: String(Substring(bare)))
    var tildes = name.rawValue.utf8.count - bare.count
    if parts.contains(rest) {
      tildes = max(0, tildes + more)
    } else if reserved.contains(rest) {
      tildes -= more
    } else if exchanged.contains(rest), tildes < 2 {
      tildes = 1 - tildes
    } else {
      return nil
    }
    return String(repeating: "~", count: tildes) + rest.rawValue
  }
}
