package import EkibenDocuments
package import EkibenExpressions

/// A document as the response that expressions see: the items of FHIR's QuestionnaireResponse, of answers that
/// count, in the order of the form (rule E10).
///
/// An item without an answer in it is not there; nor is what is hidden, or part of a template. Of a group that
/// repeats there is an item an instance, and of a question an answer.
package struct ResponseElements: Sendable {
  /// The response.
  package let tree: ElementTree
  private let items: [RecordID: Int]

  /// The item of a section or row, of what repeats in its own instance; nil while nothing in it is answered.
  package func item(of record: RecordID) -> ExpressionItem? {
    items[record].map { .element(ExpressionElement(tree: tree, id: $0)) }
  }

  /// Builds the response of a document, with the answers that count.
  ///
  /// - Complexity: O(n · depth) in the number of rows.
  package init(
    of content: Document, at index: Document.Index, _ registry: ComponentRegistry,
    where isActive: (RowID) -> Bool
  ) {
    var outline = ResponseOutline(DocumentStructure(content, index))
    for section in content.sections { outline.take(section, isActive) }
    self.init(outline, of: content, registry, withStatus: true)
  }

  /// Builds the part of the response that has the answers of some rows, whose places are in order, and on demand its
  /// status and form: what reads no others finds the same in it as in the whole.
  ///
  /// - Complexity: O(rows · depth).
  init(
    of rows: [Document.Place], in structure: DocumentStructure, _ registry: ComponentRegistry,
    withStatus: Bool, where isActive: (RowID) -> Bool
  ) {
    var outline = ResponseOutline(structure)
    for place in rows { outline.take(rowAt: place, isActive) }
    self.init(outline, of: structure.content, registry, withStatus: withStatus)
  }

  private init(
    _ outline: ResponseOutline, of content: Document, _ registry: ComponentRegistry,
    withStatus: Bool
  ) {
    var builder = ElementTreeBuilder(type: "QuestionnaireResponse")
    if withStatus {
      if let url = content.fields.text(.url) {
        let version = content.fields.text("version").map { "|" + $0 } ?? ""
        builder.add("questionnaire", to: 0, .text(url + version))
      }
      builder.add("status", to: 0, .text(content.status.responseStatus))
    }
    items = outline.write(to: &builder, registry)
    tree = builder.tree
  }
}

extension DocumentStatus {
  /// The status of a response in the words of FHIR.
  package var responseStatus: String {
    switch self {
    case .draft: "in-progress"
    case .final: "completed"
    case .deleted: "entered-in-error"
    }
  }
}

extension Change {
  /// Whether the response may have another status or another form after it.
  var isOfStatus: Bool {
    record == .document
      && [.documentStatus, .formRevision, .url, "version"].contains(field)
  }
}

/// The items that a document may have, in the order in which they were found.
private struct ResponseOutline {
  private struct Node {
    let record: RecordID
    let definition: Fields
    /// Where the record, or what it follows, stands in the form.
    let place: Document.Place
    /// The item that it stands in; -1 is the response.
    let parent: Int
    /// An instance of a question is an answer of the question's item.
    let isAnswer: Bool
    let values: [Value]
    var isFilled = false
    var children: [Int] = []
  }

  private let structure: DocumentStructure
  private var nodes: [Node] = []
  private var outside: [Int] = []
  // Where what stands in a record belongs.
  private var around: [RecordID: Int] = [:]

  init(_ structure: DocumentStructure) { self.structure = structure }

  /// Takes a section and all its rows; what it stands in was taken before.
  mutating func take(_ section: Document.Section, _ isActive: (RowID) -> Bool) {
    guard let inner = take(headerOf: section) else { return }
    for row in section.rows { take(row, in: inner, isActive) }
  }

  /// Takes one row, and what it stands in as far as that was not taken before.
  mutating func take(rowAt place: Document.Place, _ isActive: (RowID) -> Bool) {
    let chain = RecordID.row(structure.content[place].id).chain(in: structure)
    for record in chain.reversed() where around[record] == nil {
      switch record {
      case .document: continue
      case .section(let id):
        guard let section = structure.section(id) else { continue }
        _ = take(headerOf: section)
      case .row(let id):
        guard let place = structure.index[id] else { continue }
        let section = structure.content.sections[place.section]
        // Of a row under a question its section is not in the chain.
        if around[.section(section.id)] == nil { _ = take(headerOf: section) }
        take(structure.content[place], in: around[.section(section.id)] ?? -1, isActive)
      }
    }
  }

