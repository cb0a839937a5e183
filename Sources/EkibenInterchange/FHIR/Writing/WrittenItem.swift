import EkibenDocuments
import EkibenForms

/// A section or row as an item of a Questionnaire, while it is put together.
struct WrittenItem {
  let record: RecordID
  /// What the form says of it, and what it takes as its answer.
  let row: AnsweredRow
  /// The item without those in it.
  var members: MemberList
  /// The items in it that only say something about it, and between them a `null` for each other one.
  var notes: [JSON]
  /// What it does not say.
  private(set) var warnings: [ExportWarning] = []
  let contained: ContainedOptions
  // An item that is no object, or none that can be read.
  private let whole: JSON?

  var fields: Fields { row.fields }

  init(_ record: RecordID, _ row: AnsweredRow, _ contained: ContainedOptions) {
    (self.record, self.row, self.contained) = (record, row, contained)
    let fields = row.fields
    notes = fields.verbatim(.fhirItems).map(Self.list) ?? []
    if fields.text(.component) == Opaque.component, let source = fields.verbatim(.source) {
      members = MemberList(verbatim: source) ?? MemberList()
      whole = MemberList(verbatim: source) == nil ? Self.list("[\(source)]").first : nil
    } else {
      members = fields.verbatim(.fhir).flatMap { MemberList(verbatim: $0) } ?? MemberList()
      whole = nil
      if members["type"] == nil { members["type"] = .string(Self.type(of: record, row)) }
    }
    putBack()
    putType()
    if let order = fields.memberOrder { members.order(by: order) }
  }

  private static func type(of record: RecordID, _ row: AnsweredRow) -> String {
    if case .section = record { "group" } else { row.type }
  }

  // The type of a dialect stays while it says the same.
  private mutating func putType() {
    if fields[.source] != nil || members["type"] == nil { return }
    let type = Self.type(of: record, row)
    if QuestionnaireItem.Role.dialects.contains(members["type"]?.string ?? "") {
      let role = QuestionnaireItem(JSONCursor(written: members.json), contained).role
      if role.ofDialect == type { return }
      members["answerConstraint"] = nil
    }
    members["type"] = .string(type)
  }

  private static func list(_ text: String) -> [JSON] { JSON(text: text)?.array ?? [] }

  /// The linkId; nil where it has none.
  var linkID: String? { fields.linkID(of: record) }

  /// The item, with those in it in the places of the `null`s, and what is left of them behind.
  func item(with children: [JSON]) -> JSON {
    if let whole { return whole }
    var (all, rest): ([JSON], ArraySlice<JSON>) = ([], children[...])
    for note in notes {
      if !note.isNull { all.append(note) } else if let next = rest.popFirst() { all.append(next) }
    }
    all += rest
    var members = members
    if !all.isEmpty {
      members["item"] = .array(all)
      if let order = fields.memberOrder { members.order(by: order) }
    }
    return members.json
  }

  /// The item as it is read, without those in it.
  var read: QuestionnaireItem {
    // What stands under the answers of a choice says whether each is a row.
    let inner: [JSON] = row.isChoice && fields.repeatsAsRow ? [["type": "string"]] : []
    return QuestionnaireItem(JSONCursor(written: item(with: inner)), contained, isKept: true)
  }

  func readFields() -> Fields {
    var reader = QuestionnaireFields(read)
    return reader.read(as: record)
  }

  mutating func lose(_ field: FieldName) {
    warnings.append(ExportWarning(record: record, field: field))
  }

  /// Changes the item where it says something else than the form, and tells what it still does not say.
  mutating func complete() {
    if whole == nil {
      putPage()
      let before = readFields()
      for aspect in ItemAspect.allCases
      where aspect.fields.contains(where: { differs($0, before) }) {
        aspect.write(&self)
      }
    }
    let after = readFields()
    let names = Set(fields.names + after.names).subtracting(Self.structure)
    for name in names.sorted(by: { ByteText.precedes($0.rawValue, $1.rawValue) })
    where differs(name, after) { lose(name) }
  }

  // JSON that was kept may be spaced otherwise.
  private func differs(_ name: FieldName, _ others: Fields) -> Bool {
    fields[name] != others[name] && fields[name]?.spaced != others[name]?.spaced
  }

