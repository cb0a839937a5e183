import EkibenDocuments
import EkibenForms

/// Makes the fields of an item's record, and notes what it could not use.
struct QuestionnaireFields {
  private let item: QuestionnaireItem
  private var members: MemberTaker
  private var fields = Fields()
  private var problems: [ImportNote] = []

  init(_ item: QuestionnaireItem) {
    self.item = item
    members = MemberTaker(item.cursor)
  }

  /// The fields of a section or row, all but its place in the form.
  mutating func read(as id: RecordID) -> Fields {
    takeLinkID(id)
    if case .opaque(let whole) = item.role { readOpaque(whole, id) } else { readNative(id) }
    return fields
  }

  /// What was noticed, in the order in which the members are looked at.
  var notes: [ImportNote] { members.notes + problems }

  private mutating func readNative(_ id: RecordID) {
    members.skip("type")
    if item.cursor.elements("item") != nil { members.skip("item") }
    noteChildren()
    fields[.prefix] = members.text("prefix")
    fields[.title] = members.text("text")
    readCommon()
    fields[.maxLength] = members.length("maxLength")
    fields[.initial] = members.list("initial")
    fields[.enableWhen] = members.list("enableWhen")
    fields[.enableBehavior] = members.text("enableBehavior")
    readComponent(id)
    fields[.fhir] = members.rest()
  }

  private mutating func readCommon() {
    fields[.required] = members.bool("required")
    fields[.readOnly] = members.bool("readOnly")
    // `repeats` stays among the rest: where it is true, the item is opaque.
    if isHidden { fields[.hidden] = .bool(true) }
  }

  private mutating func readComponent(_ id: RecordID) {
    switch item.role {
    case .group: readHeader()
    case .description:
      fields[.component] = .text(Description.component)
      fields[.text] = fields[.title]
      fields[.title] = nil
    case .textInput(let kind):
      fields[.component] = .text(TextInput.component)
      if kind != .plain { fields[.kind] = .text(kind.rawValue) }
    case .toggle: fields[.component] = .text(Toggle.component)
    case .choice: readChoice(id)
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
    }
    fields[.header] = .record(header)
  }

  private mutating func readChoice(_ id: RecordID) {
    fields[.component] = .text(Choice.component)
    fields[.valueSet] = members.text("answerValueSet")
    guard case .row(let row) = id else { return }
    if let options = QuestionnaireOptions(item.cursor.elements("answerOption")) {
      members.skip("answerOption")
      fields[.options] = .list(options.options)
      problems += options.repeated.map { code, cursor in
        ImportNote(.repeatedCode(row, code: code), at: cursor)
      }
    } else if let other = item.cursor.member("answerOption") {
      problems.append(ImportNote(notUsed: "answerOption", expected: "a list of options", other))
    }
    if fields[.valueSet] == nil, fields[.options]?.asList?.isEmpty ?? true {
      problems.append(ImportNote(.noOptions(row), at: item.cursor))
    }
  }
}

extension QuestionnaireFields {
  private mutating func readOpaque(_ whole: Bool, _ id: RecordID) {
    fields[.component] = .text(Opaque.component)
    if item.cursor.node.object != nil { noteUnknownType(id) }
    if !whole { noteChildren() }
    fields[.prefix] = members.text("prefix")
    fields[.title] = members.text("text")
    readCommon()
    fields[.source] = .verbatim(source(whole))
  }

  // Items under the row are rows of their own; what is kept here does not hold them again.
  private func source(_ whole: Bool) -> String {
    if whole || item.children.isEmpty { return item.cursor.text }
    return "{\(item.cursor.memberTexts(besides: ["item"]).joined(separator: ", "))}"
  }

  private mutating func noteUnknownType(_ id: RecordID) {
    let type = item.cursor.member("type")
    if let text = type?.node.string, QuestionnaireItem.Role.knows(text) { return }
    problems.append(
      ImportNote(.unknownType(type?.node.string, id), at: type ?? item.cursor))
  }

  private mutating func noteChildren() {
    guard let other = item.cursor.member("item"), other.node.array == nil else { return }
    problems.append(ImportNote(notUsed: "item", expected: "a list", other))
  }

  private mutating func takeLinkID(_ id: RecordID) {
    let text =
      switch id {
      case .document: ""
      case .section(let id): id.rawValue
      case .row(let id): id.rawValue
      }
    guard let linkID = item.linkID else {
      fields[.linkID] = .null
      return
    }
    members.skip("linkId")
    if !ByteText.equal(LinkID.escaped(linkID.text), text) {
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
