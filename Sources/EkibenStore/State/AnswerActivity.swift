package import EkibenDocuments

/// Which rows of a document its rules hide, kept up change by change, for the answers to say in the file
/// whether they count (rule F14, decision 0045).
package protocol AnswerActivity: Sendable {
  /// Sets the edit whose time and launch context conditions and formulas see.
  mutating func see(_ metadata: EditMetadata)
  /// Whether changes of a document can neither hide nor show anything, and no formula reads what they change.
  func ignores(_ changes: Changeset, in structure: DocumentStructure) -> Bool
  /// Applies changes; returns the rows for which other results may hold then.
  mutating func update(
    by changes: Changeset, to content: Document, at index: Document.Index
  ) -> [RowID]
  /// Whether another time or another launch context may hide or show a row.
  func dependsOnEnvironment(_ row: RowID, in structure: DocumentStructure) -> Bool
  /// Whether the launch context may decide of any row whether it is hidden.
  var hidesByLaunchContext: Bool { get }
  /// Whether no rule hides a row.
  func isActive(_ row: RowID, in structure: DocumentStructure) -> Bool
  /// Whether formulas give answers, or will after changes.
  func calculates(after changes: Changeset) -> Bool
  /// Applies changes, and returns the answers that formulas give because of them (rule E13).
  mutating func calculate(_ edit: CalculatedEdit) -> CalculatedAnswers
  /// The rows whose answers are what their formulas give (rule E16).
  mutating func calculatedRows(in structure: DocumentStructure) -> [RowID]
}

/// An edit whose consequences are to be calculated.
package struct CalculatedEdit {
  package let changes: Changeset
  package let after: DocumentStructure
  package let extent: CalculationExtent
  /// The rows to which the edit itself gives answers.
  package let given: Set<RowID>
  /// The rows that it gives back to their formulas, whoever gave their answers.
  package let givenBack: Set<RowID>
  /// Whether a formula may give a row its answer, since no person gave the one that is there.
  package let mayBeCalculated: (RowID) -> Bool
  /// Whether a row's answer says already that a formula gave it.
  package let isMarked: (RowID) -> Bool
}

/// What formulas give because of an edit.
package struct CalculatedAnswers {
  package let answers: [CalculatedAnswer]
  /// The rows for which other results of rules may hold then.
  package let affected: [RowID]
  package let asksForTime: Bool

  package init(answers: [CalculatedAnswer], affected: [RowID], asksForTime: Bool) {
    (self.answers, self.affected, self.asksForTime) = (answers, affected, asksForTime)
  }
}

/// Evaluates the rules of documents for the store; the layers above provide it, as this module
/// knows no rules.
package protocol AnswerActivitySource: Sendable {
  /// What the rules of a document hide; they see the moment and the launch context of an edit, with nil none.
  func activity(of document: StoredDocument, seeing edit: EditMetadata?) -> any AnswerActivity
}

/// What the rules of a document say after an edit whose consequences were calculated, and the rows for which other
/// results of them may hold than before.
typealias CalculatedActivity = (rules: any AnswerActivity, affected: [RowID])

/// What is known of what the rules of a document hide.
package struct DocumentActivity: Sendable {
  /// What they say; nil until an entry is written, and when others have written.
  var known: KnownActivity?
  /// The rows whose answers the file says do not count (rule F14); nil where it does not say: of the past, and
  /// where nobody has looked since format 1.
  package internal(set) var inactive: Set<RowID>? = []
}

/// What the rules of a document hide, beside what the file says of it.
struct KnownActivity: Sendable {
  /// As of the document's content.
  var rules: any AnswerActivity
  /// What a host handed over for them.
  var launchContext = LaunchContext.none
  /// Whether the file may say what held with another launch context: then the next edit looks at all answers.
  var isUnsettled = false

  /// Whether changes leave what the file says as it is.
  func ignores(_ changes: Changeset, in structure: DocumentStructure) -> Bool {
    !isUnsettled && rules.ignores(changes, in: structure)
  }
}

