package import EkibenForms
package import EkibenStore

extension RowActivity: AnswerActivity {}

/// What a store is opened with knows rules, so that answers say in the file whether they count
/// (decision 0045).
extension ComponentRegistry: AnswerActivitySource {
  /// What the rules of a document hide.
  package func activity(of document: StoredDocument) -> any AnswerActivity {
    RowActivity(document.rules())
  }
}
