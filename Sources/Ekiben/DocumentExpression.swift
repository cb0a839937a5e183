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
    let linkIDs = structure.linkIDs
    let reads = expression.reads(
      context: row.flatMap { structure.linkID(of: $0) }, linkIDs: linkIDs)
    return DocumentExpression(
      items: items, reads: structure.rows(readBy: reads, componentRegistry),
      unknownLinkIDs: reads.answers.union(reads.subtrees).subtracting(linkIDs).sorted())
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
    if let row, let linkID = structure.linkID(of: row) {
      let all = try CompiledExpression(
        fhirPath: "repeat(item).where(linkId = %id)", variables: ["id"])
      item = try all.value(
        of: .one(questionnaire.root),
        in: ExpressionEnvironment(variables: ["id": .one(.text(linkID))], milliseconds: 0))
    }
    (variables["qitem"], variables["qItem"]) = (item, item)
  }
}

extension DocumentStructure {
  /// The rows that an expression may read, in order, those of instances among them.
  fileprivate func rows(
    readBy reads: ExpressionReads, _ registry: ComponentRegistry
  ) -> [RowID] {
    var inside: Set<RecordID> = []
    var found: Set<RowID> = []
    for section in content.sections {
      let around = [section.fields.text(.parent).map { RecordID.section(SectionID(unchecked: $0)) }]
      let isInside =
        reads.subtrees.contains(linkID(of: section) ?? "")
        || isIn(around + [section.fields.question], inside)
      if isInside { inside.insert(.section(section.id)) }
      for row in section.rows {
        let linkID = linkID(of: row.id) ?? ""
        let isRead =
          reads.isAll || isInside || reads.subtrees.contains(linkID)
          || isIn([row.fields.question], inside)
        if isRead { inside.insert(.row(row.id)) }
        guard isRead || reads.answers.contains(linkID), template(around: row) == nil
        else { continue }
        let component = registry.component(row.id, definition(of: row))
        // What only says something has no answer.
        guard component.input != nil || row.fields[.value] != nil else { continue }
        found.insert(row.id)
        // With the answer of a question what is under it gets another place.
        found.formUnion(questions(around: row))
      }
    }
    return content.sections.flatMap { $0.rows.map(\.id).filter(found.contains) }
  }

  /// The link ids that there are.
  fileprivate var linkIDs: Set<String> {
    let sections = content.sections.lazy.compactMap { linkID(of: $0) }
    let rows = content.sections.lazy.flatMap(\.rows).compactMap { linkID(of: $0.id) }
    return Set(sections).union(rows)
  }

  /// The link id of a row, or of the one whose definition it follows.
  fileprivate func linkID(of row: RowID) -> String? {
    self.row(row).flatMap { row in
      let template = row.fields.text(.template).map { RowID(unchecked: $0) }
      return definition(of: row).linkID(of: .row(template ?? row.id))
    }
  }

  fileprivate func linkID(of section: Document.Section) -> String? {
    let template = section.fields.text(.template).map { SectionID(unchecked: $0) }
    return definition(of: section).linkID(of: .section(template ?? section.id))
  }

  // The questions that a row is under; of data that goes in circles, the first of them.
  fileprivate func questions(around row: Document.Row) -> [RowID] {
    var (found, row) = ([RowID](), row)
    while found.count < Self.mostNested, let name = row.fields.text(.parentRow),
      let question = self.row(RowID(unchecked: name))
    {
      if template(around: question) == nil { found.append(question.id) }
      row = question
    }
    return found
  }

  fileprivate func isIn(_ records: [RecordID?], _ known: Set<RecordID>) -> Bool {
    records.contains { $0.map { known.contains($0) } ?? false }
  }
}

extension Fields {
  fileprivate var question: RecordID? {
    text(.parentRow).map { .row(RowID(unchecked: $0)) }
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
