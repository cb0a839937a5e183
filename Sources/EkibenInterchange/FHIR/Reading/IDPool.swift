import EkibenDocuments

/// Gives out ids of one name space, each once.
///
/// An id that a linkId of the file stands for is kept for it, so that what is made up for one item
/// never takes the id of another.
struct IDPool<ID: RecordName> {
  private var reserved: Set<ID> = []
  private var given: Set<ID> = []
  // Where counting goes on, so that 10,000 items of one linkId take no square of steps.
  private var next: [ID: Int] = [:]

  /// Gives out this id if nobody has it, else one with a number.
  mutating func makeID(_ id: ID) -> ID { given.insert(id).inserted ? id : numbered(id.rawValue) }

  /// Gives out `base~2`, or the next number that is free.
  mutating func numbered(_ base: String) -> ID {
    var number = next[ID(unchecked: base)] ?? 2
    while true {
      let suffix = "~\(number)"
      let fits = base.utf8.count + suffix.utf8.count <= 255
      let id = ID(unchecked: (fits ? base : LinkID.shortened(base)) + suffix)
      number += 1
      if !reserved.contains(id) && given.insert(id).inserted {
        next[ID(unchecked: base)] = number
        return id
      }
    }
  }

  /// Keeps the id of an item for the first item that asks for it.
  mutating func reserve(for item: QuestionnaireItem) {
    if let linkID = item.linkID { reserved.insert(ID(unchecked: linkID.id)) }
  }

  /// Gives an item the id that its linkId asks for, or one of its own, with a note.
  mutating func makeID(
    to item: QuestionnaireItem, _ record: (ID) -> RecordID, _ notes: inout [ImportNote]
  ) -> ID {
    guard let linkID = item.linkID else {
      let id = numbered("")
      notes.append(ImportNote(.missingLinkID(now: record(id)), at: item.cursor))
      return id
    }
    let place = item.cursor.member("linkId") ?? item.cursor
    let wanted = ID(unchecked: linkID.id)
    let id = makeID(wanted)
    if id != wanted {
      notes.append(ImportNote(.repeatedLinkID(linkID.text, now: record(id)), at: place))
    } else if let problem = linkID.problem {
      let kind = ImportWarning.Kind.unusableLinkID(linkID.text, problem, now: record(id))
      notes.append(ImportNote(kind, at: place))
    }
    return id
  }
}
