package import EkibenDocuments
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
          let own = self.answers(values[inner][row], child, with: parts)
          // What is under an instance that is not answered stands in an answer without a value.
          answers += own.isEmpty && !parts.isEmpty ? [["item": .array(parts)]] : own
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
package struct ResponseDocument: Sendable {
  /// The content, with its form.
  package let content: Document
  /// The answers that leave.
  package let answers: DocumentAnswers
  /// Whether it is final.
  package let status: DocumentStatus
  /// When it was written last, as FHIR has instants.
  package let authored: String

  /// Puts together what leaves.
  package init(
    _ content: Document, _ answers: DocumentAnswers, status: DocumentStatus, authored: String
  ) {
    (self.content, self.answers) = (content, answers)
    (self.status, self.authored) = (status, authored)
  }

  /// A QuestionnaireResponse, and what of the document or of the response that it began with is not in it.
  package struct Written {
    /// The response.
    package let json: JSON
    /// Answers that FHIR has no type for.
    package var warnings: [ExportWarning] = []
    /// How many items and answers that came with the document are not of its form.
    package var leftOut = 0
  }

  /// Writes the answers (rules I32 and I33).
  ///
  /// A response that the document began with comes out as it was, as long as nothing is answered otherwise;
  /// after that what it says of itself stays, but for status and time.
  ///
  /// - Throws: ``ExportError`` where the form is nested deeper than one is read.
  /// - Complexity: O(n · depth) in the number of rows.
  package func written(registry: ComponentRegistry) throws(ExportError) -> Written {
    let original = content.fields.verbatim(.fhirResponse)
    let began = original.flatMap { beginning($0, registry) }
    var members = original.flatMap { MemberList(verbatim: $0) } ?? MemberList()
    if status == .draft, let began, isAnswered(as: began.document) {
      return Written(json: members.json)
    }
    var writer = ResponseWriter(Array(content.sections), answers, registry)
    let items = try writer.items()
    members["resourceType"] = "QuestionnaireResponse"
    if began == nil, let url = content.fields.text(.url) {
      let version = content.fields.text("version").map { "|" + $0 } ?? ""
      members["questionnaire"] = .string(url + version)
    }
    members["status"] = .string(Self.statuses[status] ?? "in-progress")
    members["authored"] = .string(authored)
    members["item"] = items.isEmpty ? nil : .array(items)
    return Written(
      json: members.json, warnings: writer.warnings, leftOut: began?.warnings.count ?? 0)
  }

  private func beginning(_ response: String, _ registry: ComponentRegistry) -> ResponseReader? {
    let form = Document(keeping: content.fields, sections: content.sections.compactMap(\.ofForm))
    do throws(ImportError) {
      let root = try ImportFile(Array(response.utf8)).root
      return try ResponseReader(root, of: form, registry: registry, seed: [])
    } catch {
      return nil  // somebody put something else there: then nothing is known of how it began
    }
  }

  // Whatever the instances are called.
  private func isAnswered(as other: Document) -> Bool {
    let (now, then) = (Self.answers(of: content), Self.answers(of: other))
    return now.count == then.count
      && zip(now, then).allSatisfy { now, then in
        now.template == then.template && now.parent == then.parent
          && now.answers.count == then.answers.count
          && zip(now.answers, then.answers).allSatisfy { $0 == $1 }
      }
  }

  private static func answers(of content: Document) -> [DocumentAnswers.Instance] {
    DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }.instances
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