  // What is said by where an item stands, by what it is kept as, or by conditions.
  private static let structure: Set<FieldName> = [
    .fhir, .fhirItems, .fhirOrder, .linkID, .parent, .parentRow, .level, .continues, .source, .page,
    .visible, .enableWhen, .enableBehavior, .markup, .fhirOption,
  ]

  // A group that is a page by itself.
  private mutating func putPage() {
    guard case .section(let id) = record else { return }
    let extensions = QuestionnaireExtensions(JSONCursor(written: members.json))
    let isPage = extensions.codes("questionnaire-itemControl").contains("page")
    let page = fields.text(.page)
    if let page, page != id.rawValue { lose(.page) }
    if isPage != (page == id.rawValue) {
      members.setExtensions("questionnaire-itemControl", isPage ? [] : [.control("page")])
    }
  }
}

// The members that fields were made of, and that are not kept besides.
extension WrittenItem {
  private mutating func putBack() {
    func put(_ name: String, _ value: JSON?) { if let value { members[name] = value } }
    put("linkId", linkID.map(JSON.string))
    putTexts()
    put("required", fields[.required]?.asBool.map(JSON.bool))
    put("readOnly", fields[.readOnly]?.asBool.map(JSON.bool))
    if fields[.source] != nil { return }
    put("enableWhen", fields.verbatim(.enableWhen).flatMap { Self.list("[\($0)]").first })
    put("enableBehavior", fields.text(.enableBehavior).map(JSON.string))
    if fields.isTrue(.repeats) { put("repeats", true) }
    put("maxLength", fields[.maxLength]?.asInteger.map { .integer(Int($0)) })
    putValueSet()
    putOptions()
  }

  private mutating func putTexts() {
    let header: Fields? =
      if case .section = record { fields[.header]?.asRecord ?? [:] } else { nil }
    let texts = header ?? fields
    if let prefix = texts.markedText(.prefix) { members["prefix"] = .string(prefix) }
    let name = texts.textName(isHeader: header != nil)
    if let text = texts.markedText(name) { members["text"] = .string(text) }
  }

  // As STU3 says it, where it was said so.
  private mutating func putValueSet() {
    guard let set = fields.text(.valueSet) else { return }
    guard fields.isTrue(.fhirOption), let old = members["options"]?.object else {
      members["answerValueSet"] = .string(set)
      return
    }
    var reference = MemberList(old)
    reference["reference"] = .string(set)
    members["options"] = reference.json
  }

  // Options that a value set in the file lists are not written beside it.
  private mutating func putOptions() {
    guard let options = fields[.options]?.asList else { return }
    let name = fields.isTrue(.fhirOption) ? "option" : "answerOption"
    if let set = fields.text(.valueSet) {
      if contained[set] == options { return }
      if contained[set] != nil { (members["answerValueSet"], members["options"]) = (nil, nil) }
    }
    members[name] = .array(options.compactMap { $0.asRecord.map(WrittenOption.json) })
  }
}

extension Fields {
  /// The text with its markup, unless another one has taken its place.
  fileprivate func markedText(_ name: FieldName) -> String? {
    guard let text = text(name) else { return nil }
    let marked = self[.markup]?.asRecord?.text(name)
    let isOwn = marked.map { ByteText.equal(PlainText.reduced($0), text) } ?? false
    return isOwn ? marked : text
  }
}

extension JSON.Member {
  /// The value of an extension that is a concept of one code, among item controls.
  static func control(_ code: String) -> JSON.Member {
    let system = "http://hl7.org/fhir/questionnaire-item-control"
    let coding: JSON = ["system": .string(system), "code": .string(code)]
    return JSON.Member(name: "valueCodeableConcept", value: ["coding": [coding]])
  }
}

extension Value {
  /// The same with the JSON in it spaced as it is written here, and options without the JSON that they are
  /// from: one that an edit made is read with it.
  var spaced: Value {
    switch self {
    case .verbatim(let text): return JSON(text: text).map { .verbatim($0.encoded()) } ?? self
    // A limit is read as the text of a date.
    case .date(let date): return .text(date.description)
    case .list(let values): return .list(values.map(\.spaced))
    case .record(let fields):
      var record = Fields()
      for field in fields where field.name != .source { record[field.name] = field.value.spaced }
      return .record(record)
    default: return self
    }
  }
}
