import EkibenDocuments
import EkibenForms

/// What an item says by extensions and items in it, so that a change has to be put there: most of them the
/// field that they are called as.
enum ItemAspect: String, CaseIterable {
  case hidden, several, occurs, least, greatest, minLength, decimals, step, pattern, example
  case orientation, columns, control, unit, units, messages, notes, initial, translations
  case variables, calculated, initialExpression, textExpression

  /// The fields of a record that it is read into.
  var fields: [FieldName] {
    switch self {
    case .several: [.multiple]
    case .occurs: [.minOccurs, .maxOccurs, .minCount, .maxCount]
    case .notes: QuestionnaireNote.fields.values.filter { $0 != .unit }
    case .translations: [.translations, .header]
    default: [FieldName(unchecked: rawValue)]
    }
  }

  /// Makes an item say what its record says, as far as it can.
  func write(_ item: inout WrittenItem) {
    let fields = item.fields
    func put(_ name: String, _ value: JSON.Member?, base: String = MemberList.core) {
      item.members.setExtensions(name, value.map { [$0] } ?? [], base: base)
    }
    func value(_ field: FieldName, as type: String? = nil) -> JSON.Member? {
      fields[field].flatMap { WrittenValue.member(of: $0, for: item.row, type: type) }
    }
    switch self {
    case .hidden: put("questionnaire-hidden", value(.hidden))
    case .several:
      item.members["repeats"] = fields.isTrue(.multiple) || fields.repeatsAsRow ? true : nil
    case .occurs:
      let isChoice = item.row.isChoice
      put("questionnaire-minOccurs", value(isChoice ? .minCount : .minOccurs))
      put("questionnaire-maxOccurs", value(isChoice ? .maxCount : .maxOccurs))
    case .least: putLimit("min", fields[.least], &item)
    case .greatest: putLimit("max", fields[.greatest], &item)
    case .minLength: put("minLength", value(.minLength))
    case .decimals: put("maxDecimalPlaces", value(.decimals))
    case .step: put("questionnaire-sliderStepValue", value(.step))
    case .pattern: put("regex", value(.pattern, as: "String"))
    case .example: put("entryFormat", value(.example, as: "String"))
    case .orientation: put("questionnaire-choiceOrientation", value(.orientation, as: "Code"))
    case .columns: put("questionnaire-choiceColumns", value(.columns), base: MemberList.sdc)
    case .control: put("questionnaire-itemControl", fields.text(.control).map { .control($0) })
    case .unit: putUnit(&item)
    case .units:
      let units = (fields[.units]?.asList ?? []).compactMap { $0.asRecord }
      item.members.setExtensions("questionnaire-unitOption", units.map(WrittenOption.coding))
    case .messages: putMessage(&item)
    case .notes: for field in self.fields { putNote(field, &item) }
    case .initial: putInitial(&item)
    case .translations: putTranslations(&item)
    case .variables, .calculated, .initialExpression, .textExpression: putExpressions(&item)
    }
  }

  private func putExpressions(_ item: inout WrittenItem) {
    switch self {
    case .variables: item.members.setVariables(item.fields[.variables])
    case .textExpression: item.members.setTextExpression(item.fields[.textExpression])
    case .calculated:
      item.members.setExpression(CarriedExpressions.calculated, item.fields[.calculated])
    default: item.members.setExpression(CarriedExpressions.initial, item.fields[.initialExpression])
    }
  }

  private func putLimit(_ name: String, _ value: Value?, _ item: inout WrittenItem) {
    let limit = value.flatMap { WrittenValue.limit($0, for: item.row) }
    let isQuantity = limit?.name == "valueQuantity"
    item.members.setExtensions(
      "sdc-questionnaire-\(name)Quantity", isQuantity ? [limit].compactMap(\.self) : [],
      base: MemberList.sdc)
    item.members.setExtensions(name + "Value", isQuantity ? [] : [limit].compactMap(\.self))
  }

