package import EkibenDocuments
import EkibenExpressions
package import EkibenForms
package import EkibenStore

/// The rules of a document, as a store asks them of its rows.
private struct RowActivity: AnswerActivity {
  var rules: RuleState

  var hidesByLaunchContext: Bool { rules.index.hidesByLaunchContext }

  mutating func see(_ metadata: EditMetadata) { rules.environment = metadata.expressionEnvironment }

  func ignores(_ changes: Changeset, in structure: DocumentStructure) -> Bool {
    rules.ignores(changes, in: structure)
  }

  mutating func update(
    by changes: Changeset, to content: Document, at index: Document.Index
  ) -> [RowID] { rules.update(by: changes, to: content, at: index).compactMap(\.row) }

  func dependsOnEnvironment(_ row: RowID, in structure: DocumentStructure) -> Bool {
    rules.index.dependsOnEnvironment(.row(row), in: structure)
  }

  func isActive(_ row: RowID, in structure: DocumentStructure) -> Bool {
    rules.isActive(.row(row), in: structure)
  }

  func calculates(after changes: Changeset) -> Bool { rules.index.calculates(after: changes) }

  mutating func calculate(_ edit: CalculatedEdit) -> CalculatedAnswers {
    let (found, affected) = rules.calculate(
      edit.changes, to: edit.after, edit.extent,
      Calculation(
        given: edit.given, givenBack: edit.givenBack, marked: edit.isMarked,
        mayBeCalculated: edit.mayBeCalculated
      ))
    return CalculatedAnswers(
      answers: found.changed, affected: affected.compactMap(\.row), asksForTime: found.asksForTime)
  }

  /// - Complexity: O(rules).
  mutating func calculatedRows(in structure: DocumentStructure) -> [RowID] {
    rules = RuleState(
      structure.content, structure.index, rules.index.custom, rules.index.registry,
      in: rules.environment)
    return rules.calculations(in: structure).filter { $0.value != nil && $0.isKept }.map(\.row)
  }
}

/// Lets a store evaluate rules, so that answers note in the file whether they count (decision
/// 0045), and formulas give answers in the transaction of the edit that they depend on.
extension ComponentRegistry: AnswerActivitySource {
  package func activity(
    of document: StoredDocument, seeing edit: EditMetadata?
  ) -> any AnswerActivity {
    RowActivity(rules: document.rules([], self, in: edit?.expressionEnvironment ?? .none))
  }

  /// The kinds that the store of a document was opened with.
  static func ofStore(of document: StoredDocument) -> ComponentRegistry {
    document.base.rules as? ComponentRegistry ?? .standard
  }
}

extension EditMetadata {
  /// What expressions are evaluated with because of the edit.
  var expressionEnvironment: ExpressionEnvironment {
    ExpressionEnvironment(launchContext, now: PartialDate(milliseconds: time, offset: utcOffset))
  }
}