  // What rows of it stand in; nil in a template.
  private mutating func take(headerOf section: Document.Section) -> Int? {
    if structure.template(around: section) != nil { return nil }
    let definition = structure.definition(of: section)
    let question = section.fields.text(.parentRow).flatMap { around[.row(RowID(unchecked: $0))] }
    let group = section.fields.text(.parent).flatMap { around[.section(SectionID(unchecked: $0))] }
    var inner = question ?? group ?? -1
    if !definition.isTrue(.repeats), definition.isItem(of: section.id) {
      let template = section.fields.text(.template).map { SectionID(unchecked: $0) }
      let place = structure.index[template ?? section.id] ?? -1
      inner = add(
        .section(section.id), definition, Document.Place(section: place, row: -1), to: inner)
    }
    around[.section(section.id)] = inner
    return inner
  }

  private mutating func take(_ row: Document.Row, in section: Int, _ isActive: (RowID) -> Bool) {
    let template = structure.template(around: row)
    guard template == nil || template == .row(row.id) else { return }
    let outer = row.fields.text(.parentRow).flatMap { around[.row(RowID(unchecked: $0))] }
    let counts = template == nil && isActive(row.id)
    let definition = structure.definition(of: row)
    let values = counts ? row.fields[.value]?.answers(of: definition) ?? [] : []
    let place = structure.index[row.fields.definition(of: row.id)]
    around[.row(row.id)] = add(
      .row(row.id), definition, place ?? Document.Place(section: -1, row: -1),
      to: outer ?? section, isAnswer: structure.isInstance(row), values)
  }

  private mutating func add(
    _ record: RecordID, _ definition: Fields, _ place: Document.Place, to parent: Int,
    isAnswer: Bool = false, _ values: [Value] = []
  ) -> Int {
    nodes.append(
      Node(
        record: record, definition: definition, place: place, parent: parent, isAnswer: isAnswer,
        values: values))
    let node = nodes.count - 1
    if parent < 0 { outside.append(node) } else { nodes[parent].children.append(node) }
    if !values.isEmpty {
      var filled = node
      while filled >= 0, !nodes[filled].isFilled {
        nodes[filled].isFilled = true
        filled = nodes[filled].parent
      }
    }
    return node
  }

  /// Writes what has answers in it.
  func write(
    to builder: inout ElementTreeBuilder, _ registry: ComponentRegistry
  ) -> [RecordID: Int] {
    var items: [RecordID: Int] = [:]
    // On a list, so that depth costs no stack.
    var waiting: [(node: Int, parent: Int)] = inOrder(outside).reversed().map { ($0, 0) }
    while let (node, parent) = waiting.popLast() {
      let written = write(nodes[node], to: parent, &builder, registry)
      items[nodes[node].record] = written.item
      waiting += inOrder(nodes[node].children).reversed().map { ($0, written.inner) }
    }
    return items
  }

  // As the form has them: instances stand where what they follow does.
  private func inOrder(_ children: [Int]) -> [Int] {
    children.filter { nodes[$0].isFilled }.sorted { (nodes[$0].place, $0) < (nodes[$1].place, $1) }
  }

  // What is under a question stands in its first answer.
  private func write(
    _ node: Node, to parent: Int, _ builder: inout ElementTreeBuilder, _ registry: ComponentRegistry
  ) -> (item: Int, inner: Int) {
    let row = AnsweredRow(node.definition, registry)
    if node.isAnswer {
      let answer = builder.add("answer", to: parent)
      if let value = node.values.first { row.add(value, to: answer, &builder) }
      return (answer, answer)
    }
    let item = builder.add("item", to: parent)
    if let linkID = node.definition.linkID(of: node.definition.definition(of: node.record)) {
      builder.add("linkId", to: item, .text(linkID))
    }
    let header = node.definition[.header]?.asRecord
    let texts = header ?? node.definition
    if let text = texts.text(texts.textName(isHeader: header != nil)) {
      builder.add("text", to: item, .text(text))
    }
    return (item, row.add(node.values, to: item, &builder) ?? item)
  }
}
