public import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
public import EkibenStore

/// An expression of a form, with what it reads.
public struct FormExpression: Sendable {
  /// The section or row that carries it; nil is the form.
  public let record: RecordID?
  /// What is said of it.
  public let expression: QuestionnaireExpression
  /// The rows whose answers it may depend on, also by variables, in order.
  public let reads: [RowID]
  /// The sections and rows that it says something of; of a variable those of all that read it.
  public let feeds: [RecordID]
}

extension Store {
  /// Reads an expression that is asked of a document: read-only, and on the answers that count (rules E10 and E11).
  ///
  /// `%resource` is the document as the response that it leaves as, `%context`, from which paths begin, too, or
  /// else the item of the row; `%questionnaire` is its form and `%qitem` the row's item in it. The variables that
  /// the form defines where the row stands are there, too.
  ///
  /// - Parameters:
  ///   - text: FHIRPath, release 2.0.
  ///   - document: The document.
  ///   - row: The row that it is asked for.
  ///   - entry: The entry after which the document is asked; nil is now. Its time is the time that `now()`
  ///     gives.
  ///   - environment: The time of now, how far local time is ahead of UTC, and what the host hands over: the
  ///     form's own variables win over it.
  /// - Returns: The expression, which says what it reads and what it gives.
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column; ``EkibenStore/StoreError`` when
  ///   there is no such row or entry, or reading fails.
  /// - Complexity: O(n) in the number of rows.
  public func expression(
    _ text: String, on document: StoredDocument, for row: RowID? = nil, at entry: Int? = nil,
    in environment: SessionEnvironment
  ) throws -> DocumentExpression {
    let content = try entry.map { try self.content(of: document, at: $0) } ?? document.content
    let time = try entry.flatMap { $0 == 0 ? nil : try self.entry($0, of: document).time }
    let structure = DocumentStructure(content, Document.Index(content))
    if let row, structure.index[row] == nil {
      throw StoreError.unknownRow(row, document: document.name)
    }
    return try DocumentExpression(
      text, of: row.map { .row($0) } ?? .document, in: structure, componentRegistry,
      given: ExpressionEnvironment(
        environment.launchContext,
        now: PartialDate(milliseconds: time ?? environment.now(), offset: environment.offset)))
  }

  /// The expressions that a form brings, and what becomes of each (rule I38).
  ///
  /// - Parameter form: The name of the form, whose newest revision is meant.
  /// - Returns: All of them, in the order of the form.
  /// - Throws: ``EkibenStore/StoreError`` when there is no such form, or reading fails; ``EkibenInterchange/ExportError`` where it
  ///   is nested too deeply.
  /// - Complexity: O(n · expressions) in the number of rows.
  public func expressions(of form: DocumentName) throws -> [FormExpression] {
    let content = try self.form(form).content
    // A form that came from elsewhere says what a host hands over in words of its own.
    let found = QuestionnaireExpressions(
      try content.questionnaire(componentRegistry), handingOver: content.fields.handedOver)
    let rows = ExpressionRows(
      DocumentStructure(content, Document.Index(content)), componentRegistry)
    var scopes: [TextKey?: VariableScope] = [:]
    return found.all.enumerated().map { place, expression in
      let linkID = expression.linkID
      let key = linkID.map { TextKey($0) }
      let scope =
        scopes[key] ?? VariableScope(linkIDs: rows.linkIDs, found.variables(seenBy: linkID))
      scopes[key] = scope
      let reads = expression.compiled.map { scope.reads(of: $0, at: linkID) }
      return FormExpression(
        record: expression.linkID.flatMap { rows.record(of: $0) }, expression: expression,
        reads: reads.map {
          rows.definitions(readBy: $0).map(\.row).sorted(by: rows.structure.index.precedes)
        } ?? [],
        feeds: found.linkIDs(fedBy: place).compactMap { rows.record(of: $0) })
    }
  }
}

extension ComponentRegistry {
  /// The same, for rules whose expressions ask for the definition, too.
  var writingQuestionnaires: ComponentRegistry {
    if questionnaire != nil { return self }
    var registry = self
    registry.questionnaire = { content in
      // An expression that asks for what cannot be written fails, and says so.
      do { return try content.questionnaire(self).elements.root } catch { return nil }
    }
    return registry
  }
}

extension Document {
  // Its form, as it leaves.
  fileprivate func questionnaire(_ registry: ComponentRegistry) throws -> JSON {
    let form = Form(
      "form", fields: fields,
      sections: sections.compactMap(\.ofForm).map { section in
        Document.Section(
          id: section.id, fields: section.fields,
          rows: section.rows.map {
            Document.Row(id: $0.id, fields: $0.fields.setting(.value, nil))
          })
      }, components: LiveComponents(registry: registry))
    return try JSON(parsing: try FormFile.writeQuestionnaire(form).bytes)
  }
}
