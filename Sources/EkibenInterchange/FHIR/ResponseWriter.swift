public import EkibenDocuments
package import EkibenForms

/// Writes the answers of a document as a FHIR R4 QuestionnaireResponse.
///
/// Items stand as those of the Questionnaire do (``QuestionnaireTree``); of what repeats there is a group an
/// instance, and a question has an answer an instance, with what is under it. Items without an answer in them
/// are left out.
struct ResponseWriter {
  private let tree: QuestionnaireTree
  private let answers: DocumentAnswers
  private let registry: ComponentRegistry
  private var values: [[RowID: Value]] = []
  private var inside: [[RecordID: [Int]]] = []
  private(set) var warnings: [ExportWarning] = []

  init(_ sections: [Document.Section], _ answers: DocumentAnswers, _ registry: ComponentRegistry) {
    tree = QuestionnaireTree(sections.compactMap(\.ofForm))
    (self.answers, self.registry) = (answers, registry)
    inside = Array(repeating: [:], count: answers.instances.count)
    for (place, instance) in answers.instances.enumerated() {
      values.append(Dictionary(instance.answers.map { ($0.row, $0.value) }) { first, _ in first })
      guard place > 0, let template = instance.template else { continue }
      inside[instance.parent][template, default: []].append(place)
    }
  }

  /// The items in another one, or in none, of an instance.
  ///
  /// - Throws: ``ExportError`` where the form is nested too deep; so the recursion ends.
  mutating func items(
    in record: RecordID? = nil, of instance: Int = 0
  ) throws(ExportError) -> [JSON] {
    if let record = tree.tooDeep { throw ExportError(record: record) }
    var items: [JSON] = []
    for child in tree.children(of: record) {
      let instances = inside[instance][child] ?? []
      switch child {
      case .section where tree.fields(of: child).isTrue(.repeats):
        for inner in instances { items += group(child, try self.items(in: child, of: inner)) }
      case .section: items += group(child, try self.items(in: child, of: instance))
      case .row(let row) where tree.fields(of: child).repeatsAsRow:
        var answers: [JSON] = []
        for inner in instances {
          let parts = try self.items(in: child, of: inner)
          answers += self.answers(values[inner][row], child, with: parts)
        }
        items += question(child, answers, besides: [])
      case .row(let row):
        let parts = try self.items(in: child, of: instance)
        let answers = self.answers(values[instance][row], child, with: parts)
        items += question(child, answers, besides: answers.isEmpty ? parts : [])
      case .document: break
      }
    }
    return items
  }

  private func group(_ record: RecordID, _ items: [JSON]) -> [JSON] {
    items.isEmpty ? [] : [.object(head(of: record) + [("item", .array(items))])]
  }

  private func question(_ record: RecordID, _ answers: [JSON], besides items: [JSON]) -> [JSON] {
    if answers.isEmpty, items.isEmpty { return [] }
    var members = head(of: record)
    if !answers.isEmpty { members.append(("answer", .array(answers))) }
    if !items.isEmpty { members.append(("item", .array(items))) }
    return [.object(members)]
  }

  private func head(of record: RecordID) -> [(String, JSON)] {
    let fields = tree.fields(of: record)
    let header = fields[.header]?.asRecord
    let text = (header ?? fields).text((header ?? fields).textName(isHeader: header != nil))
    return [("linkId", fields.linkID(of: record)), ("text", text)].compactMap { name, value in
      value.map { (name, .string($0)) }
    }
  }

  // What is under a question with several answers stands under the first.
  private mutating func answers(
    _ value: Value?, _ record: RecordID, with items: [JSON]
  ) -> [JSON] {
    guard let value, value != .null else { return [] }
    let row = AnsweredRow(tree.fields(of: record), registry)
    var answers: [JSON] = []
    for one in value.asList ?? [value] {
      guard let member = WrittenValue.member(of: one, for: row, isAnswer: true) else {
        warnings.append(ExportWarning(record: record, field: .value))
        continue
      }
      let parts = answers.isEmpty && !items.isEmpty ? [("item", JSON.array(items))] : []
      answers.append(.object([(member.name, member.value)] + parts))
    }
    return answers
  }
}

/// A document that leaves as a QuestionnaireResponse: its answers, and what is said about them as a whole.
public struct ResponseDocument: Sendable {
  /// The content, with its form.
  public let content: Document
  /// The answers that leave.
  public let answers: DocumentAnswers
  /// Whether it is final.
  public let status: DocumentStatus
  /// When it was written last, as FHIR has instants.
  public let authored: String

  /// Puts together what leaves.
  public init(
    _ content: Document, _ answers: DocumentAnswers, status: DocumentStatus, authored: String
  ) {
    (self.content, self.answers) = (content, answers)
    (self.status, self.authored) = (status, authored)
  }

  /// The QuestionnaireResponse, and which answers it cannot say (rule I32).
  ///
  /// - Throws: ``ExportError`` where the form is nested deeper than one is read.
  /// - Complexity: O(n · depth) in the number of rows.
  package func json(
    registry: ComponentRegistry
  ) throws(ExportError) -> (json: JSON, warnings: [ExportWarning]) {
    var writer = ResponseWriter(Array(content.sections), answers, registry)
    let items = try writer.items()
    var members: [(String, JSON)] = [("resourceType", "QuestionnaireResponse")]
    if let url = content.fields.text(.url) {
      let version = content.fields.text("version").map { "|" + $0 } ?? ""
      members.append(("questionnaire", .string(url + version)))
    }
    members.append(("status", .string(Self.statuses[status] ?? "in-progress")))
    members.append(("authored", .string(authored)))
    if !items.isEmpty { members.append(("item", .array(items))) }
    return (.object(members), writer.warnings)
  }

  private static let statuses: [DocumentStatus: String] = [
    .draft: "in-progress", .final: "completed", .deleted: "entered-in-error",
  ]
}

extension Document.Section {
  /// The section as the form has it; nil of an instance or a part of one.
  fileprivate var ofForm: Document.Section? {
    if fields[.template] != nil { return nil }
    return Document.Section(
      id: id, fields: fields, rows: rows.filter { $0.fields[.template] == nil })
  }
}
