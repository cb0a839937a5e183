package import EkibenDocuments
import EkibenForms

/// Writes the answers of a document as the items of a FHIR R4 QuestionnaireResponse.
///
/// Items stand as those of the Questionnaire do (``WrittenTree``); of what repeats there is a group an
/// instance, and a question has an answer an instance, with what is under it. Items without an answer in them
/// are left out. What the document keeps of the response that it began with is put together with them.
struct ResponseWriter {
  private let tree: WrittenTree
  private let instances: [DocumentAnswers.Instance]
  private let registry: ComponentRegistry
  private let kept: KeptResponse?
  private let hasTexts: Bool
  private var values: [[RowID: Value]] = []
  private var inside: [[RecordID: [Int]]] = []
  // Those of which something was written, for all of their instances.
  private var rows: [RecordID: AnsweredRow] = [:]
  /// What FHIR has no type for, or has otherwise.
  private(set) var warnings: [ExportWarning] = []
  /// What was written, by what it stands for: only where somebody asks for it.
  var noted: Noted?

  /// What was written, by what of the document it stands for.
  struct Noted {
    /// Items, and answers of instances.
    fileprivate(set) var items: [RecordID: JSON] = [:]
    /// What stands in a record of the document, or in none, in order.
    fileprivate(set) var order: [RecordID?: [RecordID]] = [:]
    /// The answers of questions that have no instances.
    fileprivate(set) var answers: [RecordID: [JSON]] = [:]
  }

  init(
    _ sections: [Document.Section], _ answers: DocumentAnswers, _ registry: ComponentRegistry,
    kept: KeptResponse?, hasTexts: Bool
  ) {
    tree = WrittenTree(sections.compactMap(\.ofForm))
    (instances, self.registry) = (answers.instances, registry)
    (self.kept, self.hasTexts) = (kept, hasTexts)
    inside = Array(repeating: [:], count: instances.count)
    for (place, instance) in instances.enumerated() {
      values.append(Dictionary(instance.answers.map { ($0.row, $0.value) }) { first, _ in first })
      guard place > 0, let template = instance.template else { continue }
      inside[instance.parent][template, default: []].append(place)
    }
  }

  /// What stands deeper than one is read: then nothing is written, and so the recursion ends.
  var tooDeep: RecordID? { tree.tooDeep }

  /// The items outside of all others.
  mutating func items() -> [WrittenResponseItem] {
    tooDeep == nil ? items(in: nil, of: 0, under: nil) : []
  }

  private mutating func items(
    in template: RecordID?, of instance: Int, under record: RecordID?
  ) -> [WrittenResponseItem] {
    var items: [WrittenResponseItem] = []
    for child in tree.children(of: template) { add(child, of: instance, to: &items) }
    if template == instances[instance].template {
      // What is in the instance, and stands in something else in the form since.
      let rows = values[instance].keys.sorted().map(RecordID.row)
      for child in rows + inside[instance].keys.sorted() { add(child, of: instance, to: &items) }
    }
    noted?.order[record] = items.map(\.record)
    return items
  }

  private mutating func add(
    _ child: RecordID, of instance: Int, to items: inout [WrittenResponseItem]
  ) {
    let inner = inside[instance].removeValue(forKey: child) ?? []
    let record = self.record(child, in: instance)
    switch child {
    case .section:
      // Where what is retired is wanted, there may be answers beside instances.
      add(group(child, instance, record), to: &items)
      for place in inner {
        add(group(child, place, instances[place].record ?? child), to: &items)
      }
    case .row(let row):
      let repeats = tree.fields(of: child).repeatsAsRow
      if !repeats, inner.isEmpty {
        add(question(child, row, instance, record), to: &items)
      } else {
        let own = repeats && values[instance][row] == nil ? [] : [instance]
        add(question(child, row, own + inner, record, in: instance), to: &items)
      }
    case .document: break
    }
  }

  private mutating func add(_ item: WrittenResponseItem?, to items: inout [WrittenResponseItem]) {
    guard let item else { return }
    noted?.items[item.record] = item.json
    items.append(item)
  }

  // As the document calls it.
  private func record(_ template: RecordID, in instance: Int) -> RecordID {
    guard let around = instances[instance].record?.text else { return template }
    return switch template {
    case .document: template
    case .section(let id): .section(SectionID(unchecked: "\(around)/\(id)"))
    case .row(let id): .row(RowID(unchecked: "\(around)/\(id)"))
    }
  }

  private mutating func group(
    _ template: RecordID, _ instance: Int, _ record: RecordID
  ) -> WrittenResponseItem? {
    let inner = items(in: template, of: instance, under: record)
    guard var members = kept?.items[record] else {
      return inner.isEmpty ? nil : item(template, record, [("item", .array(inner.map(\.json)))])
    }
    let list = KeptResponse.List(members["item"])
    members["item"] = list.with(list.merged(with: inner))
    if members["item"] == nil, !list.isEmpty { return nil }
    return WrittenResponseItem(record: record, template: template, json: members.json)
  }

