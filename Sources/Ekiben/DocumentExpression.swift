public import EkibenDocuments
public import EkibenExpressions
import EkibenForms
import EkibenInterchange
public import EkibenStore

/// What an expression gives on a document, and what it read for that.
public struct DocumentExpression: Sendable {
  /// The items, in order; none is no answer.
  public let items: ExpressionItems
  /// The rows whose answers it may depend on, in order.
  public let reads: [RowID]
  /// The link ids that it names and no item has: most often a slip of the pen.
  public let unknownLinkIDs: [String]
}

extension CompiledExpression {
  /// Reads an expression for documents: it may use `%resource`, `%rootResource`, `%context`,
  /// `%questionnaire` and `%qitem`.
  ///
  /// - Parameter text: FHIRPath, release 2.0.
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column.
  /// - Complexity: O(n).
  public init(onDocuments text: String) throws(ExpressionError) {
    try self.init(
      fhirPath: text,
      variables: ["resource", "rootResource", "context", "questionnaire", "qitem", "qItem"])
  }
}

extension Store {
  /// The value of an expression on a document: read-only, and on the answers that count
  /// (rules E10 and E11).
  ///
  /// `%resource` is the document as the response that it leaves as, `%context`, from which paths begin, too, or
  /// else the item of the row; `%questionnaire` is its form and `%qitem` the row's item in it.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - document: The document.
  ///   - row: The row that it is asked for.
  ///   - entry: The entry after which the document is asked; nil is now. Its time is the time that `now()`
  ///     gives.
  ///   - environment: The time of now, and how far local time is ahead of UTC.
  /// - Returns: The value, and what it rests on.
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column; ``EkibenStore/StoreError`` when
  ///   there is no such row or entry, or reading fails.
  /// - Complexity: O(n) in the number of rows.
  public func value(
    of expression: CompiledExpression, on document: StoredDocument, for row: RowID? = nil,
    at entry: Int? = nil, in environment: SessionEnvironment
  ) throws -> DocumentExpression {
    let content = try entry.map { try self.content(of: document, at: $0) } ?? document.content
    let time = try entry.flatMap { $0 == 0 ? nil : try self.entry($0, of: document).time }
    let index = Document.Index(content)
    if let row, index[row] == nil { throw StoreError.unknownRow(row, document: document.name) }
    let rules = RuleState(content, index)
    let structure = DocumentStructure(content, index)
    let response = ResponseElements(
      of: content, at: index, status: ResponseDocument.status(of: document.status),
      componentRegistry
    ) { rules.isActive(.row($0), in: structure) }
    let resource = ExpressionItems.one(response.tree.root)
    let context = row.map { ExpressionItems(response.item(of: .row($0))) } ?? resource
    var found = ExpressionEnvironment(
      variables: ["resource": resource, "rootResource": resource, "context": context],
      milliseconds: time ?? environment.now(), offset: environment.offset)
    if !expression.variables.allSatisfy({ found.variables[$0] != nil }) {
      try define(&found.variables, content, row, structure)
    }
    let items = try expression.value(of: context, in: found)
    let rows = ExpressionRows(structure, componentRegistry)
    let reads = expression.reads(
      context: row.flatMap { rows.linkID(of: $0) }, linkIDs: rows.linkIDs)
    return DocumentExpression(
      items: items, reads: rows.rows(readBy: reads),
      unknownLinkIDs: reads.answers.union(reads.subtrees).subtracting(rows.linkIDs).sorted())
  }

  // The definition, which few expressions ask for.
  private func define(
    _ variables: inout [String: ExpressionItems], _ content: Document, _ row: RowID?,
    _ structure: DocumentStructure
  ) throws {
    let form = Form(
      "form", fields: content.fields, sections: content.sections.compactMap(\.withoutAnswers),
      components: LiveComponents(registry: componentRegistry))
    let bytes = try FormFile.writeQuestionnaire(form).bytes
    let questionnaire = try JSON(parsing: bytes).elements
    variables["questionnaire"] = .one(questionnaire.root)
    var item = ExpressionItems.none
    if let row, let linkID = ExpressionRows(structure, componentRegistry).linkID(of: row) {
      let all = try CompiledExpression(
        fhirPath: "repeat(item).where(linkId = %id)", variables: ["id"])
      item = try all.value(
        of: .one(questionnaire.root),
        in: ExpressionEnvironment(variables: ["id": .one(.text(linkID))], milliseconds: 0))
    }
    (variables["qitem"], variables["qItem"]) = (item, item)
  }
}

extension Document.Section {
  // As the form has it; nil of an instance or a part of one.
  fileprivate var withoutAnswers: Document.Section? {
    guard let form = ofForm else { return nil }
    let rows = form.rows.map { Document.Row(id: $0.id, fields: $0.fields.setting(.value, nil)) }
    return Document.Section(id: form.id, fields: form.fields, rows: rows)
  }
}
