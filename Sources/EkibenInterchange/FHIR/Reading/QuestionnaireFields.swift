import EkibenDocuments
import EkibenForms

/// Makes the fields of an item's record, and notes what it could not use.
struct QuestionnaireFields {
  let item: QuestionnaireItem
  var members: MemberReader
  var fields = Fields()
  var problems: [ImportNote] = []

  init(_ item: QuestionnaireItem) {
    self.item = item
    members = MemberReader(item.cursor)
  }

  /// The fields of a section or row, all but its place in the form.
  mutating func read(as id: RecordID) -> Fields {
    takeLinkID(id)
    problems += [ImportNote(modifying: item.cursor)].compactMap(\.self)
    if case .opaque(let whole) = item.role { readOpaque(whole, id) } else { readNative(id) }
    return fields
  }

  /// What was noticed, in the order in which the members are looked at.
  var notes: [ImportNote] { members.notes + problems }

  private mutating func readNative(_ id: RecordID) {
    let type = item.cursor.node["type"]?.string ?? ""
    if !QuestionnaireItem.Role.dialects.contains(type) { members.skip("type") }
    // An empty list stays among the rest.
    if item.cursor.elements("item")?.isEmpty == false { members.skip("item") }
    noteChildren()
    for (member, field) in [("prefix", FieldName.prefix), ("text", .title)] {
      fields[field] = members.text(member)
      fields.translate(field, of: member, in: item.cursor)
      reduceMarkup(of: field)
    }
    readCommon()
    readRepeats()
    fields[.maxLength] = members.length("maxLength")
    fields[.enableWhen] = members.list("enableWhen")
    fields[.enableBehavior] = members.text("enableBehavior")
    readComponent(id)
    if item.role.isQuestion { readQuestion(id) }
    if case .row(let row) = id {
      let checks = CarriedExpressions(item.cursor).limitChecks(row)
      if !checks.isEmpty {
        fields[.checks] = .list((fields[.checks]?.asList ?? []) + checks.map { .record($0.record) })
      }
    }
    fields[.fhir] = members.rest()
    fields[.fhirOrder] = members.order()
  }

  private mutating func readCommon() {
    fields[.required] = members.bool("required")
    fields[.readOnly] = members.bool("readOnly")
    if isHidden { fields[.hidden] = .bool(true) }
    CarriedExpressions(item.cursor).read(into: &fields)
  }

  // Of a choice it stays among the rest: that is one row with several answers.
  private mutating func readRepeats() {
    guard item.cursor.node["repeats"]?.bool == true, !item.takesSeveral,
      item.role.isGroup || item.role.isQuestion
    else { return }
    fields[.repeats] = members.bool("repeats")
    fields[.minOccurs] = occurs("minOccurs")
    fields[.maxOccurs] = occurs("maxOccurs")
    let (least, greatest) = fields.occurs
    if let greatest, greatest < least, let place = place(ofOccurs: "maxOccurs") {
      problems.append(ImportNote(notUsed: "maxOccurs", expected: "\(least) or more", place))
      fields[.maxOccurs] = nil
    }
  }

  // The extension stays among the rest, for the way back.
  private func occurs(_ name: String) -> Value? {
    place(ofOccurs: name)?.node.number.flatMap { Int64($0) }.map(Value.integer)
  }

  private func place(ofOccurs name: String) -> JSONCursor? {
    let url = "http://hl7.org/fhir/StructureDefinition/questionnaire-\(name)"
    return item.cursor.extensionElement(url)?.member("valueInteger")
  }

  private mutating func readComponent(_ id: RecordID) {
    switch item.role {
    case .group: readHeader()
    case .description:
      fields[.component] = .text(Description.component)
      fields[.text] = fields[.title]
      fields[.title] = nil
      renameTexts(.title, .text)
    case .textInput(let kind):
      fields[.component] = .text(TextInput.component)
      if kind != .plain { fields[.kind] = .text(kind.rawValue) }
    case .date(let kind):
      fields[.component] = .text(DateInput.component)
      if kind != .date { fields[.kind] = .text(kind.rawValue) }
    case .quantity: fields[.component] = .text(Quantity.component)
    case .toggle: fields[.component] = .text(Toggle.component)
    case .choice(let other): readChoice(id, other: other)
    case .opaque: break
    }
  }

  // The header shows prefix and text as one; where there is a prefix, both are kept beside it.
  private mutating func readHeader() {
    let (prefix, title) = (fields.text(.prefix), fields.text(.title))
    fields[.prefix] = nil
    fields[.title] = nil
    guard prefix != nil || title != nil else { return }
    let shown = [prefix, title].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    var header: Fields = [.component: .text(Description.component), .text: .text(shown)]
    if let prefix {
      header[.prefix] = .text(prefix)
      header[.title] = title.map(Value.text)
    } else {
      renameTexts(.title, .text)
    }
    for name in [FieldName.translations, .markup] {
      header[name] = fields[name]
      fields[name] = nil
    }
    fields[.header] = .record(header)
  }