  private mutating func question(
    _ template: RecordID, _ row: RowID, _ instance: Int, _ record: RecordID
  ) -> WrittenResponseItem? {
    let inner = items(in: template, of: instance, under: record)
    let values = members(of: self.values[instance].removeValue(forKey: row), template)
    guard var members = kept?.items[record] else {
      // What is under a question with several answers stands under the first.
      let parts = JSON.array(inner.map(\.json))
      var answers = values.map { MemberList([$0]) }
      if !inner.isEmpty, !answers.isEmpty { answers[0]["item"] = parts }
      noted?.answers[record] = answers.map(\.json)
      if answers.isEmpty { return inner.isEmpty ? nil : item(template, record, [("item", parts)]) }
      return item(template, record, [("answer", .array(answers.map(\.json)))])
    }
    let (list, rest) = (KeptResponse.List(members["answer"]), KeptResponse.List(members["item"]))
    let (answers, besides) = Self.distributed(
      inner, among: KeptAnswers(list).answers(values), besides: rest)
    members["answer"] = list.with(answers)
    members["item"] = rest.with(rest.merged(with: besides))
    let hadContent = !list.isEmpty || !rest.isEmpty
    if hadContent, members["answer"] == nil, members["item"] == nil { return nil }
    return WrittenResponseItem(record: record, template: template, json: members.json)
  }

  // What is under a question stands in the answer that it came in; what is new in the first.
  private static func distributed(
    _ items: [WrittenResponseItem], among answers: [JSON], besides rest: KeptResponse.List
  ) -> (answers: [JSON], besides: [WrittenResponseItem]) {
    let lists = answers.map { KeptResponse.List($0["item"]) } + [rest]
    var places: [RecordID: Int] = [:]
    for (place, list) in lists.enumerated() {
      for record in list.records { places[record] = place }
    }
    let usual = lists.firstIndex(where: \.isWhole) ?? 0
    var parts = Array(repeating: [WrittenResponseItem](), count: lists.count)
    for item in items { parts[places[item.record] ?? usual].append(item) }
    let filled = answers.indices.compactMap { place in answers[place].holding(parts[place]) }
    return (filled, parts[answers.count])
  }

  private mutating func question(
    _ template: RecordID, _ row: RowID, _ places: [Int], _ record: RecordID, in instance: Int
  ) -> WrittenResponseItem? {
    let members = kept?.items[record]
    let list = KeptResponse.List(members?["answer"])
    let keptAnswers = KeptAnswers(list)
    var answers: [WrittenResponseItem] = []
    for place in places {
      let own = place == instance ? record : instances[place].record ?? record
      let value = self.members(of: values[place].removeValue(forKey: row), template).first
      let inner = items(in: template, of: place, under: own)
      let answer = keptAnswers.answer(of: own, value) ?? value.map { JSON(content: .object([$0])) }
      // What is under an instance that is not answered stands in an answer without a value.
      let isNew = answer == nil && !inner.isEmpty
      guard let json = (isNew ? [:] : answer)?.holding(inner) else { continue }
      noted?.items[own] = json
      answers.append(WrittenResponseItem(record: own, template: template, json: json))
    }
    guard var members else {
      let all = JSON.array(answers.map(\.json))
      return answers.isEmpty ? nil : item(template, record, [("answer", all)])
    }
    members["answer"] = list.with(list.merged(with: answers))
    let rest = KeptResponse.List(members["item"])
    members["item"] = rest.with(rest.merged(with: []))
    if members["answer"] == nil, members["item"] == nil, !list.isEmpty { return nil }
    return WrittenResponseItem(record: record, template: template, json: members.json)
  }

  private func item(
    _ template: RecordID, _ record: RecordID, _ content: [(String, JSON?)]
  ) -> WrittenResponseItem {
    let fields = tree.fields(of: template)
    let header = fields[.header]?.asRecord
    let text = (header ?? fields).text((header ?? fields).textName(isHeader: header != nil))
    let head = [
      ("linkId", fields.linkID(of: template).map(JSON.string)),
      ("text", hasTexts ? text.map(JSON.string) : nil),
    ]
    return WrittenResponseItem(
      record: record, template: template, json: .object(present: head + content))
  }

  private mutating func members(of value: Value?, _ template: RecordID) -> [JSON.Member] {
    guard let value, value != .null else { return [] }
    let row = rows[template] ?? AnsweredRow(tree.fields(of: template), registry)
    rows[template] = row
    return (value.asList ?? [value]).compactMap { one in
      // FHIR has no empty text; one of a response stays as it came.
      if one == "", kept == nil, noted == nil { return nil }
      let member = WrittenValue.member(of: one, for: row, isAnswer: true)
      if let problem = member == nil ? .leftOut : ExportWarning.Problem(of: one) {
        warnings.append(ExportWarning(record: template, field: .value, problem: problem))
      }
      return member
    }
  }
}

extension JSON {
  /// An answer with what stands in it now; nil where that was all.
  fileprivate func holding(_ items: [WrittenResponseItem]) -> JSON? {
    let list = KeptResponse.List(self["item"])
    guard var members = object.map({ MemberList($0) }) else { return self }
    members["item"] = list.with(list.merged(with: items))
    return members["item"] == nil && !list.isEmpty && !hasValue ? nil : members.json
  }
}

extension Document.Section {
  /// The section as the form has it; nil of an instance or a part of one.
  package var ofForm: Document.Section? {
    if fields[.template] != nil { return nil }
    return Document.Section(
      id: id, fields: fields, rows: rows.filter { $0.fields[.template] == nil })
  }
}