  // Under the name that it is said by already, if it is.
  private func putMessage(_ item: inout WrittenItem) {
    let texts = Set((item.fields[.messages]?.asRecord ?? [:]).map(\.value))
    let text = texts.count == 1 ? texts.first?.asText : nil
    let said = item.members["extension"]?.array ?? []
    let isShort = said.contains { $0["url"]?.string?.hasSuffix("/validationtext") ?? false }
    item.members.setExtensions(
      isShort ? "validationtext" : "questionnaire-validationtext",
      text.map { [JSON.Member(name: "valueString", value: .string($0))] } ?? [])
  }

  private func putUnit(_ item: inout WrittenItem) {
    if item.read.notes.contains(where: { $0.field == .unit }) { return putNote(.unit, &item) }
    let option = item.fields.text(.unit).map { unit -> Fields in
      [.code: .text(unit), .label: .text(unit)]
    }
    item.members.setExtensions(
      "questionnaire-unit", option.map { [WrittenOption.coding($0)] } ?? [])
  }

  // As one item, where there were more of its role.
  private func putNote(_ field: FieldName, _ item: inout WrittenItem) {
    guard item.read.role.isQuestion, item.readFields()[field] != item.fields[field] else { return }
    let old = item.notes.indices.filter { place in
      !item.notes[place].isNull
        && QuestionnaireNote(JSONCursor(written: item.notes[place]), isKept: true)?.field == field
    }
    for place in old.dropFirst().reversed() { item.notes.remove(at: place) }
    guard let text = item.fields.text(field) else {
      if let place = old.first { item.notes.remove(at: place) }
      return
    }
    if let place = old.first, let members = item.notes[place].object {
      var note = MemberList(members)
      (note["text"], note["_text"]) = (.string(text), nil)
      item.notes[place] = note.json
    } else if let code = QuestionnaireNote.fields.first(where: { $0.value == field })?.key {
      var note = MemberList()
      note["linkId"] = .string("\(item.linkID ?? "")-\(code)")
      (note["text"], note["type"]) = (.string(text), "display")
      note.setExtensions("questionnaire-itemControl", [.control(code)])
      item.notes.append(note.json)
    }
  }

  private func putInitial(_ item: inout WrittenItem) {
    let initial = item.fields[.initial]
    let values = initial.map { $0.asList ?? [$0] } ?? []
    let own = item.members.members.map(\.name).filter(\.isInitialValue)
    if item.members["initial"] == nil, own.count == 1, values.count < 2 {
      item.members[own[0]] = nil
      let member = values.first.flatMap {
        WrittenValue.member(of: $0, for: item.row, prefix: "initial")
      }
      if let member { item.members[member.name] = member.value }
      return
    }
    let written = values.compactMap { WrittenValue.member(of: $0, for: item.row) }
    item.members["initial"] =
      written.isEmpty ? nil : .array(written.map { JSON(content: .object([$0])) })
  }

  // Of the text alone; those of other texts stay as they are.
  private func putTranslations(_ item: inout WrittenItem) {
    let header = item.fields[.header]?.asRecord
    let texts = header ?? item.fields
    let name = texts.textName(isHeader: header != nil)
    var beside = MemberList(item.members["_text"]?.object ?? [])
    let translated = (texts[.translations]?.asRecord ?? [:]).compactMap { language in
      language.value.asRecord?.text(name).map { (language.name.rawValue, $0) }
    }
    let values = translated.map { language, text -> JSON in
      [
        ["url": "lang", "valueCode": .string(language)],
        ["url": "content", "valueString": .string(text)],
      ]
    }
    let kept = (beside["extension"]?.array ?? []).filter {
      !($0["url"]?.string?.hasSuffix("/translation") ?? false)
    }
    let made = values.map { value -> JSON in
      .object([("url", .string(MemberList.core + "translation")), ("extension", value)])
    }
    beside["extension"] = (kept + made).isEmpty ? nil : .array(kept + made)
    item.members["_text"] = beside.members.isEmpty ? nil : beside.json
  }
}
