import EkibenDocuments
import EkibenForms

// What a question says besides its text: limits, units, what belongs to it, the answers it starts with.
extension QuestionnaireFields {
  // The text with its markup stays beside the one that is shown.
  mutating func reduceMarkup(of field: FieldName) {
    if let text = fields.text(field) { take([text], as: field) }
  }

  private mutating func take(_ lines: [String], as field: FieldName) {
    let text = lines.joined(separator: "\n")
    let plain = lines.map(PlainText.reduced).joined(separator: "\n")
    fields[field] = .text(plain)
    if ByteText.equal(plain, text) { return }
    var markup = fields[.markup]?.asRecord ?? Fields()
    markup[field] = .text(text)
    fields[.markup] = .record(markup)
  }

  mutating func readQuestion(_ id: RecordID) {
    let extensions = QuestionnaireExtensions(item.cursor)
    fields[.least] = limit("min", extensions)
    fields[.greatest] = limit("max", extensions)
    fields[.minLength] = extensions.count("minLength")
    fields[.decimals] = extensions.count("maxDecimalPlaces")
    fields[.step] = extensions.value("questionnaire-sliderStepValue")
    fields[.pattern] = extensions.text("regex")
    fields[.example] = extensions.text("entryFormat")
    fields[.orientation] = extensions.text("questionnaire-choiceOrientation")
    fields[.columns] = extensions.count("questionnaire-choiceColumns")
    fields[.control] = extensions.codes("questionnaire-itemControl").first.map(Value.text)
    readUnits(extensions)
    readMessage(extensions)
    readNotes()
    readInitial(id)
    let isOfText = ["string", "text", "url"].contains(item.cursor.node["type"]?.string)
    if let pattern = fields.text(.pattern), !isOfText || Pattern(pattern) == nil,
      case .row(let row) = id
    {
      problems.append(ImportNote(.patternNotRun(row, pattern), at: item.cursor))
    }
  }

  private mutating func limit(_ name: String, _ extensions: QuestionnaireExtensions) -> Value? {
    guard let element = extensions.limitElement(name) else { return nil }
    let limit = QuestionnaireExtensions.limit(element)
    if limit == nil, CarriedExpressions.expression(besides: element) == nil {
      problems.append(
        ImportNote(
          notUsed: name + "Value", expected: "a value, or today() and a number of days to years",
          element))
    }
    return limit
  }

  // Questionnaires say one text for all limits of a question.
  private mutating func readMessage(_ extensions: QuestionnaireExtensions) {
    guard
      let text = extensions.text("validationtext")
        ?? extensions.text("questionnaire-validationtext")
    else { return }
    let limits: [FieldName] = [
      .least, .greatest, .minLength, .maxLength, .decimals, .step, .pattern, .minCount, .maxCount,
    ]
    var messages = Fields()
    for limit in limits where fields[limit] != nil { messages[limit] = text }
    if !messages.isEmpty { fields[.messages] = .record(messages) }
  }

  private mutating func readUnits(_ extensions: QuestionnaireExtensions) {
    let named = extensions.all("questionnaire-unit") + extensions.all("questionnaire-unitOption")
    var units = QuestionnaireOptions(named)?.options ?? []
    if units.isEmpty, let set = extensions.all("questionnaire-unitValueSet").first {
      let url = set.node.object?.first { $0.name.hasPrefix("value") }?.value.string
      units = url.flatMap { item.contained[$0] } ?? []
      if units.isEmpty {
        problems.append(
          ImportNote(notUsed: "unitValueSet", expected: "a set of units in the file", set))
      }
    }
    if case .quantity = item.role {
      if !units.isEmpty { fields[.units] = .list(units) }
    } else if let unit = units.first?.asRecord {
      fields[.unit] = unit[.label] ?? unit[.code]
    }
  }

