public import Ekiben

/// Checks every law of documents and changesets on a pair of documents.
///
/// Both ways round are different pairs; a caller who wants both asks twice.
///
/// - Throws: ``LawViolation`` for the first law that does not hold, with a one-line reproduction.
/// - Complexity: O(n²) in the number of rows: what it compares with is slow and obvious.
public func expectLaws(from old: Document, to new: Document) throws(LawViolation) {
  let check = LawCheck(old: old, new: new)
  try check.applying()
  try check.inverses()
  try check.squashing()
  try check.refusal()
  try check.minimality()
  try check.sharing()
  try check.codings()
  try check.notation()
  try check.table()
}

/// Checks every law on each pair of neighbours, and on the way through all of the documents.
///
/// - Throws: ``LawViolation`` for the first law that does not hold, with a one-line reproduction.
public func expectLaws(through documents: [Document]) throws(LawViolation) {
  for (old, new) in zip(documents, documents.dropFirst()) { try expectLaws(from: old, to: new) }
  guard let first = documents.first, documents.count > 2 else { return }
  try WayCheck(documents: documents, first: first).check()
}

/// One pair of documents and what lies between them; its methods are the laws.
struct LawCheck {
  let old: Document
  let new: Document
  let changes: Changeset
  let plan: TablePlan

  init(old: Document, new: Document) {
    (self.old, self.new) = (old, new)
    changes = Changeset(from: old, to: new)
    plan = TablePlan(from: old, to: new)
  }

  func require(
    _ holds: Bool, _ law: String, _ detail: @autoclosure () -> String
  ) throws(LawViolation) {
    if !holds { throw LawViolation(law, [old, new], detail()) }
  }

  /// What a body gives, which by a law throws nothing.
  func succeed<Result>(
    _ law: String, _ body: () throws -> Result
  ) throws(LawViolation) -> Result {
    do { return try body() } catch { throw LawViolation(law, [old, new], "\(error)") }
  }

  func applied(_ changes: Changeset, to document: Document) throws(LawViolation) -> Document {
    try succeed("a changeset fits the document it starts from") { try document.applying(changes) }
  }
}

/// A way through several documents, as changesets that follow each other.
private struct WayCheck {
  let documents: [Document]
  let states: [Document]
  let legs: [Changeset]

  // Each leg starts from what the last one left, order keys included, as in a journal.
  init(documents: [Document], first: Document) throws(LawViolation) {
    var states = [first]
    var legs: [Changeset] = []
    var state = first
    for document in documents.dropFirst() {
      let leg = Changeset(from: state, to: document)
      state = try LawCheck(old: state, new: document).applied(leg, to: state)
      legs.append(leg)
      states.append(state)
    }
    (self.documents, self.states, self.legs) = (documents, states, legs)
  }

  func check() throws(LawViolation) {
    let whole = Changeset.squash(legs)
    try require(whole == legs.reduce(Changeset()) { $0.squashed(with: $1) }, "from the left")
    try require(
      whole == legs.reversed().reduce(Changeset()) { $1.squashed(with: $0) }, "from the right")
    guard let first = states.first, let last = states.last else { return }
    let check = LawCheck(old: first, new: last)
    let there = try check.applied(whole, to: first)
    try require(there.isIdentical(to: last), "applied to the first gives the last")
    let back = try check.applied(whole.inverted, to: last)
    try require(back.isIdentical(to: first), "inverted leads back")
    let inverse = Changeset.squash(legs.reversed().map(\.inverted))
    try require(Changeset.squash([whole, inverse]).isEmpty, "cancels with the way back")
  }

  private func require(_ holds: Bool, _ detail: String) throws(LawViolation) {
    if holds { return }
    throw LawViolation("squashing is associative and does the same as its parts", documents, detail)
  }
}

/// A law that does not hold, with the documents that show it.
public struct LawViolation: Error, Sendable, CustomStringConvertible {
  /// What should have held, as a sentence.
  public let law: String
  /// The documents, in the order in which they were checked.
  public let documents: [Document]
  /// What was found instead.
  public let detail: String

  init(_ law: String, _ documents: [Document], _ detail: String) {
    (self.law, self.documents, self.detail) = (law, documents, detail)
  }

  /// One line of Swift that checks the same documents again.
  public var reproduction: String {
    let list = documents.map { "Document(reproducing: \"\($0.reproduction)\")" }
    return "try expectLaws(through: [\(list.joined(separator: ", "))])"
  }

  /// The law, what was found, and the reproduction.
  public var description: String { "\(law): \(detail)\n\(reproduction)" }
}
