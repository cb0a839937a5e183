import EkibenDocuments

/// The laws of applying, inverting and squashing (rules D9, D10 and D11).
extension LawCheck {
  func applying() throws(LawViolation) {
    let after = try applied(changes, to: old)
    try require(after == new, "the changes from a to b, applied to a, give b", lines(changes))
    try require(
      after.isIdentical(to: new.aligned(to: old)), "applying gives the keys of the aligned b",
      lines(changes))
    let nothing = Changeset(from: new, to: new)
    try require(nothing.isEmpty, "equal documents have no changes", lines(nothing))
    let rest = Changeset(from: after, to: new)
    try require(rest.isEmpty, "what is applied leaves nothing to change", lines(rest))
    try require(changes.isEmpty == (old == new), "changes are there when documents differ", "")
    let again = Changeset(from: old, to: new)
    try require(again == changes, "the same documents have the same changes", lines(again))
    try require(
      Set(changes.changes.map(\.target)).count == changes.changes.count,
      "every change has a target of its own", lines(changes))
  }

  func inverses() throws(LawViolation) {
    let after = try applied(changes, to: old)
    let back = try applied(changes.inverted, to: after)
    try require(
      back.isIdentical(to: old), "the inverse leads back, order keys included", lines(changes))
    try require(
      changes.inverted.inverted == changes, "the inverse of the inverse is the changeset",
      lines(changes.inverted.inverted))
  }

  func squashing() throws(LawViolation) {
    let nothing = changes.squashed(with: changes.inverted)
    try require(nothing.isEmpty, "a changeset and its inverse cancel", lines(nothing))
    let alone = Changeset.squash([changes])
    try require(
      Set(alone.changes) == Set(changes.changes), "a changeset squashed alone says the same",
      lines(alone))
  }

  /// A changeset that starts elsewhere is refused, and the document stays as it was.
  func refusal() throws(LawViolation) {
    guard let last = changes.changes.last else { return }
    let other = last.before == .text("elsewhere") ? Value.null : .text("elsewhere")
    let wrong = last.field == nil ? .record(["elsewhere": .null]) : other
    let stale = Changeset(
      changes.changes.dropLast()
        + [Change(last.record, last.field, before: wrong, after: last.after)])
    var document = old
    do throws(StaleChange) {
      try document.apply(stale)
    } catch {
      try require(
        error.change.target == last.target && error.found == last.before,
        "a refusal says what was found where", "\(error)")
      return try require(
        document.isIdentical(to: old), "a refused changeset changes nothing", lines(stale))
    }
    try require(false, "a stale changeset is refused", lines(stale))
  }

  func lines(_ changeset: Changeset) -> String {
    changeset.changes.map { Notation.text(of: $0) }.joined(separator: "; ")
  }
}
