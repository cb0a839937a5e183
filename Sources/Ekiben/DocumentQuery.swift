import EkibenDocuments
import EkibenForms
/// A query over documents: which meet a condition, and what they answer to some rows (rule E4).
///
/// ```swift
/// let query = DocumentQuery(["name", "age"], where: .consent == true && .age >= 18)
/// try store.eachDocument(of: "intake") { document, _, _ in
///   if let answers = query.answers(of: document) { print(document.name, answers) }
///   return true
/// }
/// ```
public struct DocumentQuery: Sendable {
  /// The rows that are asked for; of rows that repeat, those of the form.
  public let rows: [RowID]
  /// What a document has to meet; nil is nothing.
  public let condition: Formula?
  /// Whether answers count that a rule hides, and those that are retired.
  public var countsHidden = false

  /// Asks for the answers of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows; of rows that repeat, those of the form.
  ///   - condition: What a document has to meet. Of what repeats, one instance is enough where it does not
  ///     say that every one has to fit.
  public init(_ rows: [RowID], where condition: Formula? = nil) {
    (self.rows, self.condition) = (rows, condition)
  }

  /// The answers of a document that meets the condition, a list for each row: of a row that repeats those of
  /// all instances in their order, of a choice of several each chosen.
  ///
  /// - Returns: nil where the document does not meet it.
  /// - Complexity: O(rules and what they read, and records), and O(rows) in a document in which something
  ///   repeats.
  public func answers(of document: StoredDocument) -> [[Value]]? {
    let rules = countsHidden ? nil : document.rules(asStored: true)
    var structure = document.structure
    if countsHidden {
      let content = document.content.withoutTemplateAnswers(
        of: document.formContent, at: document.index)
      structure = DocumentStructure(content, document.index)
    }
    let whole = WholeDocument(structure, .ofStore(of: document), rules)
    if let condition, !whole.meets(condition) { return nil }
    return whole.values(of: rows)
  }
}
