import EkibenDocuments
import EkibenExpressions

/// The answers of a row that repeats, by what they are, to find those that are there already.
///
/// They are compared within what the check is of: those in one instance around them, or all of the document; a
/// check of the very section that repeats, or in it, compares the instances that stand in one place.
struct UniqueAnswers: Sendable {
  private struct Group: Hashable {
    let around: RecordID
    let answers: Set<AnswerKey>
  }

  let asked: CheckState.Asked
  /// All instances of the row.
  let rows: [RowID]
  private var groups: [RowID: Group] = [:]
  private var members: [Group: Set<RowID>] = [:]

  var check: Check { asked.check }
  var record: RecordID { asked.record }

  init(_ asked: CheckState.Asked, _ row: RowID, _ repeated: CheckedRows, _ view: IssueView) {
    self.asked = asked
    let isRepeated = repeated.repeats(row, in: view.structure)
    rows = isRepeated ? repeated.rows(meant: ReadRow(row), from: .document, in: view.structure) : []
    isMember = Set(rows)
  }

  private let isMember: Set<RowID>

  /// Takes note of answers that changed, or of rows that are shown or hidden.
  ///
  /// - Returns: The rows that may be duplicates now, or no longer.
  /// - Complexity: O(rows given, and those with the same answers).
  mutating func update(for changed: [RowID], _ view: IssueView) -> Set<RowID> {
    var affected: Set<RowID> = []
    for row in changed where isMember.contains(row) {
      affected.insert(row)
      if let old = groups[row] {
        affected.formUnion(members[old] ?? [])
        members[old]?.remove(row)
        if members[old]?.isEmpty == true { members[old] = nil }
      }
      let new = group(of: row, view)
      groups[row] = new
      guard let new else { continue }
      affected.formUnion(members[new] ?? [])
      members[new, default: []].insert(row)
    }
    return affected
  }

  /// Those of some rows that have the answer of one before them, with that one.
  ///
  /// - Complexity: O(rows · log) where answers are told apart by their keys.
  func duplicates(among affected: Set<RowID>, _ view: IssueView) -> [RowID: RowID] {
    // Whether the parts of a template are shown is nothing to ask: their copies differ.
    if view.scope.isReal(record), !view.isShown(record) { return [:] }
    var found: [RowID: RowID] = [:]
    for group in Set(affected.compactMap { groups[$0] }) {
      let ordered = (members[group] ?? []).sorted(by: view.structure.index.precedes)
      for (at, row) in ordered.enumerated() where view.isShown(.row(row)) {
        let answers = view.answers(of: row)
        found[row] = ordered[..<at].first { AnswerKey.areSame(view.answers(of: $0), answers) }
      }
    }
    return found
  }

  private func group(of row: RowID, _ view: IssueView) -> Group? {
    guard view.counts(row), let record = view.structure.row(row),
      !view.structure.definition(of: record).isSecret
    else { return nil }
    let answers = view.answers(of: row)
    if answers.isEmpty { return nil }
    return Group(around: around(row, view.scope), answers: Set(answers.map { AnswerKey($0) }))
  }

  private func around(_ row: RowID, _ scope: CheckScope) -> RecordID {
    guard record != .document,
      let own = RecordID.row(row).chain(in: scope.structure).first(where: scope.isInstance)
    else { return .document }
    let outside = scope.around(own).dropFirst()
    if let group = outside.first(where: { scope.definition(of: $0) == record }) { return group }
    let isInside = scope.around(record).contains(scope.definition(of: own))
    return isInside ? outside.first ?? .document : .document
  }
}