  // What is called otherwise is called so in the other languages, too.
  private mutating func renameTexts(_ old: FieldName, _ new: FieldName) {
    fields[.markup] = fields[.markup].map { Self.renamed($0, old, new) }
    if let translations = fields[.translations]?.asRecord {
      var renamed = Fields()
      for texts in translations { renamed[texts.name] = Self.renamed(texts.value, old, new) }
      fields[.translations] = .record(renamed)
    }
  }

  private static func renamed(_ texts: Value, _ old: FieldName, _ new: FieldName) -> Value {
    guard let record = texts.asRecord, let text = record[old] else { return texts }
    return .record(record.setting(old, nil).setting(new, text))
  }

  private mutating func readChoice(_ id: RecordID, other: Bool) {
    fields[.component] = .text(Choice.component)
    if other { fields[.other] = true }
    if fields.isTrue(.repeats) { fields[.multiple] = false }
    if item.cursor.node["repeats"]?.bool == true, item.takesSeveral {
      let extensions = QuestionnaireExtensions(item.cursor)
      fields[.multiple] = true
      fields[.minCount] = extensions.count("questionnaire-minOccurs")
      fields[.maxCount] = extensions.count("questionnaire-maxOccurs")
    }
    guard case .row(let row) = id else { return }
    readOptions(row)
    if fields[.valueSet] == nil, fields[.options]?.asList?.isEmpty ?? true {
      problems.append(ImportNote(.noOptions(row), at: item.cursor))
    }
  }

  // Options that are listed are all that may be chosen: a set beside them stays among the rest.
  private mutating func readOptions(_ row: RowID) {
    let node = item.cursor.node
    let old = node["option"]?.array != nil || node["options"]?["reference"]?.string != nil
    // Where R4 says nothing, as STU3 does.
    let isOld = old && node["answerOption"] == nil && node["answerValueSet"] == nil
    if isOld { fields[.fhirOption] = true }
    let name = isOld ? "option" : "answerOption"
    let listed = QuestionnaireOptions(item.cursor.elements(name))
    if listed?.options.isEmpty ?? true {
      fields[.valueSet] =
        isOld
        ? (node["options"]?["reference"]?.string).map(Value.text) : members.text("answerValueSet")
    }
    if let set = fields.text(.valueSet).flatMap({ item.contained[$0] }) {
      fields[.options] = .list(set)
    } else if let listed {
      members.skip(name)
      fields[.options] = .list(CarriedExpressions(item.cursor).toggling(listed.options))
      problems += listed.repeated.map { code, cursor in
        ImportNote(.repeatedCode(row, code: code), at: cursor)
      }
    } else if let other = item.cursor.member("answerOption") {
      problems.append(ImportNote(notUsed: "answerOption", expected: "a list of options", other))
    }
  }

  private mutating func readOpaque(_ whole: Bool, _ id: RecordID) {
    fields[.component] = .text(Opaque.component)
    let type = item.cursor.member("type")
    if item.cursor.node.object != nil,
      !(type?.node.string.map(QuestionnaireItem.Role.knows) ?? false)
    {
      problems.append(ImportNote(.unknownType(type?.node.string, id), at: type ?? item.cursor))
    }
    if !whole { noteChildren() }
    fields[.prefix] = members.text("prefix")
    fields[.title] = members.text("text")
    readCommon()
    // Whether it is shown does not hang on what it asks for.
    fields[.enableWhen] = members.list("enableWhen")
    fields[.enableBehavior] = members.text("enableBehavior")
    fields[.source] = .verbatim(source(whole))
    if !whole, !item.children.isEmpty {
      members.skip("item")
      fields[.fhirOrder] = members.order(taken: ["item"])
    }
  }

  // Items under the row are rows of their own; what is kept here does not hold them again.
  private func source(_ whole: Bool) -> String {
    if whole || item.children.isEmpty { return item.cursor.text }
    return "{\(item.cursor.memberTexts(besides: ["item"]).joined(separator: ", "))}"
  }

  private mutating func noteChildren() {
    guard let other = item.cursor.member("item"), other.node.array == nil else { return }
    problems.append(ImportNote(notUsed: "item", expected: "a list", other))
  }

  private mutating func takeLinkID(_ id: RecordID) {
    guard let linkID = item.linkID else {
      fields[.linkID] = .null
      return
    }
    members.skip("linkId")
    if !ByteText.equal(LinkID.escaped(linkID.text), id.text) {
      fields[.linkID] = .text(linkID.text)
    }
  }

  private var isHidden: Bool {
    (item.cursor.elements("extension") ?? []).contains { element in
      element.node["url"]?.string == "http://hl7.org/fhir/StructureDefinition/questionnaire-hidden"
        && element.node["valueBoolean"]?.bool == true
    }
  }
}
