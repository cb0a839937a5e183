import EkibenDocuments
import EkibenExpressions
package import EkibenForms
package import EkibenStore

extension RowActivity: AnswerActivity {
  package mutating func see(_ metadata: EditMetadata) {
    environment = metadata.expressionEnvironment
  }

  package mutating func calculate(_ edit: CalculatedEdit) -> CalculatedAnswers {
    let (found, affected) = calculate(
      edit.changes, to: edit.after, edit.extent,
      Calculation(
        given: edit.given, givenBack: edit.givenBack, marked: edit.isMarked,
        mayBeCalculated: edit.mayBeCalculated
      ))
    return CalculatedAnswers(
      answers: found.changed, affected: affected, asksForTime: found.asksForTime)
  }
}

/// Lets a store evaluate rules, so that answers note in the file whether they count (decision
/// 0045), and formulas give answers in the transaction of the edit that they depend on.
extension ComponentRegistry: AnswerActivitySource {
  package func activity(
    of document: StoredDocument, seeing edit: EditMetadata?
  ) -> any AnswerActivity {
    RowActivity(document.rules([], self, in: edit?.expressionEnvironment ?? .none))
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
