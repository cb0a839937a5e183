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
  /// The link ids that it names although no item has them: most often typing errors.
  public let unknownLinkIDs: [String]
}

extension Store {
  /// Reads an expression for a document: it may use `%resource`, `%rootResource`, `%context`,
  /// `%questionnaire`, `%qitem`, and the variables that its form defines where the row stands.
  ///
  /// - Parameters:
  ///   - text: FHIRPath, release 2.0.
  ///   - document: The document.
  ///   - row: The row that it is asked for.
  /// - Returns: The expression, to be evaluated by ``value(of:on:for:at:in:)``.
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column; ``EkibenInterchange/ExportError`` where the form is
  ///   nested too deeply.
  /// - Complexity: O(n) in its length; of one that uses variables of the form, and in the size of that.
  public func expression(
    _ text: String, on document: StoredDocument, for row: RowID? = nil
  ) throws -> CompiledExpression {
    do throws(ExpressionError) {
      return try CompiledExpression(fhirPath: text, variables: CompiledExpression.environment)
    } catch {
      guard case .variable = error.problem else { throw error }
      let form = try questionnaireExpressions(of: document.content)
      let rows = ExpressionRows(document.structure, componentRegistry)
      let names = form.names(seenBy: row.flatMap { rows.linkID(of: $0) })
      return try CompiledExpression(fhirPath: text, variables: names)
    }
  }

  /// The value of an expression on a document: read-only, and on the answers that count (rules E10 and E11).
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
  ///   - environment: The time of now, how far local time is ahead of UTC, and what the host hands over: the
  ///     form's own variables win over it.
  /// - Returns: The value, and what it rests on.
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column; ``EkibenStore/StoreError`` when
  ///   there is no such row or entry, or reading fails; ``EkibenInterchange/ExportError`` where the form
  ///   is nested too deeply.
  /// - Complexity: O(n) in the number of rows.
  public func value(
    of expression: CompiledExpression, on document: StoredDocument, for row: RowID? = nil,
    at entry: Int? = nil, in environment: SessionEnvironment
  ) throws -> DocumentExpression {
    let content = try entry.map { try self.content(of: document, at: $0) } ?? document.content
    let time = try entry.flatMap { $0 == 0 ? nil : try self.entry($0, of: document).time }
    let given = ExpressionEnvironment(
      environment.launchContext,
      now: PartialDate(milliseconds: time ?? environment.now(), offset: environment.offset))
    let seen = try SeenDocument(content, row, document, componentRegistry, given)
    var variables: [DefinedVariable] = []
    var found = seen.environment
    if expression.variables.contains(where: { found.variables[$0] == nil }) {
      let json = try questionnaire(of: content)
      variables = QuestionnaireExpressions(json, handingOver: content.fields.handedOver)
        .variables(seenBy: seen.linkID)
      found.variables.merge(
        FormDefinition(json.elements.root).variables(at: seen.linkID)
      ) { $1 }
      try seen.define(variables, readBy: expression, &found)
    }
    let items = try expression.value(of: found.variables["context"] ?? .none, in: found)
    let reads = expression.reads(
      context: seen.linkID, linkIDs: seen.rows.linkIDs, variables: variables)
    return DocumentExpression(
      items: items, reads: seen.rows.rows(readBy: reads, around: seen.around),
      unknownLinkIDs: reads.answers.union(reads.subtrees).subtracting(seen.rows.linkIDs).sorted())
  }

  // A form that came from elsewhere says what a host hands over in words of its own.
  private func questionnaireExpressions(of content: Document) throws -> QuestionnaireExpressions {
    QuestionnaireExpressions(try questionnaire(of: content), handingOver: content.fields.handedOver)
  }

  /// The form of a document, as the Questionnaire that it leaves as.
  func questionnaire(of content: Document) throws -> JSON {
    try content.questionnaire(componentRegistry)
  }
}

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
  /// The expressions that a form brings, and what becomes of each (rule I38).
  ///
  /// - Parameter form: The name of the form, whose newest revision is meant.
  /// - Returns: All of them, in the order of the form.
  /// - Throws: ``EkibenStore/StoreError`` when there is no such form, or reading fails; ``EkibenInterchange/ExportError`` where it
  ///   is nested too deeply.
  /// - Complexity: O(n · expressions) in the number of rows.
  public func expressions(of form: DocumentName) throws -> [FormExpression] {
    let content = try self.form(form).content
    let found = try questionnaireExpressions(of: content)
    let rows = ExpressionRows(
      DocumentStructure(content, Document.Index(content)), componentRegistry)
    var scopes: [String?: VariableScope] = [:]
    return found.all.enumerated().map { place, expression in
      let linkID = expression.linkID
      let scope =
        scopes[linkID] ?? VariableScope(linkIDs: rows.linkIDs, found.variables(seenBy: linkID))
      scopes[linkID] = scope
      let reads = expression.compiled.map { scope.reads(of: $0, at: linkID) }
      return FormExpression(
        record: expression.linkID.flatMap { rows.record(of: $0) }, expression: expression,
        reads: reads.map { rows.definitions(readBy: $0).map(\.row).sorted(by: rows.precedes) }
          ?? [],
        feeds: found.linkIDs(fedBy: place).compactMap { rows.record(of: $0) })
    }
  }
}

/// A document as the expressions of one row see it.
private struct SeenDocument {
  let rows: ExpressionRows
  let linkID: String?
  let environment: ExpressionEnvironment
  private let response: ResponseElements
  let around: [String: RecordID]

  init(
    _ content: Document, _ row: RowID?, _ document: StoredDocument,
    _ registry: ComponentRegistry, _ given: ExpressionEnvironment
  ) throws(StoreError) {
    let index = Document.Index(content)
    if let row, index[row] == nil { throw .unknownRow(row, document: document.name) }
    let structure = DocumentStructure(content, index)
    let rules = RuleState(content, index, [], registry, in: given)
    rows = ExpressionRows(structure, registry)
    linkID = row.flatMap { [rows] in rows.linkID(of: $0) }
    around = row.map { [rows] in rows.records(around: $0) } ?? [:]
    response = ResponseElements(
      of: content, at: index, status: ResponseDocument.status(of: document.status), registry
    ) { rules.isActive(.row($0), in: structure) }
    let resource = ExpressionItems.one(response.tree.root)
    let context = row.map { [response] in ExpressionItems(response.item(of: .row($0))) } ?? resource
    var environment = given
    environment.variables.merge(
      ["resource": resource, "rootResource": resource, "context": context]
    ) { $1 }
    self.environment = environment
  }

  /// Evaluates those variables that an expression reads, itself or by others.
  func define(
    _ variables: [DefinedVariable], readBy expression: CompiledExpression,
    _ found: inout ExpressionEnvironment
  ) throws(ExpressionError) {
    var wanted = Set(expression.variables)
    for variable in variables.reversed() where wanted.contains(variable.name) {
      wanted.formUnion(variable.expression.variables)
    }
    let context = found.variables["context"]
    for variable in variables where wanted.contains(variable.name) {
      let own = variable.context.map { name in
        ExpressionItems(around[name].flatMap { response.item(of: $0) })
      }
      found.variables["context"] = own ?? found.variables["resource"]
      found.variables[variable.name] = try variable.expression.value(
        of: found.variables["context"] ?? .none, in: found)
    }
    found.variables["context"] = context
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
      "form", fields: fields, sections: sections.compactMap(\.withoutAnswers),
      components: LiveComponents(registry: registry))
    return try JSON(parsing: try FormFile.writeQuestionnaire(form).bytes)
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