extension StoreState {
  /// Says in the file which answers count after an entry, as part of its transaction: only of those for
  /// which that has changed.
  ///
  /// - Complexity: O(rules asked and records affected); where records come, go or move in a document with
  ///   rules, or a definition changes, or rows are hidden by another launch context, O(n).
  func noteActivity(
    _ effect: EntryEffect, _ calculated: CalculatedActivity?, of document: inout StoredDocument
  ) throws(StoreError) {
    let changes = effect.changes
    guard !changes.isEmpty, let source = database.activity else { return }
    var known =
      document.activity.known ?? KnownActivity(rules: source.activity(of: document, seeing: nil))
    // Whoever holds it alone changes it in place.
    document.activity.known = nil
    defer { document.activity.known = known }
    if calculated == nil, effect.entry.kind != .import,
      known.ignores(changes, in: document.structure)
    {
      return
    }
    let after = try NewContent.after(changes, in: document.structure, effect.content)
    if let calculated { known.rules = calculated.rules }
    var rows = Set(
      calculated?.affected ?? known.rules.update(by: changes, to: after.content, at: after.index))
    for case .row(let row) in changes.changes.lazy.map(\.record) { rows.insert(row) }
    var inactive = document.activity.inactive ?? []
    if known.isUnsettled
      || !changes.changes.allSatisfy({ $0.field == .value || $0.field == .draft })
    {
      rows.formUnion(inactive)
      rows.formUnion(after.answeredRows)
    }
    for row in rows.sorted() {
      let isInactive = after.isAnswered(row) && !known.rules.isActive(row, in: after)
      guard isInactive != inactive.contains(row) else { continue }
      let record = try names.key(of: .row(row), in: &document)
      try answers.write(isInactive: isInactive, record, of: document.key)
      if isInactive { inactive.insert(row) } else { inactive.remove(row) }
    }
    document.activity.inactive = inactive
    known.isUnsettled = false
  }

  /// Says of the answers of a store that was upgraded which of them count.
  ///
  /// - Complexity: O(rows and answers of all documents), once.
  mutating func completeActivity() throws(StoreError) {
    guard let source = database.activity, try !settings.has(.activity) else { return }
    try write { (state) throws(StoreError) in
      for name in try state.documents.allNames() {
        let document: StoredDocument
        // What cannot be read stays as it is, and `verify` names it.
        do { document = try state.documents.read(name) } catch { continue }
        let structure = document.structure
        let activity = source.activity(of: document, seeing: nil)
        for answer in try state.answers.answers(of: document.key) where answer.isInactive == nil {
          let row = answer.row(of: document)
          let isInactive =
            row.map { structure.isAnswered($0) && !activity.isActive($0, in: structure) } ?? false
          try state.answers.write(isInactive: isInactive, answer.record, of: document.key)
        }
      }
      try state.settings.store(.integer(1), as: .activity)
    }
  }

  /// The answers that say something else of whether they count than the rules do.
  func activityFindings(of document: StoredDocument) throws(StoreError) -> [String] {
    guard let source = database.activity else { return [] }
    let structure = document.structure
    let activity = source.activity(of: document, seeing: nil)
    return try answers.answers(of: document.key).compactMap { answer in
      guard let isInactive = answer.isInactive, let row = answer.row(of: document) else {
        return nil
      }
      let isHidden = structure.isAnswered(row) && !activity.isActive(row, in: structure)
      if isInactive == isHidden || activity.dependsOnEnvironment(row, in: structure) { return nil }
      // Older programs let answers count that are retired with what their rows follow.
      if isHidden, RecordID.row(row).template(in: structure) != nil { return nil }
      return "\(document.name): the answer \(Notation.shown(row.rawValue)) is said "
        + (isHidden ? "to count, and a rule hides it" : "not to count, and no rule hides it")
    }
  }
}

extension AnswerTable {
  /// The rows whose answers the file says do not count; nil where it does not say of all.
  func inactiveRows(of document: StoredDocument) throws(StoreError) -> Set<RowID>? {
    var rows: Set<RowID> = []
    for answer in try answers(of: document.key) where answer.isInactive != false {
      guard answer.isInactive == true else { return nil }
      if let row = answer.row(of: document) { rows.insert(row) }
    }
    return rows
  }
}

extension StoredAnswer {
  fileprivate func row(of document: StoredDocument) -> RowID? {
    if case .row(let row)? = document.records.id(of: record) { row } else { nil }
  }
}

extension DocumentStructure {
  fileprivate var answeredRows: [RowID] {
    content.sections.flatMap(\.rows).filter { $0.fields[.value] != nil }.map(\.id)
  }

  fileprivate func isAnswered(_ row: RowID) -> Bool { self.row(row)?.fields[.value] != nil }
}