  // Items that say something about the question are fields of it; their JSON is kept beside them.
  private mutating func readNotes() {
    if item.notes.isEmpty { return }
    var texts: [FieldName: [String]] = [:]
    for note in item.notes {
      let before = fields.text(note.field)
      texts[note.field, default: before.map { [$0] } ?? []].append(note.text)
      fields.translate(note.field, of: "text", in: note.cursor)
    }
    for (field, lines) in texts { take(lines, as: field) }
    let notes = Set(item.notes.map(\.cursor.node.range.lowerBound))
    let sources = (item.cursor.elements("item") ?? []).map { element in
      notes.contains(element.node.range.lowerBound) ? element.text : "null"
    }
    let last = sources.lastIndex { $0 != "null" } ?? 0
    fields[.fhirItems] = .verbatim("[\(sources[...last].joined(separator: ", "))]")
  }

  // What the question itself would take; `initial` as it stands stays among the rest.
  private mutating func readInitial(_ id: RecordID) {
    guard case .row(let row) = id else { return }
    let initial = item.cursor.elements("initial") ?? []
    let selected = (item.cursor.elements("answerOption") ?? [])
      .filter { $0.node["initialSelected"]?.bool == true }
    // STU3 says the one value in a member of the item.
    let own = item.cursor.node.object?.contains { $0.name.isInitialValue } ?? false
    let member = own && initial.isEmpty && selected.isEmpty ? "initial" : "value"
    let all = !initial.isEmpty ? initial : member == "initial" ? [item.cursor] : selected
    guard !all.isEmpty else {
      if let other = item.cursor.member("initial"), other.node.array == nil {
        problems.append(ImportNote(notUsed: "initial", expected: "a list", other))
      }
      return
    }
    let component = ComponentRegistry.standard.component(row, fields)
    guard let input = component.input else { return }
    do throws(InputError) {
      if fields.repeatsAsRow {
        let values = try all.map { (one) throws(InputError) in
          try input.answer([one], in: member, fields, row)
        }
        // As many as the question may have.
        let repeated = fields.setting(.initial, .list(values))
        fields[.initial] = try ComponentRegistry.standard.component(row, repeated).acceptedInitial()
      } else {
        fields[.initial] = try input.answer(
          input.inputTraits.takesSeveral ? all : [all[0]], in: member, fields, row)
      }
    } catch {
      let place = item.cursor.member("initial") ?? item.cursor
      problems.append(ImportNote(notUsed: "initial", expected: input.inputTraits.expects, place))
    }
  }
}

extension String {
  /// Whether it is the name of a member that holds an initial value, as STU3 has them.
  var isInitialValue: Bool { hasPrefix("initial") && utf8.count > "initial".utf8.count }
}

extension InputComponent {
  /// What the `value…` members of elements answer, or others that begin so; a string that no option has as code is a text of one's own.
  func answer(
    _ elements: [JSONCursor], in member: String = "value", _ fields: Fields, _ row: RowID
  ) throws(InputError) -> Value {
    let traits = inputTraits
    let options = traits.takesOther ? fields[.options]?.asList ?? [] : []
    let codes = Set(options.compactMap { $0.asRecord?.text(.code).map { TextKey($0) } })
    let picks = traits.options?.isEmpty == false
    let values = elements.compactMap { element -> Value? in
      guard traits.takesOther, let text = element.node["\(member)String"]?.string,
        !codes.contains(TextKey(text))
      else {
        // An option that is a number, a date or a time has what is written as its code.
        let value = QuestionnaireValue.read(element, in: member, isOption: picks)
        return picks && value?.asRecord == nil ? value.map { .text(ValueText.bare($0)) } : value
      }
      return Choice.Picked.other(text).documentValue
    }
    guard let first = values.first, values.count == elements.count else {
      throw InputError(row: row, .notShown)
    }
    if traits.takesSeveral { return try accept(.list(values)) }
    guard values.count == 1 else { throw InputError(row: row, .notShown) }
    return try accept(first)
  }
}
