// What other entries have made of instances since (rules H18, F42).
extension Reversal {
  /// What would not stand as it should, and does now, with the entries since that made it so; a body reads those,
  /// in their order, where anything is.
  ///
  /// - Complexity: O(n) in the number of records.
  func obstacles<Failure>(
    in document: Document, since entries: () throws(Failure) -> [Entry]
  ) throws(Failure) -> [RevertConflict.Obstacle] {
    let now = DocumentStructure(document, Document.Index(document))
    // Changes that do not fit are refused where they are applied.
    guard let content = content(of: now) else { return [] }
    let known = Set(Misplacement.all(in: now))
    let after = DocumentStructure(content, Document.Index(content))
    let misplacements = Misplacement.all(in: after).filter { !known.contains($0) }
    if misplacements.isEmpty { return [] }
    let later = try entries()
    return misplacements.compactMap { misplacement in
      let (record, isInTheWay) = meets(misplacement)
      let numbers = later.filter { $0.changes.changes.contains(where: isInTheWay) }.map(\.number)
      // Where nobody wrote since, it stands as it stood.
      return numbers.isEmpty
        ? nil : RevertConflict.Obstacle(Change.Target(record, nil), later: numbers)
    }
  }

  fileprivate func content(of document: DocumentStructure) -> Document? {
    do { return try document.content.restructured(by: changes, at: document.index).document } catch
    {
      return nil
    }
  }

  /// The record that the entries changed, and which changes of others are in the way of taking that back.
  fileprivate func meets(
    _ misplacement: Misplacement
  ) -> (record: RecordID, isInTheWay: (Change) -> Bool) {
    switch misplacement {
    case .apart(let record, from: let other), .undefined(let record, by: let other):
      let isOwn = changes.changes.contains { $0.record == record }
      let (own, theirs) = isOwn ? (record, other) : (other, record)
      return (own, { $0.record == theirs && [nil, .section, .order].contains($0.field) })
    case .miscounted(let anchor):
      let own = changes.changes.first { $0.isOfInstance(of: anchor) }?.record ?? anchor
      return (own, { $0.isOfInstance(of: anchor) })
    }
  }
}

extension Change {
  // Whether an instance came or went.
  fileprivate func isOfInstance(of anchor: RecordID) -> Bool {
    guard field == nil, let fields = (after ?? before)?.asRecord, fields[.template] != nil else {
      return false
    }
    switch (record, anchor) {
    case (.section, .section(let id)): return fields[.parent] == .text(id.rawValue)
    case (.row, .row(let id)): return fields[.parentRow] == .text(id.rawValue)
    default: return false
    }
  }
}
